"""The buttons of moves that name no square: side by side in one row."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import zip_longest

from pygame import Rect

from .board.hand import MoveChosen
from .board.scene import Scene
from .game_state import GameState
from .intents import Intent
from .kit.buttons import Button
from .kit.painter import TEXT_SIZE
from .kit.widget import UI
from .labels import move_words

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
