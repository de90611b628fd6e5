"""Relations between pieces, which the places of single pieces do not show.

The *frame* consists of pawns and kings: passed, weak and connected pawns, a king's shelter. It
changes seldom, so that a :class:`Judge` remembers it. The *activity* is that of the other pieces:
how far they see, what they protect and threaten, how they press on the enemy's king. It is computed
for every position. A search asks for either only where it can matter.

The numbers are centipawns, and come from the same fit as the tables of ``evaluation``.
"""

from __future__ import annotations

from typing import Final

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
)
from .evaluation import FULL_PHASE
from .position import ChessSearchPosition

Weight = tuple[int, int]
"""A weight in the middle game and in the ending."""

# fmt: off
# Weights of a pawn, in addition to its value in the tables.
PASSED_PAWN: Final[list[Weight]] = [  # by rank: no enemy pawn can stop it
    (0, 0), (-9, -3), (-2, 19), (-33, 31), (-55, 60), (-78, 92), (-30, 235), (0, 0)
]
KING_ESCORT: Final[Weight] = (7, -8)  # for each step of its king to its path, by rank
KING_CHASE: Final[Weight] = (-4, 14)  # the same for the enemy's king
SUPPORTED_PASSED_PAWN: Final[Weight] = (18, -1)  # a passed pawn with a pawn behind or beside
SUPPORTED_PAWN: Final[Weight] = (19, 19)  # a pawn behind protects it
PAWN_BESIDE: Final[Weight] = (10, 6)  # a pawn stands next to it
ISOLATED_PAWN: Final[Weight] = (-7, -2)  # no pawn is on the files beside it
DOUBLED_PAWN: Final[Weight] = (-7, -29)  # a pawn is behind it on its file
BACKWARD_PAWN: Final[Weight] = (-10, -11)  # those beside it are ahead; it is taken if it follows

# Weights of a king, for each file that it stands on or beside.
PAWN_SHELTER: Final[list[Weight]] = [  # by steps to its pawn; 0: further
    (0, 0), (19, -8), (14, -7)
]
PAWN_STORM: Final[list[Weight]] = [  # an enemy pawn within two steps; at three steps
    (-26, -8), (-7, -7)
]
EMPTY_KING_FILE: Final[Weight] = (-21, -23)  # the file has no pawn

# Weights of the other pieces.
PIECE_REACH: Final[list[Weight]] = [  # by kind, for each square up to the first piece in its way
    (0, 0), (0, 0), (9, 5), (8, 8), (8, 5), (2, 2), (0, 0)
]
KING_PRESSURE: Final[Weight] = (52, -42)  # sixteenths, by the square of attacks around the king
CHASED_PIECE: Final[Weight] = (-76, -34)  # an enemy pawn attacks it
SEEN_PIECE: Final[list[list[Weight]]] = [  # by kind and seen piece: 1 … 6 own, 9 … 14 the enemy's
    [(0, 0)] * 15,
    [(0, 0)] * 15,
    [
        (0, 0), (-3, 0), (0, 1), (0, 0), (2, -10), (1, -29), (-3, -2), (0, 0),
        (0, 0), (-15, 15), (0, 0), (47, 49), (102, 40), (65, -20), (0, 0),
    ],
    [
        (0, 0), (-4, -4), (9, 20), (0, 0), (8, -9), (4, 7), (1, -7), (0, 0),
        (0, 0), (-1, 8), (29, 39), (0, 0), (55, 46), (46, 211), (0, 0),
    ],
    [
        (0, 0), (8, -21), (27, -18), (18, -10), (17, -11), (14, 13), (20, -18), (0, 0),
        (0, 0), (9, -1), (19, 49), (29, 36), (0, 0), (102, 90), (0, 0),
    ],
    [
        (0, 0), (-5, -16), (4, -60), (4, -37), (4, -16), (-44, -59), (-6, -61), (0, 0),
        (0, 0), (-4, 20), (-3, 42), (-5, 80), (14, 8), (0, 0), (0, 0),
    ],
    [(0, 0)] * 15,
]
OPEN_FILE: Final[Weight] = (43, -34)  # a rook on a file without pawns
HALF_OPEN_FILE: Final[Weight] = (17, 2)  # a rook on a file with enemy pawns only
PIECE_OUTPOST: Final[list[Weight]] = [  # knight or bishop by rank, protected by a pawn
    (0, 0), (0, 0), (6, 14), (27, 19), (21, 43), (45, 29), (0, 0), (0, 0)
]
FREE_PASSED_PAWN: Final[list[Weight]] = [  # passed pawn by rank, nothing stands before it
    (0, 0), (-4, 22), (-27, 10), (12, 10), (11, 12), (0, 79), (25, 95), (0, 0)
]
BISHOP_PAIR: Final[Weight] = (29, 39)  # of bishops
TEMPO: Final[Weight] = (63, 37)  # for the side to move
# fmt: on

