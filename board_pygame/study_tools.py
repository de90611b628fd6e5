"""The bar above the analysis and the editor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .bar_tools import bar_tools
from .intents import (
    EditAction,
    EditorAction,
    Intent,
    LookAction,
    PlayAction,
    RecordAction,
    UsePosition,
)
from .kit.buttons import Button
from .kit.icon import Icon
from .kit.widget import UI
from .language import _
from .layout import Layout
from .wish import Frame, Way

LEFT_TOOLS = ("new", "back", "flip")


class StudyTools:
    """The buttons of the bar; that of the open frame looks pressed, and leaves it."""

    def __init__(self, ask: Callable[[Intent], None], frame: Frame) -> None:
        def button(text: str, intent: Intent, tip: str, icon: Icon, hint: str = "") -> Button:
            return Button(text, partial(ask, intent), tip=tip, icon=icon, hint=hint)

        shared = bar_tools(ask)
        here, edits = frame is Frame.ANALYSIS, frame is Frame.EDITOR
        self.of = {
            "new": shared["new"],
            "back": button(
                _("Undo") if edits else _("Take back"),
                EditAction.UNDO_EDIT if edits else PlayAction.TAKE_MOVES_BACK,
                "Ctrl+Z",
                Icon.TAKE_BACK,
            ),
            "flip": shared["flip"],
            "analyse": button(
                _("Analyse"),
                LookAction.LEAVE_FRAME
                if here
                else UsePosition(Way.ANALYSE)
                if edits
                else RecordAction.ANALYSE_POSITION,
                _("An engine tells the best lines of this position. (F3)"),
                Icon.ANALYSE,
                "F3",
            ),
            "edit": button(
                _("Edit position"),
                LookAction.LEAVE_FRAME if edits else EditorAction.EDIT_POSITION,
                _("Set up another position. (Ctrl+E)"),
                Icon.EDIT,
                "Ctrl+E",
            ),
            "view": button(
                _("Cockpit"),
                LookAction.TOGGLE_COCKPIT,
                _("All about both players: log, lines, thinking. (F2)"),
                Icon.COCKPIT,
                "F2",
            ),
            "menu": shared["menu"],
        }
        self.of["analyse"].turn(here)
        self.of["edit"].turn(edits)

    @property
    def widgets(self) -> list[Button]:
        """The buttons in the order of the keyboard's focus."""
        return list(self.of.values())

    def place(self, place: Layout, ui: UI) -> None:
        """Place the buttons."""
        rect, gap = place["tools"], ui.px(8)
        x = rect.x
        for name in LEFT_TOOLS:
            wide = self.of[name].natural_size(ui.fonts, 0)[0]
            self.of[name].place((x, rect.y, wide, rect.h))
            x += wide + gap
        for name in self.of.keys() - set(LEFT_TOOLS):
            self.of[name].place(place[name])
