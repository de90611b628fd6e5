"""The user's requests, by a button, key, menu, dialog or the board.

``State.after`` handles each. Some are results of effects, from the window itself.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeAlias

from board_core import Color, Move, Rules, Sentence, TimeControl
from board_core.fast_dataclass import dataclass
from board_core.frontend.settings import ChosenProgram, Settings
from board_core.game.clock import UNTIMED
from board_core.match.player_spec import PlayerSpec
from board_core.record import Branch, PlayedGame, WrittenGame

from .board.hand import Intent as BoardIntent
from .editing import Editing
from .effects import DialogEffect, FileAction, ReadFile, WriteFile
from .phases import Mode
from .wish import Level, Way, Wish

# A game


@dataclass(frozen=True, slots=True)
class LeftGame:
    """A game that goes on; ``kept`` is its file."""

    kept: str
    played: PlayedGame


@dataclass(frozen=True, slots=True)
class PlayWish:
    """Start this game, or go on with one that was ``left``.

    ``seed`` draws its first position, in games that draw one.
    """

    wish: Wish
    rules: Rules
    seed: int = 0
    left: LeftGame | None = None


@dataclass(frozen=True, slots=True)
class OfferGame:
    """Put this game on the board, and select it on the first screen."""

    key: str
    variant: int
    rules: Rules


class BeginAction(Enum):
    """Ways to begin a game."""

    OFFER_FROM_HERE = auto()
    """Go to the first screen for a new game from the position that is shown."""
    START_PLAYING = auto()
    """Start a game between the present seats, from the position on the free board."""
    PLAY_AGAIN = auto()
    """Start the same game once more."""
    SWAP_SIDES = auto()
    """Let the players change sides before a game."""


@dataclass(frozen=True, slots=True)
class SetPace:
    """Choose the clock of the next game."""

    pace: TimeControl


@dataclass(frozen=True, slots=True)
class TestOwnAI:
    """Seat this opponent, then ask for a program for the other side, ``color``.

    The position on the board stays if it is ``from_board``.
    """

    color: Color
    key: str
    variant: int
    rules: Rules
    level: Level
    pace: TimeControl = UNTIMED
    from_board: bool = False


@dataclass(frozen=True, slots=True)
class AnalyseFreely:
    """Go to the free board with this game; a game of it that has ended stays on the board."""

    key: str
    variant: int
    rules: Rules


class PlayAction(Enum):
    """Actions of a person in a game."""

    STOP_PLAYING = auto()
    """Stop the running game; nobody wins."""
    TOGGLE_PAUSE = auto()
    """Pause the game, or continue it."""
    RESET_BOARD = auto()
    """End the game and the AIs, and clear the board."""
    TAKE_MOVES_BACK = auto()
    """Take back as many plies as give a person the move again."""
    PRESS_RESIGN = auto()
    """Resign for a person, if it is the second press within a few seconds."""
    FORGET_RESIGNING = auto()
    """Report that nobody has pressed a second time."""
    MOVE_NOT_TAKEN = auto()
    """Report that the game was not waiting for the move that was handed to it."""
    ASK_FOR_DRAW = auto()
    """Offer a draw, accept an offer, or claim a draw that the rules give."""
    DECLINE_DRAW = auto()
    """Decline the draw that the opponent has offered."""
    PLAY_ONE_MOVE = auto()
    """Let the next move be played, and pause."""
    RUN = auto()
    """Let all programs move by themselves, and the game go on."""


PlayIntent = PlayAction
BeginIntent = PlayWish | OfferGame | BeginAction | SetPace | TestOwnAI | AnalyseFreely

# Moves


@dataclass(frozen=True, slots=True)
class PlayText:
    """Play the move that somebody typed."""

    text: str


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """Play one of several moves; ``typed``: those that a typed text matches."""

    move: Move
    typed: bool = False


@dataclass(frozen=True, slots=True)
class ReleaseAI:
    """Let an AI that is played by hand make one move."""

    color: Color


@dataclass(frozen=True, slots=True)
class IgnoreTurn:
    """Let either side move on a free board, or only the side to move."""

    ignore: bool


MoveIntent = BoardIntent | PlayText | ChosenMove | ReleaseAI | IgnoreTurn

# Looking


@dataclass(frozen=True, slots=True)
class GoToPly:
    """Show the position after so many plies."""

    ply: int


@dataclass(frozen=True, slots=True)
class ShowLine:
    """Show a line of the record on the free board, after so many plies."""

    branch: Branch
    ply: int


class LookAction(Enum):
    """Ways to look at the game."""

    SHOW_EVALUATION = auto()
    """Show what the opponent thinks of the position, or hide it again."""
    NEXT_MOVE = auto()
    """Show the next position; after the newest one, let an AI that is played by hand move."""
    PLAY_OR_PAUSE = auto()
    """Pause the game or let it go on, let an AI played by hand move, or stop looking back."""
    FLIP_BOARD = auto()
    """Turn the board around."""
    NUMBER_STONES = auto()
    """Show numbers on the stones, or none."""
    CHANGE_BOARDS_VIEW = auto()
    """Show a game on several boards in the next way: in space, as a map, or both."""
    LEAVE_START = auto()
    """Go back from the first screen to the board."""
    SHOW_LOG = auto()
    """Open the log of the game and its programs."""
    TOGGLE_PROJECTOR = auto()
    """Fill the screen with the window, or give it its size back."""
    LEAVE_FRAME = auto()
    """Go back from the analysis or the editor to the frame before."""
    MENU_CLOSED = auto()
    """Report that the menu that paused the game has closed, with all it opened."""
    CLOSE_WINDOW = auto()
    """Close the window, after a question if a game runs."""
    CLEAR_MESSAGE = auto()
    """Clear the message of the card at the top: somebody has clicked or pressed a key."""


@dataclass(frozen=True, slots=True)
class StepPlies:
    """Show the position so many plies later; earlier if negative."""

    plies: int


TO_NEWEST_PLY = StepPlies(10**6)
"""Shows the newest position, and follows the game from then on."""


@dataclass(frozen=True, slots=True)
class ShowStart:
    """Go to the first screen; ``way`` is the one to open, None the one before."""

    way: Way | None = None


@dataclass(frozen=True, slots=True)
class HideWindow:
    """Report that the window became hidden, or visible again."""

    hidden: bool


@dataclass(frozen=True, slots=True)
class RequestRefused:
    """Report that a request failed, with the reason."""

    why: Sentence


LookIntent = GoToPly | ShowLine | LookAction | StepPlies | ShowStart | HideWindow | RequestRefused

# Positions and records


class RecordAction(Enum):
    """Actions on the record that is on the board."""

    COPY_POSITION = auto()
    """Copy the position that is shown."""
    DELETE_VARIATION = auto()
    """Delete the variation in which the shown move stands."""
    ANALYSE_POSITION = auto()
    """Put the game that is shown onto the free board, and let an engine analyse it."""


@dataclass(frozen=True, slots=True)
class PasteText:
    """Put a position or a game onto the free board."""

    text: str


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Put this position onto the free board; None is the starting position."""

    setup: str | None


