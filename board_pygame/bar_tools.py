"""The buttons of the upper bar that the play view, the cockpit and the analysis share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .effects import DialogAction
from .intents import Intent, LookAction, RecordAction, ShowStart
from .kit.buttons import Button
from .kit.icon import Icon
from .language import _


def bar_tools(ask: Callable[[Intent], None]) -> dict[str, Button]:
    """Make the buttons, by their names in the layout."""

    def button(text: str, intent: Intent, tip: str, icon: Icon, hint: str = "") -> Button:
        return Button(text, partial(ask, intent), tip=tip, icon=icon, compact=True, hint=hint)

    lines = _("An engine tells the best lines of this position. (F3)")
    boards = _("Shows the boards in space, as a map, or both. (V)")
    home = _("Back to the first screen. (N)")
    return {
        "new": Button(_("New…"), partial(ask, ShowStart()), tip=home, icon=Icon.HOME),
        "analyse": button(_("Analyse"), RecordAction.ANALYSE_POSITION, lines, Icon.ANALYSE, "F3"),
        "boards": Button(
            _("Boards"), partial(ask, LookAction.CHANGE_BOARDS_VIEW), tip=boards, hint="V"
        ),
        "flip": button(
            _("Flip"), LookAction.FLIP_BOARD, _("Turns the board around. (F)"), Icon.FLIP
        ),
        "menu": button(_("Menu"), DialogAction.OPEN_MENU, _("More… (F10)"), Icon.MENU),
    }
