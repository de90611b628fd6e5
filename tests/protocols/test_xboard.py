import re

import pytest
from conversation import BLACK_MATES, WHITE_MATES, Line, answer, sent

from board_core import (
    Cause,
    Color,
    Fail,
    Outcome,
    Play,
    Reason,
    Resign,
    Score,
    Thought,
    TimeControl,
)
from board_core.diagnosis import rows
from board_core.games.chess import VARIANT_GAMES
from board_core.players import ClaimDraw, Note, NoteKind, OfferDraw
from board_core.protocols import GiveAnswer, SayReady, Send, TellGame, XBoard
from board_core.protocols.base import Effects, WakeAfter
from board_core.protocols.xboard import GO_ON_SECONDS, SILENCE_SECONDS

WHITE, BLACK = Color.WHITE, Color.BLACK
ENDGAME = "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"
MODERN = "feature ping=1 setboard=1 usermove=1 colors=0 done=1"
SJENG = "feature ping=1 setboard=1 playother=0 san=0 usermove=0 time=1 colors=1 done=1"


def seated(line: Line, color: Color = WHITE, features: str = MODERN) -> XBoard:
    """An engine that is ready for its first question."""
    dialogue = XBoard()
    dialogue.open()
    dialogue.heard(features)
    dialogue.seat(line.seat(color))
    dialogue.heard("pong 1")
    return dialogue


def asked(line: Line | None = None, color: Color = WHITE, features: str = MODERN) -> XBoard:
    line = line or Line()
    dialogue = seated(line, color, features)
    dialogue.ask(line.turn)
    return dialogue


def limits(control: TimeControl, features: str = MODERN) -> list[str]:
    """What an engine hears of its time between ``random`` and ``post``."""
    dialogue = XBoard()
    dialogue.open()
    dialogue.heard(features)
    lines = sent(dialogue.seat(Line(control=control).seat(WHITE)))
    return lines[lines.index("random") + 1 : lines.index("post")]


def times(control: TimeControl, **options: object) -> list[str]:
    line = Line(control=control, **options)
    return [text for text in sent(seated(line).ask(line.turn)) if "tim" in text]


def test_a_line_of_thinking_within_a_move_shows_that_the_word_was_written_before_the_search():
    fail = answer(asked().heard("move 1 20 0 100 e2e4"))
    assert isinstance(fail, Fail)
    assert fail.explanation.codes == ("split-bestmove",)


def test_no_time_is_too_long_for_an_engine_that_reads_32_bits():
    for control in (TimeControl(base=1e9), TimeControl(per_move=1e9), TimeControl(1e9, 1e9)):
        said = " ".join([*limits(control), *times(control)])
        minutes = [int(number) for number in re.findall(r"level \d+ (\d+)", said)]
        seconds = [int(number) for number in re.findall(r"st (\d+)", said)]
        assert "e+" not in said, "no engine reads such a number"
        hundredths = [int(number) for number in re.findall(r"(?:time|otim) (\d+)", said)]
        assert minutes or seconds
        assert max([0, *minutes]) * 60_000 < 2**31
        assert max([0, *seconds]) * 1000 < 2**31
        assert max([0, *hundredths]) * 10 < 2**31


# Start


def test_the_handshake():
    line, dialogue = Line(), XBoard()
    assert dialogue.open() == [Send("xboard\nprotover 2")]
    assert dialogue.seat(line.seat(WHITE)) == []
    assert dialogue.expects() == "feature done=1"
    assert sent(dialogue.heard('feature ping=1 myname="Sjeng 11.2" done=1')) == [
        "accepted ping",
        "accepted myname",
        "accepted done",
        "new",
        "random",
        "level 0 1 0",
        "post",
        "easy",
        "force",
        "ping 1",
    ]
    assert dialogue.expects() == "pong 1"
    assert dialogue.heard("pong 1") == [SayReady()]
    assert dialogue.expects() == ""
    assert dialogue.name == "Sjeng 11.2"


def test_an_engine_that_is_to_think_on_its_opponents_time_is_told_hard():
    dialogue = XBoard()
    dialogue.ponders = True
    dialogue.open()
    dialogue.seat(Line().seat(WHITE))
    told = sent(dialogue.heard("feature done=1"))
    assert "hard" in told
    assert "easy" not in told


