import pytest
from conversation import BLACK_MATES, WHITE_MATES, Line, answer, sent

from board_core import Color, Outcome, Play, Reason, Resign, Sentence, say
from board_core.players import Note, NoteKind
from board_core.protocols import GiveAnswer, SanLine, SayReady, Send, TellGame

WHITE, BLACK = Color.WHITE, Color.BLACK
FOOLS_MATE = ["f3", "e5", "g4", "Qh4"]


def seated(color: Color, line: Line, dialect: str = "san") -> SanLine:
    dialogue = SanLine(dialect)
    dialogue.open()
    dialogue.seat(line.seat(color))
    return dialogue


def relayed(dialect: str, *moves: str, setup: str | None = None) -> list[str]:
    """What the side to move is told of the last move."""
    line = Line(setup)
    turn = line.after(*moves)
    return sent(seated(turn.color, line, dialect).ask(turn))


@pytest.mark.parametrize("color", Color)
def test_a_game_begins_with_the_colour_and_needs_no_answer(color: Color):
    assert SanLine().seat(Line().seat(color)) == [Send(color.value), SayReady()]


def test_white_is_asked_without_a_word():
    line = Line()
    assert seated(WHITE, line).ask(line.turn) == []


def test_the_opponents_move_is_relayed_in_san():
    line = Line()
    dialogue = seated(BLACK, line)
    assert dialogue.ask(line.after("e2e4")) == [Send("e4")]
    assert dialogue.heard("e7e5") == [GiveAnswer(Play("e7e5"))]
    assert dialogue.ask(line.after("e5", "g1f3")) == [Send("Nf3")]


def test_what_is_relayed_is_standard_san_whatever_was_written():
    assert relayed("san", "e4", "d5", "e4d5") == ["exd5"]
    assert relayed("san", *FOOLS_MATE) == ["Qh4#"]
    assert relayed("san", "a7b8q", setup="1n5k/P7/8/8/8/8/8/K7 w - - 0 1") == ["axb8=Q+"]
    assert relayed("san", "o-o", setup="5k2/8/8/8/8/8/8/4K2R w K - 0 1") == ["O-O+"]


def test_the_first_move_of_a_turn_answers_and_the_rest_is_ignored():
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.ask(line.turn)
    assert dialogue.heard("e4") == [GiveAnswer(Play("e4"))]
    assert dialogue.heard("d4") == [TellGame(Note("d4", NoteKind.IGNORED))]


def test_a_line_in_the_opponents_time_is_ignored_and_reported():
    line = Line()
    assert seated(BLACK, line).heard("e5") == [TellGame(Note("e5", NoteKind.IGNORED))]


def test_whites_first_move_counts_from_its_colour_line_on():
    line = Line()
    dialogue = seated(WHITE, line)
    assert dialogue.heard("e4") == []
    assert dialogue.heard("d4") == [TellGame(Note("d4", NoteKind.IGNORED))]
    assert dialogue.ask(line.turn) == [GiveAnswer(Play("e4"))]
    assert dialogue.heard("c4") == [TellGame(Note("c4", NoteKind.IGNORED))]


def test_only_the_first_move_may_come_early():
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.ask(line.turn)
    dialogue.heard("e4")
    assert dialogue.heard("d4") == [TellGame(Note("d4", NoteKind.IGNORED))]
    assert dialogue.ask(line.after("e4", "e5")) == [Send("e5")]


def test_a_line_before_the_game_is_no_first_move():
    assert SanLine().heard("hello") == [TellGame(Note("hello", NoteKind.IGNORED))]


def test_a_refused_move_is_answered_with_a_full_stop_and_the_question_is_not_repeated():
    line = Line()
    dialogue = seated(BLACK, line)
    dialogue.ask(line.after("e4"))
    dialogue.heard("Ke5")
    assert dialogue.rejected("Ke5", say("no")) == [Send(".")]
    assert dialogue.ask(line.turn) == []
    assert dialogue.expects() == "a move"
    assert dialogue.heard("e5") == [GiveAnswer(Play("e5"))]
    assert dialogue.ask(line.after("e5", "d4")) == [Send("d4")]


def test_a_second_try_counts_from_the_full_stop_on():
    line = Line()
    dialogue = seated(BLACK, line)
    dialogue.ask(line.after("e4"))
    dialogue.heard("Ke5")
    dialogue.rejected("Ke5", say("no"))
    assert dialogue.heard("e5") == []
    assert dialogue.ask(line.turn) == [GiveAnswer(Play("e5"))]


def test_an_early_first_move_may_be_refused_too():
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.heard("e5")
    dialogue.ask(line.turn)
    assert dialogue.rejected("e5", say("no")) == [Send(".")]
    assert dialogue.ask(line.turn) == []
    assert dialogue.heard("e4") == [GiveAnswer(Play("e4"))]


@pytest.mark.parametrize("line_heard", ["e4\r", "  e4", "e4  ", "\te4\t\r"])
def test_blanks_and_carriage_returns_around_a_move_are_nothing(line_heard: str):
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.ask(line.turn)
    assert dialogue.heard(line_heard) == [GiveAnswer(Play("e4"))]


def test_blank_lines_are_no_answers():
    line = Line()
    dialogue = seated(WHITE, line)
    assert dialogue.heard("") == []
    dialogue.ask(line.turn)
    assert dialogue.heard("\r") == dialogue.heard("   ") == []
    assert dialogue.heard("e4") == [GiveAnswer(Play("e4"))]


