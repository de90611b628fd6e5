"""Measures the gomoku player: search speed, time by depth, playing strength and punctuality.

    python benchmarks/gomoku.py [speed] [depth] [match] [levels] [ladder] [time] [--size N]
                                [--rule RULE] [--pairs N] [--seconds S] [--moves N] [--empty]
                                [--first SEED]

Speed and depth are measured in processor time: what else the machine does hardly counts. A match is
played in pairs of games from the same random but balanced opening, or from the empty board, with
colours changed; it has the mean of the pairs and its standard error. The ladder has the Elo
difference of each level to the next, with 95 % error bars, at fixed nodes. Time is the clock on the
wall, as in a game.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import log10
from statistics import mean, stdev

from measuring import goal, machine, percentile, table

from board_core import TimeControl, Turn
from board_core.ais.gomoku import SearchingGomoku
from board_core.ais.gomoku.choosing import simple_moves
from board_core.ais.gomoku.effort import NO_LIMIT, Effort
from board_core.ais.gomoku.position import GomokuSearchPosition
from board_core.ais.gomoku.search import WIN_SOON, GomokuSearch
from board_core.ais.gomoku.tables import LAWS_OF_RULE
from board_core.ais.gomoku.thinking import Thinker, root_moves
from board_core.ais.levels import MEDIUM_SKILL, gomoku_skill_at
from board_core.game.clock import Clock
from board_core.game.rules import MoveList
from board_core.game.sides import PerColor
from board_core.games.gomoku import gomoku_rules
from board_core.games.gomoku.board import GomokuBoard
from board_core.players.thinking import AITurn

Chooser = Callable[[GomokuBoard], int]
"""The type of players in the matches."""

OPENING = 3  # points around the middle, where the first stones of a game are

OPENING_STONES = 5
BALANCED = 30  # in the score of a four-ply search

POSITIONS = 6
STONES = 10  # stones on the board for each


@dataclass(frozen=True, slots=True)
class Place:
    """Where the games are played."""

    size: int
    rule: str = "freestyle"
    empty: bool = False  # from the empty board
    first: int = 0  # the seed of the first opening

    def opening(self, seed: int) -> GomokuBoard:
        """Return the position that a game begins from."""
        if self.empty:
            return GomokuBoard(self.size, self.rule)
        return balanced(self.size, self.rule, self.first + seed).copy()


@cache
def balanced(size: int, rule: str, seed: int) -> GomokuBoard:
    """Return some stones near the middle that leave both sides about equal.

    Otherwise the side and not the player would decide most games.
    """
    middle = range(size // 2 - OPENING, size // 2 + OPENING + 1)
    points = [row * size + column for row in middle for column in middle]
    chance = random.Random(seed)
    while True:
        board = GomokuBoard(size, rule)
        for point in chance.sample(points, OPENING_STONES):
            if point in board.legal():
                board.push(point)
        *_, found = Thinker(GomokuSearchPosition.of(board), set(board.legal()), Effort()).deep(4)
        if abs(found.score) <= BALANCED:
            return board


def middle_game(size: int, seed: int) -> GomokuBoard:
    """Return a position like that of two beginners after a few moves."""
    board, chance = Place(size).opening(seed), random.Random(seed)
    while len(board.moves) < STONES:
        board.push(chance.choice(simple_moves(GomokuSearchPosition.of(board), set(board.legal()))))
    return board


def undecided(size: int) -> list[tuple[int, GomokuBoard]]:
    """Return positions, each after its seed, in which a four-ply search sees no win."""
    found: list[tuple[int, GomokuBoard]] = []
    for seed in itertools.count():
        board = middle_game(size, seed)
        *_, last = Thinker(GomokuSearchPosition.of(board), set(board.legal()), Effort()).deep(4)
        if abs(last.score) <= WIN_SOON:
            found.append((seed, board))
        if len(found) == POSITIONS:
            break
    return found


# Speed


def speed(size: int, seconds: float) -> None:
    """Print alpha-beta nodes and evaluations (put a stone, read the score, take it up)."""
    rows = []
    for seed, board in undecided(size):
        position = GomokuSearchPosition.of(board)
        effort = Effort(since(seconds))
        search = GomokuSearch(position, effort, root_moves(position, set(board.legal())))
        began = time.process_time()
        *_, found = search.deepen()
        spent = time.process_time() - began
        per_second = f"{effort.nodes / spent:,.0f}", f"{evaluations(board, seconds / 4):,.0f}"
        rows.append((f"{size}x{size}, seed {seed}", *per_second, str(found.depth)))
    table(("", "nodes/s", "evaluations/s", f"depth in {seconds:g} s"), rows)


def evaluations(board: GomokuBoard, seconds: float) -> float:
    position = GomokuSearchPosition.of(board)
    points, count = root_moves(position, set(board.legal())), 0
    began = time.process_time()
    for point in itertools.cycle(points):
        position.play(point)
        assert position.score < 1 << 30
        position.undo()
        count += 1
        if not count % 100 and time.process_time() - began >= seconds:
            break
    return count / (time.process_time() - began)


def since(seconds: float) -> Callable[[float], bool]:
    """Return the stop test of an :class:`Effort` for a budget of processor time from now on."""
    began = time.process_time()
    return lambda share: time.process_time() - began >= share * seconds


# Depth


def growth(size: int, deepest: int = 8) -> None:
    """Print time and nodes of each depth, summed over the positions."""
    spent, nodes = [0.0] * deepest, [0] * deepest
    for _, board in undecided(size):
        position, effort = GomokuSearchPosition.of(board), Effort()
        began, before = time.process_time(), 0
        search = GomokuSearch(position, effort, root_moves(position, set(board.legal())))
        for found in search.deepen(deepest):
            spent[found.depth - 1] += time.process_time() - began
            nodes[found.depth - 1] += found.nodes - before
            began, before = time.process_time(), found.nodes
    rows = [
        (str(depth), f"{seconds:.3f}", f"{count:,}", factor(spent, depth))
        for depth, (seconds, count) in enumerate(zip(spent, nodes, strict=True), start=1)
    ]
    table(("depth", f"s for {POSITIONS} positions", "nodes", "times the one before"), rows)


def factor(spent: list[float], depth: int) -> str:
    return f"{spent[depth - 1] / spent[depth - 2]:.1f}" if depth > 1 and spent[depth - 2] else ""


# Matches


class ProcessorTurn(AITurn):
    """A turn that lasts as long as the processor works for it."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn)
        self._from = time.process_time()

    @property
    def elapsed(self) -> float:
        return time.process_time() - self._from


