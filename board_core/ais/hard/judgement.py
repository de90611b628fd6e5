"""What the places of single pieces do not tell: how they stand to each other.

*Frame* is what pawns and kings make up: passed, weak and connected pawns, a king's shelter. It
changes seldom, so that a :class:`Judge` remembers it. *Activity* is what the pieces do in it: how
far they reach, how they press on the enemy's king, what stands well or hangs. It is worked out anew
for every position, and only where it can matter.

The numbers are centipawns, and come from the same fit as the tables of ``evaluation``.
"""

from __future__ import annotations

from typing import Final

from .encoding import BISHOP, BLACK, KING, KING_HITS, KNIGHT, PAWN, PAWN_HITS, RAYS, ROOK
from .evaluation import FULL
from .position import Position

Weight = tuple[int, int]
"""In the middle game, and in the ending."""

# fmt: off
# Of a pawn. How far it has come is in the tables; these come on top.
PASSED: Final[list[Weight]] = [  # no pawn of the enemy can stop it; by rank
    (0, 0), (21, -11), (4, 10), (-4, 9), (-2, 53), (6, 52), (1, -17), (0, 0)
]
ESCORT: Final[Weight] = (12, -9)  # for each step that its king is from its way, by rank
CHASE: Final[Weight] = (-18, 19)  # the same of the other king
PASSED_SUPPORTED: Final[Weight] = (20, -13)  # passed, and not alone
SUPPORTED: Final[Weight] = (19, 21)  # a pawn behind protects it
BESIDE: Final[Weight] = (8, 10)  # one stands next to it
ISOLATED: Final[Weight] = (-4, 1)  # none is on the files beside it
DOUBLED: Final[Weight] = (-1, -35)  # one is behind it on its file
BACKWARD: Final[Weight] = (-7, -19)  # those beside it are ahead, and it is taken if it follows

# Of a king, for each file that it stands on or beside.
SHELTER: Final[list[Weight]] = [(0, 0), (25, -2), (22, -14)]  # by steps to its pawn; 0: further
STORM: Final[list[Weight]] = [(-21, 1), (4, -7)]  # the enemy's pawn is within two steps, at three
DRAUGHT: Final[Weight] = (-26, -17)  # there is no pawn at all

# Of the other pieces.
REACH: Final[list[Weight]] = [  # by kind, for each square that they can go to
    (0, 0), (0, 0), (3, -1), (4, 2), (7, 1), (2, 0), (0, 0)
]
PRESSURE: Final[Weight] = (44, -19)  # sixteenths, by the square of attacks around the king
CHASED: Final[Weight] = (-73, -22)  # a pawn attacks it
OPEN: Final[Weight] = (52, -22)  # a rook on a file without pawns
HALF_OPEN: Final[Weight] = (15, 27)  # on one with the enemy's alone
PAIR: Final[Weight] = (1, 42)  # of bishops
TEMPO: Final[Weight] = (46, 18)  # whose turn it is
# fmt: on

NONE: Final = 9  # the rank of the last pawn on a file without any

NEAR: Final = [[end == king or end in KING_HITS[king] for end in range(64)] for king in range(64)]
"""By the square of a king and another: whether the other is next to it, or is it."""

FAR: Final = 150
"""Centipawns from all that matters to a search at which activity is not worked out any more."""