def test_features_in_quotation_marks_may_have_blanks_and_signs():
    dialogue = XBoard()
    dialogue.open()
    steps = dialogue.heard(
        'feature draw=0 option="Randomizer (0-50) -slider 0 0 50" ping=1 xedit=1 myname="A = B"'
    )
    assert sent(steps) == [
        "accepted draw",
        "accepted option",
        "accepted ping",
        "rejected xedit",
        "accepted myname",
    ]
    assert dialogue.name == "A = B"


def test_an_engine_that_says_nothing_of_features_is_ready_when_the_wait_is_over():
    line, dialogue = Line(), XBoard()
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    dialogue.heard("Some Engine 1.0, no features")
    steps = wait_in_vain(dialogue)
    assert sent(steps)[0] == "new"
    assert steps[-1] == SayReady()
    assert dialogue.waited() == []


def wait_in_vain(dialogue: XBoard) -> Effects:
    """What it does when an engine has said nothing of features for two seconds."""
    assert dialogue.start_wait == SILENCE_SECONDS
    seconds = dialogue.start_wait
    while isinstance((steps := dialogue.waited())[-1], WakeAfter):
        seconds += steps[-1].seconds
    assert seconds == 2.0
    return steps


def test_a_silent_engine_is_sent_another_line_now_and_then():
    """gnuchess answers only when one more line has come: its reader holds a lock until then."""
    line, dialogue = Line(), XBoard()
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    assert dialogue.waited() == [Send("force"), WakeAfter(SILENCE_SECONDS)]
    dialogue.heard("Chess")
    assert dialogue.waited() == [WakeAfter(SILENCE_SECONDS)], "it has begun to speak"
    assert "new" in sent(dialogue.heard(MODERN))


def test_an_engine_that_says_its_features_when_it_was_asked_is_told_the_game_anew():
    """One that loads for three seconds would not know a move without 'usermove'."""
    line, dialogue = Line().play("e4"), XBoard()
    dialogue.open()
    dialogue.seat(line.seat(BLACK))
    wait_in_vain(dialogue)
    assert "e2e4" in sent(dialogue.ask(line.turn))
    lines = sent(dialogue.heard(MODERN))
    told = lines[lines.index("accepted done") + 1 :]
    assert told[:3] == ["force", "ping 1", "new"]
    assert "usermove e2e4" in told
    assert told[-1] == "go"
    assert dialogue.heard("move c7c5") == [], "it belongs to the first time"
    dialogue.heard("pong 1")
    assert answer(dialogue.heard("move e7e5")) == Play("e7e5")


def test_done_0_asks_for_more_time():
    line, dialogue = Line(), XBoard()
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    dialogue.heard("feature done=0")
    assert dialogue.waited() == []
    assert "new" in sent(dialogue.heard("feature done=1"))


def test_features_that_come_late_count_from_then_on():
    line, dialogue = Line(), XBoard()
    dialogue.open()
    dialogue.seat(line.seat(WHITE))
    wait_in_vain(dialogue)
    dialogue.ask(line.turn)
    assert sent(dialogue.heard("feature usermove=1 done=1")) == [
        "accepted usermove",
        "accepted done",
    ]
    dialogue.heard("move e2e4")
    assert sent(dialogue.ask(line.after("e4", "e5")))[-1] == "usermove e7e5"


def test_an_engine_that_cannot_be_used_again_gets_a_new_process():
    assert not seated(Line()).fresh_process
    assert seated(Line(), features="feature reuse=0 done=1").fresh_process


def test_a_program_that_was_started_again_is_greeted_again():
    line = Line()
    dialogue = asked(line)
    dialogue.withdraw()
    assert sent(dialogue.open()) == ["xboard", "protover 2"]
    assert dialogue.seat(line.seat(WHITE)) == []
    assert sent(dialogue.heard(MODERN))[-1] == "ping 1"
    assert dialogue.heard("pong 1") == [SayReady()]


