"""The border between the board and the panel beside it, which gives the board its size."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from .board.widget import BoardWidget
from .intents import Intent, SizeBoard
from .kit.splitter import Splitter
from .kit.widget import UI, Layer
from .language import _
from .layout import Layout


class BoardBorder(Splitter):
    """The handle of a screen that makes its board wider, and keeps the size in the settings.

    ``frame`` lays the screen out for a part of the largest board, from 0 to 1.
    """

    def __init__(
        self,
        ask: Callable[[Intent], None],
        layer: Layer,
        board: BoardWidget,
        frame: Callable[[float, UI], Layout],
        percent: int,
    ) -> None:
        """``percent`` is the size of the board at first, of what fits."""
        super().__init__(
            self._make_wider,
            self._make_step,
            lambda: ask(SizeBoard(self._percent)),
            tip=_("Size of the board (← →)"),
        )
        self._layer, self._board, self._frame, self._percent = layer, board, frame, percent
        self._laid: tuple[Layout, UI] | None = None

    def lay(self, ui: UI) -> Layout:
        """Return the frame for the chosen size, and take the place of the border in it."""
        place = self._frame(self._percent / 100, ui)
        self._laid = place, ui
        self.place(place["splitter"])
        return place

    def _make_wider(self, pixels: int) -> None:
        """Make the board wider by so many pixels, as far as whole squares and the panel allow."""
        if self._laid is None:
            return
        place, ui = self._laid
        wide, largest = place["board"].w, self._frame(1.0, ui)["board"].w
        self._percent = max(0, min(100, round(100 * (wide + pixels) / largest)))
        if self._frame(self._percent / 100, ui)["board"].w != wide:
            ui.relayout(self._layer)

    def _make_step(self, step: int) -> None:
        """Make the board wider by one square, or for -2 and 2 as small or large as can be."""
        if self._laid is not None:
            wide = self._laid[0]["board"].w
            square = ceil(wide / self._board.scene.extent[0])
            self._make_wider(step * (square if abs(step) == 1 else 10 * wide))
