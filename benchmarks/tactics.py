"""Measures how many tactical positions the search of `hard` solves.

    python benchmarks/tactics.py [--seconds 1] [--plain] [--processes 2]
    python benchmarks/tactics.py --make 320 --seed 1

``--plain`` uses the search in Python even if a compiled one exists; time is processor time.

``tactics.epd`` is only begun. The second command makes its lines: it lets our search play against
itself two or three plies deep, with errors, from random openings, and asks Stockfish 15.1 at full
strength about the positions after mistakes. One is taken if its best move is worth at least 200
centipawns, every other at most 80, and the difference is at least 200, by 150,000 nodes with two
lines, and if as many nodes with one line find the same move. What is obvious is left out: moves to
the square of the last move, and what Stockfish plays at depth 1. The first lines come from seeds 1,
2, 77 and 78, a few of them from stricter limits (400,000 nodes; not what Stockfish plays after 40
nodes). Whether our search solves a position was not looked at.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import chess
from ai import without_machine_code
from measuring import machine

from board_core.supervise.command import find_program

POSITIONS = Path(__file__).with_suffix(".epd")
OPENING_PLIES, LONGEST_GAME = 8, 120
DEPTHS, TASTE = (2, 3), 30  # of those that play
QUICK, FIRST, SURE = "nodes 300", "nodes 1500", "nodes 150000"
MISTAKE, DECIDED, MATE = 150, 600, 10_000  # centipawns


def solved(seconds: float, line: str) -> bool:
    """Search a position; return whether the best move is that of the file."""
    from board_core.ais.hard.choosing import to_chess
    from board_core.ais.hard.evaluation import tables_for
    from board_core.ais.hard.search import ChessSearch

    board, operations = chess.Board.from_epd(line)
    best = operations["bm"]
    assert isinstance(best, list)
    ends = time.process_time() + seconds
    search = ChessSearch(board, tables_for(board), stop=lambda: time.process_time() >= ends)
    for _found in search.deepen():
        pass
    return to_chess(search.best_move) in best


def solve(seconds: float, processes: int, *, plain: bool) -> None:
    lines = POSITIONS.read_text().splitlines()
    with Pool(processes, without_machine_code if plain else None) as pool:
        found = pool.map(partial(solved, seconds), lines, chunksize=4)
    share = sum(found) / len(found)
    print(f"{sum(found)} of {len(found)} at {seconds:g} s: {share:.1%}")


class Stockfish:
    """Stockfish at full strength, asked in short."""

    def __init__(self) -> None:
        program = find_program("stockfish") or "stockfish"
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines = 0

    def best(
        self, board: chess.Board, limit: str, lines: int = 1, *, fresh: bool = False
    ) -> tuple[str, list[int]]:
        """Return the best move and the scores of so many best moves, ``fresh``: from no memory."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if lines != self._lines:
            self._process.stdin.write(f"setoption name MultiPV value {lines}\n")
            self._lines = lines
        if fresh:
            self._process.stdin.write("ucinewgame\n")
        self._process.stdin.write(f"position fen {board.fen()}\ngo {limit}\n")
        scores = [0] * lines
        for line in self._process.stdout:
            words = line.split()
            if words[0] == "bestmove":
                break
            if "score" in words and "multipv" in words:
                rank = int(words[words.index("multipv") + 1]) - 1
                kind, value = words[words.index("score") + 1 :][:2]
                scores[rank] = int(value) if kind == "cp" else MATE * (1 if int(value) > 0 else -1)
        return words[1], scores


def is_tactical(engine: Stockfish, board: chess.Board) -> str | None:
    """Return the only good move, unless it is obvious or there is none."""
    move, scores = engine.best(board, FIRST, 2)
    retakes = chess.Move.from_uci(move).to_square == board.peek().to_square
    if not wins_alone(scores) or retakes or engine.best(board, "depth 1", fresh=True)[0] == move:
        return None
    sure, scores = engine.best(board, SURE, 2, fresh=True)
    agreed = sure == move and wins_alone(scores)
    return move if agreed and engine.best(board, SURE, fresh=True)[0] == move else None


def wins_alone(scores: list[int]) -> bool:
    best, other = scores
    return best >= 200 and other <= 80 and best - other >= 200


def after_mistakes(engine: Stockfish, chance: random.Random) -> Iterator[chess.Board]:
    """Play games; yield the positions after moves that gave something away."""
    while True:
        board = chess.Board()
        for _ in range(OPENING_PLIES):
            board.push(chance.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        before = 0
        while not board.is_game_over() and board.ply() < LONGEST_GAME:
            score = engine.best(board, QUICK)[1][0]
            if score > max(MISTAKE - before, MISTAKE):
                yield board
            if abs(score) > DECIDED and chance.random() < 0.5:
                break
            before = score
            board.push(weak_move(board, chance))


def weak_move(board: chess.Board, chance: random.Random) -> chess.Move:
    from board_core.ais.hard.choosing import to_chess
    from board_core.ais.hard.evaluation import tables_for
    from board_core.ais.hard.search import ChessSearch

    search = ChessSearch(board, tables_for(board, chance, TASTE))
    for _found in search.deepen(chance.choice(DEPTHS)):
        pass
    return to_chess(search.best_move)


def make(count: int, seed: int) -> None:
    """Print tactical positions as they are found."""
    engine, seen = Stockfish(), set[str]()
    for board in after_mistakes(engine, random.Random(seed)):
        move = None if board.epd() in seen else is_tactical(engine, board)
        if move is not None:
            seen.add(board.epd())
            print(board.epd(bm=chess.Move.from_uci(move)), flush=True)
        if len(seen) == count:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--make", type=int, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.make:
        make(asked.make, asked.seed)
        return
    if asked.plain:
        without_machine_code()
    from board_core.ais import search_build

    print(f"{machine()}, {'compiled' if search_build('hard').is_compiled else 'plain'}")
    solve(asked.seconds, asked.processes, plain=asked.plain)


if __name__ == "__main__":
    main()
