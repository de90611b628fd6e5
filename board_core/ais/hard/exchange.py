"""Static exchange evaluation: the gain of a move when both sides go on taking on its square.

See *Static Exchange Evaluation* in the Chess Programming Wiki. No move is made for it. It ignores
pins; the least valuable piece takes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .encoding import BISHOP, BLACK, KING, KNIGHT, KNIGHT_HITS, PAWN, PAWN_HITS, QUEEN, RAYS, ROOK
from .evaluation import PIECE_WORTH
from .position import ChessSearchPosition, touches

if TYPE_CHECKING:
    from mypy_extensions import i64

# The pieces that can take are counted by kind in one integer, pawns lowest, Black's above White's.
COUNT_BITS: Final = 4
COUNT_MASK: Final = 15
SIDE_BITS: Final = 24
SIDE_MASK: Final = (1 << SIDE_BITS) - 1
ONE_TAKER: Final[list[i64]] = [
    1 << (piece & 7) * COUNT_BITS - COUNT_BITS + (piece >> 3) * SIDE_BITS if piece & 7 else 0
    for piece in range(15)
]
"""The count of one piece."""


def loses(position: ChessSearchPosition, move: i64, at_most: i64) -> bool:
    """Return whether a move without promotion costs more than so many centipawns."""
    squares, start, end = position.squares, move & 63, move >> 6 & 63
    piece = squares[start]
    kind = piece & 7
    taken = PIECE_WORTH[squares[end] & 7]
    if kind == PAWN and end == position.en_passant:
        taken = PIECE_WORTH[PAWN]
    at_risk = PIECE_WORTH[kind]
    if at_risk <= taken + at_most:
        return False  # even if the other side takes back
    side = piece >> 3
    if at_risk > taken + PIECE_WORTH[PAWN] + at_most:
        pawn = PAWN + BLACK - (side << 3)
        for square in PAWN_HITS[side * 64 + end]:
            if squares[square] == pawn:
                return True  # this pawn takes back and costs too little to matter
    takers = _takers(position, start, end)
    ours = (takers >> SIDE_BITS) if side else takers & SIDE_MASK
    theirs = takers & SIDE_MASK if side else (takers >> SIDE_BITS)
    # The balance if they take back: below 0 here, and at each turn of theirs.
    balance = taken - at_risk + at_most
    while True:
        kind = _least(theirs)
        if not kind or (kind == KING and ours):  # a king cannot take what is protected
            return False
        theirs -= ONE_TAKER[kind]
        balance += PIECE_WORTH[kind]
        kind = _least(ours)
        if balance < 0 or not kind or (kind == KING and theirs):
            return True
        ours -= ONE_TAKER[kind]
        balance -= PIECE_WORTH[kind]
        if balance >= 0:
            return False  # even if they take back


def _least(takers: i64) -> i64:
    """Return the kind of the least valuable piece among those counted, 0 if there is none."""
    kind: i64 = 1
    while takers:
        if takers & COUNT_MASK:
            return kind
        takers >>= COUNT_BITS
        kind += 1
    return 0


def _takers(position: ChessSearchPosition, start: i64, end: i64) -> i64:
    """Return the pieces of both sides that can take once the piece at start has moved, counted."""
    squares = position.squares
    takers: i64 = 0
    slider: i64 = BISHOP
    while slider <= ROOK:
        for ray in RAYS[slider * 64 + end]:
            for square in ray:
                piece = squares[square]
                if not piece or square == start:
                    continue
                kind = piece & 7
                if kind != slider and kind != QUEEN:
                    break
                takers += ONE_TAKER[piece]
        slider += 1
    for square in KNIGHT_HITS[end]:
        if squares[square] & 7 == KNIGHT and square != start:
            takers += ONE_TAKER[squares[square]]
    for square in PAWN_HITS[64 + end]:
        if squares[square] == PAWN and square != start:
            takers += ONE_TAKER[PAWN]
    for square in PAWN_HITS[end]:
        if squares[square] == PAWN + BLACK and square != start:
            takers += ONE_TAKER[PAWN + BLACK]
    side: i64 = 0
    while side < 2:
        king = position.kings[side]
        if king != start and touches(king, end):
            takers += ONE_TAKER[KING + side * BLACK]
        side += 1
    return takers
