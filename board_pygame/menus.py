"""The menus: what can be asked for, the key that does the same, and why it cannot be now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import permits
from .actions import Actions
from .board.hand import MoveChosen
from .board.scene import Scene
from .faces import draw_words, move_words
from .kit.menu import Item
from .language import _
from .state import State

Items = list[Item | None]


def main_menu(do: Actions, state: State, *, practises: bool, numbered: bool) -> Items:
    """What the toolbar has no room for.

    ``practises``: there are blunders to practise; ``numbered``: stones show their numbers.
    """
    not_free = permits.no_free_board(state)
    on_stones: Items = []
    if state.rules.geometry.on_points:
        numbers = Item(_("Numbers on stones"), do.number_stones, hint="M", checked=numbered)
        on_stones.append(numbers)
    return [
        Item(_("&New game…"), do.new_game, hint="N"),
        _item(_("&Start"), do.start, not_free, "Alt+S"),
        _item(_("Sto&p"), do.stop, permits.no_stop(state), "Alt+P"),
        _item(_("&Reset"), do.reset, permits.no_reset(state), "Alt+R"),
        _item(_("&Take back"), do.take_back, permits.no_take_back(state), "Ctrl+Z"),
        _item(_("Resi&gn"), do.resign, permits.no_resignation(state), "Alt+G"),
        _item(_("Offer &draw"), do.draw, permits.no_draw(state)),
        None,
        _item(_("&Open a game…"), do.open_record, not_free, "Ctrl+O"),
        Item(_("Sa&ve the game…"), do.save_record, hint="Ctrl+S"),
        Item(_("&Copy the game"), do.copy_record, hint="Ctrl+Shift+C"),
        _item(_("Set &up a position…"), do.set_up, not_free, "Ctrl+E"),
        _item(_("Play fro&m here…"), do.play_from_here, not_free),
        _item(_("&Analyse this position"), do.analyse, not_free),
        None,
        _item(_("H&int"), do.hint, permits.no_hint(state), "H"),
        _item(_("Revie&w the game"), do.review, permits.no_review(state), "Ctrl+R"),
        _item(
            _("Practise blunders (&X)"), do.practise, "" if practises else _("none has been found")
        ),
        None,
        Item(_("&Flip the board"), do.flip, hint="F"),
        *on_stones,
        Item(_("Pro&jector"), do.project, hint="F11"),
        Item(_("S&ettings…"), do.choose_settings),
        Item(_("&Help"), do.show_help, hint="F1"),
        Item(_("A&bout"), do.about),
    ]


def board_menu(
    do: Actions, state: State, scene: Scene, mark: Callable[[], object] | None, numbered: bool
) -> Items:
    """What is asked for at the board itself; ``mark`` draws a circle where that was."""
    moves: Items = [
        Item(move_words(state, move), partial(do.on_board, MoveChosen(move)), marked=False)
        for move in scene.named
    ]
    of_game: Items = [
        _item(_("&Take back"), do.take_back, permits.no_take_back(state), "Ctrl+Z"),
        _item(_("&Hint"), do.hint, permits.no_hint(state), "H"),
        _item(draw_words(state), do.draw, permits.no_draw(state)),
        _item(_("Resi&gn"), do.resign, permits.no_resignation(state), "Alt+G"),
        None,
        _item(_("&Start"), do.start, permits.no_free_board(state), "Alt+S"),
        _item(_("Sto&p"), do.stop, permits.no_stop(state), "Alt+P"),
        Item(_("&New game…"), do.new_game, hint="N"),
        None,
        Item(_("&Copy the position"), do.copy_setup, hint="Ctrl+C"),
        Item(_("&Flip the board"), do.flip, hint="F"),
    ]
    of_board: Items = []
    if mark is not None:
        of_board.append(Item(_("Draw a c&ircle here"), mark, hint=_("Shift+right click")))
    if state.rules.geometry.on_points:
        of_board.append(Item(_("Nu&mbers on stones"), do.number_stones, hint="M", checked=numbered))
    return [*moves, *([None] if moves else []), *of_game, *of_board]


def _item(text: str, action: Callable[[], object], why: str, hint: str = "") -> Item:
    """``why`` it cannot be asked for; nothing if it can."""
    return Item(text, action, not why, hint, why)
