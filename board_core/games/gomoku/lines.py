"""The lines of a board: sequences of points, and the rows of stones on them.

A point is a number: ``row * size + column``, from the lower left corner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import takewhile

EMPTY, BLACK, WHITE = 0, 1, 2

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Columns and rows of a step: along the row, the column and both diagonals."""

Cells = bytes | bytearray
"""The stone on each point."""

Ray = tuple[int, ...]
"""The points from a point to the edge of the board, without it."""

Axes = tuple[tuple[Ray, Ray], ...]
"""The ray backwards and the ray forwards, for each direction."""


@cache
def axes(size: int) -> tuple[Axes, ...]:
    """Return the lines through every point of a board."""
    return tuple(
        tuple(
            (_ray(size, column, row, -dx, -dy), _ray(size, column, row, dx, dy))
            for dx, dy in DIRECTIONS
        )
        for row in range(size)
        for column in range(size)
    )


def _ray(size: int, column: int, row: int, dx: int, dy: int) -> Ray:
    points = []
    column, row = column + dx, row + dy
    while 0 <= column < size and 0 <= row < size:
        points.append(row * size + column)
        column, row = column + dx, row + dy
    return tuple(points)


@cache
def windows(size: int) -> tuple[tuple[Ray, Ray], ...]:
    """Return every five points in a row, with the one or two points next to them."""
    found = []
    for point, lines in enumerate(axes(size)):
        for back, ahead in lines:
            if len(ahead) >= 4:
                found.append(((point, *ahead[:4]), back[:1] + ahead[4:5]))
    return tuple(found)


def row_through(cells: Cells, axis: tuple[Ray, Ray], point: int, color: int) -> Ray:
    """Return the unbroken row of stones of a colour through a point, which counts as one."""
    back, ahead = (tuple(takewhile(lambda at: cells[at] == color, ray)) for ray in axis)
    return (*reversed(back), point, *ahead)


def rows_through(cells: Cells, size: int, point: int, color: int) -> Iterator[Ray]:
    """Return the row in each direction."""
    return (row_through(cells, axis, point, color) for axis in axes(size)[point])


@cache
def neighbours(size: int) -> tuple[Ray, ...]:
    """Return the points next to every point of a board."""
    return tuple(tuple(ray[0] for axis in lines for ray in axis if ray) for lines in axes(size))


def has_neighbour(cells: Cells, size: int, point: int, colors: Collection[int]) -> bool:
    """Return whether a stone of one of these colours stands next to a point."""
    return any(cells[at] in colors for at in neighbours(size)[point])


def free(cells: Cells) -> list[int]:
    """Return the points without a stone."""
    return [point for point, stone in enumerate(cells) if not stone]