def test_a_set_up_position():
    line, dialogue = Line(ENDGAME), XBoard()
    dialogue.open()
    dialogue.heard(MODERN)
    assert sent(dialogue.seat(line.seat(BLACK)))[-3:] == ["force", f"setboard {ENDGAME}", "ping 1"]
    dialogue.heard("pong 1")
    assert sent(dialogue.ask(line.turn))[-1] == "go"


def told_a_position(setup: str, features: str = "feature setboard=0 ping=1 done=1") -> Effects:
    dialogue = XBoard()
    dialogue.open()
    dialogue.heard(features)
    return dialogue.seat(Line(setup).seat(BLACK))


@pytest.mark.parametrize(
    ("features", "move"),
    [("", "a2a3"), ("usermove=1 ", "usermove a2a3"), ("san=1 usermove=1 ", "usermove a3")],
)
def test_an_engine_without_setboard_is_told_a_position_piece_by_piece(features, move):
    """As XBoard does it: a move of White's before it makes Black the side to move."""
    lines = sent(told_a_position(ENDGAME, f"feature {features}done=1"))
    pieces = ["edit", "#", "Ke1", "Pe2", "c", "Ke5", "."]
    assert lines[lines.index("force") :] == ["force", move, *pieces]
    white = sent(told_a_position(ENDGAME.replace(" b ", " w ")))
    assert white[white.index("force") :] == ["force", *pieces, "ping 1"]


@pytest.mark.parametrize(
    ("setup", "may_be_told"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", True),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", False),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", False),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", False),
    ],
)
def test_what_pieces_do_not_tell_is_refused(setup, may_be_told):
    step = told_a_position(setup)[0]
    if may_be_told:
        assert "edit" in sent([step])
    else:
        assert step.statement.explanation.sentence == rows.STANDARD_START_ONLY()


def test_options_are_set_as_the_features_list_them():
    dialogue = XBoard({"hash": "64", "own book": "1"})
    dialogue.open()
    dialogue.seat(Line().seat(WHITE))
    dialogue.heard('feature option="Hash -spin 16 1 1024" option="Own Book -check 0"')
    lines = sent(dialogue.heard("feature ping=1 done=1"))
    assert lines.index("option Hash=64") < lines.index("option Own Book=1") < lines.index("new")


def test_an_option_that_the_features_do_not_list_is_refused():
    dialogue = XBoard({"Hahs": "64"})
    dialogue.open()
    dialogue.seat(Line().seat(WHITE))
    steps = dialogue.heard('feature option="Hash -spin 16 1 1024" done=1')
    assert steps[-1].statement.explanation.sentence == rows.NEAR_OPTION(option="Hahs", meant="Hash")


def test_an_engine_that_does_not_know_go_is_believed():
    refused = answer(asked().heard("Error (unknown command): go"))
    assert isinstance(refused, Fail)
    assert "'Error (unknown command): go'" in str(refused.explanation.sentence)


def test_words_behind_a_large_move_are_no_move():
    assert asked().heard("MOVE 6 0 5 0 (0) EVAL 9")[0].statement.kind is NoteKind.COMMENT
    assert answer(asked().heard("MOVE e2e4")) == Play("e2e4")


def test_to_leave_is_quit():
    assert XBoard().quit() == [Send("quit")]


# Time


@pytest.mark.parametrize(
    ("control", "lines"),
    [
        (TimeControl(600), ["level 0 10 0"]),
        (TimeControl(90, 2), ["level 0 1:30 2"]),
        (TimeControl(5, 0.5), ["level 0 0:05 0.5"]),
        (TimeControl(0.4), ["level 0 0:01 0"]),
        (TimeControl(7200, moves_per_period=40), ["level 40 120 0"]),
        (TimeControl(60, depth=6), ["level 0 1 0", "sd 6"]),
        (TimeControl(per_move=5, time_margin=0.2), ["st 5"]),
        (TimeControl(per_move=5), ["st 4"]),
        (TimeControl(per_move=1), ["level 1 0:01 0"]),
        (TimeControl(60, per_move=5), ["level 1 0:05 0"]),
        (TimeControl(per_move=0.3), ["level 1 0:01 0"]),
        (TimeControl(), ["st 1"]),
        (TimeControl(depth=6), ["st 60", "sd 6"]),
        (TimeControl(nodes=5000), ["st 1"]),
        (TimeControl(300, delay=3), ["level 0 5 3"]),
        (TimeControl(300, bronstein=3), ["level 0 5 3"]),
        (TimeControl(300, byoyomi=10, periods=3), ["level 0 5 0"]),
        (TimeControl(0, byoyomi=10, periods=3), ["st 9"]),
    ],
)
def test_time_controls(control: TimeControl, lines: list[str]):
    assert limits(control) == lines


