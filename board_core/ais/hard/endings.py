"""Endings that a search sees too late, or that the sum of the pieces judges wrongly.

A king alone is driven to the edge, and by bishop and knight to the right corner. A pawn against a
king is won or drawn by the square of the pawn and its key squares. A rook's pawn wins nothing
against a king before it, with a bishop of the wrong color either. Bishops of opposite colors, and
a side without pawns that is hardly ahead, win seldom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .encoding import BISHOP, BLACK, KNIGHT, PAWN, QUEEN, ROOK, color_of, steps
from .evaluation import PIECE_WORTH
from .position import ChessSearchPosition

if TYPE_CHECKING:
    from mypy_extensions import i64

WON_ENDING: Final = 700  # centipawns beside the pieces
EDGE_WEIGHT: Final = 12  # centipawns a step of the lone king from the middle
NEAR_WEIGHT: Final = 8  # centipawns a step of the kings towards each other
CORNER_WEIGHT: Final = 20  # centipawns a step towards the corner where bishop and knight mate
ADVANCE_WEIGHT: Final = 15  # centipawns a rank of a pawn

FULL_SCALE: Final = 16
OPPOSITE_BISHOPS: Final = 8  # of FULL_SCALE, where there is no other piece
OPPOSITE_AND_OTHERS: Final = 13
HARDLY_AHEAD: Final = 3  # of FULL_SCALE, without a pawn and ahead by no more than a minor piece
LATE_PHASE: Final = 12


def lone_king(position: ChessSearchPosition) -> i64:
    """Return the score for the side to move where one side has its king only."""
    counts, kings = position.counts, position.kings
    strong: i64 = 0  # the side with pieces
    own: i64 = 0
    if _men_of(counts, 0) == 1:
        strong, own = 1, BLACK
    king, quarry = kings[strong], kings[1 - strong]
    pawns, knights, bishops = counts[own + PAWN], counts[own + KNIGHT], counts[own + BISHOP]
    heavy = counts[own + ROOK] + counts[own + QUEEN]
    score: i64 = pawns * PIECE_WORTH[PAWN] + knights * PIECE_WORTH[KNIGHT]
    score += bishops * PIECE_WORTH[BISHOP] + counts[own + ROOK] * PIECE_WORTH[ROOK]
    score += counts[own + QUEEN] * PIECE_WORTH[QUEEN]
    if not heavy and pawns:
        if not knights and stopped_in_corner(position, strong):
            return 0
        if pawns == 1 and not knights and not bishops:
            score = _pawn_alone(position, strong)
            return score if position.side == strong else -score
    elif not heavy and (not bishops or bishops + knights == 1):
        return 0
    score += WON_ENDING + NEAR_WEIGHT * (14 - _between(king, quarry))
    if pawns:
        score += ADVANCE_WEIGHT * _advances(position, strong)
    elif not heavy and bishops == 1 and knights == 1:
        score += CORNER_WEIGHT * (14 - _to_corner(position, quarry, own + BISHOP))
    else:
        score += EDGE_WEIGHT * (6 - from_edge(quarry))
    return score if position.side == strong else -score


def is_lone(position: ChessSearchPosition) -> bool:
    """Return whether a side has nothing but its king."""
    return _men_of(position.counts, 0) == 1 or _men_of(position.counts, BLACK) == 1


def drawishness(position: ChessSearchPosition, side: i64) -> i64:
    """Return the part of a lead of this side that counts, in sixteenths."""
    counts, own = position.counts, side << 3
    other = BLACK - own
    officers, theirs = _officers(counts, own), _officers(counts, other)
    if not counts[own + PAWN]:
        if officers - theirs <= PIECE_WORTH[BISHOP]:
            return HARDLY_AHEAD
        return FULL_SCALE
    if officers == PIECE_WORTH[BISHOP] and not theirs and stopped_in_corner(position, side):
        return 1
    if counts[BISHOP] == 1 and counts[BISHOP + BLACK] == 1:
        squares = position.squares
        white, black = squares.index(BISHOP), squares.index(BISHOP + BLACK)
        if color_of(white) != color_of(black):
            if officers == theirs == PIECE_WORTH[BISHOP]:
                return OPPOSITE_BISHOPS
            return OPPOSITE_AND_OTHERS
    return FULL_SCALE


def stopped_in_corner(position: ChessSearchPosition, side: i64) -> bool:
    """Return whether all pawns are on one rook's file whose corner the enemy's king holds, and no
    bishop covers that corner.
    """
    squares, own = position.squares, side << 3
    file: i64 = -1
    square: i64 = 0
    while square < 64:
        if squares[square] == own + PAWN:
            if file < 0:
                file = square & 7
            if square & 7 != file:
                return False
        square += 1
    if file != 0 and file != 7:
        return False
    corner = file if side else file + 56
    square = 0
    while square < 64:
        if squares[square] == own + BISHOP and color_of(square) == color_of(corner):
            return False
        square += 1
    quarry = position.kings[1 - side]
    return steps(quarry, corner) <= 1


def _pawn_alone(position: ChessSearchPosition, strong: i64) -> i64:
    """Return the score for the side with a pawn against a king."""
    turn: i64 = 56 if strong else 0  # to see the board from that side
    pawn: i64 = position.squares.index(PAWN + (strong << 3)) ^ turn
    king, quarry = position.kings[strong] ^ turn, position.kings[1 - strong] ^ turn
    to_move = position.side == strong
    file, rank = pawn & 7, pawn >> 3
    goal = 56 + file
    won = WON_ENDING + PIECE_WORTH[PAWN] + ADVANCE_WEIGHT * rank
    far = 7 - rank - (1 if rank == 1 else 0)
    free = king & 7 != file or king < pawn
    if free and steps(quarry, goal) > far + (0 if to_move else 1):
        return won  # the king is outside the square of the pawn
    if not to_move and steps(quarry, pawn) == 1 and steps(king, pawn) > 1:
        return 0
    drawn = 4 * rank - _between(king, pawn)
    if file == 0 or file == 7:
        side_file: i64 = 1 if file == 0 else 6
        holds = king & 7 == side_file and king >> 3 >= 6
        return won if holds and steps(quarry, goal) > 1 else drawn
    ahead = (king >> 3) - rank
    near = -1 <= (king & 7) - file <= 1
    if near and (ahead == 2 or (ahead == 1 and rank >= 4)):
        return won
    if near and ahead == 1 and quarry == king + 16 and not to_move:
        return won  # it has the opposition
    return drawn


def _to_corner(position: ChessSearchPosition, king: i64, bishop: i64) -> i64:
    """Return the steps of a king to the nearer corner of the bishop's color."""
    if color_of(position.squares.index(bishop)):
        return min(_between(king, 7), _between(king, 56))
    return min(_between(king, 0), _between(king, 63))


