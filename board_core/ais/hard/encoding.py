"""Squares, pieces and moves as small integers, and the squares that each piece reaches.

========  ===============================================================================
a square  0 (a1) … 63 (h8), as in python-chess
a side    0 White, 1 Black
a piece   its kind, 1 (pawn) … 6 (king) as in python-chess, plus 8 for Black; 0 is no piece
a move    from + 64 * to + 4096 * the kind that a pawn becomes
ranked    rank * 32768 + move: to sort these numbers is to sort moves by how good they look
mixed     an amount in the middle game + 65536 * the same in the ending
========  ===============================================================================

All but keys stay below 2**30, where Python compares and adds integers fastest. Tables are flat
lists, with ``piece * 64 + square`` as the index of a piece on a square. Compiled, an ``i64`` is a
machine word instead of a Python object.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64  # an int where nothing is compiled

PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6
BLACK: Final = 8

PROMOTION_UNIT: Final = 4096
RANK_BITS: Final = 15
RANK_UNIT: Final = 1 << RANK_BITS
MOVE_BITS: Final = RANK_UNIT - 1  # the move within a ranked number
CAPTURE_RANK: Final = 1 << 14
"""The least rank of captures and new queens; quiet moves are below."""
HIGHEST_RANK: Final = (1 << 15) - 1  # the highest rank there is

NO_SQUARE: Final = 64  # stands for a missing en passant square

ROOK_STEPS: Final = [(0, 1), (1, 0), (0, -1), (-1, 0)]
BISHOP_STEPS: Final = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT_STEPS: Final = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
PIECE_STEPS: Final = [
    [],
    [],  # pawns have tables of their own
    KNIGHT_STEPS,
    BISHOP_STEPS,
    ROOK_STEPS,
    ROOK_STEPS + BISHOP_STEPS,
    ROOK_STEPS + BISHOP_STEPS,
]


def _ray(square: int, step: tuple[int, int], longest: int) -> list[i64]:
    """Return the squares in one direction to the edge of the board, nearest first."""
    ray: list[i64] = []
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8 and len(ray) < longest:
        ray.append(rank * 8 + file)
        file, rank = file + step[0], rank + step[1]
    return ray


def _rays(kind: int, square: int) -> list[list[i64]]:
    longest = 1 if kind in (KNIGHT, KING) else 7
    rays = [_ray(square, step, longest) for step in PIECE_STEPS[kind]]
    return [ray for ray in rays if ray]


def _pawn_hits(side: int, square: int) -> list[i64]:
    ahead = -1 if side else 1
    return _ray(square, (-1, ahead), 1) + _ray(square, (1, ahead), 1)


def _lines(square: int) -> list[list[i64]]:
    lines: list[list[i64]] = [[] for _ in range(64)]
    for ray in _rays(QUEEN, square):
        for other in ray:
            lines[other] = ray
    return lines


RAYS: Final = [_rays(kind, square) for kind in range(7) for square in range(64)]
"""The squares in each direction, nearest first, by kind and square."""
KNIGHT_HITS: Final = [[ray[0] for ray in _rays(KNIGHT, square)] for square in range(64)]
KING_HITS: Final = [[ray[0] for ray in _rays(KING, square)] for square in range(64)]
PAWN_HITS: Final = [_pawn_hits(side, square) for side in (0, 1) for square in range(64)]
"""The squares where a pawn takes, by side and square."""
LINES_THROUGH: Final = [line for square in range(64) for line in _lines(square)]
"""The squares from a first through a second square to the edge, if they are in line."""

RIGHTS_KEPT: Final[list[i64]] = [
    {0: 13, 4: 12, 7: 14, 56: 7, 60: 3, 63: 11}.get(at, 15) for at in range(64)
]
"""The castling rights that remain when a move touches a square.

Bits 1 and 2 are White's short and long castling, bits 4 and 8 Black's.
"""

# Zobrist keys: the exclusive or of its numbers identifies a position (A. L. Zobrist, A New Hashing
# Method with Application for Game Playing, 1970). They are equal in every process, so that equal
# seeds play equal games.
_chance: Final = random.Random(1970)
KEY_BITS: Final = 60
PIECE_KEYS: Final[list[i64]] = [
    _chance.getrandbits(KEY_BITS) if piece else 0 for piece in range(15) for _ in range(64)
]
CASTLING_KEYS: Final[list[i64]] = [_chance.getrandbits(KEY_BITS) for _ in range(16)]
EN_PASSANT_KEYS: Final[list[i64]] = [_chance.getrandbits(KEY_BITS) for _ in range(64)] + [0]
"""By the en passant square; :data:`NO_SQUARE` has 0."""
SIDE_KEY: Final[i64] = _chance.getrandbits(KEY_BITS)

MIXED_UNIT: Final = 1 << 16
MIXED_HALF: Final = 1 << 15
FULL_PHASE: Final = 24
"""The phase at the start of a game; 0 is an ending with kings and pawns alone."""
KIND_PHASES: Final[list[i64]] = [0, 0, 1, 1, 2, 4, 0]
"""The part that a piece has in the phase, by kind."""
PHASE_SHARES: Final[list[i64]] = [
    min(256, round(256 * phase / FULL_PHASE)) for phase in range(8 * FULL_PHASE)
]
"""The share of the middle game in 256ths, by phase."""


def mixed(early: int, late: int) -> int:
    """Return an amount in the middle game and the same in the ending as one integer."""
    return early + MIXED_UNIT * late


def at_phase(amount: i64, phase: i64) -> i64:
    """Return what a mixed amount is worth in this phase."""
    late = (amount + MIXED_HALF) >> 16
    early = amount - (late << 16)
    share = PHASE_SHARES[phase]
    return (early * share + late * (256 - share)) >> 8


def color_of(square: i64) -> i64:
    """Return 1 for a light square, 0 for a dark one."""
    return (square ^ square >> 3) & 1


def steps(one: i64, other: i64) -> i64:
    """Return the steps of a king from one square to another."""
    files, ranks = (one & 7) - (other & 7), (one >> 3) - (other >> 3)
    return max(max(files, -files), max(ranks, -ranks))
