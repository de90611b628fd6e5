"""Time per move over a fixed set of positions, told from games of one move."""

from dataclasses import dataclass

import chess
import pytest

from board_core import Color, Fail, Outcome, Play, Player, Reason, Score, Thought, TimeControl
from board_core.author.bench import Timing, costliest, measured, positions_of, run_profiled, spread
from board_core.game.player import raised
from board_core.games import CHESS
from board_core.games.chess.lessons import SAMPLE_POSITIONS, phase
from board_core.games.lessons import USUAL_SAMPLES
from board_core.match.known_games import HOSTED_GAMES, hosted
from board_core.players import InProcessAI

UNTIMED = TimeControl()


def test_every_position_can_be_played_and_all_kinds_are_there():
    names = [position.name for position in SAMPLE_POSITIONS]
    assert len(set(names)) == len(names) >= 10
    boards = {position.name: chess.Board(position.setup) for position in SAMPLE_POSITIONS}
    assert all(board.is_valid() and any(board.legal_moves) for board in boards.values())
    assert {board.turn for board in boards.values()} == {chess.WHITE, chess.BLACK}
    captures = boards["captures"]
    assert sum(map(captures.is_capture, captures.legal_moves)) >= 8
    assert boards["most-moves"].legal_moves.count() == 218
    assert boards["few-moves"].legal_moves.count() == 3
    assert boards["only-move"].legal_moves.count() == 1
    assert any(boards["mate-in-1"].gives_check(move) for move in boards["mate-in-1"].legal_moves)


CHOSEN = {
    name: game.rules for name, game in HOSTED_GAMES.items() if game.samples is not USUAL_SAMPLES
}


@pytest.mark.parametrize("rules", CHOSEN.values(), ids=CHOSEN)
def test_a_game_with_samples_of_its_own_has_positions_that_somebody_can_move_in(rules):
    positions = positions_of(rules)
    assert len({position.name for position in positions}) == len(positions) >= 10
    starts = [rules.start(position.setup) for position in positions]
    assert all(start.outcome() is None for start in starts)
    assert {start.to_move for start in starts} == set(Color)
    assert min(len(start.legal_moves()) for start in starts) == 1


def test_another_game_has_phases_of_its_own():
    rules = HOSTED_GAMES["gomoku"].rules
    full = {sample.name: rules.start(sample.setup) for sample in positions_of(rules)}
    find = hosted(rules).samples.phase
    names = [find(0, full[name]) for name in ("start", "middle-black", "half-full")]
    assert names == ["opening", "middle", "ending"]


def test_a_spread_is_of_the_times_there_are():
    found = spread([0.3, 0.1, 0.2])
    assert (found.shortest, found.median, found.longest) == (0.1, 0.2, 0.3)
    assert spread([]) is None


@pytest.mark.parametrize(
    ("ply", "setup", "name"),
    [
        (3, None, "opening"),
        (20, None, "middle"),
        (90, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "ending"),
    ],
)
def test_a_whole_game_has_phases(ply, setup, name):
    assert phase(ply, CHESS.start(setup)) == name


def first_legal(board, turn):
    turn.report(Thought(depth=1, score=Score(cp=0), nodes=7))
    return next(iter(board.legal_moves))


def test_each_position_is_asked_for_as_often_as_wanted():
    timings = list(measured(InProcessAI(first_legal, inline=True), UNTIMED, 2))
    assert [timing.position for timing in timings] == list(SAMPLE_POSITIONS)
    assert {len(timing.seconds) for timing in timings} == {2}
    assert {timing.nodes for timing in timings} == {(7, 7)}
    assert all(timing.fault is None for timing in timings)


def test_nodes_a_second_need_a_number_for_each_move():
    assert Timing(SAMPLE_POSITIONS[0], (0.5, 0.5), (10, 30)).speed == 40
    assert Timing(SAMPLE_POSITIONS[0], (0.5, 0.5), (10,)).speed is None


def fails_in_endings(board):
    if chess.popcount(board.occupied) < 10:
        raise KeyError("table")
    return next(iter(board.legal_moves))


def test_a_failure_is_of_its_position_and_the_others_are_measured():
    timings = list(measured(InProcessAI(fails_in_endings, inline=True), UNTIMED, 2))
    faulty = [timing for timing in timings if timing.fault is not None]
    assert {timing.position.name for timing in faulty} >= {"mate-in-1", "few-moves"}
    assert faulty[0].fault.reason is Reason.CRASH
    assert "KeyError" in str(faulty[0].explanation.sentence)
    assert len(timings) == len(SAMPLE_POSITIONS)
    assert timings[0].seconds


class NeverStarts(Player):
    def seat(self, seat):
        seat.tell(raised(RuntimeError("no"), Reason.NOT_STARTED))


def test_a_player_that_does_not_start_is_asked_once():
    (timing,) = measured(NeverStarts(), UNTIMED)
    assert timing.fault == Outcome(Color.BLACK, Reason.NOT_STARTED)


class FromTheStartOnly(Player):
    """Knows no position but the first, and fails where it is told to."""

    standard_start_only = True

    def __init__(self, until: int) -> None:
        self.until = until

    def ask(self, turn, answer):
        if turn.ply >= self.until:
            answer(Fail(raised(ValueError("lost")).explanation))
        else:
            answer(Play(turn.position.legal_moves()[0]))


def test_a_player_that_cannot_be_given_a_position_is_timed_in_games():
    timings = list(measured(FromTheStartOnly(until=30), UNTIMED, seed=1))
    assert [timing.position.name for timing in timings] == ["opening", "middle"]
    assert [len(timing.seconds) for timing in timings] == [10, 5]
    assert [timing.fault is None for timing in timings] == [True, False]


# Where the time goes


@dataclass
class Counting:
    on: bool = False
    starts: int = 0

    def start(self):
        self.on, self.starts = True, self.starts + 1

    def stop(self):
        self.on = False


def test_the_profiler_is_on_while_the_function_chooses_and_at_no_other_time():
    profiler, seen = Counting(), []

    def choose(board):
        seen.append(profiler.on)
        yield next(iter(board.legal_moves))

    timings = run_profiled(choose, profiler, UNTIMED, SAMPLE_POSITIONS[:3])
    assert seen == [True] * 3
    assert (profiler.on, profiler.starts) == (False, 3)
    assert all(timing.fault is None for timing in timings)


@dataclass
class Entry:
    code: object
    callcount: int
    totaltime: float
    inlinetime: float


def test_the_costliest_lines_come_first_and_no_more_than_wanted():
    code = test_the_costliest_lines_come_first_and_no_more_than_wanted.__code__
    entries = [Entry("<built-in len>", 9, 0.1, 0.1), Entry(code, 1, 0.5, 0.2)]
    first, second = costliest(entries)
    assert first.where.startswith("bench/test_timing.py:")
    assert (first.calls, first.own, first.cumulative) == (1, 0.2, 0.5)
    assert second.where == "<built-in len>"
    assert costliest(entries, 1) == [first]
