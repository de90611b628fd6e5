"""Relations between pieces, which the places of single pieces do not show.

The *frame* consists of pawns and kings: passed, weak and connected pawns, and where pawns stand to
both kings. It changes seldom, so that a :class:`Judge` remembers it. The *activity* is that of the
other pieces: how far they see, what they protect and threaten, how they press on the enemy's king.
It is computed for every position. A search asks for either only where it can matter.

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
    PAWN,
    PAWN_HITS,
    PIECE_KEYS,
    QUEEN,
    RAYS,
    ROOK,
    at_phase,
    color_of,
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
    (0, 0), (-1, -8), (-2, 23), (-21, 21), (-45, 61), (-65, 84), (-36, 223), (0, 0),
])
KING_ESCORT: Final[i64] = mixed(5, -10)  # for each step of its king to its path, by rank
KING_CHASE: Final[i64] = mixed(-2, 16)  # the same for the enemy's king
SUPPORTED_PASSED_PAWN: Final = _all_mixed([  # by rank: a passed pawn with a pawn behind or beside
    (0, 0), (-8, 14), (-8, -3), (6, -2), (23, -5), (76, 17), (6, 6), (0, 0),
])
SUPPORTED_PAWN: Final = _all_mixed([  # by rank: a pawn behind protects it
    (0, 0), (0, 0), (12, 22), (14, 15), (24, 6), (42, 3), (6, 6), (0, 0),
])
PAWN_BESIDE: Final = _all_mixed([  # by rank: a pawn stands next to it
    (0, 0), (5, 5), (6, 10), (13, 10), (21, 15), (9, -11), (0, 0), (0, 0),
])
ISOLATED_PAWN: Final = _all_mixed([  # no pawn is on the files beside it; on an open file
    (0, -8), (-15, -1)
])
DOUBLED_PAWN: Final[i64] = mixed(-22, -13)  # a pawn is behind it on its file
BACKWARD_PAWN: Final = _all_mixed([  # those beside it are ahead, it is taken if it follows
    (-3, -17), (-21, -7)
])
PAWN_BY_KING: Final = _all_mixed([  # by files away * 16 + ranks before its king + 7
    (0, 0), (0, 0), (0, -3), (-1, 2), (-1, 17), (-10, 25), (25, -1), (0, 0),
    (53, -2), (55, -12), (42, -12), (20, -26), (-22, -17), (-7, 0), (0, 0), (0, 0),
    (0, 0), (0, -4), (0, -14), (-10, 24), (-3, 26), (-27, 22), (0, 18), (29, 8),
    (33, -4), (28, -12), (27, -12), (14, -9), (9, 7), (3, -2), (0, 0), (0, 0),
    (0, 0), (0, -2), (0, 0), (-14, 27), (0, 17), (-6, 28), (-7, 26), (7, 11),
    (13, 12), (19, -3), (14, -13), (2, -12), (7, 6), (0, 8), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, -1), (-18, 1), (0, 18), (-22, 28), (1, 13), (-4, -1),
    (13, 1), (13, -8), (19, -22), (12, -8), (-14, -7), (-12, -6), (0, 0), (0, 0),
    (0, 0), (0, 0), (1, -5), (0, 2), (-21, 1), (-2, -1), (-29, 8), (-3, 3),
    (-8, 6), (1, -7), (1, -5), (-1, -25), (11, -2), (16, 14), (0, 0), (0, 0),
    (0, 0), (0, 0), (-1, -16), (3, -4), (1, -19), (-3, -13), (8, -11), (-22, 0),
    (-18, 6), (-15, -3), (0, -16), (-5, 4), (6, 7), (-10, -9), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, -4), (-1, -4), (-3, -8), (-8, 1), (-7, 1), (-30, -7),
    (-21, 6), (-21, 0), (-5, -12), (-9, 9), (-11, 12), (-7, -5), (0, 0), (0, 0),
    (0, 0), (0, 0), (0, -5), (-2, -8), (-4, -18), (-2, -6), (-8, -8), (-15, 15),
    (-14, 4), (-13, 4), (-11, -7), (-19, -9), (-14, -13), (5, 9), (0, 0), (0, 0),
])
PAWN_BY_ENEMY: Final = _all_mixed([  # the same by the enemy's king
    (0, 0), (-10, -11), (-13, -5), (-8, -15), (-13, -5), (5, 16), (-27, 11), (0, 0),
    (2, -5), (2, 11), (1, 4), (1, 4), (-1, -3), (0, 0), (0, 0), (0, 0),
    (0, 0), (-2, -14), (-5, -2), (1, -1), (8, 14), (14, 22), (0, 0), (-13, -20),
    (3, -4), (-3, 0), (0, -2), (0, 3), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (-2, -19), (3, -23), (0, -8), (-2, -16), (4, 4), (-4, 0), (5, -7),
    (10, 17), (0, 19), (3, 8), (0, -7), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (-2, -16), (-1, -18), (-2, -15), (-5, -18), (-1, -16), (13, 2), (26, 23),
    (6, 7), (4, 31), (4, 36), (0, 13), (0, -3), (0, 0), (0, 0), (0, 0),
    (0, 0), (2, -10), (4, -17), (-7, -13), (-10, -9), (-1, -3), (7, 0), (10, -15),
    (-2, 7), (0, 17), (5, 48), (0, 11), (0, 0), (0, 0), (0, 0), (0, 0),
    (0, 0), (11, -11), (10, -10), (9, -7), (-4, -12), (-14, -1), (-7, 2), (-7, 3),
    (2, 2), (0, 6), (1, 6), (-1, 10), (0, -1), (0, 0), (0, 0), (0, 0),
    (0, 0), (4, 0), (7, 5), (0, -10), (-7, -2), (3, -10), (-7, 2), (0, -35),
    (-2, -20), (1, 7), (0, -3), (0, -2), (0, -4), (0, 0), (0, 0), (0, 0),
    (0, 0), (-1, 24), (-5, 20), (9, 1), (-5, 25), (1, 3), (-27, -13), (-6, -10),
    (2, 7), (1, 23), (0, 6), (0, -3), (-1, -8), (0, 0), (0, 0), (0, 0),
])
EMPTY_KING_FILE: Final[i64] = mixed(-18, -17)  # a file of a king or beside it has no pawn

# Weights of the other pieces.
PIECE_MOBILITY: Final = _all_mixed([  # by kind * 32 + squares seen that no enemy pawn attacks
    *[(0, 0)] * 64,
    # knight
    (-19, -41), (-3, -18), (12, 4), (25, 23), (35, 36), (45, 49), (53, 59), (64, 59),
    (75, 59),
    *[(0, 0)] * 23,
    # bishop
    (-66, -100), (-46, -71), (-24, -42), (-10, -12), (2, 11), (10, 28), (17, 42), (24, 52),
    (28, 59), (33, 63), (40, 63), (47, 63), (53, 63), (58, 63),
    *[(0, 0)] * 18,
    # rook
    (-3, -59), (-3, -59), (15, -36), (30, -14), (36, 4), (46, 19), (51, 29), (56, 41),
    (61, 47), (68, 50), (75, 57), (80, 66), (80, 69), (80, 72), (80, 72),
    *[(0, 0)] * 17,
    # queen
    (-11, -76), (-11, -76), (-11, -76), (-11, -76), (0, -76), (10, -76), (18, -76), (21, -70),
    (25, -43), (28, -10), (32, 23), (33, 52), (36, 75), (38, 92), (41, 104), (45, 113),
    (48, 118), (53, 120), (59, 120), (68, 120), (74, 120), (77, 120), (77, 120), (77, 120),
    (77, 120), (77, 120), (77, 120), (77, 120),
    *[(0, 0)] * 4,
])
KING_DANGER: Final = _all_mixed([  # by the sum of attacks on the squares at the king (ATTACK_UNITS)
    (-74, 32), (-73, 24), (-73, 24), (-73, 16), (-71, 11), (-61, 7), (-57, 2),
    (-55, 0), (-50, 1), (-39, 1), (-28, -3), (-17, -9), (-9, -17), (1, -24),
    (9, -31), (17, -35), (26, -37), (37, -35), (48, -30), (57, -22), (64, -12),
])
BAD_BISHOP: Final = _all_mixed([  # by the pawns of its side on squares of its color
    (35, 4), (37, 21), (34, 23), (28, 21), (21, 21), (14, 27), (4, 37), (-1, 50),
    (-4, 64),
])
CHASED_PIECE: Final = _all_mixed([  # by kind: an enemy pawn attacks it
    (0, 0), (0, 0), (-89, -32), (-89, -39), (-56, -34), (-61, -6),
])
SEEN_PIECE: Final = _all_mixed([  # by kind and seen piece: 1 … 6 own, 9 … 14 the enemy's
    *[(0, 0)] * 32,
    (0, 0), (-5, 9), (-1, 1), (-4, 8), (1, 5), (-4, -18), (-2, 3), (0, 0),
    (0, 0), (-7, 16), (0, 0), (56, 56), (94, 60), (73, -13), (0, 0), (0, 0),
    (0, 0), (-6, -1), (3, 20), (0, 0), (-1, -2), (1, 6), (4, -17), (0, 0),
    (0, 0), (5, 17), (32, 64), (0, 0), (76, 73), (63, 221), (0, 0), (0, 0),
    (0, 0), (5, -8), (17, 2), (11, 12), (8, 1), (12, 12), (12, -11), (0, 0),
    (0, 0), (3, 19), (19, 34), (30, 46), (0, 0), (134, 90), (0, 0), (0, 0),
    (0, 0), (-4, -3), (3, -14), (3, -3), (-3, 4), (-35, -55), (-7, -45), (0, 0),
    (0, 0), (0, 33), (2, 32), (5, 98), (12, 34), (0, 0), (0, 0), (0, 0),
])
OPEN_FILE: Final[i64] = mixed(48, -15)  # a rook on a file without pawns
HALF_OPEN_FILE: Final[i64] = mixed(26, -2)  # a rook on a file with enemy pawns only
PIECE_OUTPOST: Final = _all_mixed([  # knight or bishop by rank, protected by a pawn
    (0, 0), (0, 0), (7, 11), (17, 5), (27, 30), (52, 14), (23, 20), (1, 6),
])
FREE_PASSED_PAWN: Final = _all_mixed([  # passed pawn by rank, nothing stands before it
    (0, 0), (-6, 18), (-13, 6), (9, 13), (7, 21), (6, 83), (43, 95), (0, 0),
])
BISHOP_PAIR: Final[i64] = mixed(29, 58)  # of bishops
TEMPO: Final[i64] = mixed(43, 27)  # for the side to move
# fmt: on

BOARD_FLIP: Final = 56  # exclusive or with it gives a square as the other side sees it
SWAPPED_SIDES: Final = BOARD_FLIP * 64  # the same for king * 64
NO_PAWN: Final = 9  # stands for the rank of the last pawn on a file without pawns

FREE_SQUARE: Final = 1
SEEN_BITS: Final = 5
NEAR_KING: Final = 1 << SEEN_BITS
"""What a square is worth in a ground: no enemy pawn attacks it; it is at the enemy's king.