@dataclass(frozen=True, slots=True)
class RecordText:
    """The text of a file, and the name with which it is found; empty if it has none.

    ``game``: the key, the variant and the rules of its game; None: the text tells them. ``kept``
    names the file of a kept game.
    """

    text: str
    name: str
    game: tuple[str, int, Rules] | None = None
    kept: str = ""


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Put another game of the open file onto the board; the first is 0."""

    number: int


@dataclass(frozen=True, slots=True)
class RecordWritten:
    """The game was saved; ``whole``: all games of the open file.

    ``games`` are those in the file if some were added to it. The intent ``then`` has waited for it.
    """

    path: Path
    whole: bool = False
    games: tuple[WrittenGame, ...] = ()
    then: object = None


@dataclass(frozen=True, slots=True)
class WriteNotes:
    """Write a comment on the shown position, and the glyph of its move; 0 is none."""

    comment: str
    glyph: int = 0


@dataclass(frozen=True, slots=True)
class ShowTour:
    """Put the first card of the tour of 3D chess onto the free board.

    ``game``: the key and the variant of that game, and its rules; None: it is on the board.
    """

    game: tuple[str, int, Rules] | None = None


@dataclass(frozen=True, slots=True)
class StepTour:
    """Go to the next card of the tour (1) or the one before (-1)."""

    step: int


RecordIntent = (
    RecordAction
    | FileAction
    | PasteText
    | SetPosition
    | ReadFile
    | RecordText
    | ChooseGame
    | RecordWritten
    | ShowTour
    | StepTour
    | WriteNotes
    | WriteFile
)

# The adviser


class StudyAction(Enum):
    """Requests to the adviser, and the practice of blunders."""

    WANT_HINT = auto()
    """Advise a move in the position that is shown."""
    WANT_REVIEW = auto()
    """Judge every move of the game that is shown."""
    PRACTISE_BLUNDERS = auto()
    """Set the blunders of the review as puzzles."""
    SHOW_SOLUTION = auto()
    """Show the best line of the puzzle on the board."""
    NEXT_PUZZLE = auto()
    """Go on to the next puzzle."""
    END_PRACTICE = auto()
    """Put the game back onto the board as it was before the puzzles."""


StudyIntent = StudyAction

# Live analysis


class LinesAction(Enum):
    """Actions on the lines of an engine."""

    TOGGLE_LINES = auto()
    """Show what the engine thinks of the position, or hide it."""
    TOGGLE_ENGINE = auto()
    """Stop the engine, or let it think again."""
    BACK_FROM_LINE = auto()
    """Show the position again from which lines of the engine were played."""


@dataclass(frozen=True, slots=True)
class CountLines:
    """Ask for so many more lines; fewer if negative."""

    more: int


@dataclass(frozen=True, slots=True)
class ChooseEngine:
    """Let this engine analyse; None: the best one that is there."""

    engine: PlayerSpec | None


@dataclass(frozen=True, slots=True)
class PlayLine:
    """Play the first moves of a line of the engine; line 0 is the best."""

    line: int
    plies: int = 1


AnalysisIntent = LinesAction | CountLines | ChooseEngine | PlayLine

# The editor of positions


class EditorAction(Enum):
    """Actions in the editor of positions."""

    EDIT_POSITION = auto()
    """Open the editor with the position that is shown."""
    COPY_EDITED = auto()
    """Copy the edited position as text."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Change the edited position; :func:`edit` makes it."""

    change: Callable[[Editing], Editing]


