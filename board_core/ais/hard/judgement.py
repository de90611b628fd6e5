"""Relations between pieces, which the places of single pieces do not show.

The *frame* consists of pawns and kings: passed, weak and connected pawns, a king's shelter. It
changes seldom, so that a :class:`Judge` remembers it. The *activity* is that of the other pieces:
how far they see, what they protect and threaten, how they press on the enemy's king. It is computed
for every position. A search asks for either only where it can matter.

The numbers are centipawns, and come from the same fit as the tables of ``evaluation``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .encoding import (
    BISHOP,
    BLACK,
    KING,
    KING_HITS,
    KNIGHT,
    MIXED_UNIT,
    PAWN,
    PAWN_HITS,
    PIECE_KEYS,
    QUEEN,
    RAYS,
    ROOK,
    at_phase,
    mixed,
    steps,
)
from .endings import FULL_SCALE, LATE_PHASE, drawishness, is_lone, lone_king
from .position import ChessSearchPosition

if TYPE_CHECKING:
    from mypy_extensions import i64


def _all_mixed(weights: list[tuple[int, int]]) -> list[i64]:
    return [mixed(early, late) for early, late in weights]


# Weights are mixed numbers: of the middle game and of the ending.

# fmt: off
# Weights of a pawn, in addition to its value in the tables.
PASSED_PAWN: Final = _all_mixed([  # by rank: no enemy pawn can stop it
    (0, 0), (-9, -3), (-2, 19), (-33, 31), (-55, 60), (-78, 92), (-30, 235), (0, 0)
])
KING_ESCORT: Final[i64] = mixed(7, -8)  # for each step of its king to its path, by rank
KING_CHASE: Final[i64] = mixed(-4, 14)  # the same for the enemy's king
SUPPORTED_PASSED_PAWN: Final[i64] = mixed(18, -1)  # a passed pawn with a pawn behind or beside
SUPPORTED_PAWN: Final[i64] = mixed(19, 19)  # a pawn behind protects it
PAWN_BESIDE: Final[i64] = mixed(10, 6)  # a pawn stands next to it
ISOLATED_PAWN: Final[i64] = mixed(-7, -2)  # no pawn is on the files beside it
DOUBLED_PAWN: Final[i64] = mixed(-7, -29)  # a pawn is behind it on its file
BACKWARD_PAWN: Final[i64] = mixed(-10, -11)  # those beside it are ahead; it is taken if it follows

# Weights of a king, for each file that it stands on or beside.
PAWN_SHELTER: Final = _all_mixed([  # by steps to its pawn; 0: further
    (0, 0), (19, -8), (14, -7)
])
PAWN_STORM: Final = _all_mixed([  # an enemy pawn within two steps; at three steps
    (-26, -8), (-7, -7)
])
EMPTY_KING_FILE: Final[i64] = mixed(-21, -23)  # the file has no pawn

# Weights of the other pieces.
PIECE_REACH: Final = _all_mixed([  # by kind, for each square up to the first piece in its way
    (0, 0), (0, 0), (9, 5), (8, 8), (8, 5), (2, 2), (0, 0)
])
KING_PRESSURE: Final[list[i64]] = [52, -42]  # sixteenths, by the square of attacks around the king
CHASED_PIECE: Final[i64] = mixed(-76, -34)  # an enemy pawn attacks it
SEEN_PIECE: Final = _all_mixed([  # by kind and seen piece: 1 … 6 own, 9 … 14 the enemy's
    *[(0, 0)] * 32,
        (0, 0), (-3, 0), (0, 1), (0, 0), (2, -10), (1, -29), (-3, -2), (0, 0),
        (0, 0), (-15, 15), (0, 0), (47, 49), (102, 40), (65, -20), (0, 0), (0, 0),
        (0, 0), (-4, -4), (9, 20), (0, 0), (8, -9), (4, 7), (1, -7), (0, 0),
        (0, 0), (-1, 8), (29, 39), (0, 0), (55, 46), (46, 211), (0, 0), (0, 0),
        (0, 0), (8, -21), (27, -18), (18, -10), (17, -11), (14, 13), (20, -18), (0, 0),
        (0, 0), (9, -1), (19, 49), (29, 36), (0, 0), (102, 90), (0, 0), (0, 0),
        (0, 0), (-5, -16), (4, -60), (4, -37), (4, -16), (-44, -59), (-6, -61), (0, 0),
        (0, 0), (-4, 20), (-3, 42), (-5, 80), (14, 8), (0, 0), (0, 0), (0, 0),
])
OPEN_FILE: Final[i64] = mixed(43, -34)  # a rook on a file without pawns
HALF_OPEN_FILE: Final[i64] = mixed(17, 2)  # a rook on a file with enemy pawns only
PIECE_OUTPOST: Final = _all_mixed([  # knight or bishop by rank, protected by a pawn
    (0, 0), (0, 0), (6, 14), (27, 19), (21, 43), (45, 29), (0, 0), (0, 0)
])
FREE_PASSED_PAWN: Final = _all_mixed([  # passed pawn by rank, nothing stands before it
    (0, 0), (-4, 22), (-27, 10), (12, 10), (11, 12), (0, 79), (25, 95), (0, 0)
])
BISHOP_PAIR: Final[i64] = mixed(29, 39)  # of bishops
TEMPO: Final[i64] = mixed(63, 37)  # for the side to move
# fmt: on

BOARD_FLIP: Final = 56  # exclusive or with it gives a square as the other side sees it
NO_PAWN: Final = 9  # stands for the rank of the last pawn on a file without pawns

ZONE_BITS: Final = 8
ZONE_UNIT: Final = 1 << ZONE_BITS
KING_ZONES: Final[list[list[i64]]] = [
    [1 + ZONE_UNIT * (end == king or end in KING_HITS[king]) for end in range(64)]
    for king in range(64)
]
"""Values of squares near a king, by the king's square: 1, plus ``ZONE_UNIT`` next to it.