def test_an_engine_is_told_when_its_byoyomi_begins():
    control = TimeControl(60, byoyomi=10, periods=3)
    line = Line(control=control)
    dialogue = seated(line)
    dialogue.ask(line.turn)
    dialogue.heard("move e2e4")
    line.clock = line.clock.start(Color.WHITE, at=0).press(at=65)
    told = sent(dialogue.ask(line.after("e4", "e5")))
    assert told == ["st 9", "time 980", "otim 7000", "usermove e7e5"]
    dialogue.heard("move g1f3")
    assert sent(dialogue.ask(line.after("Nf3", "Nc6")))[0] == "time 980"


def test_an_engine_that_counts_nodes_is_limited_by_them():
    assert limits(TimeControl(nodes=5000), "feature nps=1 done=1") == ["nps 5000", "st 1"]


def test_clocks_are_centiseconds():
    assert times(TimeControl(60), left=12.345) == ["time 1234", "otim 6000"]
    assert times(TimeControl(60), left=0.0) == ["time 1", "otim 6000"]
    assert times(TimeControl(60), other=TimeControl()) == ["time 6000"]
    assert times(TimeControl(per_move=0.5)) == ["time 45", "otim 50"]
    assert times(TimeControl(60, delay=5)) == ["time 6500", "otim 6500"]
    assert times(TimeControl(60, byoyomi=10, periods=3)) == ["time 7000", "otim 7000"]
    assert times(TimeControl(0, byoyomi=10, periods=3)) == ["time 980", "otim 1000"]
    assert times(TimeControl()) == []


def test_an_engine_that_does_not_want_times_gets_none():
    line = Line()
    lines = sent(seated(line, features="feature time=0 colors=0 done=1").ask(line.turn))
    assert lines == ["force", "go"]


# A question


def test_white_begins():
    line = Line()
    assert sent(seated(line).ask(line.turn)) == ["force", "time 6000", "otim 6000", "go"]


def test_black_gets_the_first_move_and_is_told_to_go():
    line = Line()
    dialogue = seated(line, BLACK)
    assert sent(dialogue.ask(line.after("e4"))) == [
        "force",
        "usermove e2e4",
        "time 6000",
        "otim 6000",
        "go",
    ]


def test_engines_that_want_colours_get_them():
    line = Line()
    dialogue = seated(line, BLACK, SJENG)
    assert sent(dialogue.ask(line.after("e4"))) == [
        "force",
        "e2e4",
        "white",
        "time 6000",
        "otim 6000",
        "black",
        "go",
    ]


def test_then_only_the_opponents_move_follows():
    line = Line()
    dialogue = asked(line)
    assert dialogue.heard("move e2e4") == [GiveAnswer(Play("e2e4"))]
    steps = dialogue.ask(line.after("e4", "e5"))
    assert steps == [Send("time 6000\notim 6000\nusermove e7e5")]


def test_without_usermove_a_move_stands_alone():
    line = Line()
    dialogue = asked(line, features=SJENG)
    dialogue.heard("move e2e4")
    assert sent(dialogue.ask(line.after("e4", "e5")))[-1] == "e7e5"


def test_promotions_are_in_coordinates():
    line = Line("3n3k/2P5/8/8/8/8/8/K7 w - - 0 1")
    dialogue = seated(line, BLACK)
    assert "usermove c7d8q" in sent(dialogue.ask(line.after("cxd8=Q")))


