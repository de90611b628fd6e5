"""Static exchange evaluation: the gain of a capture when both sides go on taking on its square.

See *Static Exchange Evaluation* in the Chess Programming Wiki. No move is made for it. It ignores
pins; the least valuable piece takes first.
"""

from __future__ import annotations

from .encoding import BISHOP, BLACK, KING, KNIGHT, KNIGHT_HITS, PAWN, PAWN_HITS, QUEEN, RAYS, ROOK
from .evaluation import PIECE_WORTH
from .position import ChessSearchPosition


def loses(position: ChessSearchPosition, move: int, at_most: int) -> bool:
    """Return whether a capture costs more than so many centipawns."""
    squares, start, end = position.squares, move & 63, move >> 6 & 63
    taken = PIECE_WORTH[squares[end] & 7 or PAWN]  # the square is empty after en passant
    mover = PIECE_WORTH[squares[start] & 7]
    if mover <= taken + at_most:
        return False  # even if the other side takes back
    if mover > taken + PIECE_WORTH[PAWN] + at_most:
        pawn = PAWN + BLACK - (position.side << 3)
        for square in PAWN_HITS[position.side][end]:
            if squares[square] == pawn:
                return True  # this pawn takes back and costs too little to matter
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
    """Return by side the worth of each piece that could take once the piece at start has moved."""
    takers: list[list[int]] = [[], []]
    for kind in (BISHOP, ROOK):
        for ray in RAYS[kind][end]:
            for square in ray:
                piece = squares[square]
                if not piece:
                    continue
                if piece & 7 not in (kind, QUEEN):
                    break
                if square != start:  # pieces behind the mover take too
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
