"""The columns and the rows of a table: a list of rows, or the newest lines of an endless source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Cells = tuple[str, ...]
Wanted = Callable[[Cells, str | None, str], bool]
"""Tells by its cells, its colour and its tag whether a line is shown."""

MOST_LINES_KEPT = 100_000
"""The greatest number of lines that are kept."""


CELL_SEPARATOR = "\x1f"
"""The character between the cells of a stored line. One text takes a third of a tuple's memory."""

SEPARATOR_SIGN = "\u241f"
"""The sign that replaces the separator within a cell."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table. ``width`` is in points; columns without one share the rest.

    With its ``longest`` text a column takes no more than that needs.
    """

    title: str = ""
    width: float = 0
    align: str = "left"
    mono: bool = False
    color: str = "text"
    longest: str = ""


class Rows:
    """The rows that a table shows, as a base class."""

    dropped = 0
    """Number of rows that were dropped from the beginning so far."""

    first = 0
    """The first row that is taken when all are selected."""

    def __len__(self) -> int:
        return 0

    def row(self, index: int) -> Sequence[str]:
        """Return the texts of the cells."""
        raise IndexError(index)

    def color(self, index: int) -> str | None:
        """Return the name of a theme's field."""
        return None

    def sort(self, column: int, *, down: bool) -> None:
        """Put the rows in the order of a column; ``down``: in the reverse order."""
        raise NotImplementedError


def sort_key(text: str) -> str:
    """Return a key by which texts are ordered as people do: ``Round 9`` before ``round 10``."""
    return re.sub(r"\d+", lambda number: number[0].zfill(20), text.casefold())


class ListOfRows(Rows):
    """The rows of a table, from a list of texts in columns."""

    def __init__(self, rows: Sequence[Sequence[str]] = ()) -> None:
        self.rows = list(rows)

    def __len__(self) -> int:
        return len(self.rows)

    def row(self, index: int) -> Sequence[str]:
        return self.rows[index]


class RecentLines(Rows):
    """At most ``most`` lines; when they are full, the oldest tenth is dropped at once.

    ``colors`` are counted, and all lines are selected, from where :meth:`begin` was called last.
    """

    def __init__(self, most: int = MOST_LINES_KEPT) -> None:
        self._most = most
        self._kept: list[str] = []  # the colour and the tag first, then the cells
        self.colors = Counter[str | None]()  # lines of each colour, shown or not
        self._shown = self._kept  # the same list while all lines are wanted
        self._wanted: Wanted | None = None
        self._begun, self._newest = 0, False

    def begin(self) -> None:
        """Begin another part of the lines. Then call :meth:`filter`."""
        self._begun = len(self._kept)
        self.colors.clear()

    def __len__(self) -> int:
        return len(self._shown)

    def row(self, index: int) -> Sequence[str]:
        return _cells(self._shown[index])

    def color(self, index: int) -> str | None:
        return _color(self._shown[index])

    def append(self, cells: Cells, color: str | None = None, tag: str = "") -> None:
        """Add a line; filters can ask for its ``tag``. Then call the table's ``update``."""
        if len(self._kept) >= self._most:
            self._drop(max(1, self._most // 10))
        known = [cell.replace(CELL_SEPARATOR, SEPARATOR_SIGN) for cell in cells]
        line = CELL_SEPARATOR.join((color or "", tag, *known))
        self._kept.append(line)
        self.colors[color] += 1
        if self._shown is not self._kept and self._shows(line):
            self._shown.append(line)

    def filter(self, wanted: Wanted | None, *, newest: bool = False) -> None:
        """Show only the lines that are ``wanted``, also later ones; ``newest``: of the last part.
        Then call the table's ``reset``.
        """
        self._wanted, self._newest, kept = wanted, newest, self._kept
        self.first = self._begun if wanted is None else 0
        part = kept[self._begun :] if newest else kept
        self._shown = kept if wanted is None else [line for line in part if self._shows(line)]

    def _drop(self, count: int) -> None:
        part = self._kept[self._begun if self._newest else 0 : count]
        unseen = sum(map(self._shows, part))
        if self._shown is not self._kept:
            del self._shown[:unseen]
        self.colors.subtract(map(_color, self._kept[self._begun : count]))
        self._begun, self.first = max(0, self._begun - count), max(0, self.first - count)
        del self._kept[:count]
        self.dropped += unseen

    def _shows(self, line: str) -> bool:
        if self._wanted is None:
            return True
        color, tag, *cells = line.split(CELL_SEPARATOR)
        return self._wanted(tuple(cells), color or None, tag)


def _cells(line: str) -> Cells:
    return tuple(line.split(CELL_SEPARATOR)[2:])


def _color(line: str) -> str | None:
    return line.partition(CELL_SEPARATOR)[0] or None
