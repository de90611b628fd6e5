"""Choosing between moves that share their squares: which piece a pawn becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from board_core.rules import Move, squares_of

from .geometry import Geometry


@dataclass(frozen=True, slots=True)
class Choice:
    """Candidates, shown one below the other from the square they share.

    ``symbols`` are what each would put there; None is shown as text.
    """

    moves: tuple[Move, ...]
    symbols: tuple[str | None, ...]
    chosen: int | None = None  # under the pointer, or by the arrow keys

    def spots(self, geometry: Geometry) -> tuple[str, ...]:
        """A square for each candidate, from the target towards the middle of the board."""
        column, row = geometry.place(squares_of(self.moves[0])[-1])
        rows, count = geometry.size[1], len(self.moves)
        step = 1 if row < rows / 2 else -1
        if not 0 <= row + step * (count - 1) < rows:  # they begin elsewhere, to fit
            row = 0 if step > 0 else rows - 1
        return tuple(geometry.name(column, row + step * i) for i in range(count))

    def at(self, square: str | None, geometry: Geometry) -> int | None:
        """Which candidate is shown on a square."""
        spots = self.spots(geometry)
        return spots.index(square) if square in spots else None

    def pointed(self, square: str | None, geometry: Geometry) -> Choice:
        return replace(self, chosen=self.at(square, geometry))

    def stepped(self, down: int, geometry: Geometry) -> Choice:
        """The next candidate on the screen, down or up."""
        rows = [geometry.place(spot)[1] for spot in self.spots(geometry)]
        step = down if len(rows) < 2 or rows[0] < rows[1] else -down
        first = 0 if step > 0 else len(rows) - 1
        chosen = first if self.chosen is None else (self.chosen + step) % len(rows)
        return replace(self, chosen=chosen)

    def by_letter(self, letter: str) -> Move | None:
        """The candidate whose text ends in a letter."""
        return next((move for move in self.moves if letter and move[-1] == letter.lower()), None)

    def text(self, index: int) -> str:
        """What tells a candidate from the others."""
        move = self.moves[index]
        return move[len("".join(squares_of(move))) :] or move


def fits(moves: tuple[Move, ...], geometry: Geometry) -> bool:
    """Whether the board itself can offer these moves."""
    return len({squares_of(move) for move in moves}) == 1 and len(moves) <= geometry.size[1]
