"""The places of a board on the screen, and the place at a point. Pure arithmetic."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from math import hypot

from pygame import Rect

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry

Point = tuple[int, int]

SEAM_WIDTH = 0.4
"""Room between boards that are laid out side by side, in cells."""

LEAST_TAB = 16
"""Pixels of height of a board's name, if a cell is as high."""

GRID_MARGIN = 0.75
"""Room for the coordinates beside a grid, in cells on each side."""


Covers = Callable[[str, Point], bool]
"""Whether the piece on a place is seen at a point."""


def nothing_covers(_place: str, _point: Point) -> bool:
    return False


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
    hung: frozenset[str] = frozenset()
    """The boards that can be moved and are there now; the places of others are missing."""

    @classmethod
    def fit(
        cls,
        rect: Rect,
        geometry: Geometry,
        *,
        flipped: bool = False,
        coordinates: bool = True,
        pieces: Container[str] = (),
    ) -> Cells:
        """Return the largest board with cells of whole pixels, in the middle of a rectangle.

        Boards that can be moved are there if they are among the pieces.
        """
        around = 2 * GRID_MARGIN if geometry.on_points and coordinates else 0.0
        across, down = extent(geometry)
        cell = max(1, int(min(rect.w / (across + around), rect.h / (down + around))))
        margin = int(cell * around / 2)
        left = rect.x + (rect.w - int(across * cell)) // 2
        top = rect.y + (rect.h - int(down * cell)) // 2
        hung = frozenset(name for name in geometry.movable if name in pieces)
        return cls(geometry, cell, (left, top), flipped, margin, hung)

    def like(self, other: Cells) -> bool:
        """Return True if every place is where it was, wherever boards hang now."""
        return replace(self, hung=other.hung) == other

    @property
    def seen(self) -> Geometry:
        """The board as it is seen: turned around if it is flipped."""
        return self.geometry.turned if self.flipped else self.geometry

    @cached_property
    def field(self) -> Rect:
        """The rectangle of all cells."""
        across, down = extent(self.geometry)
        width = self._lefts[-1] + self.cell if self._lefts else int(across * self.cell)
        return Rect(*self.origin, width, int(down * self.cell))

    @property
    def board(self) -> Rect:
        """The rectangle of all cells and the margin around them."""
        return self.field.inflate(2 * self.margin, 2 * self.margin)

    @cached_property
    def squares(self) -> dict[str, Rect]:
        """The cells of all places, and the rectangles of boards. Do not change them."""
        found = {
            name: self.rect(column, row)
            for row, names in enumerate(self.seen.rows)
            for column, name in enumerate(names)
            if name is not None
        }
        for name, level in self.geometry.movable.items():
            found[name] = found[level.rows[0][0]].union(found[level.rows[-1][-1]])
        return found

    @cached_property
    def tabs(self) -> Mapping[str, Rect]:
        """The name tabs of boards, which are the handles for moving them."""
        return {
            name: self._tab(self.squares[name], row) for name, (_, row) in self.seen.tabs.items()
        }

    def _tab(self, board: Rect, row: int) -> Rect:
        high = max(self.cell * 3 // 5, min(self.cell, LEAST_TAB))
        tab = Rect(board.x, board.bottom, board.w, high)
        if self.origin[1] + row * self.cell < board.y:
            tab.bottom = board.y
        return tab

    def is_missing(self, square: str) -> bool:
        """Return True for a place of a board that is elsewhere now."""
        level = self.geometry.level_of.get(square)
        return level is not None and bool(level.pin) and level.name not in self.hung

    def labelled(self, square: str) -> tuple[str, ...]:
        """Return the squares that bear the labels of this one's column and row; none of a board."""
        seen = self.seen
        if square in seen.movable:
            return ()
        if (level := self.geometry.level_of.get(square)) is not None:
            column, row = self.place(square)
            cells = {seen.at(name): name for name in level.places}
            lowest = max(y for x, y in cells if x == column)
            return cells[column, lowest], cells[max(x for x, y in cells if y == row), row]
        column, row = self.place(square)
        below = [name for at in range(seen.height) if (name := seen.place(column, at)) is not None]
        beside = [name for name in seen.rows[row] if name is not None]
        return below[-1], beside[-1]

    def rect(self, column: int, row: int) -> Rect:
        """Return a cell, whether it has a place or not."""
        x, y = self.origin
        left = x + self._lefts[column] if self._lefts else x + column * self.cell
        return Rect(left + self._shift(row), y + row * self.cell, self.cell, self.cell)

    @cached_property
    def _lefts(self) -> tuple[int, ...]:
        """The left edges of all columns where there are seams between some."""
        seams = self.seen.seams
        if not seams:
            return ()
        return tuple(
            self.cell * column + int(self.cell * SEAM_WIDTH * bisect_right(seams, column))
            for column in range(self.seen.columns)
        )

    def _column(self, x: int) -> int:
        """Return the column that is so many pixels right of the first; -1 in a seam."""
        if not self._lefts:
            return x // self.cell
        column = bisect_right(self._lefts, x) - 1
        return column if column >= 0 and x < self._lefts[column] + self.cell else -1

    def _shift(self, row: int) -> int:
        return int(row * self.geometry.slant * self.cell)

    def name(self, column: int, row: int) -> str | None:
        """Return the place in a cell, if there is one."""
        return self.seen.place(column, row)

    def place(self, square: str) -> tuple[int, int]:
        """Return the column and the row of a place; of a board's first cell."""
        board = self.geometry.movable.get(square)
        if board is not None:
            return min(self.seen.at(name) for name in board.places)
        return self.seen.at(square)

    def center(self, square: str) -> Point:
        return self.squares[square].center

    def spot(self, square: str) -> Rect:
        """Return a cell in the middle of a place."""
        rect = self.squares[square]
        return (
            rect
            if rect.w == self.cell
            else Rect(0, 0, self.cell, self.cell).move_to(center=rect.center)
        )

    def vector(self, one: str, other: str) -> tuple[float, float]:
        """Return the vector from one place to another, in cells across and down."""
        a, b = self.spot(one), self.spot(other)
        return (b.x - a.x) / self.cell, (b.y - a.y) / self.cell

    def stand(self, square: str) -> Rect:
        """Return where the picture of a piece on this place goes."""
        return self.squares[square]

    def spots(self, square: str, count: int) -> tuple[Rect, ...]:
        """Return this many cells, one below the other, from a place towards the middle."""
        column, row = self.place(square)
        rows = self.geometry.height
        step = 1 if row < rows / 2 else -1
        if not 0 <= row + step * (count - 1) < rows:  # start at the edge, so that all fit
            row = 0 if step > 0 else rows - 1
        return tuple(self.rect(column, row + step * i) for i in range(count))

    def square_at(
        self,
        point: Point,
        targets: Container[str] = (),
        movable: Container[str] = (),
        covers: Covers = nothing_covers,
    ) -> str | None:
        """Return the place at a point.

        If places overlap, it is the nearest target, or the foremost movable piece if that is
        nearer.
        """
        if not self.field.collidepoint(point):
            return None
        x, y = self.origin
        row = (point[1] - y) // self.cell
        name = self.name(self._column(point[0] - x - self._shift(row)), row)
        if name is None:
            return next(
                (board for board in self.hung if self.tabs[board].collidepoint(point)), None
            )
        return self.geometry.level_of[name].name if self.is_missing(name) else name

    def within(self, part: Rect) -> Iterator[str]:
        """Return the places whose cells touch a part of the screen."""
        part = part.clip(self.field)
        if part.w and part.h:
            x, y, cell = *self.origin, self.cell
            for row in range((part.top - y) // cell, (part.bottom - 1 - y) // cell + 1):
                left = x + self._shift(row)
                columns = range((part.left - left) // cell, (part.right - 1 - left) // cell + 1)
                for column in range(self.seen.columns) if self._lefts else columns:
                    name = self.name(column, row)
                    if name is None or self.is_missing(name):
                        continue
                    if not self._lefts or self.squares[name].colliderect(part):
                        yield name

    def snapped(self, origin: str, point: Point) -> str:
        """Return the place nearest to a point that a queen or a knight could reach."""
        column, row = self.place(origin)

        def reached(square: str) -> bool:
            if self.geometry.levels:  # moves are not straight where boards lie side by side
                return not self.is_missing(square)
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

        present = (square for square in self.squares if not self.is_missing(square))
        return min(present, key=away, default=None)

    def beside(self, square: str, across: int, down: int) -> str:
        """Return the next place in a direction, past missing places; at the edge the same place."""
        column, row = self._step(square)

        def away(other: str) -> int | None:
            to_column, to_row = self._step(other)
            right, below = to_column - column, to_row - row
            ahead, aside = right * across + below * down, right * down + below * across
            return ahead + 2 * abs(aside) if ahead > 0 else None

        found = [
            (far, other)
            for other in self.squares
            if not self.is_missing(other) and (far := away(other)) is not None
        ]
        return min(found, default=(0, square))[1]

    def _step(self, square: str) -> Point:
        """Return where the keyboard finds a place: by column and row, or in pixels on levels."""
        if not self.geometry.levels:
            return self.place(square)
        return self.tabs[square].center if square in self.hung else self.center(square)


def extent(geometry: Geometry) -> tuple[float, float]:
    """Return the width and the height of a board in cells; 8 by 8 for one without places."""
    columns, rows = geometry.size if geometry.places else (8, 8)
    seams = SEAM_WIDTH * len(geometry.seams)
    return columns + seams + max(0.0, geometry.slant * (rows - 1)), rows
