"""The effects: values that tell the window what to do after a change of the state."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path

from board_core import Color, Move, Rules
from board_core.fast_dataclass import dataclass
from board_core.frontend.adviser import AdviserThread, AskedLine
from board_core.frontend.settings import Settings
from board_core.match.player_spec import PlayerSpec
from board_core.players.human import Human

from .board.hand import WantsMenu
from .game_state import GameState
from .host import GamePlan, LineSaid, Seated, Tried
from .sounds import Sound

# Dialogs and menus; each can also be asked for as an intent


@dataclass(frozen=True, slots=True)
class OpenLoadAI:
    """Asks for a program for a side; ``dropped``: the file to start with."""

    color: Color
    dropped: str = ""


class DialogAction(Enum):
    """Dialogs and menus without further facts."""

    OPEN_RECORD_FILE = auto()
    """Asks for a file with a game."""
    OPEN_GAMES = auto()
    """Asks for one of the games of the open file."""
    OPEN_NOTES = auto()
    """Asks what to write about the shown move."""
    OPEN_SETTINGS = auto()
    """Opens the dialog of all settings of the window."""
    OPEN_HELP = auto()
    """Opens the page of help, with all keys of the window."""
    OPEN_ABOUT = auto()
    """Shows versions and credits."""
    OPEN_MENU = auto()
    """Opens the menu."""
    OPEN_CLOCKS = auto()
    OPEN_OWN_CLOCK = auto()
    """Offers the clocks of the next game."""
    OPEN_OPENINGS = auto()
    """Offers the openings of the rules."""


@dataclass(frozen=True, slots=True)
class SaveRecordFile:
    """Asks where to save the game, or ``whole``: all games of the open file; None: asks which."""

    whole: bool | None = None
    then: object = None  # the intent that waits until it is saved


@dataclass(frozen=True, slots=True)
class OpenMoves:
    """Asks which of several moves is meant; ``typed``: by a text in the field for moves."""

    moves: tuple[Move, ...]
    typed: bool = False


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Asks whether to end the running game for ``intent``."""

    intent: object  # an intent; the intents module imports this one, not the reverse


@dataclass(frozen=True, slots=True)
class OfferTour:
    """Asks before the first game on several boards whether a short tour is wanted."""

    tour: object  # the intents of both answers
    play: object


@dataclass(frozen=True, slots=True)
class OpenReview:
    """Tells the result of a review, unless another dialog is open."""

    rows: tuple[tuple[str, ...], ...]
    blunders: bool
    lesson: str = ""  # what to learn from the game


DialogEffect = (
    OpenLoadAI
    | DialogAction
    | SaveRecordFile
    | WantsMenu
    | OpenMoves
    | OpenQuestion
    | OfferTour
    | OpenReview
)


# The host, its games, and the adviser


@dataclass(frozen=True, slots=True)
class StartGame:
    """Starts a game in place of the running one, if there is one."""

    plan: GamePlan


class GameAction(Enum):
    """Effects that end a game."""

    STOP_GAME = auto()
    """Stops the running game, or the one that is about to begin."""
    END_PROGRAMS = auto()
    """Stops the game and ends all programs."""


@dataclass(frozen=True, slots=True)
class TryStart:
    """Starts a program to see whether it makes a move."""

    color: Color
    spec: PlayerSpec
    rules: Rules


@dataclass(frozen=True, slots=True)
class PauseGame:
    """Pauses the running game: both clocks stop; or continues it, if not ``paused``."""

    seated: Seated
    paused: bool = True


@dataclass(frozen=True, slots=True)
class TakePliesBack:
    """Takes back this many plies; the answer may be ``RequestRefused``."""

    seated: Seated
    plies: int


@dataclass(frozen=True, slots=True)
class HoldMoves:
    """Lets a program wait before each of its moves, or move by itself again."""

    seated: Seated
    color: Color
    hold: bool


@dataclass(frozen=True, slots=True)
class HandMove:
    """Plays a move for a person or in place of an AI; the answer may be ``MOVE_NOT_TAKEN``."""

    seated: Seated
    color: Color
    text: str | None  # None: an AI that is played by hand moves itself, once