def test_engines_that_want_san_get_it():
    line = Line()
    dialogue = seated(line, BLACK, "feature san=1 usermove=1 done=1")
    assert "usermove Nf3" in sent(dialogue.ask(line.after("Nf3")))
    dialogue.heard("move Nc6")
    assert sent(dialogue.ask(line.after("Nc6", "d4")))[-1] == "usermove d4"
    dialogue.withdraw()
    lines = sent(dialogue.ask(line.after("e5", "dxe5")))
    moves = [text for text in lines if text.startswith("usermove")]
    assert moves == [f"usermove {san}" for san in ("Nf3", "Nc6", "d4", "e5", "dxe5")]


def test_given_moves_are_played_in_force_mode():
    line = Line().play("e4", "c5")
    assert sent(seated(line).ask(line.turn)) == [
        "force",
        "usermove e2e4",
        "usermove c7c5",
        "time 6000",
        "otim 6000",
        "go",
    ]


def test_moves_that_somebody_else_played_in_its_place_are_played_in_force_mode():
    line = Line()
    dialogue = asked(line)
    dialogue.heard("move e2e4")
    assert sent(dialogue.ask(line.after("e4", "e5", "d4", "d5"))) == [
        "force",
        "usermove e7e5",
        "usermove d2d4",
        "usermove d7d5",
        "time 6000",
        "otim 6000",
        "go",
    ]


def test_after_a_take_back_the_game_is_set_up_again():
    line = Line()
    dialogue = asked(line)
    dialogue.heard("move e2e4")
    dialogue.ask(line.after("e4", "e5"))
    dialogue.heard("move g1f3")
    line.play("Nf3", "Nc6").take_back(2)
    assert sent(dialogue.ask(line.turn)) == [
        "new",
        "random",
        "level 0 1 0",
        "post",
        "easy",
        "force",
        "usermove e2e4",
        "usermove e7e5",
        "time 6000",
        "otim 6000",
        "go",
    ]
    dialogue.heard("move d2d4")
    dialogue.ask(line.after("d4", "d5"))
    dialogue.heard("move c2c4")
    assert sent(dialogue.ask(line.after("c4", "a6")))[2:] == ["usermove a7a6"]


def test_its_own_move_taken_back_is_taken_from_its_board():
    line = Line()
    dialogue = asked(line)
    dialogue.heard("move e2e4")
    line.play("e4").take_back(1)
    lines = sent(dialogue.ask(line.turn))
    assert lines[0] == "new"
    assert not [text for text in lines if text.startswith("usermove")]


# Its answer


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("move e2e4", "e2e4"),
        ("move e7e8q\r", "e7e8q"),
        ("move Nf3", "Nf3"),
        ("move o-o", "o-o"),
        ("move  e2e4 ", "e2e4"),
        ("My move is : d7d5", "d7d5"),
        ("My move is: e2e4", "e2e4"),
        ("My move is: O-O", "O-O"),
        ("White (1): My move is : e2e4", "e2e4"),
        ("move a1a1", "a1a1"),
        ("move 0000", "0000"),
    ],
)
def test_every_move_goes_to_the_referee_as_it_is(line: str, text: str):
    assert asked().heard(line) == [GiveAnswer(Play(text))]


def test_a_move_without_a_question_is_ignored_and_reported():
    dialogue = asked()
    dialogue.heard("move e2e4")
    assert dialogue.heard("move d2d4") == [TellGame(Note("move d2d4", NoteKind.IGNORED))]
    assert dialogue.heard("My move is: e2e4") == []  # some engines say everything twice


def test_a_withdrawn_question_is_followed_by_force_and_ping():
    dialogue = asked()
    assert dialogue.withdraw() == [Send("force\nping 2")]
    assert dialogue.withdraw() == []


def test_a_move_before_the_pong_belongs_to_the_old_question():
    line = Line()
    dialogue = asked(line)
    dialogue.withdraw()
    dialogue.ask(line.turn)
    assert dialogue.heard("move a2a3") == []
    assert dialogue.heard("3 12 4 900 a2a3 a7a6") == []
    assert dialogue.heard("pong 2") == []
    assert dialogue.heard("move e2e4") == [GiveAnswer(Play("e2e4"))]