def asked_for(player: SearchingGomoku, control: TimeControl) -> Chooser:
    """Return a player, as games have it, with a limit for each move."""
    return lambda board: board.index(player(board, turn_on(board, control, ProcessorTurn)))


def hard(seconds: float) -> Chooser:
    """Return the built-in player with ``seconds`` of processor time per move."""
    return asked_for(SearchingGomoku(1), TimeControl(per_move=seconds))


def limited(nodes: int) -> Chooser:
    """Return the built-in player with ``nodes`` per move, however long they take."""
    return asked_for(SearchingGomoku(1), TimeControl(nodes=nodes))


def rated(elo: int) -> Chooser:
    """Return the player of a rating."""
    return asked_for(SearchingGomoku(elo, gomoku_skill_at(elo)), TimeControl(nodes=NO_LIMIT))


def two_plies(board: GomokuBoard) -> int:
    """Return the move whose best answer leaves the best score, by the evaluation alone."""
    position, legal = GomokuSearchPosition.of(board), set(board.legal())
    if position.fives(position.threats(), position.side):
        return next(
            iter(p for p in legal if position.fives(position.threats(), position.side) >> p & 1)
        )
    nearby = [point for point in sorted(legal) if position.around >> point & 1] or sorted(legal)
    scores = {point: after_best_answer(position, point) for point in nearby}
    return max(scores, key=scores.__getitem__)


def after_best_answer(position: GomokuSearchPosition, point: int) -> int:
    position.play(point)
    if position.fives(position.threats(), position.side):
        worst = -(1 << 30)
    else:
        answers = [at for at in range(position.geometry.area) if near(position, at)]
        worst = min((score_after(position, at) for at in answers), default=0)
    position.undo()
    return worst


def near(position: GomokuSearchPosition, point: int) -> bool:
    return bool(position.around & position.free & 1 << point)


def score_after(position: GomokuSearchPosition, point: int) -> int:
    """Return the score from the view of the side that made the previous move."""
    position.play(point)
    score = position.score
    position.undo()
    return score


def medium(board: GomokuBoard) -> int:
    """Return a move of the level below, which takes the time it needs."""
    assert MEDIUM_SKILL.depth is not None
    *_, found = Thinker(GomokuSearchPosition.of(board), set(board.legal()), Effort()).shallow(
        MEDIUM_SKILL.depth
    )
    return found.line[0]


def easy(chance: random.Random) -> Chooser:
    def choose(board: GomokuBoard) -> int:
        return chance.choice(simple_moves(GomokuSearchPosition.of(board), set(board.legal())))

    return choose


def turn_on(board: GomokuBoard, control: TimeControl, kind: type[AITurn] = AITurn) -> AITurn:
    """Return a turn for a player that is asked about a board."""
    rules = gomoku_rules("benchmark", board.size, board.rule)
    position = rules.start(None)
    clock = Clock.new(PerColor.both(control)).start(position.to_move, 0.0)
    return kind(Turn(position.to_move, 0, 1, position, clock, MoveList()))