One sum over squares counts both all squares and those near the king.
"""

FRAME_MARGIN: Final = 350
"""Centipawns from the window of a search beyond which only the tables are used."""
ACTIVITY_MARGIN: Final = 120
"""The same for the activity, once the frame is known."""


REMEMBERED_STRUCTURES: Final = 1 << 12
REMEMBERED_FRAMES: Final = 1 << 13


class PawnStructure:
    """Keeps the score of the pawns alone.

    ``ranks`` has by side * 10 and file (1 … 8) the rank of its last pawn, as that side sees it.
    """

    def __init__(self, key: i64, ranks: list[i64]) -> None:
        self.key = key
        self.ranks = ranks
        self.score: i64 = 0  # for White, mixed
        self.passed: list[list[i64]] = [[], []]  # by side: squares, seen from that side


class PawnFrame:
    """Keeps the score of pawns and kings."""

    def __init__(self, key: i64, score: i64, pawns: PawnStructure) -> None:
        self.key = key
        self.score = score  # for White, mixed
        self.pawns = pawns


class Judge:
    """Scores positions, and remembers the last frames that it has seen."""

    def __init__(self, knows_endings: bool = True) -> None:
        self._knows_endings = knows_endings
        empty = PawnStructure(0, [NO_PAWN] * 20)
        self._structures = [empty] * REMEMBERED_STRUCTURES
        self._frames = [PawnFrame(0, 0, empty)] * REMEMBERED_FRAMES

    def score(self, position: ChessSearchPosition, alpha: i64, beta: i64) -> i64:
        """Return the score for the side to move, roughly if it is far from the window."""
        phase = position.phase
        if phase <= LATE_PHASE and self._knows_endings and is_lone(position):
            return lone_king(position)
        sign: i64 = -1 if position.side else 1
        own = at_phase(TEMPO + sign * position.score, phase)
        if own <= alpha - FRAME_MARGIN or own >= beta + FRAME_MARGIN:
            return own
        frame = self._frame(position)
        total = TEMPO + sign * (position.score + frame.score)
        own = at_phase(total, phase)
        if own <= alpha - ACTIVITY_MARGIN or own >= beta + ACTIVITY_MARGIN:
            return own
        own = at_phase(total + sign * self._activity(position, frame.pawns), phase)
        if phase <= LATE_PHASE:
            own = (
                own
                * drawishness(position, position.side if own > 0 else 1 - position.side)
                // FULL_SCALE
            )
        return own

    def frame(self, position: ChessSearchPosition) -> i64:
        """Return the mixed score of pawns and kings, for White."""
        return self._frame(position).score

    def activity(self, position: ChessSearchPosition) -> i64:
        """Return the mixed score of the other pieces' activity, for White."""
        return self._activity(position, self._frame(position).pawns)

    def _frame(self, position: ChessSearchPosition) -> PawnFrame:
        key = position.frame
        at = key & (REMEMBERED_FRAMES - 1)
        known = self._frames[at]
        if known.key != key:
            pawns, kings = self._structure(position), position.kings
            score = pawns.score
            white, black = kings[0], kings[1]
            score += _safety(white, pawns.ranks, 0)
            score -= _safety(black ^ BOARD_FLIP, pawns.ranks, 10)
            for square in pawns.passed[0]:
                score += _race(square, white, black)
            for square in pawns.passed[1]:
                score -= _race(square, black ^ BOARD_FLIP, white ^ BOARD_FLIP)
            known = PawnFrame(key, score, pawns)
            self._frames[at] = known
        return known

    def _structure(self, position: ChessSearchPosition) -> PawnStructure:
        white, black = position.kings[0], position.kings[1]
        key = position.frame ^ PIECE_KEYS[KING * 64 + white]
        key ^= PIECE_KEYS[(KING + BLACK) * 64 + black]
        at = key & (REMEMBERED_STRUCTURES - 1)
        known = self._structures[at]
        if known.key != key:
            squares = position.squares
            known = PawnStructure(key, _last_ranks(squares))
            self._structures[at] = known
            square: i64 = 8
            while square < 56:
                if squares[square] == PAWN:
                    known.score += _pawn(squares, square, 0, known)
                elif squares[square] == PAWN + BLACK:
                    known.score -= _pawn(squares, square, 1, known)
                square += 1
        return known

    def _activity(self, position: ChessSearchPosition, pawns: PawnStructure) -> i64:
        squares, kings = position.squares, position.kings
        total: i64 = 0
        pressure: i64 = 0
        pressure_of_black: i64 = 0
        zones = [KING_ZONES[kings[1]], KING_ZONES[kings[0]]]
        square: i64 = -1
        for piece in squares:
            square += 1
            kind = piece & 7
            if kind < KNIGHT or kind == KING:
                continue
            side = piece >> 3
            zone = zones[side]
            meets, turn = kind * 16, side << 3
            seen: i64 = 0
            score: i64 = 0
            for ray in RAYS[kind * 64 + square]:
                for end in ray:
                    seen += zone[end]
                    target = squares[end]
                    if target:
                        score += SEEN_PIECE[meets + (target ^ turn)]
                        break
            score += PIECE_REACH[kind] * (seen & (ZONE_UNIT - 1))
            enemy = PAWN + BLACK - turn
            for start in PAWN_HITS[side * 64 + square]:
                if squares[start] == enemy:
                    score += CHASED_PIECE
                    break
            if kind == ROOK:
                score += _file(pawns.ranks, square & 7, side)
            elif kind != QUEEN:
                own = enemy ^ BLACK
                for start in PAWN_HITS[(1 - side) * 64 + square]:
                    if squares[start] == own:
                        score += PIECE_OUTPOST[square >> 3 ^ 7 * side]
                        break
            if side:
                total -= score
                pressure_of_black += seen >> ZONE_BITS
            else:
                total += score
                pressure += seen >> ZONE_BITS
        for square in pawns.passed[0]:
            if not squares[square + 8]:
                total += FREE_PASSED_PAWN[square >> 3]
        for square in pawns.passed[1]:
            if not squares[(square + 8) ^ BOARD_FLIP]:
                total -= FREE_PASSED_PAWN[square >> 3]
        counts = position.counts
        if counts[BISHOP] >= 2:
            total += BISHOP_PAIR
        if counts[BISHOP + BLACK] >= 2:
            total -= BISHOP_PAIR
        attack = pressure * pressure - pressure_of_black * pressure_of_black
        return (
            total + (attack * KING_PRESSURE[0] >> 4) + (attack * KING_PRESSURE[1] >> 4) * MIXED_UNIT
        )


