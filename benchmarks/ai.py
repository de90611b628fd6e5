"""Measures the speed and strength of the built-in AIs, above all those of chess.

    python benchmarks/ai.py speed               nodes a second, and time to depth 4, 5 and 6
    python benchmarks/ai.py against PLAYER      a level against a player, in the grammar of players
    python benchmarks/ai.py perft               the search's board against python-chess
    python benchmarks/ai.py soak                short games: is every move legal, and in time?
                                                (--game gomoku, chess-3d, …)

A match plays each opening twice, with colours changed, from the positions of ``balanced.epd``; a
pair of games is one observation, as an opening helps one side. ``--runs 2`` plays it again with
other openings and seeds, which shows how far two runs of one match differ: a figure is worth
writing down if the second run confirms it. Our side has ``--move-time`` seconds of *processor*
time, or ``--nodes``; the other has ``--their-nodes`` or ``--their-time``, which for an AI of ours
is the processor's too. So the load of the machine decides nothing, but for a foreign program with
``--their-time``. ``--game`` plays another game, from short openings by lot.

``--plain`` uses the search in Python even if a compiled one exists. This script made the tables of
``docs/levels.md``.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import chess
from measuring import machine, percentile, table

from board_core import Color, Game, Outcome, PerColor, Player, Reason, TimeControl
from board_core.ais import level_at, search_build
from board_core.game.rules import ON_THE_BOARD, Rules
from board_core.games.chess import CHESS, ENGINE, chess_rules
from board_core.match.elo import elo_of
from board_core.match.known_games import HOSTED_GAMES
from board_core.match.openings import Opening, read_openings
from board_core.match.player_spec import parse_player
from board_core.players import InProcessAI
from board_core.players.thinking import AITurn, wants_turn

RULES = chess_rules(ENGINE)
LOT_PLIES = 4  # of openings by lot
SOAK_OPENINGS = 100

TEN = {
    "start": chess.STARTING_FEN,
    "Italian": "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "Queen's Gambit": "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ - 0 8",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "middle game": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "promotions": "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "queens": "6k1/5ppp/3q4/8/8/3Q4/5PPP/6K1 w - - 0 1",
    "rook ending": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "minor pieces": "6k1/5p2/4b1p1/3p4/3B4/4P3/5PPP/6K1 w - - 0 1",
    "pawn ending": "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
}


BALANCED = Path(__file__).with_name("balanced.epd")

NEVER_LATE = 3600.0  # seconds by which a flag may be overstepped where the processor's time counts


def without_machine_code() -> None:
    """Load the core from its Python sources from now on."""

    def hook(path: str) -> FileFinder:
        if "board_core" not in Path(path).parts:
            raise ImportError
        return FileFinder(path, (SourceFileLoader, [".py"]))

    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()


def with_machine_code() -> None:
    """Load the core as it was built."""


# Speed


def seconds_to(board: chess.Board, depths: Iterable[int]) -> tuple[list[float], int]:
    """Return seconds of processor time to each depth, and the nodes searched."""
    from board_core.ais.hard.evaluation import tables_for
    from board_core.ais.hard.search import ChessSearch

    wanted, times, nodes = set(depths), [], 0
    began = time.process_time()
    for found in ChessSearch(board, tables_for(board)).deepen(max(wanted)):
        nodes = found.nodes
        if found.depth in wanted:
            times.append(time.process_time() - began)
    return times, nodes


def speed() -> None:
    rows, all_nodes, all_seconds = [], 0, 0.0
    for name, fen in TEN.items():
        times, nodes = seconds_to(chess.Board(fen), (4, 5, 6, 7))
        all_nodes, all_seconds = all_nodes + nodes, all_seconds + times[-1]
        rows.append((name, *(f"{seconds * 1000:,.0f} ms" for seconds in times[:3])))
    rows.append(("nodes/s, to depth 7", f"{all_nodes / all_seconds:,.0f}", "", ""))
    table(("", "depth 4", "depth 5", "depth 6"), rows)


# Matches


class ProcessorTurn(AITurn):
    """A turn whose time is the processor's: what else the machine does takes none of it."""

    __slots__ = ("_before",)

    def __init__(self, turn: AITurn) -> None:
        super().__init__(turn._turn, turn.withdrawn, turn.report, turn._seed)
        self._before = time.thread_time()

    @property
    def elapsed(self) -> float:
        return time.thread_time() - self._before


