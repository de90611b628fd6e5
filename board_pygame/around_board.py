"""The widgets around a board: strips, the border beside it, moves that name no square."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from math import ceil

from pygame import Rect

from board_core import Color, PerColor

from .board.hand import MoveChosen
from .board.scene import Scene
from .board.widget import BoardWidget
from .game_state import GameState
from .intents import Intent, SizeBoard
from .kit.buttons import Button
from .kit.painter import TEXT_SIZE
from .kit.splitter import Splitter
from .kit.widget import UI, Layer
from .labels import move_words
from .language import _
from .layout import Layout
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


NAMED_BUTTONS = 6
"""The most buttons for moves that name no square; the menu of the board has all of them."""


class NamedMoves:
    """The buttons, as many as there are moves to name now."""

    def __init__(self, ask: Callable[[Intent], None]) -> None:
        self._ask = ask
        self._notations: list[str] = []
        self.buttons = [Button("") for _n in range(NAMED_BUTTONS)]
        for button in self.buttons:
            button.show(False)

    def __bool__(self) -> bool:
        return bool(self._notations)

    def show(self, state: GameState, scene: Scene) -> bool:
        """Show a button for each move; return whether they are others than before."""
        moves = scene.named[:NAMED_BUTTONS]
        notations = [state.origin_of(move).notation(move) for move in moves]
        for button, move in zip_longest(self.buttons, moves):
            button.show(move is not None)
            if move is not None:
                button.tip = move_words(state, move)
                button.action = partial(self._ask, MoveChosen(move))
        before, self._notations = self._notations, notations
        return notations != before

    def place(self, row: Rect, ui: UI) -> None:
        """Place the buttons that are shown."""
        seen, gap = [button for button in self.buttons if button.visible], ui.px(6)
        gaps = (len(seen) - 1) * gap
        wide = sum(ui.fonts.width(button.tip, TEXT_SIZE) + 2 * gap for button in seen)
        for button, notation in zip(seen, self._notations, strict=False):
            text = button.tip if wide + gaps <= row.w else notation  # the pointer tells the rest
            button.set(text.replace("&", "&&"))
        x, left = row.x, sum(len(button.text) for button in seen)
        for index, button in enumerate(seen):  # the longer have more of it
            room = row.right - x - (len(seen) - index - 1) * gap
            width = room * len(button.text) // max(1, left)
            button.place((x, row.y, width, row.h))
            x, left = x + width + gap, left - len(button.text)