def _pawn(squares: list[i64], square: i64, side: i64, structure: PawnStructure) -> i64:
    """Return the score of a pawn for its side, and record a passed one in the structure."""
    pawn = PAWN + (side << 3)
    ranks, own, enemy = structure.ranks, side * 10, 10 - side * 10
    file, rank = (square & 7) + 1, square >> 3
    ahead = square + 8
    if side:
        rank, ahead = 7 - rank, square - 8
    score: i64 = 0
    supported = False
    for start in PAWN_HITS[(1 - side) * 64 + square]:
        if squares[start] == pawn:
            supported = True
    beside = (file > 1 and squares[square - 1] == pawn) or (
        file < 8 and squares[square + 1] == pawn
    )
    if supported:
        score += SUPPORTED_PAWN
    if beside:
        score += PAWN_BESIDE
    behind = min(ranks[own + file - 1], ranks[own + file + 1])
    if behind == NO_PAWN:
        score += ISOLATED_PAWN
    elif behind > rank:
        pawn = PAWN + BLACK - (side << 3)
        for start in PAWN_HITS[side * 64 + ahead]:
            if squares[start] == pawn:
                score += BACKWARD_PAWN
                break
    if ranks[own + file] < rank:
        score += DOUBLED_PAWN
    guarded = min(ranks[enemy + file - 1], min(ranks[enemy + file], ranks[enemy + file + 1]))
    if 7 - guarded <= rank:
        structure.passed[side].append(square ^ BOARD_FLIP if side else square)
        score += PASSED_PAWN[rank]
        if supported or beside:
            score += SUPPORTED_PASSED_PAWN
    return score


