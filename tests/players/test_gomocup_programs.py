"""Real programs that speak Gomocup's protocol, each with a fault that was seen in one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pytest

from board_core import (
    Cause,
    Color,
    Game,
    GameEnded,
    MovePlayed,
    Outcome,
    Reason,
    Resign,
    TimeControl,
)
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game import EventBus
from board_core.games import CHESS
from board_core.games.gomoku import gomoku_rules
from board_core.match.known_games import HOSTED_GAMES
from board_core.players import ProcessAI

PROGRAM = Path(__file__).parent.parent / "programs" / "gomocup.py"
SMALL = HOSTED_GAMES["gomoku"].rules
DROPS = pytest.param(
    "drops-commands",
    marks=pytest.mark.skipif(sys.platform == "win32", reason="the program waits for pipes"),
)
ROW = ["a1", "b1", "c1", "d1", "e1"]
"""Black's moves; the program fills the highest row meanwhile."""


@contextmanager
def program(*script: str) -> Iterator[ProcessAI]:
    player = ProcessAI([sys.executable, str(PROGRAM), *script], protocol="gomocup", grace=0.2)
    try:
        yield player
    finally:
        player.close()


def end_of(white: ProcessAI, limit: float = 20, rules=SMALL, moves=()) -> GameEnded:
    black = ScriptedPlayer(FakeTime(), *ROW)
    bus, ended = EventBus(), []
    bus.subscribe(lambda event: ended.append(event) if isinstance(event, GameEnded) else None)
    control = TimeControl(per_move=limit)
    Game(rules, white=white, black=black, time_control=control, bus=bus, moves=moves).run()
    return ended[0]


@pytest.mark.parametrize(
    "fault",
    ["none", "no-about", "chatty", "crlf", "cr", "stray-errors", "deaf-once", "suggests"],
)
def test_faults_that_are_forgiven(fault: str):
    with program(fault) as white:
        assert end_of(white).outcome == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


CONTROLS = (TimeControl(), TimeControl(base=600), TimeControl(base=1e9, per_move=1e8))


@pytest.mark.parametrize(
    ("fault", "control"),
    [*product(("atoi", "cin", "parse-int"), CONTROLS), ("fills-memory", TimeControl())],
)
def test_no_number_is_too_large_for_a_program_that_reads_32_bits(fault: str, control: TimeControl):
    with program(fault) as white:
        for _ in range(2):
            black = ScriptedPlayer(FakeTime(), *ROW)
            outcome = Game(SMALL, white=white, black=black, time_control=control).run().outcome
            assert outcome == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


def test_a_program_that_wins():
    with program("0,0", "1,0", "2,0", "3,0", "4,0", "none") as white:
        bus, moves = EventBus(), []
        bus.subscribe(lambda e: moves.append(e.move) if isinstance(e, MovePlayed) else None)
        black = ScriptedPlayer(FakeTime(), "a1", "c3", "e5", "g7", "k9")
        outcome = Game(SMALL, white=white, black=black, bus=bus).run().outcome
    assert outcome == Outcome(Color.WHITE, Reason.FIVE_IN_A_ROW)
    assert moves[1::2] == ["a15", "b15", "c15", "d15", "e15"]


def test_nobody_is_told_to_answer_at_once():
    with program("hasty") as white:
        black = ScriptedPlayer(FakeTime(), *ROW)
        control = TimeControl(per_move=0.01, time_margin=20)
        outcome = Game(SMALL, white=white, black=black, time_control=control).run().outcome
    assert outcome == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


@pytest.mark.parametrize("fault", ["none", "no-restart", "spins", "forgets", DROPS])
def test_a_second_game_with_the_same_player(fault: str):
    with program(fault) as white:
        for _ in range(2):
            assert end_of(white).outcome == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


def test_a_second_game_on_a_larger_board():
    with program("none") as white:
        for rules in (SMALL, gomoku_rules("large", 20, "freestyle")):
            ended = end_of(white, rules=rules)
            assert ended.outcome == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


@pytest.mark.parametrize(
    ("fault", "reason", "said"),
    [
        ("occupied", Reason.ILLEGAL_MOVES, "is taken"),
        ("outside", Reason.ILLEGAL_MOVES, "its points go from 0,0 to 14,14"),
        ("crash", Reason.NOT_STARTED, "exit code 3"),
        ("refuses", Reason.NOT_STARTED, "ERROR only 20x20"),
    ],
)
def test_faults_that_lose(fault: str, reason: Reason, said: str):
    with program(fault) as white:
        ended = end_of(white)
    assert ended.outcome.winner is Color.BLACK
    assert said in str(ended.explanation.sentence)
    assert ended.outcome.reason in (reason, Reason.CRASH)


