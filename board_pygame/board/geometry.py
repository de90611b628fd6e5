"""Where squares are on the screen, and which square a point is on. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from pygame import Rect

from .scene import LETTERS, Look

Point = tuple[int, int]

MARGIN = 0.75
"""Room for the coordinates beside a grid, in cells on each side."""


@dataclass(frozen=True)
class Geometry:
    """A board of files and ranks at a place of the screen; every square has a cell of its own.

    In a grid a cell lies around its intersection.
    """

    size: tuple[int, int]
    cell: int  # pixels
    origin: Point  # of the cells
    files: Sequence[str] = LETTERS
    flipped: bool = False
    margin: int = 0  # pixels around the cells

    @classmethod
    def fit(
        cls,
        rect: Rect,
        size: tuple[int, int],
        look: Look,
        *,
        flipped: bool = False,
        coordinates: bool = True,
    ) -> Geometry:
        """The largest board with cells of whole pixels, in the middle of a rectangle."""
        files, ranks = size
        around = 2 * MARGIN if look.grid and coordinates else 0.0
        cell = max(1, int(min(rect.w / (files + around), rect.h / (ranks + around))))
        margin = int(cell * around / 2)
        left = rect.x + (rect.w - files * cell) // 2
        top = rect.y + (rect.h - ranks * cell) // 2
        return cls(size, cell, (left, top), tuple(look.files[:files]), flipped, margin)

    @property
    def cells(self) -> Rect:
        """All cells together."""
        files, ranks = self.size
        return Rect(*self.origin, files * self.cell, ranks * self.cell)

    @property
    def board(self) -> Rect:
        """The cells and the margin around them."""
        return self.cells.inflate(2 * self.margin, 2 * self.margin)

    @cached_property
    def squares(self) -> dict[str, Rect]:
        """The cell of every square; nobody may change it."""
        cell, (x, y) = self.cell, self.origin
        files, ranks = self.size
        return {
            self.name(column, row): Rect(x + column * cell, y + row * cell, cell, cell)
            for row in range(ranks)
            for column in range(files)
        }

    def name(self, column: int, row: int) -> str:
        """The square at a place on the screen, counted from the left and the top."""
        files, ranks = self.size
        if self.flipped:
            return f"{self.files[files - 1 - column]}{row + 1}"
        return f"{self.files[column]}{ranks - row}"

    def place(self, square: str) -> tuple[int, int]:
        """Column and row of a square on the screen."""
        x, y = self.squares[square].topleft
        return (x - self.origin[0]) // self.cell, (y - self.origin[1]) // self.cell

    def center(self, square: str) -> Point:
        return self.squares[square].center

    def square_at(self, point: Point) -> str | None:
        if not self.cells.collidepoint(point):
            return None
        x, y = self.origin
        return self.name((point[0] - x) // self.cell, (point[1] - y) // self.cell)

    def within(self, part: Rect) -> Iterator[str]:
        """The squares whose cells touch a part of the screen."""
        part = part.clip(self.cells)
        if part.w and part.h:
            x, y, cell = *self.origin, self.cell
            for row in range((part.top - y) // cell, (part.bottom - 1 - y) // cell + 1):
                for column in range((part.left - x) // cell, (part.right - 1 - x) // cell + 1):
                    yield self.name(column, row)

    def snapped(self, origin: str, point: Point) -> str:
        """The square nearest to a point that a queen or a knight could reach from another."""
        column, row = self.place(origin)

        def reached(square: str) -> bool:
            to_column, to_row = self.place(square)
            across, down = abs(to_column - column), abs(to_row - row)
            return across == 0 or down == 0 or across == down or {across, down} == {1, 2}

        def distance(square: str) -> float:
            x, y = self.center(square)
            return hypot(x - point[0], y - point[1])

        return min(filter(reached, self.squares), key=distance)