One sum over the squares that a piece sees counts both.
"""
SEEN_MASK: Final = NEAR_KING - 1
BARE_GROUND: Final = bytes([FREE_SQUARE] * 64)
ATTACK_UNITS: Final[list[i64]] = [0, 0, 2, 2, 3, 4]
"""The danger of an attack on a square at the king, by kind."""
MOST_DANGER: Final = 20

ONE_OF_COLOR: Final[list[i64]] = [1, 1 << 8, 1 << 16, 1 << 24]
"""A pawn as it is counted by side * 2 + color of its square."""


def _by_squares(weights: list[i64]) -> list[i64]:
    """Return weights of a pawn by king * 64 + pawn, as the pawn's side sees them."""
    return [
        weights[abs((pawn & 7) - (king & 7)) * 16 + (pawn >> 3) - (king >> 3) + 7]
        for king in range(64)
        for pawn in range(64)
    ]


OWN_KING_PAWNS: Final = _by_squares(PAWN_BY_KING)
ENEMY_KING_PAWNS: Final = _by_squares(PAWN_BY_ENEMY)

FRAME_MARGIN: Final = 350
"""Centipawns from the window of a search beyond which only the tables are used."""
ACTIVITY_MARGIN: Final = 120
"""The same for the activity, once the frame is known."""


