"""The buttons of the upper bar that the play view and the cockpit share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .effects import OpenMenu
from .intents import FlipBoard, Intent, ShowStart
from .kit.buttons import Button
from .kit.icon import Icon
from .language import _


def bar_tools(ask: Callable[[Intent], None]) -> dict[str, Button]:
    """Make the buttons, by their names in the layout: ``new``, ``flip`` and ``menu``."""

    def button(text: str, intent: Intent, tip: str, icon: Icon, *, compact: bool = True) -> Button:
        return Button(text, partial(ask, intent), tip=tip, icon=icon, compact=compact)

    home = _("Back to the first screen. (N)")
    return {
        "new": button(_("New…"), ShowStart(), home, Icon.HOME, compact=False),
        "flip": button(_("Flip"), FlipBoard(), _("Turns the board around. (F)"), Icon.FLIP),
        "menu": button(_("Menu"), OpenMenu(), _("More … (F10)"), Icon.MENU),
    }
