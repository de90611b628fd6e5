"""The requests of a person at the window: by a button, a key, a menu, a dialog or the board.

``State.after`` answers each. Some come from the window itself: the results of effects.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from board_core import Color, Move, Rules, Sentence
from board_core.fast_dataclass import dataclass
from board_core.frontend.settings import ChosenProgram, Settings
from board_core.match.player_spec import PlayerSpec
from board_core.record import Branch

from .board.hand import Intent as BoardIntent
from .effects import DialogEffect, PasteClipboard, WriteFile
from .levels import Level
from .no_fields import NoFields
from .seats import Mode
from .wish import Way, Wish

# A game


@dataclass(frozen=True, slots=True)
class PlayWish:
    """Start this game; ``seed`` draws its first position, in games that draw one."""

    wish: Wish
    rules: Rules
    seed: int = 0


@dataclass(frozen=True, slots=True)
class OfferGame:
    """Put this game on the board, and select it on the first screen."""

    key: str
    variant: int
    rules: Rules


class OfferFromHere(NoFields):
    """Go to the first screen for a new game from the position that is shown."""


@dataclass(frozen=True, slots=True)
class TestOwnAI:
    """Seat this opponent, then ask for a program for the other side, ``color``.

    ``pace`` is an index of :data:`~board_pygame.levels.OFFERED_TIMES`.
    """

    color: Color
    key: str
    variant: int
    rules: Rules
    level: Level
    pace: int = 0


@dataclass(frozen=True, slots=True)
class AnalyseFreely:
    """Go to the free board with this game; a game of it that has ended stays on the board."""

    key: str
    variant: int
    rules: Rules


class StartPlaying(NoFields):
    """Start a game between the present seats, from the position on the free board."""


class PlayAgain(NoFields):
    """Start the same game once more."""


class StopPlaying(NoFields):
    """Stop the running game; nobody wins."""


class TogglePause(NoFields):
    """Pause the game, or continue it."""


class ResetBoard(NoFields):
    """End the game and the AIs, and clear the board."""


class TakeMovesBack(NoFields):
    """Take back as many plies as give a person the move again."""


class PressResign(NoFields):
    """Resign for a person, if it is the second press within a few seconds."""


class ForgetResigning(NoFields):
    """Report that nobody has pressed a second time."""


class AskForDraw(NoFields):
    """Offer a draw, accept an offer, or claim a draw that the rules give."""


PlayIntent = (
    StopPlaying
    | TogglePause
    | ResetBoard
    | TakeMovesBack
    | PressResign
    | ForgetResigning
    | AskForDraw
)
BeginIntent = (
    PlayWish | OfferGame | OfferFromHere | TestOwnAI | AnalyseFreely | StartPlaying | PlayAgain
)

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


class MoveNotTaken(NoFields):
    """Report that the game was not waiting for the move that was handed to it."""


@dataclass(frozen=True, slots=True)
class ReleaseAI:
    """Let an AI that is played by hand make one move."""

    color: Color


@dataclass(frozen=True, slots=True)
class IgnoreTurn:
    """Let either side move on a free board, or only the side to move."""

    ignore: bool


MoveIntent = BoardIntent | PlayText | ChosenMove | MoveNotTaken | ReleaseAI | IgnoreTurn

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


class ShowEvaluation(NoFields):
    """Show what the opponent thinks of the position, or hide it again."""


@dataclass(frozen=True, slots=True)
class StepPlies:
    """Show the position so many plies later; earlier if negative."""

    plies: int


class NextMove(NoFields):
    """Show the next position; after the newest one, let an AI that is played by hand move."""


class PlayOrPause(NoFields):
    """Pause the game or let it go on, let an AI played by hand move, or stop looking back."""


TO_NEWEST_PLY = StepPlies(10**6)
"""Shows the newest position, and follows the game from then on."""


class FlipBoard(NoFields):
    """Turn the board around."""


class NumberStones(NoFields):
    """Show numbers on the stones, or none."""


class ChangeBoardsView(NoFields):
    """Show a game on several boards in the next way: in space, as a map, or both."""


@dataclass(frozen=True, slots=True)
class SizeBoard:
    """Keep the size of the board beside the panel, in percent of what fits."""

    percent: int


@dataclass(frozen=True, slots=True)
class ShowStart:
    """Go to the first screen; ``way`` is the one to open, None the one before."""

    way: Way | None = None


class LeaveStart(NoFields):
    """Go back from the first screen to the board."""


class ToggleCockpit(NoFields):
    """Change between the quiet frame and the cockpit."""


class ToggleProjector(NoFields):
    """Show the projector's screen, or the usual one."""


