"""The strips of both players above and below a board."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pygame import Rect

from board_core import Color, PerColor

from .board.widget import BoardWidget
from .player_strip import PlayerStrip


class StripPair:
    """The strips of both players. A click on a piece in hand takes it up on the board."""

    def __init__(self, board: BoardWidget) -> None:
        self._board = board
        self.of = PerColor.both(self._take_up).map(partial(PlayerStrip, board.picture))

    def place(self, upper: Rect, lower: Rect, *, flipped: bool) -> None:
        """Place the strips; Black's is the upper one if the board is not flipped."""
        above = Color.WHITE if flipped else Color.BLACK
        self.of[above].place(upper)
        self.of[above.other].place(lower)

    def _take_up(self, symbol: str) -> None:
        self._board.take_up(symbol)
        for color in Color:
            shown = self.of[color]
            shown.show_strip(replace(shown.strip, picked=self._board.taken_up(color)))