REMEMBERED_STRUCTURES: Final = 1 << 13
REMEMBERED_FRAMES: Final = 1 << 15


class PawnStructure:
    """Keeps the score of the pawns alone.

    ``ranks`` has by side * 10 and file (1 … 8) the rank of its last pawn, as that side sees it,
    ``colors`` the pawns by the color of their square (see :data:`ONE_OF_COLOR`), ``white``
    and ``black`` what each square is worth to that side's pieces as far as the pawns decide it.
    """

    def __init__(self, key: i64, ranks: list[i64]) -> None:
        self.key = key
        self.ranks = ranks
        self.score: i64 = 0  # for White, mixed
        self.passed: list[list[i64]] = [[], []]  # by side: squares, seen from that side
        self.colors: i64 = 0
        self.white, self.black = bytearray(BARE_GROUND), bytearray(BARE_GROUND)


class PawnFrame:
    """Keeps the score of pawns and kings, and what each square is worth to White's pieces and to
    Black's.
    """

    def __init__(
        self, key: i64, score: i64, pawns: PawnStructure, white: bytes, black: bytes
    ) -> None:
        self.key = key
        self.score = score  # for White, mixed
        self.pawns = pawns
        self.white, self.black = white, black


class Judge:
    """Scores positions, and remembers the last frames that it has seen."""

    def __init__(self, knows_endings: bool = True) -> None:
        self._knows_endings = knows_endings
        empty = PawnStructure(0, [NO_PAWN] * 20)
        self._structures = [empty] * REMEMBERED_STRUCTURES
        self._frames = [PawnFrame(0, 0, empty, BARE_GROUND, BARE_GROUND)] * REMEMBERED_FRAMES

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
        own = at_phase(total + sign * _activity(position, frame), phase)
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
        return _activity(position, self._frame(position))

    def _frame(self, position: ChessSearchPosition) -> PawnFrame:
        key = position.frame
        at = key & (REMEMBERED_FRAMES - 1)
        known = self._frames[at]
        if known.key != key:
            pawns, kings = self._structure(position), position.kings
            white, black = kings[0], kings[1]
            score = pawns.score + _by_kings(position.squares, white, black)
            score -= EMPTY_KING_FILE * _empty_files(black, pawns.ranks)
            score += EMPTY_KING_FILE * _empty_files(white, pawns.ranks)
            for square in pawns.passed[0]:
                score += _race(square, white, black)
            for square in pawns.passed[1]:
                score -= _race(square, black ^ BOARD_FLIP, white ^ BOARD_FLIP)
            known = PawnFrame(
                key, score, pawns, _ground(black, pawns.white), _ground(white, pawns.black)
            )
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


