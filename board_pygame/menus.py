"""The menus: each item with its key, or with the reason why it is not available."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .annotating import reason_not_to_write
from .availability import (
    reason_not_to_analyse,
    reason_not_to_choose,
    reason_not_to_draw,
    reason_not_to_hint,
    reason_not_to_play,
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
    DialogAction,
    FileAction,
    SaveRecordFile,
)
from .game_state import GameState
from .intents import (
    BeginAction,
    EditorAction,
    Intent,
    LookAction,
    PlayAction,
    RecordAction,
    ShowStart,
    ShowTour,
    StudyAction,
)
from .kit.menu import Item
from .labels import draw_words, move_words, pausing_words, start_words
from .language import _, sentence

Items = list[Item | None]
Ask = Callable[[Intent], None]


def main_menu(
    ask: Ask,
    state: GameState,
    *,
    practises: bool,
    numbered: bool,
    puzzled: bool = False,
    hidden: bool | None = None,
) -> Items:
    """Return the menu of the toolbar, with all that has no button.

    ``practises``: there are blunders to practise; ``puzzled``: one of them is on the board;
    ``numbered``: stones show their numbers; ``hidden``: the opponent's evaluation is hidden, or
    was asked for; None: it is shown anyway.
    """
    item, not_free = partial(_item, ask), reason_not_to_start(state)
    no_blunders = reason_not_to_start(state) if practises else _("none has been found")
    on_stones: Items = []
    if state.rules.geometry.on_points:
        numbers = item(_("Numbers on stones"), LookAction.NUMBER_STONES, hint="M", checked=numbered)
        on_stones.append(numbers)
    if state.rules.geometry.levels:
        on_stones.append(item(_("In space or as a map"), LookAction.CHANGE_BOARDS_VIEW, hint="V"))
        on_stones.append(item(_("A short tour of this game"), ShowTour(), not_free))
    return [
        item(_("&New game…"), ShowStart(), hint="N"),
        start_item(ask, state),
        item(_("Sto&p"), PlayAction.STOP_PLAYING, reason_not_to_stop(state), "Alt+P"),
        item(_("&Reset"), PlayAction.RESET_BOARD, reason_not_to_reset(state), "Alt+R"),
        item(_("&Take back"), PlayAction.TAKE_MOVES_BACK, reason_not_to_take_back(state), "Ctrl+Z"),
        item(_("Resi&gn"), PlayAction.PRESS_RESIGN, reason_not_to_resign(state), "Alt+G"),
        item(_("Offer &draw"), PlayAction.ASK_FOR_DRAW, reason_not_to_draw(state)),
        None,
        item(
            _("&Open a game…"),
            DialogAction.OPEN_RECORD_FILE,
            "" if state.running else not_free,
            "Ctrl+O",
        ),
        item(_("Games of the fi&le…"), DialogAction.OPEN_GAMES, reason_not_to_choose(state)),
        item(_("Sa&ve the game…"), SaveRecordFile(), hint="Ctrl+S"),
        item(_("&Copy the game"), FileAction.COPY_GAME, hint="Ctrl+Shift+C"),
        item(_("Set &up a position…"), EditorAction.EDIT_POSITION, not_free, "Ctrl+E"),
        item(_("Play fro&m here…"), BeginAction.OFFER_FROM_HERE, reason_not_to_play(state)),
        item(
            _("&Analyse this position"),
            RecordAction.ANALYSE_POSITION,
            reason_not_to_analyse(state),
            "F3",
        ),
        None,
        item(_("H&int"), StudyAction.WANT_HINT, reason_not_to_hint(state), "H"),
        item(_("Revie&w the game"), StudyAction.WANT_REVIEW, reason_not_to_review(state), "Ctrl+R"),
        *(
            [
                item(_("Show the solution"), StudyAction.SHOW_SOLUTION, hint="H"),
                item(_("Ne&xt puzzle"), StudyAction.NEXT_PUZZLE),
                item(_("End the practice (&X)"), StudyAction.END_PRACTICE),
            ]
            if puzzled
            else [item(_("Practise blunders (&X)"), StudyAction.PRACTISE_BLUNDERS, no_blunders)]
        ),
        *(
            []
            if hidden is None
            else [item(_("Show evaluation"), LookAction.SHOW_EVALUATION, checked=not hidden)]
        ),
        None,
        item(_("&Flip the board"), LookAction.FLIP_BOARD, hint="F"),
        *on_stones,
        item(_("Play view or coc&kpit"), LookAction.TOGGLE_COCKPIT, hint="F2"),
        item(_("Full screen (&J)"), LookAction.TOGGLE_PROJECTOR, hint="F11"),
        item(_("S&ettings…"), DialogAction.OPEN_SETTINGS),
        item(_("&Help"), DialogAction.OPEN_HELP, hint="F1"),
        item(_("A&bout"), DialogAction.OPEN_ABOUT),
    ]


def board_menu(
    ask: Ask, state: GameState, scene: Scene, mark: Callable[[], object] | None, numbered: bool
) -> Items:
    """Return the menu of the board; ``mark`` draws a circle where it was asked for."""
    item = partial(_item, ask)
    moves: Items = [
        Item(move_words(state, move), partial(ask, MoveChosen(move)), marked=False)
        for move in scene.named
    ]
    of_game: Items = [
        item(_("&Take back"), PlayAction.TAKE_MOVES_BACK, reason_not_to_take_back(state), "Ctrl+Z"),
        item(_("&Hint"), StudyAction.WANT_HINT, reason_not_to_hint(state), "H"),
        item(draw_words(state), PlayAction.ASK_FOR_DRAW, reason_not_to_draw(state)),
        item(_("Resi&gn"), PlayAction.PRESS_RESIGN, reason_not_to_resign(state), "Alt+G"),
        None,
        start_item(ask, state),
        item(_("Sto&p"), PlayAction.STOP_PLAYING, reason_not_to_stop(state), "Alt+P"),
        item(_("&New game…"), ShowStart(), hint="N"),
        None,
        item(_("&Copy the position"), RecordAction.COPY_POSITION, hint="Ctrl+C"),
        item(_("Comment on this move… (&Y)"), DialogAction.OPEN_NOTES, not_to_write(state), "C"),
        item(_("&Flip the board"), LookAction.FLIP_BOARD, hint="F"),
    ]
    of_board: Items = []
    if mark is not None:
        of_board.append(Item(_("Draw a c&ircle here"), mark, hint=_("Shift+right click")))
    if state.rules.geometry.on_points:
        of_board.append(
            item(_("Nu&mbers on stones"), LookAction.NUMBER_STONES, hint="M", checked=numbered)
        )
    if state.rules.geometry.levels:
        of_board.append(item(_("In space or as a map"), LookAction.CHANGE_BOARDS_VIEW, hint="V"))
    return [*moves, *([None] if moves else []), *of_game, *of_board]


def start_item(ask: Ask, state: GameState) -> Item:
    """Return the item that starts a game; while one runs, it pauses it or lets it go on."""
    if state.running:
        text = pausing_words(state)
        return _item(ask, text, PlayAction.TOGGLE_PAUSE, hint=_("Space"))
    return _item(
        ask, start_words(state), BeginAction.START_PLAYING, reason_not_to_play(state), "Alt+S"
    )


def not_to_write(state: GameState) -> str:
    """Say why nothing can be written about the shown move."""
    why = reason_not_to_write(state)
    return "" if why is None else sentence(why)


def _item(
    ask: Ask,
    text: str,
    intent: Intent,
    why: str = "",
    hint: str = "",
    *,
    checked: bool = False,
) -> Item:
    """Return an item; ``why`` tells the reason why it is not available, if it is not."""
    return Item(text, partial(ask, intent), not why, hint, why, checked=checked)