class LeaveFrame(NoFields):
    """Go back from the analysis or the editor to the frame before."""


@dataclass(frozen=True, slots=True)
class HideWindow:
    """Report that nobody can see the window any more, or that somebody can again."""

    hidden: bool


class MenuClosed(NoFields):
    """Report that the menu that paused the game has closed, with all it opened."""


class ClearMessage(NoFields):
    """Clear the status bar: somebody has clicked or pressed a key."""


@dataclass(frozen=True, slots=True)
class RequestRefused:
    """Report that a request failed, with the reason."""

    why: Sentence


LookIntent = (
    GoToPly
    | ShowLine
    | ShowEvaluation
    | StepPlies
    | NextMove
    | PlayOrPause
    | FlipBoard
    | NumberStones
    | ChangeBoardsView
    | SizeBoard
    | ShowStart
    | LeaveStart
    | ToggleCockpit
    | ToggleProjector
    | LeaveFrame
    | HideWindow
    | MenuClosed
    | ClearMessage
    | RequestRefused
)

# Positions and records


class CopyPosition(NoFields):
    """Copy the position that is shown."""


class CopyGame(NoFields):
    """Copy the game that is shown."""


@dataclass(frozen=True, slots=True)
class PasteText:
    """Put a position or a game onto the free board."""

    text: str


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Put this position onto the free board; None is the starting position."""

    setup: str | None


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """Put a game of a file onto the free board; of several, the first."""

    path: Path


@dataclass(frozen=True, slots=True)
class RecordText:
    """The text of a file, and the name with which it is found; empty if it has none."""

    text: str
    name: str


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Put another game of the open file onto the board; the first is 0."""

    number: int


@dataclass(frozen=True, slots=True)
class RecordWritten:
    """The game was saved; ``whole``: all games of the open file.

    ``count`` is the number of games in the file if they were added to it, else 0. The intent
    ``then`` has waited for it.
    """

    path: Path
    whole: bool = False
    count: int = 0
    then: object = None


@dataclass(frozen=True, slots=True)
class WriteNotes:
    """Write a comment on the shown position, and the glyph of its move; 0 is none."""

    comment: str
    glyph: int = 0


class DeleteVariation(NoFields):
    """Delete the variation in which the shown move stands."""


@dataclass(frozen=True, slots=True)
class ShowTour:
    """Put a short tour of a game on several boards onto the free board.

    ``game``: the key and the variant of that game, and its rules; None: it is on the board.
    """

    game: tuple[str, int, Rules] | None = None


class AnalysePosition(NoFields):
    """Put the game that is shown onto the free board, and let an engine analyse it."""


RecordIntent = (
    CopyPosition
    | CopyGame
    | PasteText
    | SetPosition
    | ReadRecord
    | RecordText
    | ChooseGame
    | RecordWritten
    | AnalysePosition
    | ShowTour
    | WriteNotes
    | DeleteVariation
    | PasteClipboard
    | WriteFile
)

# The adviser


class WantHint(NoFields):
    """Advise a move in the position that is shown."""


class WantReview(NoFields):
    """Judge every move of the game that is shown."""


class PractiseBlunders(NoFields):
    """Set the blunders of the review as puzzles."""