def _race(pawn: i64, king: i64, other: i64) -> i64:
    """Return the score of the kings' distances to the path of a white passed pawn."""
    rank = pawn >> 3
    if rank <= 2:
        return 0
    way = KING_ESCORT * steps(king, pawn + 8) + KING_CHASE * steps(other, pawn + 8)
    return (rank - 2) * way


def _safety(king: i64, ranks: list[i64], own: i64) -> i64:
    """Return the score of the pawns before a white king, and of those that come for it."""
    rank, file = king >> 3, king & 7
    enemy = 10 - own
    score: i64 = 0
    near = max(1, file)
    last = min(8, file + 2)
    while near <= last:
        ours, theirs = ranks[own + near], ranks[enemy + near]
        ahead = ours - rank
        if 1 <= ahead <= 2:
            score += PAWN_SHELTER[ahead]
        if ours == NO_PAWN and theirs == NO_PAWN:
            score += EMPTY_KING_FILE
        coming = 7 - theirs - rank
        if 1 <= coming <= 3:
            score += PAWN_STORM[coming // 3]
        near += 1
    return score


def _file(ranks: list[i64], file: i64, side: i64) -> i64:
    """Return the score of a rook's file."""
    if ranks[side * 10 + file + 1] != NO_PAWN:
        return 0
    return OPEN_FILE if ranks[(1 - side) * 10 + file + 1] == NO_PAWN else HALF_OPEN_FILE


def _last_ranks(squares: list[i64]) -> list[i64]:
    """Return by side * 10 and file (1 … 8) the rank of the last pawn, seen from that side."""
    ranks: list[i64] = [NO_PAWN] * 20
    square: i64 = 8
    while square < 56:
        piece = squares[square]
        if piece & 7 == PAWN:
            file = (square & 7) + 1
            if piece == PAWN:
                ranks[file] = min(ranks[file], square >> 3)
            else:
                ranks[10 + file] = 7 - (square >> 3)  # the last one found is the last
        square += 1
    return ranks
