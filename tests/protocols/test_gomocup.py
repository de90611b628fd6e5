import itertools
from dataclasses import replace

import pytest
from conversation import Line, answer, sent

from board_core import Cause, Color, Fail, Outcome, Play, Reason, TimeControl
from board_core.game.geometry import points
from board_core.match.known_games import HOSTED_GAMES
from board_core.players import Note, NoteKind
from board_core.protocols import (
    Effects,
    GiveAnswer,
    Gomocup,
    SayReady,
    Send,
    StartAnew,
    TellGame,
    WakeAfter,
)

BLACK, WHITE = Color.BLACK, Color.WHITE
BLACK_WINS = Outcome(BLACK, Reason.FIVE_IN_A_ROW)
SMALL = HOSTED_GAMES["gomoku"].rules
FIXED = TimeControl(per_move=5)


def about(**options) -> Line:
    return Line(**{"rules": SMALL, "control": FIXED, **options})


def seated(line: Line, color: Color = BLACK) -> Gomocup:
    """A program that has been told of the game and is ready."""
    dialogue = Gomocup()
    dialogue.open()
    dialogue.seat(line.seat(color))
    assert SayReady() in dialogue.heard("OK")
    return dialogue


def commands(steps: Effects) -> list[str]:
    """What is sent, but for what the program is told by the way."""
    return [line for line in sent(steps) if not line.startswith("INFO")]


def infos(steps: Effects) -> dict[str, str]:
    return dict(line.split()[1:] for line in sent(steps) if line.startswith("INFO"))


def notes(steps: Effects) -> list[Note]:
    return [step.statement for step in steps if isinstance(step, TellGame)]


def restarted(dialogue: Gomocup) -> Effects:
    """From the pause before RESTART to what is asked after its OK."""
    assert sent(dialogue.waited()) == ["RESTART"]
    return dialogue.heard("OK")


# Start


def test_a_game_starts_when_the_program_says_ok():
    dialogue = Gomocup()
    assert dialogue.open() == []
    assert sent(dialogue.seat(about().seat(BLACK))) == ["START 15"]
    assert dialogue.expects() == "OK"
    steps = dialogue.heard("OK")
    assert SayReady() in steps
    assert sent(steps)[-1] == "ABOUT"
    assert dialogue.expects() == ""


@pytest.mark.parametrize(
    ("name", "rule"), [("gomoku", "0"), ("gomoku-standard", "1"), ("renju", "4")]
)
def test_all_that_is_fixed_is_told_after_the_start(name: str, rule: str):
    dialogue = Gomocup()
    dialogue.seat(about(rules=HOSTED_GAMES[name].rules).seat(BLACK))
    assert infos(dialogue.heard("OK")) == {
        "timeout_turn": "4950",
        "timeout_match": "0",
        "max_memory": "0",
        "game_type": "1",
        "rule": rule,
    }


def test_a_board_that_is_not_square():
    rules = replace(SMALL, geometry=points(15, 12))
    assert sent(Gomocup().seat(about(rules=rules).seat(BLACK))) == ["RECTSTART 15,12"]


@pytest.mark.parametrize("ok", ["OK", "OK - ready for battle", "ok\r", "  OK "])
def test_a_prefix_of_ok_is_enough(ok: str):
    dialogue = Gomocup()
    dialogue.seat(about().seat(BLACK))
    assert SayReady() in dialogue.heard(ok)


def test_a_board_that_the_program_does_not_know_is_refused():
    dialogue = Gomocup()
    dialogue.seat(about().seat(BLACK))
    fail = notes(dialogue.heard("ERROR unsupported board size"))[-1]
    assert isinstance(fail, Fail)
    assert (fail.reason, fail.explanation.cause) == (Reason.NOT_STARTED, Cause.REFUSED)
    assert "ERROR unsupported board size" in str(fail.explanation.sentence)


