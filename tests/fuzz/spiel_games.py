"""Random games of OpenSpiel, thousands of them, through the conformance suite of games.

The suite of tests plays a few of each; this plays as many as are wanted of all that there are, and
writes a line for each. Its exit code is 1 if anything is not as it must be.

    python tests/fuzz/spiel_games.py --games 1000
    python tests/fuzz/spiel_games.py --games 100 othello 'hex(board_size=7)'
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from board_core.author.conformance import Violation
from board_core.author.testing import check_rules
from board_core.games.spiel import spiel_names, spiel_rules


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="random games of each")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("names", nargs="*", help="which games; without any, all")
    asked = parser.parse_args()
    names = asked.names or spiel_names()
    wrong = 0
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
        for name, violations, seconds in pool.map(checked, names, [asked.games] * len(names)):
            write(f"{name:32}{len(violations):4} violations{seconds:8.1f} s")
            for violation in violations:
                write(f"    {violation.law}: {violation}")
            wrong += len(violations)
    write(f"{len(names)} games, {asked.games} random games of each, {wrong} violations")
    return 1 if wrong else 0


def checked(name: str, games: int) -> tuple[str, tuple[Violation, ...], float]:
    """Return what is wrong with the rules of a game, and the seconds of processor time it took."""
    began = time.process_time()
    violations = check_rules(spiel_rules(name), games)
    return name, violations, time.process_time() - began


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