@dataclass(frozen=True, slots=True)
class InProcessorTime:
    """An AI whose time is the processor's. What it chooses is its own affair."""

    function: Callable[..., Any]

    def __call__(self, board: Any, turn: AITurn) -> Any:
        if wants_turn(self.function):
            return self.function(board, ProcessorTurn(turn))
        return self.function(board)


@dataclass(frozen=True, slots=True)
class Side:
    """A player that is made anew by a seed for each game, and its limits."""

    make: Callable[[int], Player]
    control: TimeControl


@dataclass(frozen=True, slots=True)
class Match:
    """Games between two players, two from each opening, with colours changed."""

    rules: Rules
    first: Side
    second: Side
    openings: tuple[Opening, ...]
    seed: int

    def game(self, number: int) -> tuple[int, Outcome]:
        """Play one game; return the number, and the outcome as if the first player were White."""
        opening, white = self.openings[number // 2], number % 2 == 0
        sides = self.first, self.second
        seeds = random.Random(f"{self.seed} {number}")
        players = [side.make(seeds.getrandbits(32)) for side in sides]
        order = (0, 1) if white else (1, 0)
        try:
            game = Game(
                self.rules,
                *(players[at] for at in order),
                time_control=PerColor(*(sides[at].control for at in order)),
                setup=opening.setup,
                moves=opening.moves,
            )
            outcome = game.run().outcome
        finally:
            for player in players:
                player.close()
        if not white and outcome.winner is not None:
            outcome = replace(outcome, winner=outcome.winner.other)
        return number, outcome


@dataclass(frozen=True, slots=True)
class Score:
    """The points of the first player in each game; those of a pair follow one another."""

    each: tuple[float, ...]

    @property
    def share(self) -> float:
        return sum(self.each) / len(self.each)

    @property
    def pairs(self) -> list[int]:
        """Return how many pairs brought 0, 1/2, 1, 3/2 and 2 points."""
        points = [round(2 * (a + b)) for a, b in zip(self.each[::2], self.each[1::2], strict=True)]
        return [points.count(halves) for halves in range(5)]

    @property
    def error(self) -> float:
        """Return half the width of the 95 % interval of the share."""
        found = elo_of(self.pairs)
        assert found is not None
        return (share_at(found.high) - share_at(found.low)) / 2

    def cells(self) -> tuple[str, ...]:
        found = elo_of(self.pairs)
        assert found is not None
        counts = "  ".join(f"{sign}{self.each.count(of)}" for sign, of in SIGNS)
        percent = f"{100 * self.share:.1f} % ± {100 * self.error:.1f}"
        return counts, percent, f"{found.difference:+.0f} ({found.low:+.0f} … {found.high:+.0f})"


def share_at(elo: float) -> float:
    """Return the share of the points that a lead in Elo points is expected to bring."""
    return 1 / (1 + 10 ** (-elo / 400))


POINTS = {Color.WHITE: 1.0, None: 0.5, Color.BLACK: 0.0}
SIGNS = (("+", 1.0), ("=", 0.5), ("-", 0.0))
HEAD = ("", "", "score", "Elo (95 %)")


def built_in(game: str, name: str, seed: int) -> Player:
    """Make an AI of ours; ``elo:N`` is the level of this strength."""
    ais = HOSTED_GAMES[game].ais
    make = ais[name] if name in ais else level_at(int(name.removeprefix("elo:")))
    return InProcessAI(InProcessorTime(make(seed)), name=name, inline=True)


def foreign(game: str, text: str, seed: int) -> Player:
    return parse_player(text, rules=HOSTED_GAMES[game].rules).make(seed=seed, sandbox="off")


def is_ours(game: str, text: str) -> bool:
    return text in HOSTED_GAMES[game].ais or text.startswith("elo:")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a match is played: games in each run, runs, the first seed, and the processes."""

    games: int
    runs: int
    seed: int
    processes: int
    prepare: Callable[[], None]
    game: str = CHESS.name

    @property
    def rules(self) -> Rules:
        return rules_of(self.game)

    def openings(self, run: int) -> tuple[Opening, ...]:
        """Return the openings of a run, of which no other run has one."""
        pairs = self.games // 2
        if self.game != CHESS.name:
            return tuple(by_lot(self.rules, f"{self.seed + run} {n}") for n in range(pairs))
        found = list(read_openings(BALANCED, RULES))
        if pairs * self.runs > len(found):
            sys.exit(
                f"{BALANCED.name} has {len(found)} openings: {pairs} for each run are too many"
            )
        random.Random(self.seed).shuffle(found)
        return tuple(found[run * pairs : (run + 1) * pairs])

    def play(self, name: str, first: Side, second: Side) -> list[tuple[str, ...]]:
        """Play all runs; return a row of the table for each, and one for all together."""
        runs = []
        for run in range(self.runs):
            match = Match(self.rules, first, second, self.openings(run), self.seed + run)
            runs.append(self._played(match))
            print(name, f"run {run + 1}", *runs[-1].cells(), sep="  ", file=sys.stderr, flush=True)
        rows = [(f"{name}, run {n}", *run.cells()) for n, run in enumerate(runs, 1)]
        together = Score(tuple(point for run in runs for point in run.each))
        if len(runs) > 1:
            print(f"{name}: {noise(runs)}", file=sys.stderr)
        return [*(rows if len(runs) > 1 else []), (name, *together.cells())]

    def _played(self, match: Match) -> Score:
        """Play the games; stop at the first one decided by a fault, which is no measurement."""
        points, done = [0.0] * len(match.openings) * 2, 0
        with multiprocessing.Pool(self.processes, self.prepare) as pool:
            for number, outcome in pool.imap_unordered(match.game, range(len(points))):
                if outcome.reason not in ON_THE_BOARD:
                    sys.exit(f"a game ended by {outcome.reason.value}: {outcome.detail}")
                points[number], done = POINTS[outcome.winner], done + 1
                if done % 10 == 0:
                    print(f"{done} games, {sum(points):g} points", file=sys.stderr, flush=True)
        return Score(tuple(points))


def rules_of(game: str) -> Rules:
    """Return the rules that the matches have: of chess, those that engines play by."""
    return RULES if game == CHESS.name else HOSTED_GAMES[game].rules


def by_lot(rules: Rules, seed: str) -> Opening:
    """Return an opening of some moves by lot."""
    chance, position, moves = random.Random(seed), rules.start(None), list[str]()
    for _ply in range(LOT_PLIES):
        moves.append(str(chance.choice(list(position.legal_moves()))))
        position = position.play(position.parse(moves[-1]))
    return Opening(None, tuple(moves))


def noise(runs: Sequence[Score]) -> str:
    """Say how far the runs are from one another, and how far chance alone puts them."""
    apart = 100 * (max(run.share for run in runs) - min(run.share for run in runs))
    expected = 100 * max((a.error**2 + b.error**2) ** 0.5 for a, b in pairwise(runs))
    return f"the runs differ by {apart:.1f} points of a hundred, by chance up to {expected:.1f}"


def against(text: str, level: str, plan: Plan, ours: TimeControl, theirs: TimeControl) -> None:
    other = built_in if is_ours(plan.game, text) else foreign
    first = Side(partial(built_in, plan.game, level), ours)
    second = Side(partial(other, plan.game, text), theirs)
    table(HEAD, plan.play(f"{level} - {text}", first, second))


# Correctness


def perft() -> None:
    """Count moves to depth 4, which takes minutes in Python: the tests take only seconds."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "ais"))
    tested = import_module("test_hard_position")
    from board_core.ais.hard.position import ChessSearchPosition

    rows = []
    for name, (fen, _) in tested.TRAPS.items():
        ours = tested.perft(ChessSearchPosition(chess.Board(fen)), 4)
        theirs = tested.perft_of_python_chess(chess.Board(fen), 4)
        rows.append((name, f"{ours:,}", f"{theirs:,}", "" if ours == theirs else "WRONG"))
    table(("perft to depth 4", "ours", "python-chess", ""), rows)


@dataclass(slots=True)
class Watched:
    """An AI that thinks in processor time, with the seconds of each of its moves."""

    function: Callable[..., Any]
    times: list[float] = field(default_factory=list)

    def __call__(self, board: Any, turn: AITurn) -> Any:
        began = time.thread_time()
        chosen = InProcessorTime(self.function)(board, turn)
        self.times.append(time.thread_time() - began)
        return chosen


def soaked(
    game: str, opponent: str, seconds: float, openings: Sequence[Opening], number: int
) -> tuple[Reason, int, list[float]]:
    """Play one game of `hard`; return the reason of its end, the plies, and the times of `hard`."""
    ais = HOSTED_GAMES[game].ais
    watched = Watched(ais["hard"](number))
    hard = InProcessAI(watched, inline=True)
    other = InProcessAI(ais[opponent](number + 1), inline=True)
    sides = (hard, other) if number % 2 else (other, hard)
    opening = openings[number % len(openings)]
    control = TimeControl(base=inf, per_move=seconds, time_margin=5.0)
    played = Game(
        rules_of(game), *sides, time_control=control, setup=opening.setup, moves=opening.moves
    )
    reason = played.run().outcome.reason
    return reason, len(played.moves), watched.times


def soak(plan: Plan, seconds: float) -> None:
    """Play `hard` against itself and, for the strangest positions, against random moves."""
    ends, moves, times = Counter[Reason](), 0, list[float]()
    games, openings = plan.games, tuple(read_openings(BALANCED, RULES))
    if plan.game != CHESS.name:
        openings = tuple(by_lot(plan.rules, f"{plan.seed} {at}") for at in range(SOAK_OPENINGS))
    with multiprocessing.Pool(plan.processes, plan.prepare) as pool:
        for opponent in ("random", "hard"):
            play = partial(soaked, plan.game, opponent, seconds, openings)
            for reason, plies, spent in pool.imap_unordered(play, range(games // 2)):
                ends[reason] += 1
                moves += plies
                times += spent
                if sum(ends.values()) % 100 == 0:
                    print(sum(ends.values()), dict(ends), file=sys.stderr, flush=True)
    print(f"{games // 2 * 2} games, {moves} plies:")
    table(("", "games"), [(reason.value, str(count)) for reason, count in ends.most_common()])
    shares = [f"{1000 * percentile(times, share):.1f} ms" for share in (50, 99, 99.9, 100)]
    late = str(sum(each > seconds for each in times))
    head = (f"{len(times)} moves in {1000 * seconds:g} ms", "p50", "p99", "p99.9", "p100", "late")
    table(head, [("processor time", *shares, late)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("speed", "against", "perft", "soak"))
    parser.add_argument("player", nargs="?", default="uci:stockfish option.UCI_Elo=2000")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--game", default=CHESS.name, choices=list(HOSTED_GAMES))
    parser.add_argument("--games", type=int)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--move-time", type=float, help="processor seconds of our side")
    parser.add_argument("--nodes", type=int, help="nodes of our side, in place of its time")
    parser.add_argument("--their-nodes", type=int, default=100_000)
    parser.add_argument("--their-time", type=float, help="seconds on the wall, in place of nodes")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    prepare = without_machine_code if asked.plain else with_machine_code
    prepare()
    built = search_build(HOSTED_GAMES[asked.game].search).sentence
    print(f"python benchmarks/ai.py {shlex.join(sys.argv[1:])}")
    print(f"{machine()}, {'plain' if asked.plain else built}\n")
    games = (asked.games or 100) // 2 * 2
    plan = Plan(games, asked.runs, asked.seed, asked.processes, prepare, asked.game)
    match asked.what:
        case "speed":
            speed()
        case "against":
            ours = TimeControl(per_move=asked.move_time or 0.5, time_margin=NEVER_LATE)
            if asked.nodes and not asked.move_time:
                ours = TimeControl(nodes=asked.nodes)
            theirs = TimeControl(nodes=asked.their_nodes)
            if asked.their_time:
                theirs = TimeControl(per_move=asked.their_time, time_margin=NEVER_LATE)
            against(asked.player, asked.level, plan, ours, theirs)
        case "perft":
            perft()
        case "soak":
            soak(replace(plan, games=asked.games or 2000), asked.move_time or 0.02)


if __name__ == "__main__":
    main()
