"""The menus: what can be asked for, the key that does the same, and why it cannot be now."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .availability import (
    reason_not_to_draw,
    reason_not_to_hint,
    reason_not_to_reset,
    reason_not_to_resign,
    reason_not_to_review,
    reason_not_to_start,
    reason_not_to_stop,
    reason_not_to_take_back,
)
from .board.hand import MoveChosen
from .board.scene import Scene
from .effects import (
    OpenAbout,
    OpenHelp,
    OpenNewGame,
    OpenRecordFile,
    OpenSettings,
    OpenSetUp,
    SaveRecordFile,
)
from .game_state import GameState
from .intents import (
    AnalysePosition,
    AskForDraw,
    AskToResign,
    CopyGame,
    CopyPosition,
    FlipBoard,
    Intent,
    NumberStones,
    OfferFromHere,
    PractiseBlunders,
    ResetBoard,
    StartPlaying,
    StopPlaying,
    TakeBack,
    ToggleProjector,
    WantHint,
    WantReview,
)
from .kit.menu import Item
from .labels import draw_words, move_words
from .language import _

Items = list[Item | None]
Ask = Callable[[Intent], None]


def main_menu(ask: Ask, state: GameState, *, practises: bool, numbered: bool) -> Items:
    """What the toolbar has no room for.

    ``practises``: there are blunders to practise; ``numbered``: stones show their numbers.
    """
    not_free = reason_not_to_start(state)
    on_stones: Items = []
    if state.rules.geometry.on_points:
        numbers = Item(
            _("Numbers on stones"), partial(ask, NumberStones()), hint="M", checked=numbered
        )
        on_stones.append(numbers)
    return [
        Item(_("&New game…"), partial(ask, OpenNewGame()), hint="N"),
        _item(_("&Start"), partial(ask, StartPlaying()), not_free, "Alt+S"),
        _item(_("Sto&p"), partial(ask, StopPlaying()), reason_not_to_stop(state), "Alt+P"),
        _item(_("&Reset"), partial(ask, ResetBoard()), reason_not_to_reset(state), "Alt+R"),
        _item(_("&Take back"), partial(ask, TakeBack()), reason_not_to_take_back(state), "Ctrl+Z"),
        _item(_("Resi&gn"), partial(ask, AskToResign()), reason_not_to_resign(state), "Alt+G"),
        _item(_("Offer &draw"), partial(ask, AskForDraw()), reason_not_to_draw(state)),
        None,
        _item(_("&Open a game…"), partial(ask, OpenRecordFile()), not_free, "Ctrl+O"),
        Item(_("Sa&ve the game…"), partial(ask, SaveRecordFile()), hint="Ctrl+S"),
        Item(_("&Copy the game"), partial(ask, CopyGame()), hint="Ctrl+Shift+C"),
        _item(_("Set &up a position…"), partial(ask, OpenSetUp()), not_free, "Ctrl+E"),
        _item(_("Play fro&m here…"), partial(ask, OfferFromHere()), not_free),
        _item(_("&Analyse this position"), partial(ask, AnalysePosition()), not_free),
        None,
        _item(_("H&int"), partial(ask, WantHint()), reason_not_to_hint(state), "H"),
        _item(
            _("Revie&w the game"), partial(ask, WantReview()), reason_not_to_review(state), "Ctrl+R"
        ),
        _item(
            _("Practise blunders (&X)"),
            partial(ask, PractiseBlunders()),
            "" if practises else _("none has been found"),
        ),
        None,
        Item(_("&Flip the board"), partial(ask, FlipBoard()), hint="F"),
        *on_stones,
        Item(_("Pro&jector"), partial(ask, ToggleProjector()), hint="F11"),
        Item(_("S&ettings…"), partial(ask, OpenSettings())),
        Item(_("&Help"), partial(ask, OpenHelp()), hint="F1"),
        Item(_("A&bout"), partial(ask, OpenAbout())),
    ]


def board_menu(
    ask: Ask, state: GameState, scene: Scene, mark: Callable[[], object] | None, numbered: bool
) -> Items:
    """What is asked for at the board itself; ``mark`` draws a circle where that was."""
    moves: Items = [
        Item(move_words(state, move), partial(ask, MoveChosen(move)), marked=False)
        for move in scene.named
    ]
    of_game: Items = [
        _item(_("&Take back"), partial(ask, TakeBack()), reason_not_to_take_back(state), "Ctrl+Z"),
        _item(_("&Hint"), partial(ask, WantHint()), reason_not_to_hint(state), "H"),
        _item(draw_words(state), partial(ask, AskForDraw()), reason_not_to_draw(state)),
        _item(_("Resi&gn"), partial(ask, AskToResign()), reason_not_to_resign(state), "Alt+G"),
        None,
        _item(_("&Start"), partial(ask, StartPlaying()), reason_not_to_start(state), "Alt+S"),
        _item(_("Sto&p"), partial(ask, StopPlaying()), reason_not_to_stop(state), "Alt+P"),
        Item(_("&New game…"), partial(ask, OpenNewGame()), hint="N"),
        None,
        Item(_("&Copy the position"), partial(ask, CopyPosition()), hint="Ctrl+C"),
        Item(_("&Flip the board"), partial(ask, FlipBoard()), hint="F"),
    ]
    of_board: Items = []
    if mark is not None:
        of_board.append(Item(_("Draw a c&ircle here"), mark, hint=_("Shift+right click")))
    if state.rules.geometry.on_points:
        of_board.append(
            Item(_("Nu&mbers on stones"), partial(ask, NumberStones()), hint="M", checked=numbered)
        )
    return [*moves, *([None] if moves else []), *of_game, *of_board]


def _item(text: str, action: Callable[[], object], why: str, hint: str = "") -> Item:
    """``why`` it cannot be asked for; nothing if it can."""
    return Item(text, action, not why, hint, why)