def test_a_pong_that_comes_twice_or_without_its_number_will_do():
    line = Line()
    dialogue = asked(line)
    dialogue.withdraw()
    dialogue.ask(line.turn)
    dialogue.heard("pong 1")
    assert dialogue.heard("move a2a3") == []
    dialogue.heard("pong")
    assert answer(dialogue.heard("move e2e4")) == Play("e2e4")


def test_a_pong_too_high_does_not_answer_the_next_ping():
    line = Line()
    dialogue = asked(line)
    dialogue.heard("pong 999")
    dialogue.withdraw()
    dialogue.ask(line.turn)
    assert dialogue.heard("move a2a3") == []


def test_a_new_game_waits_for_its_own_pong():
    line = Line()
    dialogue = asked(line)
    dialogue.withdraw()
    dialogue.finish(line.turn, BLACK_MATES)
    assert sent(dialogue.seat(line.seat(BLACK)))[-1] == "ping 3"
    assert dialogue.heard("move a2a3") == []
    assert dialogue.heard("pong 2") == []
    assert dialogue.heard("pong 3") == [SayReady()]


@pytest.mark.parametrize(
    "line",
    [
        "Illegal move: e7e5",
        "Illegal move (in check): e7e5",
        "Illegal move: usermove e7e5",
        "Invalid move: e7e5",
        "Error (illegal move): e7e5",
        "Illegal move",
    ],
)
def test_an_engine_that_refuses_a_legal_move_cannot_go_on(line: str):
    game = Line()
    dialogue = asked(game)
    dialogue.heard("move e2e4")
    dialogue.ask(game.after("e4", "e5"))
    fail = answer(dialogue.heard(line))
    assert isinstance(fail, Fail)
    assert fail.reason is Reason.PROTOCOL
    assert fail.explanation.cause is Cause.REFUSED
    assert line in str(fail.explanation.sentence)


@pytest.mark.parametrize(
    "line",
    [
        "Error (unknown command): random",
        "Error (unknown command): result",
        "Illegal move: easy",
        "Command 'random' is currently not supported.",
    ],
)
def test_a_complaint_about_a_command_is_for_the_log(line: str):
    dialogue = asked(Line().play("e4", "e5"))
    assert dialogue.heard(line) == [TellGame(Note(line, NoteKind.COMMENT))]
    assert answer(dialogue.heard("move g1f3")) == Play("g1f3")


def test_a_refused_set_up_position_ends_the_game():
    dialogue = seated(Line(ENDGAME), BLACK)
    (step,) = dialogue.heard("tellusererror Illegal position")
    assert isinstance(step, TellGame)
    assert isinstance(step.statement, Fail)


# Draws, results, resignation


def test_it_may_resign_on_either_sides_turn():
    dialogue = asked()
    assert dialogue.heard("resign") == [GiveAnswer(Resign())]
    assert dialogue.heard("resign") == [TellGame(Resign())]


def test_a_draw_offer_is_passed_on_both_ways():
    dialogue = asked()
    assert dialogue.heard("offer draw") == [TellGame(OfferDraw())]
    assert dialogue.offered_draw() == [Send("draw")]
    assert asked(features="feature draw=0 done=1").offered_draw() == []


def claimed(line: str) -> list[TellGame]:
    return [TellGame(Note(line, NoteKind.COMMENT)), TellGame(ClaimDraw())]


@pytest.mark.parametrize("claim", ["0-1 {White resigns}", "0-1 {resign}", "0-1"])
def test_a_claim_that_concedes_resigns(claim: str):
    assert asked().heard(claim) == [GiveAnswer(Resign())]
    dialogue = asked()
    dialogue.heard("move e2e4")
    assert dialogue.heard(claim) == [TellGame(Resign())]


@pytest.mark.parametrize("claim", ["1-0 {White mates}", "1-0", "* {interrupted}"])
def test_any_other_claim_is_not_believed(claim: str):
    dialogue = asked()
    assert dialogue.heard(claim)[0] == TellGame(Note(claim, NoteKind.IGNORED))
    assert answer(dialogue.heard("move e2e4")) == Play("e2e4")