def test_a_byte_order_mark_on_the_first_line_is_nothing():
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.ask(line.turn)
    assert dialogue.heard("\ufeffe4\r") == [GiveAnswer(Play("e4"))]
    dialogue.ask(line.after("e4", "e5"))
    assert dialogue.heard("\ufeffd4") == [GiveAnswer(Play(r"\ufeffd4"))]


def test_a_new_process_may_begin_with_a_byte_order_mark_again():
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.heard("e4")
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    dialogue.heard("\ufeffe4")
    assert dialogue.ask(line.turn) == [GiveAnswer(Play("e4"))]


@pytest.mark.parametrize(
    ("color", "text"),
    [(WHITE, "0-1"), (BLACK, "1-0"), (WHITE, "resign"), (BLACK, "Resign"), (BLACK, " resign\r")],
)
def test_a_result_that_concedes_resigns(color: Color, text: str):
    line = Line()
    dialogue = seated(color, line)
    dialogue.ask(line.turn if color is WHITE else line.after("e4"))
    assert answer(dialogue.heard(text)) == Resign()


def test_one_resigns_out_of_turn_too():
    line = Line()
    dialogue = seated(Color.WHITE, line)
    dialogue.ask(line.turn)
    dialogue.heard("e4")
    assert dialogue.heard("1-0") == [TellGame(Note("1-0", NoteKind.IGNORED))]
    assert dialogue.heard("resign") == [TellGame(Resign())]


@pytest.mark.parametrize(
    ("color", "text"),
    [(WHITE, "1-0"), (BLACK, "0-1"), (WHITE, "1/2-1/2"), (BLACK, "1/2-1/2")],
)
def test_any_other_result_goes_to_the_referee_as_the_illegal_move_it_is(color: Color, text: str):
    line = Line()
    dialogue = seated(color, line)
    dialogue.ask(line.turn if color is WHITE else line.after("e4"))
    assert answer(dialogue.heard(text)) == Play(text)


def test_the_mating_move_is_told_to_the_loser():
    line = Line()
    dialogue = seated(WHITE, line)
    assert dialogue.finish(line.after(*FOOLS_MATE), BLACK_MATES) == [Send("Qh4#")]


def test_the_winner_is_not_told_its_own_move():
    line = Line()
    dialogue = seated(BLACK, line)
    dialogue.ask(line.after(*FOOLS_MATE[:3]))
    assert dialogue.finish(line.after("Qh4"), BLACK_MATES) == []


@pytest.mark.parametrize(
    "reason",
    [
        Reason.STALEMATE,
        Reason.FIFTY_MOVES,
        Reason.SEVENTY_FIVE_MOVES,
        Reason.THREEFOLD_REPETITION,
        Reason.FIVEFOLD_REPETITION,
        Reason.INSUFFICIENT_MATERIAL,
    ],
)
def test_a_move_that_draws_on_the_board_is_told_to_the_other_side(reason: Reason):
    line = Line()
    dialogue = seated(BLACK, line)
    assert dialogue.finish(line.after("e4"), Outcome(None, reason)) == [Send("e4")]


@pytest.mark.parametrize(
    "reason", [Reason.STOPPED, Reason.TIME, Reason.CRASH, Reason.AGREEMENT, Reason.ADJUDICATION]
)
def test_nothing_is_told_of_a_game_that_ended_otherwise(reason: Reason):
    line = Line()
    dialogue = seated(BLACK, line)
    assert dialogue.finish(line.after("e4"), Outcome(None, reason)) == []


def test_a_claimed_draw_does_not_repeat_the_move_that_was_told():
    line = Line()
    dialogue = seated(BLACK, line)
    dialogue.ask(line.after("e4"))
    assert dialogue.finish(line.turn, Outcome(None, Reason.THREEFOLD_REPETITION)) == []


def test_lines_after_the_end_are_ignored():
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.ask(line.turn)
    dialogue.withdraw()
    dialogue.finish(line.turn, WHITE_MATES)
    assert dialogue.heard("e4") == [TellGame(Note("e4", NoteKind.IGNORED))]
    assert dialogue.expects() == ""


def test_what_the_protocol_cannot_do_is_said():
    dialogue = SanLine()
    assert dialogue.may_retry == 2  # three illegal answers lose
    assert dialogue.standard_start_only
    assert dialogue.fresh_process
    assert dialogue.max_lines == 256
    assert isinstance(dialogue.cannot_rewind, Sentence)


def test_a_line_of_which_only_the_break_comes_after_the_question_answers_nothing():
    """A move printed together with the one before, in two writes."""
    line = Line()
    dialogue = seated(BLACK, line)
    dialogue.ask(line.after("e4"))
    dialogue.heard("e5")
    dialogue.begun = "Nc6"
    dialogue.ask(line.after("e5", "Nf3"))
    assert dialogue.heard("Nc6") == [TellGame(Note("Nc6", NoteKind.IGNORED))]
    assert dialogue.heard("Nc6") == [GiveAnswer(Play("Nc6"))], "it is asked still"


def test_what_may_come_early_may_also_be_begun_early():
    line = Line()
    dialogue = seated(WHITE, line)
    dialogue.begun = "e4"
    dialogue.ask(line.turn)
    assert dialogue.heard("e4") == [GiveAnswer(Play("e4"))]
