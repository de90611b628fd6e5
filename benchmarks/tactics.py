"""Measures how many tactical positions the search of `hard` solves.

    python benchmarks/tactics.py [--seconds 1 | --nodes N] [--plain] [--processes 2]

``--plain`` uses the search in Python even if a compiled one exists; time is processor time. Both
search the same nodes, so ``--nodes`` tells quickly what the plain one solves in a time. The
positions are those of ``tactics.epd``, of five kinds: a mate in two to four moves, a move that
offers a piece, a quiet one, another one that wins, and the only one that does not lose.
``make_tactics.py`` has made them, and says how.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from functools import partial
from math import inf
from multiprocessing import Pool
from pathlib import Path

import chess
from ai import without_machine_code
from measuring import machine, table

NO_LIMIT = 1 << 62
POSITIONS = Path(__file__).with_suffix(".epd")


def solved(seconds: float, nodes: int, line: str) -> tuple[str, bool]:
    """Search a position; return its kind, and whether the best move is that of the file."""
    from board_core.ais.hard.choosing import to_chess
    from board_core.ais.hard.evaluation import tables_for
    from board_core.ais.hard.search import ChessSearch

    board, operations = chess.Board.from_epd(line)
    best = operations["bm"]
    assert isinstance(best, list)
    ends = time.process_time() + seconds
    search = ChessSearch(board, tables_for(board), (), lambda: time.process_time() >= ends, nodes)
    for _found in search.deepen():
        pass
    return str(operations["c0"]), to_chess(search.best_move) in best


def solve(seconds: float, nodes: int, processes: int, *, plain: bool) -> None:
    lines = POSITIONS.read_text().splitlines()
    with Pool(processes, without_machine_code if plain else None) as pool:
        found = pool.map(partial(solved, seconds, nodes), lines, chunksize=4)
    kinds = Counter(kind for kind, _ in found)
    right = Counter(kind for kind, is_right in found if is_right)
    rows = [(kind, str(count), f"{right[kind] / count:.1%}") for kind, count in kinds.most_common()]
    rows.append(("all", str(kinds.total()), f"{right.total() / kinds.total():.1%}"))
    limit = f"{seconds:g} s" if nodes == NO_LIMIT else f"{nodes:,} nodes"
    table((f"in {limit}", "positions", "solved"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int, default=NO_LIMIT)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    if asked.plain:
        without_machine_code()
    from board_core.ais import search_build

    compiled = search_build("hard").is_compiled and not asked.plain
    print(f"{machine()}, {'compiled' if compiled else 'plain'}\n")
    seconds = asked.seconds or (1.0 if asked.nodes == NO_LIMIT else inf)
    solve(seconds, asked.nodes, asked.processes, plain=asked.plain)


if __name__ == "__main__":
    main()