BOARD_FLIP: Final = 56  # exclusive or with it gives a square as the other side sees it
NO_PAWN: Final = 9  # stands for the rank of the last pawn on a file without pawns

ZONE_UNIT: Final = 256
KING_ZONES: Final = [
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


class PawnStructure:
    """The structure of the pawns alone."""

    def __init__(self, ranks: list[list[int]]) -> None:
        self.score = 0  # for White
        self.ranks = ranks  # by side and file (1 … 8): rank of its last pawn, seen from that side
        self.passed: list[list[int]] = [[], []]  # by side: squares, seen from that side


class Judge:
    """Scores positions for one phase of the game, from White's side."""

    def __init__(self, phase: int, lone: bool) -> None:
        """Take the phase: 0 in an ending without pieces, ``FULL_PHASE`` at the start of a game.

        Where one side has only its king (``lone``) all scores are 0: the tables know how to mate.
        """
        self._phase, self._lone = phase, lone
        self._structures: dict[int, PawnStructure] = {}
        self._frames: dict[int, tuple[int, PawnStructure]] = {}
        self._frame = self._score = 0  # key and score of the last frame
        self._pawns = PawnStructure([[], []])
        self._passed = [self._mixed(weight) for weight in PASSED_PAWN]
        self._escort, self._chase = self._mixed(KING_ESCORT), self._mixed(KING_CHASE)
        self._passed_supported = self._mixed(SUPPORTED_PASSED_PAWN)
        self._supported, self._beside = self._mixed(SUPPORTED_PAWN), self._mixed(PAWN_BESIDE)
        self._isolated, self._doubled = self._mixed(ISOLATED_PAWN), self._mixed(DOUBLED_PAWN)
        self._backward = self._mixed(BACKWARD_PAWN)
        self._shelter = [self._mixed(weight) for weight in PAWN_SHELTER]
        self._storm = [self._mixed(weight) for weight in PAWN_STORM]
        self._draught = self._mixed(EMPTY_KING_FILE)
        self._reach = [self._mixed(weight) for weight in PIECE_REACH]
        self._pressure, self._chased = self._mixed(KING_PRESSURE), self._mixed(CHASED_PIECE)
        self._meets = [[self._mixed(weight) for weight in row] for row in SEEN_PIECE]
        self._open, self._half_open = self._mixed(OPEN_FILE), self._mixed(HALF_OPEN_FILE)
        self._outpost = [self._mixed(weight) for weight in PIECE_OUTPOST]
        self._free = [self._mixed(weight) for weight in FREE_PASSED_PAWN]
        self._pair, self.tempo = self._mixed(BISHOP_PAIR), self._mixed(TEMPO)

    def _mixed(self, weight: Weight) -> int:
        if self._lone:
            return 0
        return (weight[0] * self._phase + weight[1] * (FULL_PHASE - self._phase)) // FULL_PHASE

    def frame(self, position: ChessSearchPosition) -> int:
        """Return the score of pawns and kings."""
        self._look(position)
        return self._score

    def _look(self, position: ChessSearchPosition) -> None:
        """Make the frame of this position the last one."""
        if position.frame == self._frame:
            return
        known = self._frames.get(position.frame)
        if known is None:
            pawns, kings = self._structure(position), position.kings
            score = pawns.score
            score += self._safety(kings[0], pawns.ranks[0], pawns.ranks[1])
            score -= self._safety(kings[1] ^ BOARD_FLIP, pawns.ranks[1], pawns.ranks[0])
            for square in pawns.passed[0]:
                score += self._race(square, kings[0], kings[1])
            for square in pawns.passed[1]:
                score -= self._race(square, kings[1] ^ BOARD_FLIP, kings[0] ^ BOARD_FLIP)
            known = self._frames[position.frame] = score, pawns
        self._frame = position.frame
        self._score, self._pawns = known

    def _structure(self, position: ChessSearchPosition) -> PawnStructure:
        white, black = position.kings
        key = position.frame ^ PIECE_KEYS[KING][white] ^ PIECE_KEYS[KING + BLACK][black]
        known = self._structures.get(key)
        if known is None:
            squares = position.squares
            pawns = [square for square in range(8, 56) if squares[square] & 7 == PAWN]
            known = self._structures[key] = PawnStructure(_last_ranks(squares, pawns))
            for square in pawns:
                if squares[square] == PAWN:
                    known.score += self._pawn(squares, square, 0, known)
                else:
                    known.score -= self._pawn(squares, square, 1, known)
        return known

    def _pawn(self, squares: list[int], square: int, side: int, structure: PawnStructure) -> int:
        """Return the score of a pawn for its side, and record a passed one in the structure."""
        pawn = PAWN + (side << 3)
        own, enemy = structure.ranks[side], structure.ranks[1 - side]
        file, rank = (square & 7) + 1, square >> 3
        ahead = square + 8
        if side:
            rank, ahead = 7 - rank, square - 8
        score = 0
        supported = False
        for start in PAWN_HITS[1 - side][square]:
            if squares[start] == pawn:
                supported = True
        beside = (file > 1 and squares[square - 1] == pawn) or (
            file < 8 and squares[square + 1] == pawn
        )
        if supported:
            score += self._supported
        if beside:
            score += self._beside
        behind = min(own[file - 1], own[file + 1])
        if behind == NO_PAWN:
            score += self._isolated
        elif behind > rank:
            pawn = PAWN + BLACK - (side << 3)
            for start in PAWN_HITS[side][ahead]:
                if squares[start] == pawn:
                    score += self._backward
                    break
        if own[file] < rank:
            score += self._doubled
        if 7 - min(enemy[file - 1], enemy[file], enemy[file + 1]) <= rank:
            structure.passed[side].append(square ^ BOARD_FLIP if side else square)
            score += self._passed[rank]
            if supported or beside:
                score += self._passed_supported
        return score

    def _race(self, pawn: int, king: int, other: int) -> int:
        """Return the score of the kings' distances to the path of a white passed pawn."""
        rank = pawn >> 3
        if rank <= 2:
            return 0
        way = self._escort * steps(king, pawn + 8) + self._chase * steps(other, pawn + 8)
        return (rank - 2) * way

    def _safety(self, king: int, own: list[int], enemy: list[int]) -> int:
        """Return the score of the pawns before a white king, and of those that come for it."""
        rank, file = king >> 3, king & 7
        score = 0
        for near in range(max(1, file), min(8, file + 2) + 1):
            ahead = own[near] - rank
            score += self._shelter[ahead if 1 <= ahead <= 2 else 0]
            if own[near] == enemy[near]:
                score += self._draught if own[near] == NO_PAWN else 0
            coming = 7 - enemy[near] - rank
            if 1 <= coming <= 3:
                score += self._storm[coming // 3]
        return score

    def activity(self, position: ChessSearchPosition) -> int:
        """Return the score of the other pieces' activity."""
        self._look(position)
        squares, kings = position.squares, position.kings
        scores, pressures, bishops = [0, 0], [0, 0], [0, 0]
        for square, piece in enumerate(squares):
            kind = piece & 7
            if kind < KNIGHT or kind == KING:
                continue
            side = piece >> 3
            zone = KING_ZONES[kings[1 - side]]
            meets, turn = self._meets[kind], side << 3
            seen = score = 0
            for ray in RAYS[kind][square]:
                for end in ray:
                    seen += zone[end]
                    target = squares[end]
                    if target:
                        score += meets[target ^ turn]
                        break
            pressures[side] += seen // ZONE_UNIT
            score += self._reach[kind] * (seen % ZONE_UNIT)
            enemy = PAWN + BLACK - (side << 3)
            for start in PAWN_HITS[side][square]:
                if squares[start] == enemy:
                    score += self._chased
                    break
            if kind == ROOK:
                score += self._file(squares, square & 7, side)
            elif kind != QUEEN:
                own = enemy ^ BLACK
                for start in PAWN_HITS[1 - side][square]:
                    if squares[start] == own:
                        score += self._outpost[square >> 3 ^ 7 * side]
                        break
                if kind == BISHOP:
                    bishops[side] += 1
                    if bishops[side] == 2:
                        score += self._pair
            scores[side] += score
        for square in self._pawns.passed[0]:
            if not squares[square + 8]:
                scores[0] += self._free[square >> 3]
        for square in self._pawns.passed[1]:
            if not squares[(square + 8) ^ BOARD_FLIP]:
                scores[1] += self._free[square >> 3]
        attack = pressures[0] * pressures[0] - pressures[1] * pressures[1]
        return scores[0] - scores[1] + attack * self._pressure // 16

    def _file(self, squares: list[int], file: int, side: int) -> int:
        """Return the score of a rook's file."""
        pawn = PAWN + (side << 3)
        enemy = pawn ^ BLACK
        score = self._open
        for square in range(file + 8, 56, 8):
            if squares[square] == pawn:
                return 0
            if squares[square] == enemy:
                score = self._half_open
        return score


def _last_ranks(squares: list[int], pawns: list[int]) -> list[list[int]]:
    """Return by side and file (1 … 8) the rank of the last pawn, seen from that side."""
    ranks = [[NO_PAWN] * 10, [NO_PAWN] * 10]
    for square in pawns:
        side = squares[square] >> 3
        rank, file = 7 - (square >> 3) if side else square >> 3, (square & 7) + 1
        ranks[side][file] = min(ranks[side][file], rank)
    return ranks


def steps(one: int, other: int) -> int:
    """Return the steps of a king from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))