def test_unknown_is_no_refusal_and_prose_no_answer():
    dialogue = Gomocup()
    dialogue.seat(about().seat(BLACK))
    for line in ("UNKNOWN command", "Welcome to Gomoku 3.1", "", "  "):
        assert SayReady() not in dialogue.heard(line)
    assert SayReady() in dialogue.heard("OK")


def test_a_start_without_an_answer_is_sent_once_more():
    dialogue = Gomocup()
    assert WakeAfter(1.0) in dialogue.seat(about().seat(BLACK))
    assert dialogue.waited() == [Send("START 15")]
    assert dialogue.waited() == []
    assert SayReady() in dialogue.heard("OK")
    assert dialogue.heard("OK") == []  # to the other
    assert dialogue.waited() == []


def test_a_name_is_taken_from_the_answer_to_about():
    dialogue = seated(about())
    dialogue.heard('name="Rapfi", version="0.43", author="somebody"')
    assert dialogue.name == "Rapfi"


def test_no_answer_to_about_is_waited_for():
    line = about()
    assert commands(seated(line).ask(line.turn)) == ["BEGIN"]


def test_to_leave_is_end():
    assert Gomocup().quit() == [Send("END")]


# A question


def test_black_begins_on_an_empty_board():
    line = about()
    dialogue = seated(line)
    steps = dialogue.ask(line.turn)
    assert sent(steps) == ["INFO time_left 2147483647", "BEGIN"]
    assert dialogue.expects() == "x,y"
    assert answer(dialogue.heard("7,7")) == Play("h8")


def test_x_is_from_the_left_and_y_from_the_top():
    line = about()
    dialogue = seated(line, WHITE)
    assert commands(dialogue.ask(line.after("a1"))) == ["TURN 0,14"]
    assert answer(dialogue.heard("8,0")) == Play("j15")


def test_the_opponents_moves_are_turns():
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    dialogue.heard("7,7")
    assert commands(dialogue.ask(line.after("h8", "h9"))) == ["TURN 7,6"]
    dialogue.heard("8,7")
    assert commands(dialogue.ask(line.after("j8", "j9"))) == ["TURN 8,6"]


@pytest.mark.parametrize("text", ["7,7", " 7 , 7 ", "7,7\r", "07,007"])
def test_a_move_may_have_blanks_around(text: str):
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    assert answer(dialogue.heard(text)) == Play("h8")


@pytest.mark.parametrize("text", ["-1,-1", "-1,7", "15,0"])
def test_a_point_beyond_the_board_is_an_answer_to_be_refused(text: str):
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    assert answer(dialogue.heard(text)) == Play(text)


@pytest.mark.parametrize("text", ["7,7 good move", "move 7,7", "7;7", "7,7,1", "h8", "٧,٧"])
def test_what_is_no_whole_move_is_logged(text: str):
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    assert notes(dialogue.heard(text)) == [Note(text, NoteKind.COMMENT)]
    assert answer(dialogue.heard("7,7")) == Play("h8")


def test_a_move_beside_the_board_is_judged_as_it_was_written():
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    assert answer(dialogue.heard("15,3")) == Play("15,3")


def test_a_move_that_nobody_asked_for_is_ignored():
    line = about()
    dialogue = seated(line)
    assert notes(dialogue.heard("7,7")) == [Note("7,7", NoteKind.IGNORED)]
    dialogue.ask(line.turn)
    dialogue.heard("7,7")
    assert notes(dialogue.heard("7,8")) == [Note("7,8", NoteKind.IGNORED)]


def test_several_lines_may_come_with_carriage_returns():
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    steps = dialogue.heard("MESSAGE depth 3\r7,7\r")
    assert notes(steps) == [Note("depth 3", NoteKind.COMMENT)]
    assert answer(steps) == Play("h8")


def test_messages_complaints_and_prose_are_for_the_log():
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    said = ["MESSAGE I win", "DEBUG 12 nodes", "ERROR unknown key rule", "UNKNOWN", "depth 8", "OK"]
    found = [note.text for text in said for note in notes(dialogue.heard(text))]
    assert found == ["I win", "12 nodes", "ERROR unknown key rule", "UNKNOWN", "depth 8", "OK"]
    assert "perhaps to INFO" in str(dialogue.surplus("OK"))
    assert dialogue.surplus("depth 8") is None
    assert answer(dialogue.heard("7,7")) == Play("h8")


