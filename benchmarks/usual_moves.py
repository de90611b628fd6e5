"""Random games played by our usual moves and by python-chess: do they agree on every move?

    python benchmarks/usual_moves.py [MOVES [SEED [PROCESSES]]]

Every legal move of every position is compared with its board and its SAN; in each 500th position,
the verdict on every two squares too.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "games"))

oracle = import_module("usual_moves_oracle")

SHARE = 50_000
"""Moves of one share of the work, which has its own seed."""


def main(moves: int, seed: int, processes: int) -> None:
    began, shares = time.perf_counter(), -(-moves // SHARE)
    with ProcessPoolExecutor(processes) as pool:
        seeds = range(seed, seed + shares)
        compared = sum(pool.map(oracle.compare, seeds, repeat(SHARE), repeat(500)))
    seconds = time.perf_counter() - began
    print(f"{compared} moves agree, seeds {seed} to {seed + shares - 1}; {seconds:.0f} s")


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], *("10000000", "1", "2")[len(sys.argv) - 1 :]]))
