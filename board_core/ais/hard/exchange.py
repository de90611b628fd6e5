"""What a capture gains when both sides go on taking on its square for as long as it pays.

*Static exchange evaluation* in the Chess Programming Wiki: no move is made for it. Pins are
overlooked, and who may take is known by kind alone, the least valuable first.
"""

from __future__ import annotations

from .encoding import BISHOP, BLACK, KING, KNIGHT, KNIGHT_HITS, PAWN, PAWN_HITS, QUEEN, RAYS, ROOK
from .evaluation import PIECE_WORTH
from .position import ChessSearchPosition


def loses(position: ChessSearchPosition, move: int, at_most: int) -> bool:
    """Whether a capture costs more than so many centipawns."""
    squares, start, end = position.squares, move & 63, move >> 6 & 63
    taken = PIECE_WORTH[squares[end] & 7 or PAWN]  # in passing: its square is empty
    mover = PIECE_WORTH[squares[start] & 7]
    if mover <= taken + at_most:
        return False  # even if it is taken in turn
    if mover > taken + PIECE_WORTH[PAWN] + at_most:
        pawn = PAWN + BLACK - (position.side << 3)
        for square in PAWN_HITS[position.side][end]:
            if squares[square] == pawn:
                return True  # which can take it, and is all that is won in turn
    takers = _takers(squares, start, end)
    side = 1 - position.side
    gains, at_risk = [taken], mover
    counts = [0, 0]
    while counts[side] < len(takers[side]):
        gains.append(at_risk - gains[-1])
        at_risk = takers[side][counts[side]]
        counts[side] += 1
        side = 1 - side
    score = gains.pop()
    while gains:
        score = min(gains.pop(), -score)
    return score < -at_most


def _takers(squares: list[int], start: int, end: int) -> list[list[int]]:
    """By side: the worth of each that could take on a square once the piece at start is there."""
    takers: list[list[int]] = [[], []]
    for kind in (BISHOP, ROOK):
        for ray in RAYS[kind][end]:
            for square in ray:
                piece = squares[square]
                if not piece:
                    continue
                if piece & 7 not in (kind, QUEEN):
                    break
                if square != start:  # those behind it follow
                    takers[piece >> 3].append(PIECE_WORTH[piece & 7])
    for square in KNIGHT_HITS[end]:
        if squares[square] & 7 == KNIGHT and square != start:
            takers[squares[square] >> 3].append(PIECE_WORTH[KNIGHT])
    for side in (0, 1):
        for square in PAWN_HITS[1 - side][end]:
            if squares[square] == PAWN + side * BLACK and square != start:
                takers[side].append(PIECE_WORTH[PAWN])
    for ray in RAYS[KING][end]:
        if squares[ray[0]] & 7 == KING and ray[0] != start:
            takers[squares[ray[0]] >> 3].append(PIECE_WORTH[KING])
    takers[0].sort()
    takers[1].sort()
    return takers