def test_a_suggestion_is_to_be_played():
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    assert sent(dialogue.heard("SUGGEST 7,7")) == ["PLAY 7,7"]
    assert answer(dialogue.heard("7,7")) == Play("h8")
    assert sent(dialogue.heard("SUGGEST 8,8")) == []


# Where a game does not begin at the beginning


def test_given_moves_are_a_board_in_their_order():
    line = about().play("h8", "h9", "j8")
    assert commands(seated(line, WHITE).ask(line.turn)) == [
        "BOARD",
        "7,7,2",
        "7,6,1",
        "8,7,2",
        "DONE",
    ]


def test_after_a_board_come_turns():
    line = about().play("h8", "h9")
    dialogue = seated(line)
    dialogue.ask(line.turn)
    dialogue.heard("8,7")
    assert commands(dialogue.ask(line.after("j8", "j9"))) == ["TURN 8,6"]


def test_the_stones_of_a_setup_take_turns():
    line = about(setup=SMALL.start("h8 a1 h9 b1").setup)
    assert commands(seated(line).ask(line.turn)) == [
        "BOARD",
        "7,7,1",
        "0,14,2",
        "7,6,1",
        "1,14,2",
        "DONE",
    ]


# Time


def told_of_time(control: TimeControl, **options) -> dict[str, str]:
    line = about(control=control, **options)
    return infos([*Gomocup().seat(line.seat(WHITE)), *seated(line, WHITE).ask(line.after("h8"))])


def test_a_share_of_the_clock_is_the_time_for_a_move():
    line = about(control=TimeControl(base=600), left=300)
    dialogue = seated(line, WHITE)
    told = infos(dialogue.ask(line.after("h8")))
    assert told["time_left"] == "300000"
    line.clock = replace(line.clock, remaining=line.clock.remaining.put(WHITE, 60.0))
    dialogue.heard("8,8")
    assert infos(dialogue.ask(line.after("j7", "j8"))) == {
        "timeout_turn": "2000",
        "time_left": "60000",
    }


def at_first(control: TimeControl) -> dict[str, str]:
    line, dialogue = about(control=control), Gomocup()
    dialogue.seat(line.seat(BLACK))
    return infos(dialogue.heard("OK")) | infos(dialogue.ask(line.turn))


def test_a_delay_is_time_at_hand():
    told = at_first(TimeControl(60, delay=6))
    assert (told["time_left"], told["timeout_turn"]) == ("66000", "6700")


def test_in_byoyomi_a_period_is_the_time_for_a_move():
    told = at_first(TimeControl(0, byoyomi=10, periods=3))
    assert (told["time_left"], told["timeout_turn"]) == ("10000", "9950")
    assert told["timeout_match"] == "30000"


def test_nobody_is_told_to_answer_at_once():
    line = about(control=TimeControl(per_move=0.01))
    dialogue = Gomocup()
    dialogue.seat(line.seat(BLACK))
    assert infos(dialogue.heard("OK"))["timeout_turn"] == "100"


def test_without_a_clock_it_gets_a_time_of_its_own():
    line = about(control=TimeControl())
    dialogue = Gomocup(untimed_seconds=3)
    dialogue.seat(line.seat(BLACK))
    told = infos(dialogue.heard("OK"))
    assert (told["timeout_turn"], told["timeout_match"]) == ("3000", "0")
    assert infos(dialogue.ask(line.turn)) == {"time_left": "2147483647"}


@pytest.mark.parametrize(
    ("limit", "told"), [(None, 0), (256 << 20, 224 << 20), (2048 << 20, 350 << 20)]
)
def test_of_its_memory_it_is_told_less_than_what_ends_it(limit, told):
    line = about()
    dialogue = Gomocup()
    dialogue.memory_limit = limit
    dialogue.seat(line.seat(BLACK))
    assert infos(dialogue.heard("OK"))["max_memory"] == str(told)