def _ground(enemy: i64, by_pawns: bytearray) -> bytes:
    """Return what the squares are worth to the pieces of a side, by the enemy's king and by what
    the enemy's pawns attack.
    """
    ground = by_pawns[:]
    ground[enemy] += NEAR_KING
    for square in KING_HITS[enemy]:
        ground[square] += NEAR_KING
    return bytes(ground)


def _activity(position: ChessSearchPosition, frame: PawnFrame) -> i64:
    """Return the mixed score of the pieces' activity, for White."""
    squares, pawns = position.squares, frame.pawns
    white, black = frame.white, frame.black
    total: i64 = 0
    danger: i64 = 0  # of Black's king
    danger_of_white: i64 = 0
    square: i64 = -1
    for piece in squares:
        square += 1
        kind = piece & 7
        if kind < KNIGHT or kind == KING:
            continue
        side = piece >> 3
        ground = black if side else white
        meets, turn = kind * 16, side << 3
        seen: i64 = 0
        score: i64 = 0
        for ray in RAYS[kind * 64 + square]:
            for end in ray:
                seen += ground[end]
                target = squares[end]
                if target:
                    score += SEEN_PIECE[meets + (target ^ turn)]
                    break
        score += PIECE_MOBILITY[kind * 32 + (seen & SEEN_MASK)]
        if not ground[square] & FREE_SQUARE:
            score += CHASED_PIECE[kind]
        if kind == ROOK:
            score += _file(pawns.ranks, square & 7, side)
        elif kind != QUEEN:
            own = PAWN + turn
            for start in PAWN_HITS[(1 - side) * 64 + square]:
                if squares[start] == own:
                    score += PIECE_OUTPOST[square >> 3 ^ 7 * side]
                    break
            if kind == BISHOP:
                score += BAD_BISHOP[pawns.colors >> 8 * (side * 2 + color_of(square)) & 15]
        if side:
            total -= score
            danger_of_white += (seen >> SEEN_BITS) * ATTACK_UNITS[kind]
        else:
            total += score
            danger += (seen >> SEEN_BITS) * ATTACK_UNITS[kind]
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
    total += KING_DANGER[min(danger, MOST_DANGER)]
    return total - KING_DANGER[min(danger_of_white, MOST_DANGER)]


