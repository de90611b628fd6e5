"""Measures the speed and strength of the built-in chess AIs.

    python benchmarks/ai.py speed               nodes a second, and time to depth 4, 5 and 6
    python benchmarks/ai.py ladder              every level against the next, with fixed nodes
    python benchmarks/ai.py against COMMAND     a level against a player, in the grammar of players
    python benchmarks/ai.py perft               the search's board against python-chess
    python benchmarks/ai.py soak                games at 20 ms a move: is every move legal?

``--plain`` uses the search in Python even if a compiled one exists. This script made the table of
``docs/levels.md``.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.machinery import FileFinder, SourceFileLoader
from itertools import pairwise
from math import inf, log10, sqrt
from pathlib import Path

import chess
from measuring import machine, table

from board_core import Color, Game, GameEnded, Outcome, Player, Reason, TimeControl
from board_core.ais import AIS, LADDER
from board_core.games.chess import ENGINE, chess_rules
from board_core.match.player_spec import parse_player
from board_core.players import InProcessAI

RULES = chess_rules(ENGINE)
BY_THE_BOARD = frozenset(
    (
        Reason.CHECKMATE,
        Reason.STALEMATE,
        Reason.FIFTY_MOVES,
        Reason.THREEFOLD_REPETITION,
        Reason.INSUFFICIENT_MATERIAL,
    )
)

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


def without_machine_code() -> None:
    """Load the modules of `hard` from their Python sources from now on."""

    def hook(path: str) -> FileFinder:
        if Path(path).parts[-2:] != ("ais", "hard"):
            raise ImportError
        return FileFinder(path, (SourceFileLoader, [".py"]))

    sys.path_hooks.insert(0, hook)


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


@dataclass(frozen=True, slots=True)
class Match:
    """Games between two players, each made anew by its seed; colours alternate."""

    first: Callable[[int], Player]
    second: Callable[[int], Player]
    control: TimeControl

    def game(self, number: int) -> tuple[Outcome, bool, int]:
        """Return the outcome, True if the first player was White, and the number of plies."""
        players = [self.first(2 * number), self.second(2 * number + 1)]
        white = number % 2 == 0
        ends: list[GameEnded] = []
        try:
            one, other = players if white else players[::-1]
            game = Game(RULES, white=one, black=other, time_control=self.control)
            game.bus.subscribe(
                lambda e: ends.append(e) if isinstance(e, GameEnded) else None, thoughts=False
            )
            outcome = game.run().outcome
        finally:
            for player in players:
                player.close()
        return outcome, white, ends[0].turn.ply


def points(outcome: Outcome, white: bool) -> float:
    if outcome.winner is None:
        return 0.5
    return float((outcome.winner is Color.WHITE) == white)


def elo(score: float) -> float:
    score = min(max(score, 0.005), 0.995)
    return 400 * log10(score / (1 - score))


@dataclass(frozen=True, slots=True)
class Score:
    """The first player's score, with the 95 % error bar of its share of the points."""

    each: tuple[float, ...]

    @property
    def share(self) -> float:
        return sum(self.each) / len(self.each)

    @property
    def error(self) -> float:
        games = len(self.each)
        spread = sum((one - self.share) ** 2 for one in self.each) / games
        return 1.96 * max(sqrt(spread / games), 0.5 / games)

    def cells(self) -> tuple[str, ...]:
        counts = "  ".join(f"{sign}{self.each.count(of)}" for sign, of in SIGNS)
        low, high = elo(self.share - self.error), elo(self.share + self.error)
        percent = f"{100 * self.share:.1f} % ± {100 * self.error:.1f}"
        return counts, percent, f"{elo(self.share):+.0f} ({low:+.0f} … {high:+.0f})"


SIGNS = (("+", 1.0), ("=", 0.5), ("-", 0.0))
HEAD = ("", "", "score", "Elo (95 %)")


def built_in(name: str, seed: int) -> Player:
    return InProcessAI(AIS[name](seed), name=name, inline=True)


def from_text(text: str, seed: int) -> Player:
    return parse_player(text).make(seed=seed, sandbox="off")


def played(match: Match, games: int, processes: int) -> tuple[Score, Counter[Reason]]:
    """Play the games; stop at the first one decided by a fault, which is no measurement."""
    each, reasons = [], Counter[Reason]()
    with multiprocessing.Pool(processes) as pool:
        for outcome, white, _plies in pool.imap_unordered(match.game, range(games)):
            if outcome.reason not in BY_THE_BOARD:
                sys.exit(f"a game ended by {outcome.reason.value}: {outcome.detail}")
            reasons[outcome.reason] += 1
            each.append(points(outcome, white))
    return Score(tuple(each)), reasons


def ladder(games: int, nodes: int, processes: int) -> None:
    rows, control = [], TimeControl(nodes=nodes)
    for lower, upper in pairwise(LADDER):
        match = Match(partial(built_in, upper.name), partial(built_in, lower.name), control)
        began = time.perf_counter()
        score, _ = played(match, games, processes)
        rows.append((f"{upper.name} - {lower.name}", *score.cells()))
        seconds = time.perf_counter() - began
        print(*rows[-1], f"{seconds:.0f} s", sep="  ", file=sys.stderr, flush=True)
    table(HEAD, rows)


def against(text: str, level: str, games: int, control: TimeControl, processes: int) -> None:
    match = Match(partial(from_text, level), partial(from_text, text), control)
    score, reasons = played(match, games, processes)
    table(HEAD, [(f"{level} - {text}", *score.cells())])
    print(", ".join(f"{count} {reason.value}" for reason, count in reasons.most_common()))


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


def soak(games: int, seconds: float, processes: int) -> None:
    """Play `hard` against itself and, for the strangest positions, against random moves."""
    control = TimeControl(base=inf, per_move=seconds, time_margin=5.0)
    ends, moves = Counter[Reason](), 0
    with multiprocessing.Pool(processes) as pool:
        for opponent in ("random", "hard"):
            match = Match(partial(built_in, "hard"), partial(built_in, opponent), control)
            for outcome, _, plies in pool.imap_unordered(match.game, range(games // 2)):
                ends[outcome.reason] += 1
                moves += plies
                if sum(ends.values()) % 100 == 0:
                    print(sum(ends.values()), dict(ends), file=sys.stderr, flush=True)
    print(f"{games // 2 * 2} games, {moves} plies:")
    table(("", "games"), [(reason.value, str(count)) for reason, count in ends.most_common()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("speed", "ladder", "against", "perft", "soak"))
    parser.add_argument("command", nargs="?", default="uci:stockfish option.UCI_Elo=2000")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--games", type=int)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--move-time", type=float)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    if asked.plain:
        without_machine_code()
    from board_core.ais.hard import is_compiled

    print(f"{machine()}, {'compiled' if is_compiled() else 'plain'}\n")
    match asked.what:
        case "speed":
            speed()
        case "ladder":
            ladder(asked.games or 100, asked.nodes or 10_000, asked.processes)
        case "against":
            control = TimeControl(per_move=asked.move_time or 0.5, time_margin=5.0)
            if asked.nodes and not asked.move_time:  # less disturbance by the rest of the machine
                control = TimeControl(nodes=asked.nodes)
            against(asked.command, asked.level, asked.games or 20, control, asked.processes)
        case "perft":
            perft()
        case "soak":
            soak(asked.games or 2000, asked.move_time or 0.02, asked.processes)


if __name__ == "__main__":
    main()