# The opening swap2

THREE = ("h8", "h9", "k10")


def opened(color: Color, *moves: str) -> tuple[Line, Gomocup]:
    line = about(setup="swap2").play(*moves)
    return line, seated(line, color)


def refusal(steps: Effects) -> Fail:
    (fail,) = [answer(steps)]
    assert isinstance(fail, Fail)
    return fail


def test_three_stones_are_answers_to_three_questions():
    line, dialogue = opened(BLACK)
    assert commands(dialogue.ask(line.turn)) == ["SWAP2BOARD", "DONE"]
    assert answer(dialogue.heard("7,7 7,6  9,5")) == Play("h8")
    for before, after in itertools.pairwise(THREE):
        assert dialogue.ask(line.after(before)) == [GiveAnswer(Play(after))]


@pytest.mark.parametrize(
    ("said", "played"), [("SWAP", ["swap"]), ("0,0", ["a15"]), ("0,0 1,0", ["more", "a15", "b15"])]
)
def test_a_choice_among_three_stones(said: str, played: list[str]):
    line, dialogue = opened(WHITE, *THREE)
    steps = dialogue.ask(line.turn)
    assert commands(steps) == ["SWAP2BOARD", "7,7", "7,6", "9,5", "DONE"]
    assert answer(dialogue.heard(said)) == Play(played[0])
    for before, after in itertools.pairwise(played):
        assert dialogue.ask(line.after(before)) == [GiveAnswer(Play(after))]


@pytest.mark.parametrize(
    ("choice", "own"),
    [("swap", "7,7,1 7,6,2 9,5,1 0,14,2 1,14,1"), ("a1", "7,7,2 7,6,1 9,5,2 0,14,1 1,14,2")],
)
def test_after_the_opening_it_is_told_whose_each_stone_is(choice: str, own: str):
    """The first side took the white stones, or left them to the second by ``swap``."""
    line, dialogue = opened(BLACK, *THREE, "more", "a1", "b1")
    steps = dialogue.ask(line.turn)
    assert commands(steps)[0] == "SWAP2BOARD"
    assert answer(dialogue.heard("SWAP" if choice == "swap" else "2,14"))
    line.play("swap" if choice == "swap" else "c1")
    told = commands(dialogue.ask(line.after("d1")))
    last = ["3,14,2"] if choice == "swap" else ["2,14,1", "3,14,2"]
    assert told == ["BOARD", *own.split(), *last, "DONE"]


def test_a_program_that_does_not_know_swap2_loses():
    line, dialogue = opened(WHITE, *THREE)
    dialogue.ask(line.turn)
    fail = refusal(dialogue.heard("UNKNOWN command"))
    assert fail.reason is Reason.NOT_STARTED
    assert str(fail.explanation.sentence) == (
        "the program does not know the opening swap2: 'UNKNOWN command'"
    )


def test_a_complaint_about_something_else_is_no_refusal_if_an_answer_comes():
    line, dialogue = opened(WHITE, *THREE)
    dialogue.ask(line.turn)
    assert WakeAfter(1.0) in dialogue.heard("ERROR unknown key time_left")
    assert answer(dialogue.heard("SWAP")) == Play("swap")
    assert dialogue.waited() == []
    line, dialogue = opened(WHITE, *THREE)
    dialogue.ask(line.turn)
    dialogue.heard("ERROR what is this")
    assert "ERROR what is this" in str(refusal(dialogue.waited()).explanation.sentence)


@pytest.mark.parametrize("said", ["7,7", "7,7 7,6", "SWAP", "7,7 7,6 99,0"])
def test_an_answer_that_is_none_is_judged_as_it_was_written(said: str):
    line, dialogue = opened(BLACK)
    dialogue.ask(line.turn)
    assert answer(dialogue.heard(said)) == Play(said)