@dataclass(frozen=True, slots=True)
class SayForPerson:
    """Sends a message of a person to the game, such as ``Human.resign``."""

    seated: Seated
    color: Color
    says: Callable[[Human], object]


@dataclass(frozen=True, slots=True)
class AskAdviser:
    """Asks the adviser, for instance by ``AdviserThread.hint``."""

    question: Callable[[AdviserThread, PlayerSpec, AskedLine], None]
    adviser: PlayerSpec
    line: AskedLine


@dataclass(frozen=True, slots=True)
class AskForLines:
    """Lets an engine analyse a position, with this many lines, until stopped."""

    line: AskedLine
    lines: int
    engine: PlayerSpec | None  # None: the best one that is there


@dataclass(frozen=True, slots=True)
class StopLines:
    """Stops the engine; ``ended``: and ends it."""

    ended: bool = False


GameEffect = (
    StartGame
    | GameAction
    | TryStart
    | PauseGame
    | TakePliesBack
    | HoldMoves
    | HandMove
    | SayForPerson
    | AskAdviser
    | AskForLines
    | StopLines
)


# The screen


class ScreenAction(Enum):
    """Changes of the screen."""

    CANCEL_HAND = auto()
    """Cancels everything that was begun on the board, also a premove."""
    SHOW_BOARD_ANEW = auto()
    """Takes back what the board has shown ahead of the game."""
    LAY_OUT_ANEW = auto()
    """Makes room for a board of another shape."""
    DRESS_ANEW = auto()
    """Builds the screen for another language, theme, scale or kind of screen."""
    CHANGE_FRAME = auto()
    """Shows another frame of the window."""
    AWAIT_SECOND_PRESS = auto()
    """Waits a few seconds for a second press of *Resign*."""
    CLOSE_NOW = auto()
    """Closes the window without another question."""
    USE_SETTINGS = auto()
    """Takes over all settings, and builds the screen anew."""
    CLEAR_MOVE_FIELD = auto()
    """Empties the field for typed moves."""
    SHOW_FAILURE = auto()
    """Opens the pane that tells why a program failed; no dialog."""
    SHOW_LOG = auto()
    """Opens the pane with the log."""


ScreenEffect = ScreenAction | Tried | Sound
"""A trial start is shown in the dialog that asked for it; a sound is played if sounds are on."""


# What is listed of a game: its log and thoughts; programs produce thousands of these


@dataclass(frozen=True, slots=True)
class AddLogLine:
    """Adds a line to the log; ``color`` is one of the theme's names.

    With ``places`` the text names places of the board; ``begins``: the lines of a game begin.
    """

    text: str
    color: str = "text"
    places: bool = False
    begins: bool = False


ListEffect = LineSaid | AddLogLine


# Files and the clipboard


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """Writes the settings of the state to their file."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class CopyText:
    """Puts a text on the clipboard of the system."""

    text: str


class FileAction(Enum):
    """Effects on the clipboard, which can also be asked for."""

    COPY_GAME = auto()
    """Copy the shown game."""
    PASTE_CLIPBOARD = auto()
    """Reads the clipboard; the answer is ``PasteText``. It can also be asked for."""
    KEEP_REVIEW = auto()
    """Writes the review of the game on the board into the file of its kept game."""


@dataclass(frozen=True, slots=True)
class OpenFolder:
    """Shows the folder of a program in the system's file manager."""

    spec: PlayerSpec


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Reads a file; the answer is ``RecordText`` or ``RequestRefused``. It can be asked for."""

    path: Path


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Writes the shown game; the answer is ``RecordWritten`` or ``RequestRefused``.

    ``whole``: all games of the open file; ``adds``: after those in the file at this path. It can
    also be asked for. The intent ``then`` waits until it is written.
    """

    path: Path
    whole: bool = False
    adds: bool = False
    then: object = None


FileEffect = KeepSettings | CopyText | FileAction | OpenFolder | ReadFile | WriteFile

Effect = DialogEffect | GameEffect | ScreenEffect | ListEffect | FileEffect

Effects = tuple[Effect, ...]

GameStep = tuple[GameState, Effects]
"""A game, and what is to be done about its change."""
