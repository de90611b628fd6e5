"""The value of a position of 3D chess: pieces, and the columns on which they stand."""

from __future__ import annotations

import random
from typing import Final

from board_core.games.chess3d.board import (
    BISHOP,
    BLACK_BIT,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Board3D,
)
from board_core.games.chess3d.places import FILE_NAMES, FILE_OF, RANK_OF, SQUARE_COUNT

PIECE_VALUES: Final = [0, 100, 320, 310, 480, 900, 0]
"""Values by the kind of a piece, in centipawns."""

PIECE_COUNT: Final = 16  # numbers of pieces, with Black's bit

CENTRE_WEIGHTS: Final = {KNIGHT: 9, BISHOP: 6, QUEEN: 3, ROOK: 2, KING: -7}
PAWN_RANK_VALUES: Final = (0, 0, 2, 6, 14, 26, 45, 75, 110, 0)
"""Value of a pawn by its rank, from its own side."""
ROOK_FAR_VALUE: Final = 12
FAR_RANK: Final = 6

Worths = list[list[int]]
"""The value of each piece on each square for White, by square and piece."""


def centrality(file: int, rank: int) -> float:
    """Return 0 in the corners of the grid to about 6 in its middle."""
    return 6.0 - abs(file - 2.5) - abs(rank - 4.5) * 0.8


def value_on(kind: int, file: int, rank: int) -> int:
    """Return the value of a white piece on a column."""
    value = PIECE_VALUES[kind] + CENTRE_WEIGHTS.get(kind, 0) * centrality(file, rank)
    if kind == PAWN:
        value += PAWN_RANK_VALUES[rank] + (5 if 1 < file < len(FILE_NAMES) - 2 else 0)
    elif kind == ROOK and rank >= FAR_RANK:
        value += ROOK_FAR_VALUE
    return round(value)


def worths(chance: random.Random | None = None, taste: int = 0) -> Worths:
    """Return the values of pieces on squares, each changed by up to ``taste`` by chance."""
    table = [[0] * PIECE_COUNT for _ in range(SQUARE_COUNT)]
    for square, row in enumerate(table):
        for kind in (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING):
            file, rank = FILE_OF[square], RANK_OF[square]
            for piece, value in (
                (kind, value_on(kind, file, rank)),
                (kind | BLACK_BIT, -value_on(kind, file, 9 - rank)),
            ):
                row[piece] = value + (chance.randint(-taste, taste) if chance and taste else 0)
    return table


def score_of(board: Board3D, table: Worths) -> int:
    """Return the value of a position for the side to move, in centipawns."""
    total = sum(map(list.__getitem__, table, board.squares))
    return -total if board.turn else total
