"""The places of a board on the screen, and the place at a point. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from pygame import Rect

from board_core.geometry import Geometry

Point = tuple[int, int]

GRID_MARGIN = 0.75
"""Room for the coordinates beside a grid, in cells on each side."""


POINTED_LABELS = ("column", "row")
"""The marks of squares whose label of the column, or of the row, is that of the pointed square."""


@dataclass(frozen=True)
class Cells:
    """A board at a place of the screen, with a cell for every place of the board.

    Where lines cross, a cell lies around its crossing. Columns and rows count from the top left of
    what is seen.
    """

    geometry: Geometry
    cell: int  # pixels
    origin: Point  # of the cells
    flipped: bool = False
    margin: int = 0  # pixels around the cells

    @classmethod
    def fit(
        cls, rect: Rect, geometry: Geometry, *, flipped: bool = False, coordinates: bool = True
    ) -> Cells:
        """Return the largest board with cells of whole pixels, in the middle of a rectangle."""
        around = 2 * GRID_MARGIN if geometry.on_points and coordinates else 0.0
        across, down = extent(geometry)
        cell = max(1, int(min(rect.w / (across + around), rect.h / (down + around))))
        margin = int(cell * around / 2)
        left = rect.x + (rect.w - int(across * cell)) // 2
        top = rect.y + (rect.h - int(down * cell)) // 2
        return cls(geometry, cell, (left, top), flipped, margin)

    @property
    def seen(self) -> Geometry:
        """The board as it is seen: turned around if it is flipped."""
        return self.geometry.turned if self.flipped else self.geometry

    @cached_property
    def field(self) -> Rect:
        """The rectangle of all cells."""
        across, down = extent(self.geometry)
        return Rect(*self.origin, int(across * self.cell), int(down * self.cell))

    @property
    def board(self) -> Rect:
        """The rectangle of all cells and the margin around them."""
        return self.field.inflate(2 * self.margin, 2 * self.margin)

    @cached_property
    def squares(self) -> dict[str, Rect]:
        """The cells of all places. Do not change them."""
        return {
            name: self.rect(column, row)
            for row, names in enumerate(self.seen.rows)
            for column, name in enumerate(names)
            if name is not None
        }

    def labelled(self, square: str) -> tuple[str, str]:
        """Return the squares that bear the labels of this one's column and row."""
        column, row = self.place(square)
        seen = self.seen
        below = [name for at in range(seen.height) if (name := seen.place(column, at)) is not None]
        beside = [name for name in seen.rows[row] if name is not None]
        return below[-1], beside[-1]

    def rect(self, column: int, row: int) -> Rect:
        """Return a cell, whether it has a place or not."""
        x, y = self.origin
        return Rect(
            x + column * self.cell + self._shift(row), y + row * self.cell, self.cell, self.cell
        )

    def _shift(self, row: int) -> int:
        return int(row * self.geometry.slant * self.cell)

    def name(self, column: int, row: int) -> str | None:
        """Return the place in a cell, if there is one."""
        return self.seen.place(column, row)

    def place(self, square: str) -> tuple[int, int]:
        """Return the column and the row of a place."""
        return self.seen.at(square)

    def center(self, square: str) -> Point:
        return self.squares[square].center

    def vector(self, one: str, other: str) -> tuple[float, float]:
        """Return the way from one place to another, in cells across and down."""
        a, b = self.squares[one], self.squares[other]
        return (b.x - a.x) / self.cell, (b.y - a.y) / self.cell

    def square_at(self, point: Point) -> str | None:
        if not self.field.collidepoint(point):
            return None
        x, y = self.origin
        row = (point[1] - y) // self.cell
        return self.name((point[0] - x - self._shift(row)) // self.cell, row)

    def within(self, part: Rect) -> Iterator[str]:
        """Return the places whose cells touch a part of the screen."""
        part = part.clip(self.field)
        if part.w and part.h:
            x, y, cell = *self.origin, self.cell
            for row in range((part.top - y) // cell, (part.bottom - 1 - y) // cell + 1):
                left = x + self._shift(row)
                for column in range(
                    (part.left - left) // cell, (part.right - 1 - left) // cell + 1
                ):
                    if (name := self.name(column, row)) is not None:
                        yield name

    def snapped(self, origin: str, point: Point) -> str:
        """Return the place nearest to a point that a queen or a knight could reach."""
        column, row = self.place(origin)

        def reached(square: str) -> bool:
            to_column, to_row = self.place(square)
            across, down = abs(to_column - column), abs(to_row - row)
            return across == 0 or down == 0 or across == down or {across, down} == {1, 2}

        def distance(square: str) -> float:
            x, y = self.center(square)
            return hypot(x - point[0], y - point[1])

        return min(filter(reached, self.squares), key=distance)

    def middle(self) -> str | None:
        """Return the place nearest to the middle of the board, the lower right one of four."""
        columns, rows = self.geometry.size

        def away(square: str) -> int:
            column, row = self.place(square)
            return abs(column - columns // 2) + abs(row - rows // 2)

        return min(self.squares, key=away, default=None)

    def beside(self, square: str, across: int, down: int) -> str:
        """Return the next place in a direction, past missing places; at the edge the same place."""
        column, row = self.place(square)

        def away(other: str) -> int | None:
            to_column, to_row = self.place(other)
            right, below = to_column - column, to_row - row
            ahead, aside = right * across + below * down, right * down + below * across
            return ahead + 2 * abs(aside) if ahead > 0 else None

        found = [(far, other) for other in self.squares if (far := away(other)) is not None]
        return min(found, default=(0, square))[1]


def extent(geometry: Geometry) -> tuple[float, float]:
    """Return the width and the height of a board in cells; 8 by 8 for one without places."""
    columns, rows = geometry.size if geometry.places else (8, 8)
    return columns + max(0.0, geometry.slant * (rows - 1)), rows
