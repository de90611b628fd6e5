"""The widgets around a board: strips, border, named moves; and the bars of actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from pygame import Rect

from board_core import Color, PerColor

from .actions import ACTIONS, Ask, tip_of
from .board.hand import MoveChosen
from .board.scene import Scene
from .board.widget import BoardWidget
from .effects import OpenLoadAI
from .game_state import GameState
from .intents import (
    ExplainSeat,
    Intent,
)
from .kit.buttons import Button
from .kit.painter import TEXT_SIZE
from .kit.widget import UI
from .labels import move_words
from .language import _
from .player_strip import PlayerStrip


class StripPair:
    """Both players' strips. A press on a piece in hand picks it up."""

    def __init__(self, board: BoardWidget, ask: Callable[[Intent], None]) -> None:
        self._board = board

        def strip(color: Color) -> PlayerStrip:
            return PlayerStrip(
                board.picture,
                board.take_up,
                partial(ask, OpenLoadAI(color)),
                partial(ask, ExplainSeat(color)),
            )

        self.of = PerColor(*Color).map(strip)
        board.on_select = self._show_selected

    def place(self, upper: Rect, lower: Rect, *, flipped: bool) -> None:
        """Place the strips; Black's is the upper one if the board is not flipped."""
        above = Color.WHITE if flipped else Color.BLACK
        self.of[above].place(upper)
        self.of[above.other].place(lower)

    def _show_selected(self) -> None:
        for color in Color:
            shown = self.of[color]
            shown.show_strip(replace(shown.strip, picked=self._board.taken_up(color)))


NAMED_BUTTONS = 6
"""The most buttons for moves that name no square; the menu of the board has all of them."""


class NamedMoves:
    """A button for each move that is chosen by name."""

    def __init__(self, ask: Callable[[Intent], None]) -> None:
        self._ask = ask
        self._notations: list[str] = []
        self.buttons = [Button("") for _n in range(NAMED_BUTTONS)]
        for button in self.buttons:
            button.show(False)

    def __bool__(self) -> bool:
        return bool(self._notations)

    def show(self, state: GameState, scene: Scene) -> bool:
        """Show a button for each move; return whether the moves have changed."""
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
            text = button.tip if wide + gaps <= row.w else notation  # a tip shows the rest
            button.set(text.replace("&", "&&"))
        x, left = row.x, sum(len(button.text) for button in seen)
        for index, button in enumerate(seen):  # longer ones get more of it
            room = row.right - x - (len(seen) - index - 1) * gap
            width = room * len(button.text) // max(1, left)
            button.place((x, row.y, width, row.h))
            x, left = x + width + gap, left - len(button.text)


# Buttons

STEPS = ("first", "earlier", "later", "newest")
"""The buttons below the moves."""


def tool(
    ask: Ask, name: str, *, text: str | None = None, bare: bool = False, **more: Any
) -> Button:
    """Return a button for an action; ``more`` is said instead of what stands in the table.

    Without ``text`` it is that of the table. A ``bare`` one has no icon, and no key on it; keys
    with Alt are seen at the letter that is underlined, and two modifiers take too much room.
    """
    action = ACTIONS[name]
    intent = more.pop("intent", action.intent)
    usual: dict[str, Any] = {"tip": tip_of(action)}
    if not bare:
        short = not action.key.startswith(("Alt+", "Ctrl+Shift+"))
        usual |= {"icon": action.icon, "hint": _(action.key) if action.key and short else ""}
    words = (action.text and _(action.text)) if text is None else text
    return Button(words, partial(ask, intent), **(usual | more))


def refresh(button: Button, name: str, state: GameState) -> None:
    """Enable or disable a button, with the reason in its tip."""
    action = ACTIONS[name]
    why = action.reason(state)
    usual = action.hover(state) if action.hover is not None else tip_of(action)
    button.enable(not why)
    if action.words is not None:
        button.set(action.words(state))
    button.tip = why or usual or button.text  # which may be cut


def step_buttons(ask: Ask) -> list[Button]:
    """Make the buttons below the moves, with icons alone."""
    buttons = [tool(ask, name, text="", compact=True, hint="") for name in STEPS]
    for button in buttons:
        button.leaves_focus = True  # Space after a click goes to the newest move
    return buttons
