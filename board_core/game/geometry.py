"""The layout of a board as one value, from which every frontend draws it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import pairwise
from math import inf
from string import ascii_lowercase

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import BoardError, given, say

WITHOUT_I = say("(the letters leave out i: after h comes j)")
"""What is said where somebody may have counted the columns of a grid with i."""

PLACE_NAME = re.compile(r"[a-z]\d+(?:[A-Z]+\d*)?|[A-Z]+\d+")
"""The name of a place inside the text of a move: ``e2``, ``b2W``, ``QL3``."""


Where = tuple[int, int]
"""Column and row, each from 0 at the top left."""


class Style(Enum):
    """The look of a board's places."""

    SQUARES = "squares"  # alternating light and dark
    CELLS = "cells"  # all alike
    POINTS = "points"  # crossings of lines


Space = tuple[int, int, float]
"""Column, row and height, each in places: columns and rows from the top left of what White sees
from above, heights from the lowest level."""


@dataclass(frozen=True, slots=True)
class BoardLevel:
    """One of the boards of a game that is played on several.

    ``rows`` are its places from top to bottom. ``corner`` is the cell of the first one where all
    boards are laid out side by side, ``space`` where it really is.

    A level with a ``pin``, a place of another level on whose corner it stands, can be moved. It
    exists only in positions whose pieces name it; its name is then the place of the board itself.
    """

    name: str
    rows: tuple[tuple[str, ...], ...]
    corner: Where
    space: Space
    pin: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The names of its places, row by row."""
        return tuple(name for row in self.rows for name in row)


@dataclass(frozen=True, repr=False)
class Geometry:
    """The places of a board by their names, as White sees them.

    ``rows`` go from top to bottom, each from left to right; None marks a gap. Labels are drawn
    beside the columns and rows; an empty one is not drawn.
    """

    rows: tuple[tuple[str | None, ...], ...]
    style: Style = Style.SQUARES
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    slant: float = 0.0
    """Cells by which each row is shifted right from the row above it; 0.5 on hexagonal boards."""
    levels: tuple[BoardLevel, ...] = ()
    """The boards of a game on several, which ``rows`` lays out side by side."""

    def __post_init__(self) -> None:
        """Raise BoardError if two places have the same name."""
        counted = Counter(name for row in self.rows for name in row if name is not None)
        if twice := [name for name, times in counted.items() if times > 1]:
            raise BoardError(f"two places are called {twice[0]!r}: give each a name of its own")

    def __repr__(self) -> str:
        """Return the size and the style; the places are too many to list."""
        return f"<Geometry: {self.columns} x {self.height} {self.style.value}>"

    @property
    def columns(self) -> int:
        """The width of the board, in places."""
        return max(map(len, self.rows), default=0)

    @property
    def height(self) -> int:
        """The height of the board, in places."""
        return len(self.rows)

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
        return self.columns, self.height

    @property
    def on_points(self) -> bool:
        """True if pieces are placed on intersections, not on squares."""
        return self.style is Style.POINTS

    @cached_property
    def _at(self) -> Mapping[str, Where]:
        return {
            name: (column, row)
            for row, names in enumerate(self.rows)
            for column, name in enumerate(names)
            if name is not None
        }

    @property
    def places(self) -> Sequence[str]:
        """The names of all places, row by row from the top left."""
        return tuple(self._at)

    def __contains__(self, name: object) -> bool:
        return name in self._at or name in self.movable

    def at(self, name: str) -> Where:
        """Return the column and the row of a place, each from 0 at the top left.

        Raises KeyError.
        """
        return self._at[name]

    def place(self, column: int, row: int) -> str | None:
        """The name of what is there; None outside the board too."""
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])):
            return None
        return self.rows[row][column]

    @cached_property
    def turned(self) -> Geometry:
        """The same board as Black sees it."""
        width = self.columns
        rows = ((*row, *[None] * (width - len(row))) for row in reversed(self.rows))
        return replace(
            self,
            rows=tuple(row[::-1] for row in rows),
            column_labels=self.column_labels[::-1],
            row_labels=self.row_labels[::-1],
        )

    @cached_property
    def movable(self) -> Mapping[str, BoardLevel]:
        """The levels that can be moved, by their names."""
        return {level.name: level for level in self.levels if level.pin}

    @cached_property
    def level_of(self) -> Mapping[str, BoardLevel]:
        """The levels by the names of their places."""
        return {name: level for level in self.levels for name in level.places}

    @cached_property
    def tabs(self) -> Mapping[str, Where]:
        """The first cell of the name of each movable level: in the row below it, or above."""
        found = dict[str, Where]()
        for name, level in self.movable.items():
            cells = [self._at[place] for place in level.places]
            left, right = min(cells)[0], max(cells)[0] + 1
            below, above = max(row for _, row in cells) + 1, min(row for _, row in cells) - 1
            free = below < self.height and not any(self.rows[below][left:right])
            found[name] = (left, below if free else above)
        return found

    @cached_property
    def seams(self) -> tuple[int, ...]:
        """The columns whose left edge no level crosses; the last is the right edge."""
        if not self.levels:
            return ()
        columns = [{self._at[name][0] for name in level.places} for level in self.levels]
        return tuple(
            column
            for column in range(self.columns + 1)
            if not any(column in taken and column - 1 in taken for taken in columns)
        )

    def present(self, pieces: Container[str]) -> Geometry:
        """Return the board with gaps in place of the levels that these pieces do not name."""
        gone = {
            place
            for name, level in self.movable.items()
            if name not in pieces
            for place in level.places
        }
        if not gone:
            return self
        rows = (tuple(None if name in gone else name for name in row) for row in self.rows)
        return replace(self, rows=tuple(rows))

    @cached_property
    def lines(self) -> tuple[tuple[Where, Where], ...]:
        """The lines of a board of points, each from one point to the next in its row or column.

        Lines that would cross where there is no point are left out.
        """
        ends = list[tuple[Where, Where]]()
        for row in range(self.height):
            ends += pairwise((x, row) for x in range(self.columns) if self.place(x, row))
        for column in range(self.columns):
            ends += pairwise((column, y) for y in range(self.height) if self.place(column, y))
        passed = Counter(place for line in ends for place in _between(*line))
        return tuple(line for line in ends if all(passed[at] == 1 for at in _between(*line)))

    def is_dark(self, name: str) -> bool:
        """Return True for a dark square, such as the one at White's bottom left."""
        column, row, height = *self._at[name], len(self.rows)
        if self.levels:
            (column, row), height = self._above[name], self._depth
        return (column + height - row) % 2 == 1

    @cached_property
    def _above(self) -> Mapping[str, Where]:
        """The column and row of each place of a level as seen from above."""
        return {
            name: (level.space[0] + right, level.space[1] + down)
            for level in self.levels
            for down, names in enumerate(level.rows)
            for right, name in enumerate(names)
        }

    @cached_property
    def _depth(self) -> int:
        return max(row for _, row in self._above.values()) + 1

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the places that the text of a move names, in order."""
        return tuple(name for name in PLACE_NAME.findall(text) if name in self)


def _between(one: Where, other: Where) -> list[Where]:
    """Return the places between two ends of a line."""
    (x, y), (right, bottom) = one, other
    if y == bottom:
        return [(column, y) for column in range(x + 1, right)]
    return [(x, row) for row in range(y + 1, bottom)]


def squares(files: int, ranks: int, letters: str = ascii_lowercase) -> Geometry:
    """Return a board of light and dark squares in files and ranks, ``a1`` at the bottom left."""
    return _grid(files, ranks, letters, Style.SQUARES)


def cells(files: int, ranks: int, letters: str = ascii_lowercase) -> Geometry:
    """Return a board of squares that look alike, ``a1`` at the bottom left."""
    return _grid(files, ranks, letters, Style.CELLS)


def points(files: int, ranks: int, letters: str = ascii_lowercase) -> Geometry:
    """Return a board of crossing lines, ``a1`` at the bottom left."""
    return _grid(files, ranks, letters, Style.POINTS)


def plan(rows: Iterable[Iterable[str | None]], style: Style = Style.SQUARES) -> Geometry:
    """Return a board of named places in rows from top to bottom; None marks a gap."""
    return Geometry(tuple(map(tuple, rows)), style)


def levels(
    boards: Iterable[BoardLevel],
    column_labels: tuple[str, ...] = (),
    row_labels: tuple[str, ...] = (),
) -> Geometry:
    """Return a game's boards, laid out side by side by their corners."""
    boards = tuple(boards)
    cells = {
        (level.corner[0] + right, level.corner[1] + down): name
        for level in boards
        for down, names in enumerate(level.rows)
        for right, name in enumerate(names)
    }
    columns, rows = (max(at) + 1 for at in zip(*cells, strict=True))
    grid = tuple(tuple(cells.get((x, y)) for x in range(columns)) for y in range(rows))
    return Geometry(grid, Style.SQUARES, column_labels, row_labels, levels=boards)


def _grid(files: int, ranks: int, letters: str, style: Style) -> Geometry:
    for what, number, most in (("files", files, len(letters)), ("ranks", ranks, inf)):
        given(number, int, f"is no number of {what}: give a whole number")
        if not 1 <= number <= most:
            give = "1 or more" if most == inf else f"1 to {most}, one for each letter"
            raise BoardError(f"a board has no {number} {what}: give {give}")
    letters = letters[:files]
    numbers = tuple(str(rank) for rank in range(ranks, 0, -1))
    rows = tuple(tuple(f"{letter}{number}" for letter in letters) for number in numbers)
    return Geometry(rows, style, tuple(letters), numbers)
