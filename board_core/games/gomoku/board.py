"""The board that AIs of gomoku use."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from .lines import BLACK, EMPTY, WHITE, Cells, free
from .renju import forbidden
from .swap2 import Swap2Stage
from .variant import FREESTYLE, RENJU, GomokuVariant

__all__ = ["BLACK", "EMPTY", "WHITE", "GomokuBoard"]

variant_of = cache(GomokuVariant)


class GomokuBoard:
    """Stones on a board that an AI may change: no other code sees its changes.

    ``cells`` has 0 (empty), 1 (black) or 2 (white) for each point ``row * size + column``, where
    row 0 is the lowest. ``moves`` are the points in the order of play: all of them, unless the game
    began with stones on the board. ``opening`` is the stage of the opening swap2 (``first``,
    ``choice`` …; see :mod:`.swap2`), in which ``to_move`` is the colour of the next stone and
    ``words`` may be played instead of a point; otherwise it is empty.
    """

    __slots__ = ("_variant", "cells", "moves", "opening", "rule", "size", "to_move")

    def __init__(
        self,
        size: int = 15,
        rule: str = FREESTYLE,
        cells: Cells | None = None,
        to_move: int = BLACK,
        moves: Iterable[int] = (),
        opening: str = "",
    ) -> None:
        self.size = size
        self.rule = rule
        self.cells = bytearray(size * size if cells is None else cells)
        self.to_move = to_move
        self.moves = list(moves)
        self.opening = opening
        self._variant = variant_of(size, rule)

    def legal(self) -> list[int]:
        """Return the points where the side to move may play, if the game is not over."""
        points = free(self.cells)
        if self.rule == RENJU and self.to_move == BLACK:
            points = [at for at in points if not forbidden(self.cells, self.size, at)]
        return points

    def push(self, index: int) -> None:
        """Play on an empty point."""
        self.cells[index] = self.to_move
        self.moves.append(index)
        self.to_move = 3 - self.to_move

    def pop(self) -> int:
        """Take the last move back."""
        index = self.moves.pop()
        self.cells[index] = EMPTY
        self.to_move = 3 - self.to_move
        return index

    @property
    def words(self) -> tuple[str, ...]:
        """The words that may be played in this stage of the opening instead of a point."""
        return Swap2Stage(self.opening).words if self.opening else ()

    def text(self, index: int) -> str:
        """Return the text of a point, such as ``h8``: letters without i, rows counted
        from below.
        """
        return self._variant.names[index]

    def index(self, text: str) -> int:
        """Return the point of such a text. Raises KeyError."""
        return self._variant.points[text]

    def winner_line(self) -> tuple[int, ...]:
        """Return the stones that win, or nothing. With a last move, only its lines are searched."""
        if self.moves:
            return self._variant.won_by(self.cells, self.moves[-1])
        return self._variant.won_somewhere(self.cells)

    def copy(self) -> GomokuBoard:
        return GomokuBoard(self.size, self.rule, self.cells, self.to_move, self.moves, self.opening)

    def __repr__(self) -> str:
        moves = " ".join(map(self.text, self.moves))
        return f"GomokuBoard({self.size}, {self.rule!r}, {moves!r})"