def test_a_claim_after_its_move_is_left_to_the_referee():
    dialogue = asked()
    dialogue.heard("move e2e4")
    for claim in ("1-0 {White mates}", "0-1 {Black mates}"):
        assert dialogue.heard(claim) == [TellGame(Note(claim, NoteKind.IGNORED))]
    assert dialogue.heard("1/2-1/2 {Draw}") == claimed("1/2-1/2 {Draw}")


def test_an_engine_that_claimed_behind_its_move_is_told_the_game_anew():
    line = Line()
    dialogue = asked(line)
    dialogue.heard("move e2e4")
    dialogue.heard("1/2-1/2 {Draw by repetition}")
    lines = sent(dialogue.ask(line.after("e4", "e5")))
    assert lines[0] == "new"
    assert lines[-1] == "go"


@pytest.mark.parametrize("claim", ["1/2-1/2", "1-0 {White mates}", "0-1 {Black mates}"])
def test_an_engine_that_claims_on_its_turn_and_does_not_move_is_told_the_game_anew_once(claim):
    dialogue = asked()
    assert dialogue.heard(claim)[-1] == WakeAfter(GO_ON_SECONDS)
    lines = sent(dialogue.waited())
    assert lines[0] == "force"
    assert lines[-1] == "go"
    assert dialogue.waited() == []
    dialogue.heard(lines[1].replace("ping", "pong"))
    again = dialogue.heard(claim)
    assert WakeAfter(GO_ON_SECONDS) not in again
    if claim.startswith("0-1"):
        assert again == [GiveAnswer(Resign())]
    else:
        assert answer(dialogue.heard("move e2e4")) == Play("e2e4")


def test_an_engine_that_claims_before_its_move_is_not_asked_again():
    line = Line()
    dialogue = asked(line)
    assert dialogue.heard("1/2-1/2 {Draw by repetition}")[:2] == claimed(
        "1/2-1/2 {Draw by repetition}"
    )
    assert answer(dialogue.heard("move e2e4")) == Play("e2e4")
    assert dialogue.waited() == []


def test_the_result_is_told_at_the_end():
    line = Line()
    dialogue = asked(line)
    assert dialogue.finish(line.turn, WHITE_MATES) == [Send("result 1-0 {checkmate}\nforce")]
    stopped = Outcome(None, Reason.STOPPED, "{by\nhand}")
    assert sent(dialogue.finish(line.turn, stopped))[0] == "result * {stopped: (by hand)}"


@pytest.mark.parametrize("line", ["resign", "offer draw", "Illegal move: e2e4"])
def test_nothing_counts_after_the_end(line: str):
    game = Line()
    dialogue = asked(game)
    dialogue.heard("move e2e4")
    dialogue.finish(game.turn, WHITE_MATES)
    assert all(
        isinstance(s, TellGame) and isinstance(s.statement, Note) for s in dialogue.heard(line)
    )


# Everything else it says


@pytest.mark.parametrize(
    "line",
    [
        "# times @ 4271162534",
        "#",
        "#1-0 {White mates}",
        "tellall my move is: e2e4",
        "tellics say     Fairy-Max 5.0b",
        "tellics whisper depth=9; eval=+0.33; nodes=54111; nps=1352775",
        "tellall hello",
        "telluser hello",
        "tellusererror no book",
        "Sjeng version 11.2, Copyright (C) 2000-2001 Gian-Carlo Pascutto",
        "level: all moves in 0:05, increment 0 seconds",
        "1. ... d7d5",
        "Used time : 102",
        "8 | *R | *N | *B | *Q | *K | *B | *N | *R |",
        "Sjeng:",
    ],
)
def test_other_lines_are_for_the_log(line: str):
    assert asked().heard(line) == [TellGame(Note(line, NoteKind.COMMENT))]


def test_blank_lines_are_nothing():
    assert asked().heard("") == asked().heard("  \r") == []


def test_of_many_thoughts_that_follow_each_other_the_last_is_enough():
    lines = ["1 3 0 9 e4", "2 4 0 99 e4", "hello", "3 5 1 999 e4", "4 6 2 9999 d4", "move d4"]
    outdated = XBoard().outdated(lines)
    assert [line for at, line in enumerate(lines) if at not in outdated] == [
        "2 4 0 99 e4",
        "hello",
        "4 6 2 9999 d4",
        "move d4",
    ]