def _advances(position: ChessSearchPosition, side: i64) -> i64:
    """Return the ranks that the pawns of a side have come, in all."""
    squares, pawn = position.squares, PAWN + (side << 3)
    ranks: i64 = 0
    square: i64 = 8
    while square < 56:
        if squares[square] == pawn:
            ranks += 7 - (square >> 3) if side else square >> 3
        square += 1
    return ranks


def _officers(counts: list[i64], own: i64) -> i64:
    """Return the worth of the pieces beside king and pawns."""
    score = counts[own + KNIGHT] * PIECE_WORTH[KNIGHT] + counts[own + BISHOP] * PIECE_WORTH[BISHOP]
    return score + counts[own + ROOK] * PIECE_WORTH[ROOK] + counts[own + QUEEN] * PIECE_WORTH[QUEEN]


def _men_of(counts: list[i64], own: i64) -> i64:
    pieces = counts[own + KNIGHT] + counts[own + BISHOP] + counts[own + ROOK] + counts[own + QUEEN]
    return 1 + counts[own + PAWN] + pieces


def from_edge(square: i64) -> i64:
    """Return 0 in the corners to 6 on the four squares in the middle."""
    file, rank = square & 7, square >> 3
    return min(file, 7 - file) + min(rank, 7 - rank)


def _between(one: i64, other: i64) -> i64:
    """Return the steps along files plus those along ranks."""
    files, ranks = (one & 7) - (other & 7), (one >> 3) - (other >> 3)
    return max(files, -files) + max(ranks, -ranks)
