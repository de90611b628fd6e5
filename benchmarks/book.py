"""Makes the lines of board_core/ais/openings.py: games that the ladder itself begins, by lot.

    python benchmarks/book.py [LINES]

Both sides first play what they like (a taste in squares, drawn anew for each move), then what is
good; a line is kept if a deeper search then finds neither side better off. Takes about a minute
with the compiled search.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count

import chess

from board_core.ais.hard.choosing import to_chess
from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.search import ChessSearch
from board_core.ais.openings import LINE_PLIES

FREELY, TASTE = 4, 12  # plies chosen by taste, which is measured in centipawns
EVEN = 50  # centipawns
ALIKE = 4  # the most lines that begin with the same three plies


def best(board: chess.Board, chance: random.Random, taste: int, nodes: int) -> tuple[int, int]:
    search = ChessSearch(board, tables_for(board, chance, taste), max_nodes=nodes)
    *_, found = search.deepen()
    return search.best_move, found.score


def line(seed: int) -> list[str] | None:
    """Return an opening in SAN; None if one side is better off after it."""
    chance, board, moves = random.Random(seed), chess.Board(), []
    for ply in range(LINE_PLIES):
        taste, nodes = (TASTE, 4000) if ply < FREELY else (4, 8000)
        moves.append(board.san(to_chess(best(board, chance, taste, nodes)[0])))
        board.push_san(moves[-1])
    return moves if abs(best(board, chance, 0, 60_000)[1]) <= EVEN else None


def lines() -> Iterator[str]:
    seen: Counter[tuple[str, ...]] = Counter()
    known: set[str] = set()
    for seed in count():
        moves = line(seed)
        if moves is not None and " ".join(moves) not in known and seen[tuple(moves[:3])] < ALIKE:
            seen[tuple(moves[:3])] += 1
            known.add(" ".join(moves))
            yield " ".join(moves)


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    print("\n".join(sorted(text for text, _ in zip(lines(), range(wanted), strict=False))))


if __name__ == "__main__":
    main()