def _pawn(squares: list[i64], square: i64, side: i64, structure: PawnStructure) -> i64:
    """Return the score of a pawn for its side, and record a passed one in the structure."""
    pawn = PAWN + (side << 3)
    ranks, own, enemy = structure.ranks, side * 10, 10 - side * 10
    file, rank = (square & 7) + 1, square >> 3
    ahead = square + 8
    if side:
        rank, ahead = 7 - rank, square - 8
    structure.colors += ONE_OF_COLOR[side * 2 + color_of(square)]
    ground = structure.white if side else structure.black
    for end in PAWN_HITS[side * 64 + square]:
        ground[end] = 0
    on_open_file: i64 = 1 if ranks[enemy + file] == NO_PAWN else 0
    score: i64 = 0
    supported = False
    for start in PAWN_HITS[(1 - side) * 64 + square]:
        if squares[start] == pawn:
            supported = True
    beside = (file > 1 and squares[square - 1] == pawn) or (
        file < 8 and squares[square + 1] == pawn
    )
    if supported:
        score += SUPPORTED_PAWN[rank]
    if beside:
        score += PAWN_BESIDE[rank]
    behind = min(ranks[own + file - 1], ranks[own + file + 1])
    if behind == NO_PAWN:
        score += ISOLATED_PAWN[on_open_file]
    elif behind > rank:
        pawn = PAWN + BLACK - (side << 3)
        for start in PAWN_HITS[side * 64 + ahead]:
            if squares[start] == pawn:
                score += BACKWARD_PAWN[on_open_file]
                break
    if ranks[own + file] < rank:
        score += DOUBLED_PAWN
    guarded = min(ranks[enemy + file - 1], min(ranks[enemy + file], ranks[enemy + file + 1]))
    if 7 - guarded <= rank:
        structure.passed[side].append(square ^ BOARD_FLIP if side else square)
        score += PASSED_PAWN[rank]
        if supported or beside:
            score += SUPPORTED_PASSED_PAWN[rank]
    return score


def _race(pawn: i64, king: i64, other: i64) -> i64:
    """Return the score of the kings' distances to the path of a white passed pawn."""
    rank = pawn >> 3
    if rank <= 2:
        return 0
    way = KING_ESCORT * steps(king, pawn + 8) + KING_CHASE * steps(other, pawn + 8)
    return (rank - 2) * way


def _by_kings(squares: list[i64], white: i64, black: i64) -> i64:
    """Return the score of where the pawns stand to both kings, for White."""
    own, enemy = white * 64, black * 64
    own_of_black, enemy_of_black = enemy ^ SWAPPED_SIDES, own ^ SWAPPED_SIDES
    score: i64 = 0
    square: i64 = 8
    while square < 56:
        piece = squares[square]
        if piece == PAWN:
            score += OWN_KING_PAWNS[own + square] + ENEMY_KING_PAWNS[enemy + square]
        elif piece == PAWN + BLACK:
            flipped = square ^ BOARD_FLIP
            score -= OWN_KING_PAWNS[own_of_black + flipped]
            score -= ENEMY_KING_PAWNS[enemy_of_black + flipped]
        square += 1
    return score


def _empty_files(king: i64, ranks: list[i64]) -> i64:
    """Return the number of files without pawns that a king stands on or beside."""
    near, last = max(1, king & 7), min(8, (king & 7) + 2)
    empty: i64 = 0
    while near <= last:
        if ranks[near] == NO_PAWN and ranks[near + 10] == NO_PAWN:
            empty += 1
        near += 1
    return empty


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
