"""A gomoku AI as a program that speaks Gomocup's protocol, and players of other games in lines."""

import queue
import sys
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE

import board_core
from board_core import Color, Game, Reason, TimeControl
from board_core.ais import CHESS_3D_AIS, GOMOKU_AIS, RandomMoves
from board_core.ais.engine import GomocupBrain, LinesPlayer
from board_core.ais.engine.gomocup import NUMBERS
from board_core.games import GOMOKU
from board_core.games.chess3d import CHESS_3D
from board_core.match.known_games import HOSTED_GAMES
from board_core.players import InProcessAI, ProcessAI

HERE = Path(board_core.__file__).parents[1]
FAST = "INFO timeout_turn 200"
FOUR = ["0,0,2", "1,0,2", "2,0,2", "3,0,2", "0,9,1", "1,9,1", "2,9,1"]
"""The other side threatens to win at 4,0."""


class Brain:
    """A conversation with the program; whatever it says can be waited for."""

    def __init__(self, level: str = "easy") -> None:
        self.said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.brain = GomocupBrain(self.said.put, GOMOKU_AIS[level], GOMOKU, 1)

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.brain.heard(line)

    def answer(self) -> str:
        return self.said.get(timeout=PATIENCE)

    def point(self) -> tuple[int, int]:
        column, row = map(int, self.answer().split(","))
        return column, row

    def close(self) -> None:
        self.brain.close()


@pytest.fixture
def brain():
    with closing(Brain()) as brain:
        yield brain


@pytest.mark.parametrize("level", GOMOKU_AIS)
def test_it_begins_and_answers_every_turn(level):
    with closing(Brain(level)) as brain:
        brain.tell("START 15", FAST)
        assert brain.answer() == "OK"
        brain.tell("BEGIN")
        points = {brain.point()}
        for column in range(4):
            brain.tell(f"TURN {column},14" if (column, 14) not in points else f"TURN {column},13")
            points.add(brain.point())
        assert len(points) == 5
        assert all(0 <= number < 15 for point in points for number in point)


@pytest.mark.parametrize("line", ["START {}", "TURN {},1", "TAKEBACK 1,{}", "INFO rule {}"])
def test_a_number_without_end_is_no_number(brain, line):
    brain.tell("START 15", line.format("9" * 5000), "START 15")
    while brain.answer() != "OK":
        pass
    brain.tell("INFO timeout_turn " + "9" * 5000, "INFO timeout_turn 20", "BEGIN")
    while not NUMBERS.fullmatch(answer := brain.answer()):
        assert answer.startswith(("OK", "ERROR")), answer


@pytest.mark.parametrize("rule", [0, 1, 2, 4])
def test_a_whole_position_can_be_told(brain, rule):
    brain.tell("START 20", f"INFO rule {rule}", "BOARD", *FOUR, "DONE")
    assert brain.answer() == "OK"
    assert brain.point() == (4, 0)
    brain.tell("TURN 19,19")
    assert brain.point()


def test_it_sees_its_own_five_first(brain):
    mine = [stone.replace(",2", ",3").replace(",1", ",2").replace(",3", ",1") for stone in FOUR]
    brain.tell("START 15", "BOARD", *mine, "10,10,2", "DONE")
    assert brain.answer() == "OK"
    assert brain.point() == (4, 0)


