"""The newest lines of something that never ends, for a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .table import Rows

Cells = tuple[str, ...]
Wanted = Callable[[Cells, str | None], bool]

MOST = 100_000
"""So many lines are kept."""


class Lines(Rows):
    """At most ``most`` lines; then the oldest tenth is dropped at once."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: list[tuple[Cells, str | None]] = []
        self._shown: list[tuple[Cells, str | None]] = []
        self._wanted: Wanted | None = None

    def __len__(self) -> int:
        return len(self._shown)

    def row(self, index: int) -> Sequence[str]:
        return self._shown[index][0]

    def color(self, index: int) -> str | None:
        return self._shown[index][1]

    def append(self, cells: Cells, color: str | None = None) -> None:
        """Then call the table's ``update``."""
        if len(self._kept) >= self._most:
            self._drop(max(1, self._most // 10))
        line = (cells, color)
        self._kept.append(line)
        if self._shows(line):
            self._shown.append(line)

    def filter(self, wanted: Wanted | None) -> None:
        """Show only these lines, also of those to come; then call the table's ``reset``."""
        self._wanted = wanted
        self._shown = [line for line in self._kept if self._shows(line)]

    def clear(self) -> None:
        """Then call the table's ``reset``."""
        self._kept.clear()
        self._shown.clear()

    def _drop(self, count: int) -> None:
        unseen = sum(self._shows(line) for line in self._kept[:count])
        del self._kept[:count]
        del self._shown[:unseen]
        self.dropped += unseen

    def _shows(self, line: tuple[Cells, str | None]) -> bool:
        return self._wanted is None or self._wanted(*line)