Facts = ParamSpec("Facts")


def edit(
    change: Callable[Concatenate[Editing, Facts], Editing],
    *facts: Facts.args,
    **named: Facts.kwargs,
) -> Edit:
    """Return the intent that calls a method of the edited position: ``edit(Editing.undo)``."""
    return Edit(lambda editing: change(editing, *facts, **named))


@dataclass(frozen=True, slots=True)
class UsePosition:
    """Put the edited position onto the free board, and continue there; None: on the free board."""

    way: Way | None = None


EditorIntent = EditorAction | UsePosition | Edit

# AIs and settings


@dataclass(frozen=True, slots=True)
class LoadProgram:
    """Let a program play a side, and remember the program."""

    color: Color
    program: ChosenProgram
    spec: PlayerSpec
    mode: Mode = Mode.AUTO


@dataclass(frozen=True, slots=True)
class SeatAI:
    """Let an AI play a side; a program is started as a test."""

    color: Color
    spec: PlayerSpec
    mode: Mode = Mode.AUTO


@dataclass(frozen=True, slots=True)
class TryProgram:
    """Start a program to see that it can play."""

    color: Color
    spec: PlayerSpec


@dataclass(frozen=True, slots=True)
class ExplainSeat:
    """Tell why the AI of this side failed."""

    color: Color


@dataclass(frozen=True, slots=True)
class TestSeat:
    """Start the AI of this side to see that it can play now."""

    color: Color


class SeatAction(Enum):
    """Actions on the program of a seat."""

    COPY_REPORT = auto()
    """Copy all that is told of a failure."""
    SHOW_FOLDER = auto()
    """Show the folder of the program whose failure is told."""
    CLEAR_HISTORY = auto()
    """Forget the programs that were loaded."""


@dataclass(frozen=True, slots=True)
class DropFile:
    """A file was dropped onto the window; ``alone``: no dialog is open."""

    path: str
    alone: bool


@dataclass(frozen=True, slots=True)
class SetMode:
    """Choose how a side is played."""

    color: Color
    mode: Mode


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Use these settings from now on, and keep them."""

    settings: Settings


SeatIntent = (
    LoadProgram
    | SeatAI
    | TryProgram
    | ExplainSeat
    | TestSeat
    | SeatAction
    | DropFile
    | SetMode
    | ChangeSettings
)

# Leaving


@dataclass(frozen=True, slots=True)
class AskFirst:
    """Do this, but ask first if it would end a running game."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Do this without asking, as the user has confirmed it."""

    intent: Intent


LeaveIntent = AskFirst | Confirmed

Intent: TypeAlias = (
    BeginIntent
    | PlayIntent
    | MoveIntent
    | LookIntent
    | RecordIntent
    | StudyIntent
    | AnalysisIntent
    | EditorIntent
    | SeatIntent
    | LeaveIntent
    | DialogEffect
)
