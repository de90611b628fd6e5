"""Random games of 3D chess, played by our rules and by slow ones: do they agree?

    python benchmarks/chess3d_rules.py [GAMES [FIRST]]

Half of the games begin from the standard position, the others from the positions of the tests.
With ``--perft``, the number of lines of play is counted to the depths that the tests leave out.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from pathlib import Path

from board_core.games.chess3d import CHESS_3D, Board3D
from board_core.games.chess3d.position import unchecked_board

TESTS = Path(__file__).parent.parent / "tests" / "games"
sys.path.insert(0, str(TESTS))

oracle = import_module("chess3d_oracle")


def compare(games: int, first: int) -> None:
    lines = (TESTS / "chess3d_cases.jsonl").read_text(encoding="utf-8").splitlines()
    setups = [json.loads(line)["position"] for line in lines]
    began, held = time.perf_counter(), 0
    for seed in range(first, first + games):
        setup = setups[seed // 2 % len(setups)] if seed % 2 else None
        held += oracle.compare(CHESS_3D, seed, setup)
    seconds = time.perf_counter() - began
    print(f"{games} games from number {first}, {held} positions agree; {seconds:.0f} s")


def count(board: Board3D, depth: int) -> int:
    """Return the number of lines of play of this length."""
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


def perft() -> None:
    for each in json.loads((TESTS / "chess3d_perft.json").read_text(encoding="utf-8")):
        for depth, wanted in enumerate(each["perft"], start=1):
            found = count(unchecked_board(each["position"]), depth)
            assert found == wanted, (each["name"], depth, found, wanted)
            print(f"{each['name']:32} depth {depth}: {found}", flush=True)


if __name__ == "__main__":
    if "--perft" in sys.argv:
        perft()
    else:
        numbers = [*map(int, sys.argv[1:]), *(2000, 0)[len(sys.argv) - 1 :]]
        compare(*numbers)
