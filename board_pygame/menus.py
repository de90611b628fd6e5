"""The menu of the window, in four groups, and the menu of the board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .actions import ACTIONS, Ask
from .board.hand import MoveChosen
from .board.scene import Scene
from .game_state import GameState
from .intents import IgnoreTurn
from .kit.menu import Item, Row
from .labels import draw_words, move_words
from .language import _

Items = list[Row]


def main_menu(
    ask: Ask,
    state: GameState,
    *,
    practises: bool,
    numbered: bool,
    puzzled: bool = False,
    hidden: bool | None = None,
) -> Items:
    """Return the menu of the window: game, position, record and view.

    ``practises``: there are blunders to practise; ``puzzled``: one of them is on the board;
    ``numbered``: stones show their numbers; ``hidden``: the opponent's evaluation is hidden, or
    was asked for; None: it is shown anyway.
    """
    geometry = state.rules.geometry
    begins = "again" if state.running or state.ended else "start"
    practice = ("solution", "next puzzle", "end practice") if puzzled else ()
    groups = {
        _("Game"): ("new", begins, "pause", "stop", "reset", *practice),
        _("Position"): ("copy position", "paste", "edit", "from", "analyse"),
        _("Record"): (
            *("open", "save", "copy", "review"),
            *(() if ACTIONS["games"].reason(state) else ("games",)),
            *(() if ACTIONS["comment"].reason(state) else ("comment",)),
            *(("practise",) if practises and not puzzled else ()),
        ),
        _("View"): (
            "flip",
            *(("numbers",) if geometry.on_points else ()),
            *(("boards", "tour") if geometry.levels else ()),
            *(() if hidden is None else ("evaluation",)),
            *("log", "full screen", "settings", "help"),
        ),
    }
    checked = {"numbers": numbered, "evaluation": hidden is False}
    items: Items = []
    for heading, names in groups.items():
        items += [None, heading] if items else [heading]
        items += [item(ask, state, name, checked=checked.get(name, False)) for name in names]
        if state.free and "from" in names:
            either = partial(ask, IgnoreTurn(not state.ignore_turn))
            items.append(Item(_("Move either side"), either, checked=state.ignore_turn))
    return items


def board_menu(
    ask: Ask, state: GameState, scene: Scene, mark: Callable[[], object] | None, numbered: bool
) -> Items:
    """Return the menu of the board; ``mark`` draws a circle where it was asked for."""
    moves: Items = [
        Item(move_words(state, move), partial(ask, MoveChosen(move)), marked=False)
        for move in scene.named
    ]
    texts = {"hint": _("&Hint"), "draw": draw_words(state)}
    begins = "pause" if state.running else "start"
    of_game = [
        item(ask, state, name, texts.get(name, "")) if name else None
        for name in (
            *("back", "hint", "draw", "resign", "", begins, "stop", "new", ""),
            *("copy position", "comment", "flip"),
        )
    ]
    of_board: Items = []
    if mark is not None:
        of_board.append(Item(_("Draw a c&ircle here"), mark, hint=_("Shift+right click")))
    if state.rules.geometry.on_points:
        numbers = item(ask, state, "numbers", _("Nu&mbers on stones"), checked=numbered)
        of_board.append(numbers)
    if state.rules.geometry.levels:
        of_board.append(item(ask, state, "boards"))
    return [*moves, *([None] if moves else []), *of_game, *of_board]


def item(ask: Ask, state: GameState, name: str, text: str = "", *, checked: bool = False) -> Item:
    """Return the item of an action; ``text`` stands for that of the table."""
    action = ACTIONS[name]
    if not text and not action.menu and action.words is not None:
        text = action.words(state)
    text = text or _(action.menu or action.text)
    why = action.reason(state)
    hint = action.key and _(action.key)
    return Item(
        text, partial(ask, action.intent), not why, hint, why, checked=checked, icon=action.icon
    )