class Judge:
    """Judges positions for one phase of the game, from White's side."""

    def __init__(self, phase: int, lone: bool) -> None:
        """``phase`` is 0 in an ending without pieces, ``FULL`` at the start of a game.

        Where one side has but its king (``lone``) nothing counts here: the tables know how to mate.
        """
        self._phase, self._lone = phase, lone
        self._frames: dict[int, int] = {}
        self._passed = [self._mixed(weight) for weight in PASSED]
        self._escort, self._chase = self._mixed(ESCORT), self._mixed(CHASE)
        self._passed_supported = self._mixed(PASSED_SUPPORTED)
        self._supported, self._beside = self._mixed(SUPPORTED), self._mixed(BESIDE)
        self._isolated, self._doubled = self._mixed(ISOLATED), self._mixed(DOUBLED)
        self._backward = self._mixed(BACKWARD)
        self._shelter = [self._mixed(weight) for weight in SHELTER]
        self._storm = [self._mixed(weight) for weight in STORM]
        self._draught = self._mixed(DRAUGHT)
        self._reach = [self._mixed(weight) for weight in REACH]
        self._pressure, self._chased = self._mixed(PRESSURE), self._mixed(CHASED)
        self._open, self._half_open = self._mixed(OPEN), self._mixed(HALF_OPEN)
        self._pair, self.tempo = self._mixed(PAIR), self._mixed(TEMPO)

    def _mixed(self, weight: Weight) -> int:
        if self._lone:
            return 0
        return (weight[0] * self._phase + weight[1] * (FULL - self._phase)) // FULL

    def frame(self, position: Position) -> int:
        """What pawns and kings make up."""
        known = self._frames.get(position.frame)
        if known is None:
            squares = position.squares
            pawns = [square for square in range(8, 56) if squares[square] & 7 == PAWN]
            ranks = _last_ranks(squares, pawns)
            known = self._safety(position.kings[0], 0, ranks)
            known -= self._safety(position.kings[1], 1, ranks)
            for square in pawns:
                if squares[square] == PAWN:
                    known += self._pawn(position, square, 0, ranks)
                else:
                    known -= self._pawn(position, square, 1, ranks)
            self._frames[position.frame] = known
        return known

    def _pawn(self, position: Position, square: int, side: int, ranks: list[list[int]]) -> int:
        squares, pawn = position.squares, PAWN + (side << 3)
        own, enemy = ranks[side], ranks[1 - side]
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
        if behind == NONE:
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
            score += self._passed[rank]
            if supported or beside:
                score += self._passed_supported
            if rank > 2:
                kings = position.kings
                score += (rank - 2) * self._escort * steps(kings[side], ahead)
                score += (rank - 2) * self._chase * steps(kings[1 - side], ahead)
        return score

    def _safety(self, king: int, side: int, ranks: list[list[int]]) -> int:
        """The pawns before the king, and those that come for it."""
        own, enemy = ranks[side], ranks[1 - side]
        rank = 7 - (king >> 3) if side else king >> 3
        score = 0
        for file in range(max(1, king & 7), min(8, (king & 7) + 2) + 1):
            ahead = own[file] - rank
            score += self._shelter[ahead if 1 <= ahead <= 2 else 0]
            if own[file] == enemy[file]:
                score += self._draught if own[file] == NONE else 0
            coming = 7 - enemy[file] - rank
            if 1 <= coming <= 3:
                score += self._storm[coming // 3]
        return score

    def activity(self, position: Position) -> int:
        """What the pieces do."""
        squares, kings = position.squares, position.kings
        scores, pressures, bishops = [0, 0], [0, 0], [0, 0]
        for square, piece in enumerate(squares):
            kind = piece & 7
            if kind < KNIGHT or kind == KING:
                continue
            side = piece >> 3
            near = NEAR[kings[1 - side]]
            reach = pressure = 0
            for ray in RAYS[kind][square]:
                for end in ray:
                    if near[end]:
                        pressure += 1
                    target = squares[end]
                    if not target:
                        reach += 1
                    else:
                        if target >> 3 != side:
                            reach += 1
                        break
            pressures[side] += pressure
            score = self._reach[kind] * reach
            enemy = PAWN + BLACK - (side << 3)
            for start in PAWN_HITS[side][square]:
                if squares[start] == enemy:
                    score += self._chased
                    break
            if kind == BISHOP:
                bishops[side] += 1
                if bishops[side] == 2:
                    score += self._pair
            elif kind == ROOK:
                score += self._file(squares, square & 7, side)
            scores[side] += score
        attack = pressures[0] * pressures[0] - pressures[1] * pressures[1]
        return scores[0] - scores[1] + attack * self._pressure // 16

    def _file(self, squares: list[int], file: int, side: int) -> int:
        """Of a rook."""
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
    """By side and file (1 … 8): the rank of its last pawn, seen from that side."""
    ranks = [[NONE] * 10, [NONE] * 10]
    for square in pawns:
        side = squares[square] >> 3
        rank, file = 7 - (square >> 3) if side else square >> 3, (square & 7) + 1
        ranks[side][file] = min(ranks[side][file], rank)
    return ranks


def steps(one: int, other: int) -> int:
    """That a king needs from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))
