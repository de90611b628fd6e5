"""A variant of gomoku: the board's size, and the rule that decides what wins."""

from __future__ import annotations

from functools import cached_property

from board_core.fast_dataclass import dataclass

from .lines import BLACK, Cells, Ray, rows_through, windows

FREESTYLE, STANDARD, RENJU = "freestyle", "standard", "renju"

FILE_LETTERS = "abcdefghjklmnopqrstuvwxyz"
"""The letters of the files, without i."""


@dataclass(frozen=True)
class GomokuVariant:
    """The size of the board and the rule by which a row of stones wins.

    Freestyle: five or more win. Standard: exactly five. Renju: Black needs exactly five and has
    forbidden moves, White wins by five or more.
    """

    size: int
    rule: str

    def exact(self, color: int) -> bool:
        """Return whether a row of six or more does not win."""
        return self.rule == STANDARD or (self.rule == RENJU and color == BLACK)

    def wins(self, color: int, length: int) -> bool:
        return length == 5 if self.exact(color) else length >= 5

    def won_by(self, cells: Cells, point: int) -> Ray:
        """Return the stones of all rows by which the stone on this point wins, or nothing."""
        color = cells[point]
        rows = rows_through(cells, self.size, point, color)
        won = [row for row in rows if self.wins(color, len(row))]
        return tuple(dict.fromkeys(at for row in won for at in row))

    def won_somewhere(self, cells: Cells) -> Ray:
        """Return the same for any stone; searches the whole board."""
        for five, _ in windows(self.size):
            if cells[five[0]] and len({cells[at] for at in five}) == 1:
                line = self.won_by(cells, five[0])
                if line:
                    return line
        return ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of every point."""
        files = FILE_LETTERS[: self.size]
        return tuple(f"{file}{rank}" for rank in range(1, self.size + 1) for file in files)

    @cached_property
    def points(self) -> dict[str, int]:
        """The point of every text."""
        return {name: point for point, name in enumerate(self.names)}
