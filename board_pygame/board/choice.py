"""A choice between moves with the same squares, such as the piece that a pawn becomes."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect

from board_core import Move
from board_core.fast_dataclass import dataclass
from board_core.games.look import tag

from .cells import Cells, Point
from .scene import Squares


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """Moves to choose from, shown one below the other from the square they share.

    ``symbols`` are the pieces that each move puts there; for None, the move is shown as text.
    """

    moves: tuple[Move, ...]
    places: Squares
    symbols: tuple[str | None, ...]
    chosen: int | None = None  # under the pointer, or by the arrow keys

    def spots(self, cells: Cells) -> tuple[Rect, ...]:
        """Return a cell for each move, from the target towards the middle of the board."""
        return cells.spots(self.places[-1], len(self.moves))

    def at(self, point: Point, cells: Cells) -> int | None:
        """Return the index of the move that is shown at a point."""
        spots = self.spots(cells)
        return next((i for i, spot in enumerate(spots) if spot.collidepoint(point)), None)

    def pointed(self, point: Point, cells: Cells) -> MoveChoice:
        return replace(self, chosen=self.at(point, cells))

    def stepped(self, down: int, cells: Cells) -> MoveChoice:
        """Choose the next move on the screen, down or up."""
        rows = [spot.y for spot in self.spots(cells)]
        step = down if len(rows) < 2 or rows[0] < rows[1] else -down
        first = 0 if step > 0 else len(rows) - 1
        chosen = first if self.chosen is None else (self.chosen + step) % len(rows)
        return replace(self, chosen=chosen)

    def by_letter(self, letter: str) -> Move | None:
        """Return the move that a letter distinguishes from the others."""
        tags = {tag(move, self.places).lower(): move for move in self.moves}
        return tags.get(letter.lower())

    def text(self, index: int) -> str:
        """Return the text that distinguishes a move from the others."""
        move = self.moves[index]
        return tag(move, self.places) or move


def fits(places: set[Squares], moves: tuple[Move, ...], cells: Cells) -> bool:
    """Return whether the board itself can offer these moves, which touch these places."""
    return len(places) == 1 and () not in places and len(moves) <= cells.geometry.height
