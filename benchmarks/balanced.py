"""Makes benchmarks/balanced.epd: positions after eight plies in which neither side is better off.

    python benchmarks/balanced.py [COUNT] [--engine stockfish]

An engine chooses each move by lot among those that cost little, and keeps what it then judges even.
Matches begin from them (``benchmarks/ai.py``, ``board match --openings``): no book of ours is
among the players' knowledge, and a change of our search does not change them.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import chess
import chess.engine

FILE = Path(__file__).with_name("balanced.epd")

PLIES = 8
CHOICES, COSTS_LITTLE = 6, 45  # moves to choose from, and centipawns below the best one
EVEN = 25  # centipawns
QUICK, CAREFUL = chess.engine.Limit(nodes=4_000), chess.engine.Limit(nodes=150_000)


def scores(engine: chess.engine.SimpleEngine, board: chess.Board) -> dict[chess.Move, int]:
    """Return good moves with their scores, the best one first."""
    found = {}
    for info in engine.analyse(board, QUICK, multipv=CHOICES):
        found[info["pv"][0]] = info["score"].relative.score(mate_score=30_000)
    return found


def opening(engine: chess.engine.SimpleEngine, chance: random.Random) -> chess.Board:
    """Return a position after some moves that cost little."""
    board = chess.Board()
    for _ply in range(PLIES):
        choices = scores(engine, board)
        best = max(choices.values())
        board.push(
            chance.choice([m for m, score in choices.items() if score > best - COSTS_LITTLE])
        )
    return board


def is_even(engine: chess.engine.SimpleEngine, board: chess.Board) -> bool:
    score = engine.analyse(board, CAREFUL)["score"].relative.score(mate_score=30_000)
    return abs(score) <= EVEN


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", nargs="?", type=int, default=200)
    parser.add_argument("--engine", default="stockfish")
    asked = parser.parse_args()
    chance, found = random.Random(1), dict[str, None]()
    with chess.engine.SimpleEngine.popen_uci(asked.engine) as engine:
        engine.configure({"Threads": 1})
        while len(found) < asked.count:
            board = opening(engine, chance)
            if not board.is_check() and is_even(engine, board):
                found[board.epd()] = None
    FILE.write_text("".join(f"{epd}\n" for epd in found))


if __name__ == "__main__":
    main()