def test_a_part_of_the_opening_can_be_taken_back():
    line, dialogue = opened(BLACK)
    dialogue.ask(line.turn)
    dialogue.heard("7,7 7,6 9,5")
    line.play(*THREE)
    line.take_back(2)
    assert dialogue.ask(line.turn) == [GiveAnswer(Play("h9"))]
    line.take_back(1)
    assert commands(dialogue.ask(line.turn)) == ["SWAP2BOARD", "DONE"]


def test_back_in_the_opening_its_board_is_empty_again():
    line, dialogue = opened(WHITE, *THREE)
    dialogue.ask(line.turn)
    dialogue.heard("SWAP")
    dialogue.ask(line.after("swap", "a1"))
    dialogue.heard("0,0")
    line.play("a15")
    line.take_back(3)
    assert dialogue.ask(line.turn) == [WakeAfter(0.02)]
    assert commands(restarted(dialogue)) == ["SWAP2BOARD", "7,7", "7,6", "9,5", "DONE"]


def test_the_choice_of_a_withdrawn_question_is_waited_for():
    line, dialogue = opened(WHITE, *THREE)
    dialogue.ask(line.turn)
    dialogue.withdraw()
    assert dialogue.ask(line.turn) == []
    assert dialogue.heard("0,0 1,1") == [WakeAfter(0.02)]
    assert commands(restarted(dialogue))[0] == "SWAP2BOARD"


# The next game


def test_each_game_is_played_by_a_new_process():
    """Programs of tournaments have never been told of a second game, and keep what they know."""
    line = about()
    dialogue = seated(line)
    assert dialogue.fresh_process
    dialogue.ask(line.turn)
    dialogue.finish(line.turn, Outcome(BLACK, Reason.RESIGNATION))
    dialogue.open()
    assert sent(dialogue.seat(about().seat(BLACK))) == ["START 15"]
    assert notes(dialogue.heard("3,3")) == [Note("3,3", NoteKind.IGNORED)]
    dialogue.heard("OK")
    dialogue.ask(line.turn)
    assert answer(dialogue.heard("7,7")) == Play("h8")


# Taking back


def in_the_middle() -> tuple[Line, Gomocup]:
    """h8 (the program), h9, j8 (the program), j9; it has answered, and nothing is asked."""
    line = about()
    dialogue = seated(line)
    dialogue.ask(line.turn)
    dialogue.heard("7,7")
    dialogue.ask(line.after("h8", "h9"))
    dialogue.heard("8,7")
    line.play("j8")
    return line, dialogue


def test_stones_are_taken_back_the_last_one_first():
    line, dialogue = in_the_middle()
    line.take_back(2)
    assert dialogue.ask(line.after("g9")) == [WakeAfter(0.02)]
    steps = dialogue.waited()
    assert sent(steps) == ["TAKEBACK 8,7", "TAKEBACK 7,6"]
    assert dialogue.expects() == "OK"
    assert dialogue.heard("OK") == []
    assert commands(dialogue.heard("OK")) == ["TURN 6,6"]
    assert answer(dialogue.heard("8,8")) == Play("j7")


@pytest.mark.parametrize("refusal", ["ERROR TAKEBACK", "UNKNOWN"])
def test_a_program_that_cannot_take_back_is_restarted_and_told_the_position(refusal: str):
    line, dialogue = in_the_middle()
    line.take_back(2)
    dialogue.ask(line.after("g9"))
    dialogue.waited()
    assert WakeAfter(0.02) in dialogue.heard(refusal)
    assert commands(restarted(dialogue)) == ["BOARD", "7,7,1", "6,6,2", "DONE"]
    assert answer(dialogue.heard("8,8")) == Play("j7")


def test_a_take_back_without_an_answer_is_given_up():
    line, dialogue = in_the_middle()
    line.take_back(2)
    dialogue.ask(line.after("g9"))
    assert WakeAfter(1.0) in dialogue.waited()
    assert dialogue.waited() == [WakeAfter(0.02)]
    assert commands(restarted(dialogue)) == ["BOARD", "7,7,1", "6,6,2", "DONE"]


