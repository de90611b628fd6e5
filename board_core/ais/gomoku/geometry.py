"""The board as lines of five or more points, and the neighbourhood of each point.

=========  ===============================================================================
a point    ``row * size + column``, row 0 lowest, as on the native board
a side     0 Black, who begins, 1 White
a set      of points: an integer with bit ``point`` set
a line     the points of a row, a column or a diagonal, in order
a step     a stone on a line: twice its place, and 1 more for White
=========  ===============================================================================

A board of 19x19 has 96 such lines: 19 rows, 19 columns and 29 diagonals each way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Final

BLACK: Final = 0
WHITE: Final = 1

FIVE_STONES: Final = 5
NEAR_DISTANCE: Final = 2  # greatest distance of a move from a stone that it concerns

DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row and column steps of rows, columns and the two kinds of diagonals."""

Crossing = tuple[int, int, int, int, int, int, int, int]
"""The four lines through a point, each followed by the step that a stone there is."""


def points_in(points: int) -> Iterator[int]:
    """Return the points of a set, lowest first."""
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


def first_of(points: int) -> int:
    """Return the lowest point of a set that is not empty."""
    return (points & -points).bit_length() - 1


def line_from(size: int, row: int, column: int, direction: int) -> tuple[int, ...]:
    """Return the points from here to the edge of the board."""
    down, right = DIRECTIONS[direction]
    points: list[int] = []
    while 0 <= row < size and 0 <= column < size:
        points.append(row * size + column)
        row, column = row + down, column + right
    return tuple(points)


def lines_of(size: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return all lines of five or more points, each after its direction."""
    lines: list[tuple[int, tuple[int, ...]]] = []
    for direction, (down, right) in enumerate(DIRECTIONS):
        for point in range(size * size):
            row, column = divmod(point, size)
            begins = not (0 <= row - down < size and 0 <= column - right < size)
            line = line_from(size, row, column, direction) if begins else ()
            if len(line) >= FIVE_STONES:
                lines.append((direction, line))
    return lines


class GomokuGrid:
    """The constants of boards of one size."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.area = size * size
        self.everywhere = (1 << self.area) - 1
        lines = lines_of(size)
        self.directions = [direction for direction, _ in lines]
        self.lines = [line for _, line in lines]
        self.nowhere = len(lines)
        """The number of a line without points, for corners, which are on three lines or fewer."""
        self.crossings = [self._crossings(BLACK), self._crossings(WHITE)]
        """Crossings by side and point."""
        self.around = [self._around(point) for point in range(self.area)]
        """The set of points within :data:`NEAR_DISTANCE`, by point."""
        # Numbers whose exclusive or names a position (A. L. Zobrist, A New Hashing Method with
        # Application for Game Playing, 1970), the same in every process.
        chance = random.Random(1970)
        self.keys = [[chance.getrandbits(60) for _ in range(self.area)] for _ in (BLACK, WHITE)]

    def _crossings(self, side: int) -> list[Crossing]:
        found = [[self.nowhere, 0] * 4 for _ in range(self.area)]
        for number, (direction, line) in enumerate(zip(self.directions, self.lines, strict=True)):
            for place, point in enumerate(line):
                found[point][2 * direction : 2 * direction + 2] = [number, 2 * place + side]
        return [(a, b, c, d, e, f, g, h) for a, b, c, d, e, f, g, h in found]

    def _around(self, point: int) -> int:
        row, column = divmod(point, self.size)
        rows = range(max(0, row - NEAR_DISTANCE), min(self.size, row + NEAR_DISTANCE + 1))
        columns = range(max(0, column - NEAR_DISTANCE), min(self.size, column + NEAR_DISTANCE + 1))
        return sum(1 << r * self.size + c for r in rows for c in columns)


@cache
def grid_of(size: int) -> GomokuGrid:
    return GomokuGrid(size)
