"""The widgets around a board: strips, border, named moves; and the bars of actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from math import ceil
from typing import Any

from pygame import Rect

from board_core import Color, PerColor

from .actions import ACTIONS, Ask, tip_of
from .board.hand import MoveChosen
from .board.scene import Scene
from .board.widget import BoardWidget
from .editing import Editing
from .game_state import GameState
from .intents import (
    EditorAction,
    Intent,
    LookAction,
    RecordAction,
    SizeBoard,
    UsePosition,
    edit,
)
from .kit.buttons import Button
from .kit.painter import SMALL_SIZE, TEXT_SIZE
from .kit.scrolling import Splitter
from .kit.widget import UI, Layer
from .labels import move_words
from .language import _
from .layout import Layout
from .player_strip import PlayerStrip
from .wish import Frame, Way


class StripPair:
    """Both players' strips. A click on a piece in hand picks it up."""

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
    """A handle that resizes the board, and stores the size in the settings.

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
        """Return the frame for the chosen size, and move into its place for the border."""
        place = self._frame(self._percent / 100, ui)
        self._laid = place, ui
        self.place(place["splitter"])
        return place

    def _make_wider(self, pixels: int) -> None:
        """Widen the board by these pixels, as far as whole squares and the panel allow."""
        if self._laid is None:
            return
        place, ui = self._laid
        wide, largest = place["board"].w, self._frame(1.0, ui)["board"].w
        self._percent = max(0, min(100, round(100 * (wide + pixels) / largest)))
        if self._frame(self._percent / 100, ui)["board"].w != wide:
            ui.relayout(self._layer)

    def _make_step(self, step: int) -> None:
        """Widen the board by one square; -2 and 2 make it as small or large as possible."""
        if self._laid is not None:
            wide = self._laid[0]["board"].w
            square = ceil(wide / self._board.scene.extent[0])
            self._make_wider(step * (square if abs(step) == 1 else 10 * wide))


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
    if bare:
        usual["size"] = SMALL_SIZE
    else:
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
    button.tip = why or usual
    if action.words is not None:
        button.set(action.words(state))


def step_buttons(ask: Ask) -> list[Button]:
    """Make the buttons below the moves, with icons alone."""
    return [tool(ask, name, text="", compact=True, hint="") for name in STEPS]


def bar_tools(ask: Ask) -> dict[str, Button]:
    """Make the buttons that all bars share, by their names in the layout."""
    return {
        "new": tool(ask, "new", hint=""),
        "analyse": tool(ask, "analyse", compact=True),
        "boards": tool(ask, "boards"),
        "flip": tool(ask, "flip", compact=True, hint=""),
        "menu": tool(ask, "menu", compact=True, hint=""),
    }


LEFT_TOOLS = ("new", "back", "flip")
"""The buttons at the left of the bar above the analysis and the editor."""


class StudyTools:
    """The bar above the analysis and the editor; the open frame's button leaves it."""

    def __init__(self, ask: Ask, frame: Frame) -> None:
        shared = bar_tools(ask)
        here, edits = frame is Frame.ANALYSIS, frame is Frame.EDITOR
        back = tool(ask, "back", hint="")
        if edits:
            back = tool(ask, "back", text=_("Undo"), intent=edit(Editing.undo), hint="")
        analysed = UsePosition(Way.ANALYSE) if edits else RecordAction.ANALYSE_POSITION
        self.of = {
            "new": shared["new"],
            "back": back,
            "flip": shared["flip"],
            "analyse": tool(ask, "analyse", intent=LookAction.LEAVE_FRAME if here else analysed),
            "edit": tool(
                ask, "edit", intent=LookAction.LEAVE_FRAME if edits else EditorAction.EDIT_POSITION
            ),
            "view": tool(ask, "view"),
            "menu": shared["menu"],
        }
        self.of["analyse"].turn(here)
        self.of["edit"].turn(edits)

    @property
    def widgets(self) -> list[Button]:
        """The buttons in the order of the keyboard's focus."""
        return list(self.of.values())

    def place(self, place: Layout, ui: UI) -> None:
        """Set the rectangle of each button of the bar."""
        rect, gap = place["tools"], ui.px(8)
        x = rect.x
        for name in LEFT_TOOLS:
            wide = self.of[name].natural_size(ui.fonts, 0)[0]
            self.of[name].place((x, rect.y, wide, rect.h))
            x += wide + gap
        for name in self.of.keys() - set(LEFT_TOOLS):
            self.of[name].place(place[name])