def test_a_question_that_is_void_before_the_stones_are_taken_back_is_forgotten():
    line, dialogue = in_the_middle()
    line.take_back(2)
    dialogue.ask(line.after("g9"))
    dialogue.withdraw()
    assert dialogue.waited() == []
    line.take_back(1)
    assert dialogue.ask(line.after("g7")) == [WakeAfter(0.02)]
    assert sent(dialogue.waited()) == ["TAKEBACK 8,7", "TAKEBACK 7,6"]


def test_a_position_that_no_take_back_leads_to_is_set_up_again():
    line, dialogue = in_the_middle()
    line.take_back(3)
    assert dialogue.ask(line.turn) == [WakeAfter(0.02)]
    steps = restarted(dialogue)
    assert len(infos(steps)) == 6  # programs forget
    assert SayReady() in steps
    assert commands(steps) == ["BEGIN"]


def test_a_restart_without_an_answer_is_sent_once_more_before_a_new_start():
    line, dialogue = in_the_middle()
    line.take_back(3)
    dialogue.ask(line.turn)
    assert dialogue.waited() == [Send("RESTART"), WakeAfter(1.0)]
    assert dialogue.waited() == [Send("RESTART"), WakeAfter(1.0)]
    assert dialogue.waited() == [StartAnew()]
    dialogue.open()
    assert sent(dialogue.seat(line.seat(BLACK))) == ["START 15"]


def test_the_move_of_a_withdrawn_question_is_waited_for():
    line, dialogue = in_the_middle()
    dialogue.ask(line.after("j9"))
    assert dialogue.withdraw() == []
    line.take_back(3)
    assert dialogue.ask(line.after("g9")) == []
    assert dialogue.expects() == "x,y"
    assert dialogue.heard("1,1") == [WakeAfter(0.02)]  # its board has a stone that ours has not
    assert commands(restarted(dialogue)) == ["BOARD", "7,7,1", "6,6,2", "DONE"]
    assert answer(dialogue.heard("8,8")) == Play("j7")


def test_the_move_of_a_withdrawn_question_may_come_before_the_next():
    line, dialogue = in_the_middle()
    dialogue.ask(line.after("j9"))
    dialogue.withdraw()
    assert dialogue.heard("1,1") == []
    line.take_back(2)
    assert dialogue.ask(line.after("g9")) == [WakeAfter(0.02)]


@pytest.mark.parametrize("refusal", ["ERROR restart", "UNKNOWN command"])
def test_a_question_outlives_a_new_start(refusal: str):
    line, dialogue = in_the_middle()
    line.take_back(3)
    dialogue.ask(line.turn)
    dialogue.waited()
    assert StartAnew() in dialogue.heard(refusal)
    dialogue.open()
    dialogue.seat(line.seat(BLACK))
    assert commands(dialogue.heard("OK"))[-1] == "BEGIN"
    assert isinstance(dialogue.heard("7,7")[0], GiveAnswer)


def test_a_withdrawn_question_is_not_asked_after_a_restart():
    line, dialogue = in_the_middle()
    line.take_back(3)
    dialogue.ask(line.turn)
    dialogue.withdraw()
    assert commands(restarted(dialogue)) == []


@pytest.mark.parametrize("line", ["7.0,7.0", "(7,7)", "7 7", "7;7"])
def test_a_point_that_is_written_otherwise_is_quoted(line: str):
    assert f"it answered '{line}'" in str(Gomocup().misread(line))
    assert "write '7,7'" in str(Gomocup().misread(line))
    assert Gomocup().misread("depth 7") is None
    assert Gomocup().misread("7,7") is None


def test_a_program_that_does_not_answer_a_restart_is_told_what_it_owes():
    line, dialogue = in_the_middle()
    assert dialogue.suspicion("TURN 7,7", "8,8") is None
    line.take_back(3)
    dialogue.ask(line.turn)
    dialogue.waited()
    assert "'RESTART' is to be answered with OK" in str(dialogue.suspicion("RESTART", "8,8"))
