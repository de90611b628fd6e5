"""Random games of every rule and size, played by our rules and by slow ones: do they agree?

    python benchmarks/gomoku_rules.py [GAMES]

With open_spiel installed, its gomoku is asked too (freestyle).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from board_core.games.gomoku import GOMOKU_GAMES

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "games"))

oracle = import_module("gomoku_oracle")


def main(games: int) -> None:
    spiel = import_module("pyspiel") if find_spec("pyspiel") else None
    for name, rules in GOMOKU_GAMES.items():
        board = rules.start(None).native
        began, results, plies, forbidden = time.perf_counter(), Counter[str](), 0, 0
        for seed in range(games):
            result, length, forbade = oracle.compare(
                rules, board.size, board.rule, seed, every=10_000 if seed % 20 else 50
            )
            results[result] += 1
            plies += length
            forbidden += forbade
        seconds = time.perf_counter() - began
        told = ", ".join(f"{result} {count}" for result, count in sorted(results.items()))
        print(f"{name:20} {games} games, {plies} plies, {told}, {forbidden} forbidden moves tried")
        print(f"{'':20} agree; {seconds:.0f} s", flush=True)
        if spiel is not None and board.rule == "freestyle":
            for seed in range(games):
                oracle.compare_with_open_spiel(spiel, rules, board.size, seed)
            print(f"{'':20} open_spiel agrees in {games} games", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
