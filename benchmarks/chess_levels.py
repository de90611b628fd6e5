"""Measures the levels of chess: matches between neighbours, and the kinds of their errors.

    python benchmarks/chess_levels.py all                  all that follows, as the page has it
    python benchmarks/chess_levels.py matches [LEVEL …]    each level against the one below it
    python benchmarks/chess_levels.py mates [LEVEL …]      mates in one that are missed
    python benchmarks/chess_levels.py errors [LEVEL …]     what a strong engine says of their moves

A level is a name or a strength (``elo:1600``). Nodes are limited and time is not, so that neither
the machine nor its load matters, and the same ``--seed`` plays the same games. For ``mates`` and
``errors`` each level plays against itself, and both sides count; Stockfish judges each position
with a fixed number of nodes. ``--processes 4`` plays and judges on four cores. This script made
the tables of ``docs/levels.md``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise
from math import exp, sqrt
from multiprocessing import Pool
from statistics import mean, stdev

import chess
import chess.engine
from measuring import machine, table

from board_core import TimeControl
from board_core.ais import LADDER, search_build
from board_core.ais.greedy import mates as gives_mate
from board_core.ais.openings import BOOK_LINES
from board_core.games.chess import ENGINE, chess_rules
from board_core.match import play_match
from board_core.match.result import MatchGame
from board_core.supervise.command import find_program

RULES = chess_rules(ENGINE)
OPENING_PLIES = 6
MOST_CP = 1000
"""Scores beyond count as this, a mate too; moves from such a position do not count."""
STEEPNESS = 0.00368208
"""Of the chances to win as lichess computes them from centipawns: lichess.org/page/accuracy."""
BLUNDER = 0.3
"""Loss of chances, of the range from -1 to 1, that lichess calls a blunder."""
SOON = 3
"""Moves to a mate that counts as one that could be seen."""
ENDING_PIECES = 6
"""Knights, bishops, rooks and queens on the board of an ending, at most."""


def openings() -> list[str]:
    """Return the positions after the first plies of the book, each once."""
    found = dict[str, None]()
    for line in BOOK_LINES:
        board = chess.Board()
        for san in line.split()[:OPENING_PLIES]:
            board.push_san(san)
        found[board.fen()] = None
    return list(found)


def games_of(first: str, second: str, asked: argparse.Namespace) -> Iterator[MatchGame]:
    """Play a match; a game that was decided by a fault ends everything."""
    games: list[MatchGame] = []
    play_match(
        first,
        second,
        games=asked.games,
        seed=asked.seed,
        rules=RULES,
        time_control=TimeControl(nodes=asked.nodes),
        openings=openings(),
        concurrency=asked.processes,
        tell=lambda news: games.append(news) if isinstance(news, MatchGame) else None,
    )
    for game in games:
        if game.half_points is None or game.played.explanation is not None:
            sys.exit(f"{game.played}: {game.played.outcome}, {game.played.explanation}")
        yield game


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and the half of its 95 % error bar."""
    return mean(values), 1.96 * stdev(values) / sqrt(len(values))


# Matches


def matches(levels: Sequence[str], asked: argparse.Namespace) -> None:
    rows = []
    for lower, upper in pairwise(levels):
        halves = [game.half_points or 0 for game in games_of(upper, lower, asked)]
        counts = (str(halves.count(2)), str(halves.count(1)), str(halves.count(0)))
        score, error = mean_and_error([50.0 * half for half in halves])
        rows.append((f"{upper} - {lower}", *counts, f"{score:.1f} % ± {error:.1f}"))
        print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    table(("", "won", "drawn", "lost", "score"), rows)


# Mates in one

MATING = ("elo:700", "elo:1600")
"""The strengths whose missed mates the page tells."""


def chances_to_mate(game: MatchGame) -> Iterator[bool]:
    """Return for each position with a mate in one whether it was played."""
    board = chess.Board(game.played.setup) if game.played.setup else chess.Board()
    for each in game.played.moves:
        move = chess.Move.from_uci(each.move)
        mating = [legal for legal in board.legal_moves if gives_mate(board, legal)]
        if mating:
            yield move in mating
        board.push(move)


def mates(levels: Iterable[str], asked: argparse.Namespace) -> None:
    rows = []
    for level in levels:
        taken = [each for game in games_of(level, level, asked) for each in chances_to_mate(game)]
        missed, error = mean_and_error([100.0 * (not each) for each in taken])
        rows.append((level, str(len(taken)), f"{missed:.1f} % ± {error:.1f}"))
        print(*rows[-1], sep="  ", file=sys.stderr, flush=True)
    table(("", "chances", "missed"), rows)


# Errors


@dataclass(frozen=True, slots=True)
class Seen:
    """The judge's opinion of a position, from the side to move."""

    cp: int
    mate: int | None  # moves; negative: the side to move is mated
    best: chess.Move | None

    @property
    def chances(self) -> float:
        return 2 / (1 + exp(-STEEPNESS * self.cp)) - 1


@dataclass(slots=True)
class Errors:
    """The errors of a level."""

    losses: list[float] = field(default_factory=list)  # for each side of a game, cp a move
    moves: int = 0
    blunders: Counter[str] = field(default_factory=Counter)
    endings: list[int] = field(default_factory=list)
    middle: list[int] = field(default_factory=list)
    queens: int = 0  # captures of guarded pawns by queens that lose more than a pawn