@pytest.mark.parametrize(("fault", "heard"), [("hang", "OK"), ("prose", "I play 0,0")])
def test_a_program_without_a_move_loses_on_time_and_its_last_line_is_quoted(fault, heard):
    with program(fault) as white:
        ended = end_of(white, limit=0.3)
    assert ended.outcome == Outcome(Color.BLACK, Reason.TIME)
    assert ended.explanation.last_heard == heard


@pytest.mark.parametrize("fault", ["none", "no-takeback", "ignores-takeback", DROPS])
def test_stones_are_taken_back_from_its_board(fault: str):
    with program(fault) as white:
        black = ScriptedPlayer(FakeTime(), "a1", "b1", "c1", "d1", "e1", "f1")
        bus = EventBus()
        game = Game(SMALL, white=white, black=black, bus=bus)
        answered = []

        def hear(event) -> None:
            if isinstance(event, MovePlayed) and event.color is Color.WHITE:
                answered.append(event.move)
                if len(answered) == 2:
                    game.take_back(2)

        bus.subscribe(hear)
        game.run()
    assert answered.count("b15") == 2


def test_a_program_that_does_not_answer_to_restart_is_started_anew():
    with program("ignores-restart") as white:
        for _ in range(2):
            assert end_of(white).outcome == Outcome(Color.BLACK, Reason.FIVE_IN_A_ROW)


# The opening swap2


def opened(white, black) -> tuple[list[str], GameEnded]:
    bus, events = EventBus(), []
    bus.subscribe(events.append)
    control = TimeControl(per_move=20)
    players = {"white": white, "black": black}
    Game(SMALL, **players, time_control=control, setup="swap2", bus=bus).run()
    return [event.move for event in events if isinstance(event, MovePlayed)], events[-1]


def test_a_program_opens_and_goes_on_with_whose_stones_are_left_to_it():
    with program("7,7+8,7+9,9", "swap2") as black:
        white = ScriptedPlayer(FakeTime(), "swap", "a1", "c1", "e1", Resign())
        moves, ended = opened(white, black)
    assert moves[:4] == ["h8", "j8", "k6", "swap"]
    assert moves[4:6] == ["a15", "a1"]
    assert ended.outcome == Outcome(Color.BLACK, Reason.RESIGNATION)
    pieces = ended.position.pieces()
    assert (pieces["h8"], pieces["j8"], pieces["a15"], pieces["a1"]) == ("O", "x", "x", "O")


@pytest.mark.parametrize(
    ("said", "moves"), [("SWAP", ["swap"]), ("0,0", ["a15"]), ("0,0+1,1", ["more", "a15", "b14"])]
)
def test_a_program_chooses(said: str, moves: list[str]):
    with program(said, "swap2") as white:
        black = ScriptedPlayer(FakeTime(), "h8", "h9", "k10", Resign())
        played, ended = opened(white, black)
    assert played == ["h8", "h9", "k10", *moves]
    assert ended.outcome == Outcome(Color.WHITE, Reason.RESIGNATION)


def test_two_programs_play_it_to_the_end():
    with program("swap2") as black, program("0,0+1,1", "swap2") as white:
        moves, ended = opened(white, black)
    assert moves[:7] == ["h8", "j7", "g8", "more", "a15", "b14", "swap"]
    assert ended.outcome.reason is Reason.FIVE_IN_A_ROW


def test_who_does_not_know_swap2_loses():
    with program("none") as white:
        _, ended = opened(white, ScriptedPlayer(FakeTime(), "h8", "h9", "k10"))
    assert ended.outcome == Outcome(Color.BLACK, Reason.NOT_STARTED)
    assert "does not know the opening swap2: 'UNKNOWN command'" in str(ended.explanation.sentence)


def test_an_opening_that_cannot_be_laid_is_an_illegal_move():
    with program("garbles-swap2") as black:
        _, ended = opened(ScriptedPlayer(FakeTime()), black)
    assert ended.outcome.winner is Color.WHITE
    assert ended.outcome.reason is Reason.ILLEGAL_MOVES
    assert "is taken" in str(ended.explanation.sentence)


def test_chess_is_refused():
    with program("none") as white:
        ended = end_of(white, rules=CHESS)
    assert ended.explanation.cause is Cause.REFUSED
    assert "plays gomoku only" in str(ended.explanation.sentence)
