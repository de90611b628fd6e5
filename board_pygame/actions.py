"""The user's actions in one table, from which bars, menus, keys and help are made.

To add one, add a member to an enumeration in ``intents``, a case in ``state``, and a row here.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame.event import Event

from board_core import Color
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_

from .board.widget import ARROW_KEYS, BoardWidget, asks_menu
from .effects import DialogAction, FileAction, OpenLoadAI, SaveRecordFile
from .game_state import GameState
from .games import Terms, terms
from .intents import (
    TO_NEWEST_PLY,
    AskFirst,
    BeginAction,
    EditorAction,
    GoToPly,
    Intent,
    LookAction,
    PlayAction,
    RecordAction,
    ShowStart,
    ShowTour,
    StepPlies,
    StudyAction,
)
from .kit.painter import Icon
from .kit.widget import UI, alt_only, command, plain
from .labels import draw_words, pausing_words, resign_words, start_tip, start_words
from .language import _, sentence
from .phases import GameRequested, GameStarting, Mode
from .playing import cannot_rewind
from .records import reason_not_to_write
from .wish import Frame

Ask = Callable[[Intent], None]

# Why an action is unavailable now; empty if it is available


def reason_not_to_start(state: GameState) -> str:
    """Say why no game can be started, opened or set up."""
    if state.running:
        return _("a game is running")
    return reason_to_wait(state)


def reason_not_to_play(state: GameState) -> str:
    """Say why no game can be started from the position that is shown."""
    if state.free and state.shown.outcome() is not None:
        return _("the game is over here")
    return reason_not_to_start(state)


def reason_not_to_stop(state: GameState) -> str:
    """Say why no game can be stopped."""
    if state.running or isinstance(state.phase, GameRequested | GameStarting):
        return ""
    return reason_to_wait(state) or _("no game is running")


def reason_not_to_pause(state: GameState) -> str:
    """Say why there is nothing to pause."""
    return "" if state.running else reason_to_wait(state) or _("no game is running")


def reason_not_to_take_back(state: GameState) -> str:
    """Say why no move can be taken back."""
    if not state.view.played:
        return _("no move has been made")
    refusal = cannot_rewind(state)
    return reason_to_wait(state) or (sentence(refusal) if refusal is not None else "")


def reason_not_to_resign(state: GameState) -> str:
    """Say why nobody at the window can resign."""
    if not state.running:
        return reason_not_to_pause(state)
    return "" if state.people else _("nobody at this window plays")


def reason_not_to_draw(state: GameState) -> str:
    """Say why a draw can be neither offered nor accepted nor claimed."""
    waits = state.offer is not None and not (state.draw_offered or state.may_claim)
    return reason_not_to_resign(state) or (_("a draw has been offered") if waits else "")


def reason_not_to_hint(state: GameState) -> str:
    """Say why no hint can be given."""
    if state.shown.outcome() is not None:
        return _("the game is over here")
    if state.running and not (state.may_move and state.live):
        return _("it is not your turn")
    return ""


def reason_not_to_choose(state: GameState) -> str:
    """Say why there are no other games to choose from."""
    file = None if state.sheet is None else state.sheet.file
    return "" if file is not None and len(file.games) > 1 else _("no file with games is open")


def reason_not_to_review(state: GameState) -> str:
    """Say why the game cannot be reviewed."""
    if not state.view.played:
        return _("no move has been made")
    return reason_not_to_start(state)


def reason_to_wait(state: GameState) -> str:
    """Say why nothing can be started or ended just now."""
    return _("something is being started or ended") if state.busy else ""


def reason_not_to_comment(state: GameState) -> str:
    """Say why the shown move cannot be commented on."""
    why = reason_not_to_write(state)
    return "" if why is None else sentence(why)


def reason_without_log(state: GameState) -> str:
    """Say why there is no log."""
    people = all(seat.mode is Mode.PERSON for seat in (state.seats.white, state.seats.black))
    return _("no program plays") if people else ""


def always(state: GameState) -> str:
    """Return no reason: always available."""
    return ""


def position_words(state: GameState) -> str:
    """Return the text of the item that copies the position."""
    fen = terms(state.rules) is Terms.CHESS
    return _("Copy position (FEN)") if fen else _("Copy position")


# The table


@dataclass(frozen=True, slots=True)
class Action:
    """An action, with texts in English, which are translated when shown.

    ``menu`` is its text in menus, if different from the button's. ``key`` is shown there, after
    the ``tip``, and beside ``help`` on the help page; it and ``second_key`` trigger ``pressed``,
    or else ``intent``. ``words`` and ``hover`` return a text and a tip for the current state.
    """

    intent: Intent
    text: str
    menu: str = ""
    icon: Icon | None = None
    key: str = ""
    second_key: str = ""
    pressed: Intent | None = None
    tip: str = ""
    help: str = ""
    reason: Callable[[GameState], str] = always
    words: Callable[[GameState], str] | None = None
    hover: Callable[[GameState], str] | None = None


ACTIONS = {
    "new": Action(
        ShowStart(),
        N_("New game"),
        N_("&New game…"),
        Icon.HOME,
        "Alt+N",
        "Ctrl+N",
        tip=N_("Back to the first screen."),
        help=N_("new game"),
    ),
    "start": Action(
        BeginAction.START_PLAYING,
        N_("&Start"),
        icon=Icon.PLAY,
        key="Alt+S",
        help=N_("start the game"),
        reason=reason_not_to_play,
        words=start_words,
        hover=start_tip,
    ),
    "pause": Action(
        PlayAction.TOGGLE_PAUSE,
        N_("Pause"),
        icon=Icon.PAUSE,
        key=N_("Space"),
        pressed=LookAction.PLAY_OR_PAUSE,
        help=N_("pause, go on; back to the game; next move of an AI by hand"),
        reason=reason_not_to_pause,
        words=pausing_words,
    ),
    "next": Action(LookAction.PLAY_OR_PAUSE, N_("Next move"), icon=Icon.STEP, key="Space"),
    "one move": Action(
        PlayAction.PLAY_ONE_MOVE,
        N_("One move"),
        icon=Icon.STEP,
        tip=N_("The next move is played, then the game waits."),
        reason=reason_not_to_pause,
    ),
    "run": Action(
        PlayAction.RUN,
        N_("Run"),
        icon=Icon.PLAY,
        tip=N_("The programs move by themselves."),
        reason=reason_not_to_pause,
    ),
    "swap": Action(
        BeginAction.SWAP_SIDES,
        N_("Swap sides"),
        icon=Icon.FLIP,
        tip=N_("Who plays White plays Black."),
        reason=reason_not_to_start,
    ),
    "clock": Action(
        DialogAction.OPEN_CLOCKS, N_("Clock"), icon=Icon.CLOCK, reason=reason_not_to_start
    ),
    "opening": Action(
        DialogAction.OPEN_OPENINGS, N_("Opening"), icon=Icon.BOOK, reason=reason_not_to_start
    ),
    "again": Action(
        AskFirst(BeginAction.PLAY_AGAIN),
        N_("Start again"),
        icon=Icon.RESET,
        tip=N_("Ends this game, and begins it once more."),
        words=lambda state: _("Start again") if state.running else _("Play again"),
    ),
    "stop": Action(
        PlayAction.STOP_PLAYING,
        N_("Sto&p"),
        icon=Icon.STOP,
        key="Alt+P",
        help=N_("stop the game"),
        reason=reason_not_to_stop,
    ),
    "reset": Action(
        PlayAction.RESET_BOARD,
        N_("Clea&r the board"),
        icon=Icon.CROSS,
        key="Alt+R",
        tip=N_("Ends the game and the AIs, and clears the board."),
        help=N_("clear the board"),
        reason=reason_to_wait,
    ),
    "back": Action(
        PlayAction.TAKE_MOVES_BACK,
        N_("Take back"),
        N_("&Take back"),
        Icon.TAKE_BACK,
        "Ctrl+Z",
        help=N_("take back"),
        reason=reason_not_to_take_back,
    ),
    "resign": Action(
        PlayAction.PRESS_RESIGN,
        N_("Resi&gn"),
        N_("Resi&gn"),
        icon=Icon.RESIGN,
        key="Alt+G",
        help=N_("resign: press it twice"),
        reason=reason_not_to_resign,
        words=resign_words,
    ),
    "draw": Action(
        PlayAction.ASK_FOR_DRAW,
        N_("Draw?"),
        N_("Offer &draw"),
        Icon.DRAW,
        reason=reason_not_to_draw,
        words=draw_words,
    ),
    "from": Action(
        BeginAction.OFFER_FROM_HERE,
        N_("Play from here"),
        N_("Play fro&m here…"),
        Icon.PLAY,
        tip=N_("A game from this position."),
        reason=reason_not_to_play,
    ),
    "hint": Action(
        StudyAction.WANT_HINT,
        N_("Hint"),
        N_("H&int"),
        Icon.HINT,
        "Alt+H",
        tip=N_("What the adviser would play here."),
        help=N_("hint"),
        reason=reason_not_to_hint,
    ),
    "review": Action(
        StudyAction.WANT_REVIEW,
        N_("Review"),
        N_("Rev&iew the game"),
        Icon.SEARCH,
        "Ctrl+R",
        tip=N_("Judge each move."),
        help=N_("review the game"),
        reason=reason_not_to_review,
    ),
    "practise": Action(
        StudyAction.PRACTISE_BLUNDERS, N_("Practise blunders (&X)"), reason=reason_not_to_start
    ),
    "solution": Action(
        StudyAction.SHOW_SOLUTION,
        N_("Solution"),
        N_("Show the solution"),
        Icon.HINT,
        "Alt+H",
        pressed=StudyAction.WANT_HINT,
    ),
    "next puzzle": Action(
        StudyAction.NEXT_PUZZLE, N_("Next puzzle"), N_("Ne&xt puzzle"), Icon.FORTH
    ),
    "end practice": Action(
        StudyAction.END_PRACTICE, N_("End the practice"), N_("End the practice (&X)"), Icon.BACK
    ),
    "open": Action(
        DialogAction.OPEN_RECORD_FILE,
        N_("&Open…"),
        icon=Icon.FOLDER,
        key="Ctrl+O",
        help=N_("open a file of games"),
        reason=reason_to_wait,
    ),
    "games": Action(
        DialogAction.OPEN_GAMES,
        "",
        N_("Games of the fi&le…"),
        tip=N_("The games of the open file"),
        reason=reason_not_to_choose,
    ),
    "save": Action(
        SaveRecordFile(),
        N_("Save"),
        N_("Sa&ve…"),
        Icon.SAVE,
        "Ctrl+S",
        tip=N_("Save the game."),
        help=N_("save the game"),
    ),
    "copy": Action(
        FileAction.COPY_GAME,
        N_("Copy game"),
        N_("&Copy game"),
        Icon.COPY,
        "Ctrl+Shift+C",
        tip=N_("Copy the game."),
        help=N_("copy the game as PGN"),
    ),
    "copy position": Action(
        RecordAction.COPY_POSITION,
        N_("Copy position"),
        icon=Icon.COPY,
        key="Ctrl+C",
        help=N_("copy the position, or the rows that are selected"),
        words=position_words,
    ),
    "paste": Action(
        FileAction.PASTE_CLIPBOARD,
        N_("Paste position or game"),
        icon=Icon.PASTE,
        key="Ctrl+V",
        help=N_("paste a FEN or a PGN"),
    ),
    "comment": Action(
        DialogAction.OPEN_NOTES,
        N_("Comment"),
        N_("Comment…"),
        Icon.COMMENT,
        "Alt+C",
        help=N_("comment on a move, !, ?; delete a variation"),
        reason=reason_not_to_comment,
    ),
    "edit": Action(
        EditorAction.EDIT_POSITION,
        N_("Edit position"),
        N_("Edit position…"),
        Icon.EDIT,
        "Ctrl+E",
        tip=N_("Set up another position."),
        help=N_("set up a position"),
        reason=reason_not_to_start,
    ),
    "analyse": Action(
        RecordAction.ANALYSE_POSITION,
        N_("Analyse"),
        N_("&Analyse"),
        Icon.ANALYSE,
        "F3",
        tip=N_("An engine tells the best lines of this position."),
        help=N_("analyse the position; a running game waits"),
        reason=reason_to_wait,
    ),
    "leave": Action(
        LookAction.LEAVE_FRAME,
        N_("Back"),
        icon=Icon.BACK,
        tip=N_("Back to the game (F3)"),
    ),
    "evaluation": Action(
        LookAction.SHOW_EVALUATION,
        N_("Show evaluation"),
        icon=Icon.ANALYSE,
        key="Alt+E",
        help=N_("show the evaluation, or hide it"),
    ),
    "first": Action(
        GoToPly(0),
        "|←",
        icon=Icon.FIRST,
        key="Home",
        tip=N_("First position"),
        help=N_("first position"),
    ),
    "earlier": Action(StepPlies(-1), "←", icon=Icon.BACK, tip=N_("One move back (←)")),
    "later": Action(StepPlies(1), "→", icon=Icon.FORTH, tip=N_("One move on (→)")),
    "newest": Action(
        TO_NEWEST_PLY,
        "→|",
        icon=Icon.LAST,
        key="End",
        tip=N_("Back to the game"),
        help=N_("newest position"),
    ),
    "flip": Action(
        LookAction.FLIP_BOARD,
        N_("Turn the board"),
        N_("Turn the board (&F)"),
        Icon.FLIP,
        "Alt+F",
        help=N_("turn the board"),
    ),
    "numbers": Action(
        LookAction.NUMBER_STONES,
        N_("Numbers"),
        N_("Numbers on stones"),
        Icon.NUMBERS,
        "Alt+M",
        help=N_("numbers on stones"),
    ),
    "boards": Action(
        LookAction.CHANGE_BOARDS_VIEW,
        N_("Boards"),
        N_("In space or as a map"),
        Icon.LAYERS,
        "Alt+V",
        tip=N_("Shows the boards in space, as a map, or both."),
        help=N_("3D chess: in space, as a map, or both"),
    ),
    "tour": Action(
        ShowTour(), N_("3D chess in six cards"), icon=Icon.HELP, reason=reason_not_to_start
    ),
    "white": Action(OpenLoadAI(Color.WHITE), "", key="Alt+W", help=N_("White's program")),
    "black": Action(OpenLoadAI(Color.BLACK), "", key="Alt+B", help=N_("Black's program")),
    "log": Action(
        LookAction.SHOW_LOG,
        N_("Log"),
        key="F2",
        second_key="Ctrl+L",
        help=N_("the log of the game and its programs"),
        reason=reason_without_log,
    ),
    "full screen": Action(
        LookAction.TOGGLE_PROJECTOR,
        N_("Full screen"),
        key="F11",
        help=N_("full screen: large board and clocks"),
    ),
    "settings": Action(DialogAction.OPEN_SETTINGS, N_("Settings"), N_("S&ettings…"), Icon.SETTINGS),
    "help": Action(
        DialogAction.OPEN_HELP,
        N_("Help"),
        N_("&Help and keys"),
        Icon.HELP,
        "F1",
        help=N_("this page"),
    ),
    "about": Action(DialogAction.OPEN_ABOUT, N_("About"), N_("A&bout"), Icon.INFO),
    "menu": Action(
        DialogAction.OPEN_MENU,
        N_("Menu"),
        icon=Icon.MENU,
        key="F10",
        tip=N_("More…"),
        help=N_("the menu"),
    ),
}

SITUATIONS = {
    "tour": ("boards", "flip", "new"),
    "practice": ("next puzzle", "solution", "end practice"),
    "analysis": ("leave", "edit", "from", "save"),
    "record": ("analyse", "comment", "from", "save"),
    "before": ("swap", "clock", "opening", "analyse"),
    "playing": ("back", "hint", "draw", "resign"),
    "stones": ("back", "hint", "numbers", "resign"),
    "paused": ("pause", "back", "again", "resign"),
    "step": ("next", "run", "stop", "analyse"),
    "step of an opponent": ("next", "back", "run", "resign"),
    "watching": ("pause", "one move", "stop", "analyse"),
    "over": ("back", "save", "copy", "analyse"),
    "looking back": ("from", "save", "copy", "analyse"),
    "failed": ("new", "save", "copy", "review"),
}
"""The few actions of each situation; the first is the likeliest."""


def situation_of(state: GameState, frame: Frame, *, puzzled: bool) -> str:
    """Return the key of the actions that are offered now; ``puzzled``: in a practice."""
    if puzzled:
        return "practice"
    if frame is Frame.ANALYSIS:
        return "analysis"
    if state.sheet is not None and state.sheet.tour is not None:
        return "tour"
    if state.ended:
        failed = state.explained is not None
        return "failed" if failed else "over" if state.live else "looking back"
    if state.free:
        begun = state.sheet is not None and (state.sheet.file is not None or state.view.played)
        return "record" if begun else "before"
    if state.running and not state.view.paused and state.may_release(state.view.to_move):
        return "step of an opponent" if state.people else "step"
    if not state.people:
        return "watching"
    if state.running and state.view.paused:
        return "paused"
    return "stones" if state.rules.geometry.on_points else "playing"


# Keys

PLIES_WITH_SHIFT = 10
"""Plies that an arrow key with Shift moves."""

STEP_KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


def keys_with(prefix: str) -> dict[int, Intent]:
    """Return the keys of the table with this modifier, by their numbers, and their intents."""
    bound: dict[int, Intent] = {}
    for action in ACTIONS.values():
        for key in (action.key, action.second_key):
            before, plus, last = key.rpartition("+")
            if last and before + plus == prefix:
                name = last.lower() if len(last) == 1 else last.upper()
                bound[getattr(pygame, f"K_{name}")] = action.pressed or action.intent
    return bound


COMMAND_KEYS, SHIFTED_COMMAND_KEYS = keys_with("Ctrl+"), keys_with("Ctrl+Shift+")
"""Those with Ctrl, or with Command on a Mac."""

PLAIN_KEYS = keys_with("")

ALT_KEYS = keys_with("Alt+")
"""Those of letters: a letter alone begins a move."""


def intent_of(event: Event) -> Intent | None:
    """Return the intent of a pressed key; None if it has none."""
    shift = event.mod & pygame.KMOD_SHIFT
    if command(event):
        shifted = SHIFTED_COMMAND_KEYS.get(event.key) if shift else None
        return shifted or COMMAND_KEYS.get(event.key)
    if alt_only(event):
        return ALT_KEYS.get(event.key)
    if not plain(event):
        return None
    if event.key in STEP_KEYS:
        return StepPlies(STEP_KEYS[event.key] * (PLIES_WITH_SHIFT if shift else 1))
    return PLAIN_KEYS.get(event.key)


def wheel_steps(event: Event, ui: UI, board: BoardWidget, ask: Ask) -> bool:
    """Show the move before or after by the wheel over the board; return whether it was there."""
    if not event.y or not board.rect.collidepoint(ui.pointer):
        return False
    ask(StepPlies(-1 if event.y > 0 else 1))
    return True


def board_key(event: Event, ui: UI, board: BoardWidget, ask: Callable[[Intent], None]) -> bool:
    """Handle a pressed key at the board; return whether it has a meaning."""
    if asks_menu(event):
        board.ask_menu()
        return True
    if event.key == pygame.K_0 and plain(event) and board.scene.geometry.levels:
        board.straighten()
        return True
    if command(event) and event.key in ARROW_KEYS and not board.focused:
        ui.focus(board)
        return board.handle(event, ui)
    intent = intent_of(event)
    if intent is not None:
        ask(intent)
    return intent is not None


# Help


def tip_of(action: Action) -> str:
    """Return the tip of an action, with its key."""
    tip, key = action.tip and _(action.tip), action.key and _(action.key)
    return _("{tip} ({key})", tip=tip, key=key) if tip and key else tip or key


OTHER_KEYS = (
    ("← →", N_("one move back, one move on")),
    ("Shift+← →", N_("ten plies")),
    (N_("Ctrl+arrows, Enter"), N_("move pieces by keyboard")),
    ("Alt+A", N_("type a move")),
    ("Q R B N", N_("choose what a pawn becomes")),
    (N_("Right button"), N_("a menu; on a piece its moves")),
    (N_("Right button, dragged"), N_("an arrow; Shift, Alt: other colours")),
    (N_("Shift+right click"), N_("a circle; Alt: another colour")),
    (N_("Menu key, Shift+F10"), N_("the menu of the board")),
    (N_("Ctrl+Shift+arrows, 0"), N_("turn the boards in space, straighten them")),
    (N_("K Q R B N P in the editor"), N_("choose a piece; with Shift a black one")),
    (N_("0, X, T in the editor"), N_("the hand, the eraser, the other side to move")),
    (N_("1-5, + - in the analysis"), N_("play a line, number of lines")),
    (N_("Mouse, in full screen"), N_("buttons: pause, back, forward, analyse, new")),
    (N_("Enter, → in full screen"), N_("next move, when AIs move one at a time")),
    ("Ctrl+L", N_("the log")),
    ("F7", N_("moves in words, or in two columns")),
    (N_("Enter, → in a list"), N_("open a line that does not fit, or close it")),
    ("F6", N_("the next part of the window")),
    (N_("Tab, Alt+letter"), N_("every button and field")),
    ("Esc", N_("close, let go")),
)
"""Keys that are no actions, and what they do."""


def help_rows() -> list[tuple[str, str]]:
    """Return all keys, and what they do, in the current language."""
    actions = [(action.key, action.help) for action in ACTIONS.values() if action.help]
    return [(_(keys), _(words)) for keys, words in (*actions, *OTHER_KEYS)]