class Judge:
    """Has the engine that judges. It ends with the process, which closes its input."""

    def __init__(self, command: str, nodes: int) -> None:
        program = find_program(command)
        if program is None:
            sys.exit(f"there is no {command} to judge the moves")
        self._engine = chess.engine.SimpleEngine.popen_uci(program)
        self._engine.configure({"Threads": 1, "Hash": 32})
        self._limit = chess.engine.Limit(nodes=nodes)

    def look(self, board: chess.Board, game: int) -> Seen:
        if board.is_checkmate():
            return Seen(-MOST_CP, 0, None)
        if board.is_stalemate() or board.is_insufficient_material():
            return Seen(0, None, None)
        found = self._engine.analyse(board, self._limit, game=game)
        score = found["score"].relative
        cp = max(-MOST_CP, min(MOST_CP, score.score(mate_score=100 * MOST_CP)))
        return Seen(cp, score.mate(), found.get("pv", [None])[0])


judge_of = cache(Judge)
"""The judge of a process."""


def kind_of(before: Seen, after: Seen, board: chess.Board, move: chess.Move) -> str:
    """Return what was wrong with a blunder; ``board`` is the position before the move."""
    if before.mate is not None and 0 < before.mate <= SOON:
        return "missed mate"
    if after.mate is not None and 0 < after.mate <= SOON:
        return "allowed mate"
    then = board.copy(stack=False)
    then.push(move)
    reply = after.best
    if reply is not None and then.is_capture(reply):
        return "moved into it" if reply.to_square == move.to_square else "left hanging"
    if before.best is not None and board.is_capture(before.best):
        return "missed capture"
    return "deeper"


def judge_game(command: str, nodes: int, game: MatchGame) -> Errors:
    judge, errors = judge_of(command, nodes), Errors()
    played = game.played
    board = chess.Board(played.setup) if played.setup else chess.Board()
    losses: dict[bool, list[int]] = {True: [], False: []}
    before = judge.look(board, game.number)
    for each in played.moves:
        move = chess.Move.from_uci(each.move)
        then = board.copy(stack=False)
        then.push(move)
        after = judge.look(then, game.number)
        loss = 0 if move == before.best else max(0, before.cp + after.cp)
        open_game = abs(before.cp) < MOST_CP
        if open_game:
            losses[board.turn].append(loss)
            errors.moves += 1
        pieces = board.occupied & ~board.pawns & ~board.kings
        ending = chess.popcount(pieces) <= ENDING_PIECES
        if open_game:
            (errors.endings if ending else errors.middle).append(loss)
        if before.chances + after.chances >= BLUNDER:
            errors.blunders[kind_of(before, after, board, move)] += 1
        if (
            board.piece_type_at(move.from_square) == chess.QUEEN
            and board.piece_type_at(move.to_square) == chess.PAWN
            and after.best is not None
            and after.best.to_square == move.to_square
            and loss >= 300
        ):
            errors.queens += 1
        board, before = then, after
    errors.losses += [sum(each) / len(each) for each in losses.values() if each]
    return errors


def together(games: Iterable[Errors]) -> Errors:
    found = Errors()
    for one in games:
        found.losses += one.losses
        found.moves += one.moves
        found.blunders += one.blunders
        found.endings += one.endings
        found.middle += one.middle
        found.queens += one.queens
    return found


KINDS = ("missed mate", "allowed mate", "moved into it", "left hanging", "missed capture", "deeper")


def errors(levels: Iterable[str], asked: argparse.Namespace) -> None:
    rows, kinds = [], []
    judged = partial(judge_game, asked.judge, asked.judge_nodes)
    with Pool(asked.processes) as pool:
        for level in levels:
            found = together(pool.imap(judged, games_of(level, level, asked)))
            acpl, error = mean_and_error(found.losses)
            parts = [
                f"{sum(each) / max(len(each), 1):.0f}" for each in (found.middle, found.endings)
            ]
            blunders = 100 * found.blunders.total() / found.moves
            rows.append(
                (
                    level,
                    f"{found.moves:,}",
                    f"{acpl:.1f} ± {error:.1f}",
                    *parts,
                    f"{blunders:.1f} %",
                    f"{100 * found.queens / found.moves:.2f} %",
                )
            )
            total = max(found.blunders.total(), 1)
            kinds.append(
                (level, *(f"{100 * found.blunders[kind] / total:.0f} %" for kind in KINDS))
            )
            print(*rows[-1], *kinds[-1][1:], sep="  ", file=sys.stderr, flush=True)
    head = ("", "moves", "ACPL", "pieces", "ending", "blunders", "queen")
    table(head, rows)
    table(("of the blunders", *KINDS), kinds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("all", "matches", "mates", "errors"))
    parser.add_argument("levels", nargs="*")
    parser.add_argument("--games", type=int, default=100, help="of each pair, or of each level")
    parser.add_argument("--nodes", type=int, default=10_000, help="of a move, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", default="stockfish", help="a UCI engine")
    parser.add_argument("--judge-nodes", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_intermixed_args()
    print(f"{machine()}, {'compiled' if search_build('hard').is_compiled else 'plain'}\n")
    ladder = [level.name for level in LADDER]
    if asked.what in ("all", "matches"):
        matches(asked.levels or ladder, asked)
    if asked.what in ("all", "mates"):
        mates(asked.levels or MATING, asked)
    if asked.what in ("all", "errors"):
        errors(asked.levels or ladder[1:], asked)


if __name__ == "__main__":
    main()