class ShowSolution(NoFields):
    """Show the best line of the puzzle on the board."""


class NextPuzzle(NoFields):
    """Go on to the next puzzle."""


class EndPractice(NoFields):
    """Put the game back onto the board as it was before the puzzles."""


StudyIntent = WantHint | WantReview | PractiseBlunders | ShowSolution | NextPuzzle | EndPractice

# Live analysis


class ToggleLines(NoFields):
    """Show what the engine thinks of the position, or hide it."""


class ToggleEngine(NoFields):
    """Stop the engine, or let it think again."""


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


class BackFromLine(NoFields):
    """Show the position again from which lines of the engine were played."""


AnalysisIntent = ToggleLines | ToggleEngine | CountLines | ChooseEngine | PlayLine | BackFromLine

# The editor of positions


class EditPosition(NoFields):
    """Open the editor with the position that is shown."""


@dataclass(frozen=True, slots=True)
class PickTool:
    """Choose the symbol of a piece, the hand or the eraser."""

    tool: str


@dataclass(frozen=True, slots=True)
class TapPlace:
    """Use the tool on a place."""

    place: str


@dataclass(frozen=True, slots=True)
class PutPiece:
    """Put a piece onto a place."""

    place: str
    symbol: str


@dataclass(frozen=True, slots=True)
class CarryPiece:
    """Move the piece of a place to another one."""

    place: str
    to: str


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """Remove the piece of a place."""

    place: str


@dataclass(frozen=True, slots=True)
class TurnSide:
    """Let this side be to move."""

    color: Color


@dataclass(frozen=True, slots=True)
class ToggleRight:
    """Give the right to castle, or take it; ``K`` is White's short castling."""

    right: str


@dataclass(frozen=True, slots=True)
class PassSquare:
    """Say which square a pawn has just passed; empty: none."""

    place: str


class EmptyBoard(NoFields):
    """Take all pieces off the board in the editor."""


class FirstPosition(NoFields):
    """Set up the starting position."""


@dataclass(frozen=True, slots=True)
class EditText:
    """Set up the position of this text."""

    text: str


class UndoEdit(NoFields):
    """Undo the last change of the edited position."""


class RedoEdit(NoFields):
    """Make the change again that was undone last."""


class CopyEdited(NoFields):
    """Copy the edited position as text."""


@dataclass(frozen=True, slots=True)
class UsePosition:
    """Put the edited position onto the free board, and go on from there; None: to the cockpit."""

    way: Way | None = None


EditIntent = (
    PickTool
    | TapPlace
    | PutPiece
    | CarryPiece
    | RemovePiece
    | TurnSide
    | ToggleRight
    | PassSquare
    | EmptyBoard
    | FirstPosition
    | EditText
    | UndoEdit
    | RedoEdit
)
EditorIntent = EditPosition | CopyEdited | UsePosition | EditIntent

# AIs and settings


@dataclass(frozen=True, slots=True)
class LoadProgram:
    """Have a program play a side, and remember it."""

    color: Color
    program: ChosenProgram
    spec: PlayerSpec


@dataclass(frozen=True, slots=True)
class SeatAI:
    """Have an AI play a side; a program is started to see that it can."""

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


class CopyReport(NoFields):
    """Copy all that is told of a failure."""


class ShowFolder(NoFields):
    """Show the folder of the program whose failure is told."""


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


class ClearHistory(NoFields):
    """Forget the programs that were loaded."""


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
    | CopyReport
    | ShowFolder
    | DropFile
    | SetMode
    | ClearHistory
    | ChangeSettings
)

# Leaving


class CloseWindow(NoFields):
    """Close the window, after a question if a game runs."""


@dataclass(frozen=True, slots=True)
class AskFirst:
    """Do this, but ask first if it would end a running game."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Do this without asking: somebody has been asked."""

    intent: Intent


LeaveIntent = CloseWindow | AskFirst | Confirmed

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