def test_moves_can_be_taken_back(brain):
    brain.tell("START 15", "BEGIN")
    brain.answer()
    column, row = brain.point()
    brain.tell(f"TAKEBACK {column},{row}", "TURN 3,3")
    assert brain.answer() == "OK"
    assert brain.point()
    brain.tell("ABOUT", "RESTART", "TURN 3,3")  # while it thinks it answers ABOUT at once
    assert brain.answer().startswith('name="')
    assert brain.answer() == "OK"
    assert brain.point()


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["BEGIN"], "ERROR START comes first"),
        (["START 3"], "ERROR only square boards"),
        (["START many"], "ERROR only square boards"),
        (["RECTSTART 10,20"], "ERROR only square boards"),
        (["START 15", "INFO rule 8", "BEGIN"], "ERROR the rule 8"),
        (["START 15", "TURN 15,3"], "ERROR '15,3' is no point"),
        (["START 15", "TURN"], "ERROR '' is no point"),
        (["START 15", "TAKEBACK 3,3"], "ERROR no stone"),
        (["START 15", "BOARD", "a,b,c", "DONE"], "ERROR 'a,b,c' is no stone"),
        (["START 15", "INFO rule 4", "SWAP2BOARD", "DONE"], "ERROR"),
        (["START 15", "SWAP2BOARD", "7,7", "7,7", "DONE"], "ERROR"),
        (["START 15", "SWAPBOARD"], "UNKNOWN SWAPBOARD"),
        (["DONE"], "UNKNOWN DONE"),
        (["START"], "UNKNOWN START"),
    ],
)
def test_what_it_cannot_do_is_answered_by_an_error(brain, lines, told):
    brain.tell(*lines)
    said = brain.answer()
    assert (brain.answer() if said == "OK" else said).startswith(told)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_it_opens_by_swap2_on_both_sides(level):
    with closing(Brain(level)) as first, closing(Brain(level)) as second:
        for brain in (first, second):
            brain.tell("START 15", FAST)
            assert brain.answer() == "OK"
        first.tell("SWAP2BOARD", "DONE")
        stones = first.answer().split()
        assert len(set(stones)) == 3
        second.tell("SWAP2BOARD", *stones, "DONE")
        answer = second.answer().split()
        assert answer == ["SWAP"] or 1 <= len(answer) <= 2
        five = [*stones, "0,14", "14,0"]
        first.tell("SWAP2BOARD", *five, "DONE")
        answer = first.answer().split()
        assert len(answer) == 1
        first.tell("BOARD", *(f"{at},{1 + n % 2}" for n, at in enumerate(five)), "9,0,2", "DONE")
        assert first.point()


def test_it_leaves_in_the_middle_of_a_thought():
    with closing(Brain("hard")) as brain:
        brain.tell("START 15", "INFO timeout_turn 1000000", "", "BEGIN", "TURN 7,6")
        assert not brain.brain.heard("END")


def test_players_of_any_game_speak_lines():
    said: list[str] = []
    player = LinesPlayer(said.append, CHESS_3D_AIS["greedy"], CHESS_3D, 1, 0.05)
    player.heard("white")
    position = CHESS_3D.start(None)
    position = position.play(position.parse(said[0]))
    player.heard(position.notation(position.legal_moves()[0]))
    assert len(said) == 2
    player.heard(f"black {position.setup}")
    assert position.parse(said[2])
    player.heard("go")
    assert len(said) == 3  # it is not to move


@pytest.mark.parametrize(
    ("game", "protocol", "level"),
    [
        ("gomoku", "gomocup", "medium"),
        ("renju", "gomocup", "easy"),
        ("gomoku-standard", "gomocup", "medium"),
        ("gomoku", "lines", "easy"),
        ("chess-3d", "lines", "easy"),
        ("atomic", "lines", "greedy"),
    ],
)
def test_it_plays_a_whole_game_of_another_kind_here(game, protocol, level):
    command = [sys.executable, "-m", "board_cli", "engine", "--game", game, "--level", level]
    program = ProcessAI(
        [*command, "--protocol", protocol, "--seed", "1", "--move-time", "0.1"],
        protocol=protocol,
        environment={"PYTHONPATH": str(HERE)},
        sandbox="off",
    )
    with closing(program):
        other = InProcessAI(RandomMoves(4), inline=True)
        control = TimeControl(per_move=20, depth=1)
        rules = HOSTED_GAMES[game].with_draws("engine")
        outcome = Game(rules, white=other, black=program, time_control=control).run().outcome
    assert outcome.winner is Color.BLACK or game in ("chess-3d", "atomic")
    assert outcome.reason not in (Reason.CRASH, Reason.ILLEGAL_MOVES, Reason.TIME, Reason.PROTOCOL)