def levels(place: Place, seconds: float, pairs: int) -> None:
    """Play each level against the one below; a good step is 70 % at least."""
    match("medium against easy", medium, easy(random.Random(1)), place, pairs)
    for share in (1.0, 0.1):
        name = f"hard ({share * seconds:g} s) against medium"
        match(name, hard(share * seconds), medium, place, pairs)
    for nodes in (300, 1_000, 3_000):
        match(f"hard ({nodes:,} nodes) against medium", limited(nodes), medium, place, pairs)


RUNGS = (400, 550, 700, 850, 1000, 1150, 1300, 1400, 1500, 1600)
"""The ratings that are compared."""


def ladder(place: Place, pairs: int) -> None:
    """Play each rating against the one below, and the named levels against ratings near them."""
    chance = random.Random(2)
    for low, high in itertools.pairwise(RUNGS):
        match(f"elo:{high} against elo:{low}", rated(high), rated(low), place, pairs)
    match("elo:400 against random", rated(400), lambda b: chance.choice(b.legal()), place, pairs)
    match("easy against elo:400", easy(random.Random(1)), rated(400), place, pairs)


def play(first: Chooser, second: Chooser, place: Place, seed: int) -> float:
    """Return the score of the first player, who has Black."""
    board = place.opening(seed)
    while not board.winner_line() and (legal := board.legal()):
        point = (first if board.to_move == 1 else second)(board)
        assert point in legal
        board.push(point)
    if not board.winner_line():
        return 0.5
    return 1.0 if board.to_move == 2 else 0.0


def match(name: str, ours: Chooser, theirs: Chooser, place: Place, pairs: int) -> None:
    """Play pairs of games and print the score, by colour too, and the Elo difference."""
    black = [play(ours, theirs, place, seed) for seed in range(pairs)]
    white = [1 - play(theirs, ours, place, seed) for seed in range(pairs)]
    scores = [(one + other) / 2 for one, other in zip(black, white, strict=True)]
    error = stdev(scores) / pairs**0.5 if pairs > 1 else float("nan")
    print(
        f"{name}: {100 * mean(scores):.1f} ± {100 * error:.1f} % in {2 * pairs} games "
        f"(black {100 * mean(black):.0f} %, white {100 * mean(white):.0f} %), "
        f"Elo {elo_of(mean(scores)):+.0f} ({elo_of(mean(scores) - 1.96 * error):+.0f} … "
        f"{elo_of(mean(scores) + 1.96 * error):+.0f})",
        flush=True,
    )


def elo_of(score: float) -> float:
    """Return the Elo difference for a share of the points, infinite at the ends."""
    if not 0 < score < 1:
        return float("inf") if score >= 1 else float("-inf")
    return 400 * log10(score / (1 - score))


# Time


def keeps_time(size: int, seconds: float, moves: int) -> None:
    """Print seconds per move against the limit per move, and the rest of a clock."""
    control = TimeControl(per_move=seconds)
    spent, most = [], seconds
    rules = gomoku_rules("benchmark", size, "freestyle")
    players = itertools.cycle((SearchingGomoku(1), SearchingGomoku(2)))
    position = rules.start(None)
    for _ in range(moves):
        if position.outcome() is not None:
            position = rules.start(None)
        began = time.perf_counter()
        text = next(players)(position.native, turn_on(position.native, control))
        spent.append(time.perf_counter() - began)
        position = position.play(position.parse(text))
    shares = [100 * each / most for each in spent]
    print(f"median {percentile(shares, 50):.0f} %, p99 {percentile(shares, 99):.0f} % of the time")
    goal(f"{moves} moves of {seconds:g} s, p100", shares, "% of the time", most=110, by=max)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[], help="speed, depth, …: all by default")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--rule", choices=LAWS_OF_RULE, default="freestyle")
    parser.add_argument("--empty", action="store_true", help="play from the empty board")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first opening")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--moves", type=int, default=60)
    asked = parser.parse_args()
    parts = asked.parts or ["speed", "depth", "match", "levels", "time"]
    place = Place(asked.size, asked.rule, asked.empty, asked.first)
    print(f"{machine()}\n")
    if "speed" in parts:
        speed(asked.size, asked.seconds)
    if "depth" in parts:
        growth(asked.size)
    if "match" in parts:
        ours, half = hard(asked.seconds), hard(asked.seconds / 2)
        match(f"{asked.seconds:g} s against half", ours, half, place, asked.pairs)
        match(f"{asked.seconds:g} s against two plies", ours, two_plies, place, asked.pairs)
    if "levels" in parts:
        levels(place, asked.seconds, asked.pairs)
    if "ladder" in parts:
        ladder(place, asked.pairs)
    if "time" in parts:
        keeps_time(asked.size, asked.seconds, asked.moves)


if __name__ == "__main__":
    main()