@pytest.mark.parametrize(
    ("line", "thought"),
    [
        (
            " 5     22        2      32608 g1f3 d7d5 b1c3 b8c6 a2a4",
            Thought(
                depth=5,
                score=Score(cp=22),
                time=0.02,
                nodes=32608,
                pv=("g1f3", "d7d5", "b1c3", "b8c6", "a2a4"),
            ),
        ),
        (
            " 2       0     0       42  d4 d5 ",
            Thought(2, None, Score(0), 42, time=0.0, pv=("d4", "d5")),
        ),
        ("9. -31 150 7000 e4", Thought(9, None, Score(-31), 7000, time=1.5, pv=("e4",))),
        ("9& 31 150 7000", Thought(9, None, Score(31), 7000, time=1.5)),
        ("1 +0 0 9 d5", Thought(1, None, Score(0), 9, time=0.0, pv=("d5",))),
        ("9 100003 150 7000 Qh7", Thought(9, None, Score(mate=3), 7000, time=1.5, pv=("Qh7",))),
        ("9 -100002 150 7000", Thought(9, None, Score(mate=-2), 7000, time=1.5)),
    ],
)
def test_thinking_lines(line: str, thought: Thought):
    assert asked().heard(line) == [TellGame(thought)]


@pytest.mark.parametrize(
    "line", ["1. e2e4", "3 4 5", "8 | 1 2 3", "4 knights left 3 2 1", "12 34 56"]
)
def test_lines_that_only_begin_with_a_number_are_no_thoughts(line: str):
    assert asked().heard(line) == [TellGame(Note(line, NoteKind.COMMENT))]


def test_thoughts_in_the_opponents_time_are_dropped():
    dialogue = asked()
    dialogue.heard("move e2e4")
    assert dialogue.heard("3 12 4 900 a2a3 a7a6") == []


# Variants

MANY = 'feature setboard=1 usermove=1 variants="normal,fischerandom,crazyhouse" done=1'


def told_at_first(game: str, features: str = MANY, setup: str | None = None) -> list[str]:
    dialogue = XBoard()
    dialogue.open()
    dialogue.heard(features)
    return sent(dialogue.seat(Line(setup, rules=VARIANT_GAMES[game]).seat(WHITE)))


def test_an_engine_is_told_its_variant_after_new():
    assert told_at_first("crazyhouse")[:3] == ["new", "variant crazyhouse", "random"]


def test_chess960_is_fischerandom_and_always_set_up():
    lines = told_at_first("chess960")
    assert lines[1] == "variant fischerandom"
    assert lines[-1] == f"setboard {VARIANT_GAMES['chess960'].start(None).setup}"


def test_castling_in_chess960_is_written_with_letters():
    line = Line("4k3/8/8/8/8/8/8/4K2R w H - 0 1", rules=VARIANT_GAMES["chess960"])
    dialogue = seated(line, BLACK, MANY)
    assert "usermove O-O" in sent(dialogue.ask(line.after("O-O")))


def test_a_drop_is_written_and_read_by_its_square():
    line = Line("4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1", rules=VARIANT_GAMES["crazyhouse"])
    dialogue = seated(line, BLACK, MANY)
    assert "usermove N@f3" in sent(dialogue.ask(line.after("N@f3")))
    assert answer(dialogue.heard("move n@f6")) == Play("n@f6")


def test_a_long_list_of_variants_is_read_to_its_end():
    names = ",".join(f"variant{number}" for number in range(100))
    features = f'feature setboard=1 variants="normal,{names},crazyhouse" done=1'
    assert told_at_first("crazyhouse", features)[1] == "variant crazyhouse"


@pytest.mark.parametrize("features", [MANY, MODERN])
def test_an_engine_that_does_not_know_a_variant_is_not_asked_and_loses(features):
    dialogue = XBoard()
    dialogue.open()
    dialogue.heard(features)
    (said,) = dialogue.seat(Line(rules=VARIANT_GAMES["atomic"]).seat(WHITE))
    assert said.statement.reason is Reason.NOT_STARTED
    assert "does not play atomic: its 'feature variants' has no atomic" in str(
        said.statement.explanation.sentence
    )
