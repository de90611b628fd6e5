"""The seats and the phases of the window's game: a closed union.

Each phase holds only what exists in it.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from board_core import (
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    Explanation,
    GameEnded,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Outcome,
    TurnStarted,
)
from board_core.fast_dataclass import dataclass
from board_core.match.player_spec import PlayerSpec

from .host import Lines, Opened, Tried


class Mode(Enum):
    """The mode of a side; three for each side are the nine modes of the original."""

    PERSON = auto()
    AUTO = auto()  # the loaded AI
    BY_HAND = auto()  # the loaded AI, one move at a time, on request


class Lamp(Enum):
    """The status of a seat: of its AI, or that a person plays there."""

    NOT_LOADED = auto()
    LOADING = auto()
    READY = auto()
    IDLE = auto()
    THINKING = auto()
    SILENT = auto()  # it has not answered for long
    STOPPED = auto()
    FAILED = auto()
    PERSON = auto()


@dataclass(frozen=True, slots=True)
class GameFailure:
    """An AI's failure in a game, kept until the AI has passed that move in another game."""

    explanation: Explanation
    outcome: Outcome
    ply: int = 0  # of the move that it had to make
    number: int = 1  # of that move, counting the moves of its side
    lines: Lines = ()  # the last ones said


@dataclass(frozen=True, slots=True)
class SeatState:
    """The AI loaded for a side, and whether it plays."""

    spec: PlayerSpec | None = None
    mode: Mode = Mode.PERSON
    trying: bool = False  # a trial start is running
    trial: Tried | None = None  # the result of the last one
    trouble: GameFailure | None = None  # its failure in this game, or in the one before
    used: float = 0.0  # seconds that its moves took in this game


@dataclass(frozen=True, slots=True)
class FreeBoard:
    """No game is played: pieces are moved freely, out of turn if ``ignore_turn``."""

    ignore_turn: bool = False


@dataclass(frozen=True, slots=True)
class GameRequested:
    """The host has been asked for a game; the one before is ending, if there was one."""

    before: Opened | None


@dataclass(frozen=True, slots=True)
class GameStarting:
    """The players are being started; nobody has been asked for a move."""

    game: Opened


@dataclass(frozen=True, slots=True)
class GameRunning:
    """The game is being played: its players are asked for moves, one after the other."""

    game: Opened
    released: int = -1  # the ply for which an AI played by hand was told to move
    handed: int = -1  # the ply for which a move was handed to the game
    offer: Color | None = None  # who has offered a draw that nobody has answered


@dataclass(frozen=True, slots=True)
class GameCancelled:
    """The requested game was stopped before the host had opened it."""

    before: Opened | None


@dataclass(frozen=True, slots=True)
class GameStopping:
    """The game has been told to stop; ``running`` is its last phase."""

    running: GameRunning


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The newest game has ended, or another one could not be opened after it."""

    game: Opened


@dataclass(frozen=True, slots=True)
class BoardClearing:
    """The programs are being ended; the free board follows."""

    before: Opened | None
    free: FreeBoard = FreeBoard()


Phase = (
    FreeBoard
    | GameRequested
    | GameStarting
    | GameRunning
    | GameCancelled
    | GameStopping
    | GameFinished
    | BoardClearing
)

BUSY_PHASES = (GameRequested, GameStarting, GameCancelled, GameStopping, BoardClearing)
"""The phases that wait for the host."""


def newest_game(phase: Phase) -> Opened | None:
    """Return the newest opened game, unless a free board has replaced it."""
    match phase:
        case FreeBoard():
            return None
        case GameStarting(game) | GameRunning(game) | GameFinished(game):
            return game
        case GameStopping(running):
            return running.game
        case GameRequested(before) | GameCancelled(before) | BoardClearing(before):
            return before


def moving(phase: Phase) -> GameRunning | None:
    """Return the phase with moves, also of a game that is being stopped; None elsewhere."""
    match phase:
        case GameRunning():
            return phase
        case GameStopping(running):
            return running
        case _:
            return None


def _with_moving(phase: Phase, running: GameRunning) -> Phase:
    return GameStopping(running) if isinstance(phase, GameStopping) else running


# What changes them


def phase_after(phase: Phase, event: Event) -> Phase:
    """Return the phase after this event of the newest game."""
    match event:
        case TurnStarted() if isinstance(phase, GameStarting):
            return GameRunning(phase.game)
        case MovePlayed(color):
            return _with_offer(phase, None, by=color.other)  # a move declines
        case DrawOffered(color):
            return _with_offer(phase, color)
        case DrawDeclined():
            return _with_offer(phase, None)
        case MoveRejected() | MovesTakenBack():
            return asked_again(phase)
        case GameEnded():
            return _over(phase)
        case _:
            return phase


def _with_offer(phase: Phase, offer: Color | None, *, by: Color | None = None) -> Phase:
    """Return the phase with another offer of a draw; ``by``: in place of this side's only."""
    running = moving(phase)
    if running is None or running.offer is offer or by not in (None, running.offer):
        return phase
    return _with_moving(phase, replace(running, offer=offer))


def _over(phase: Phase) -> Phase:
    match phase:
        case GameStarting(game) | GameRunning(game) | GameStopping(GameRunning(game)):
            return GameFinished(game)
        case _:
            return phase


def opened(phase: Phase, game: Opened) -> Phase:
    """Return the phase once the host has opened a game."""
    if isinstance(phase, GameCancelled | GameStopping):
        return GameStopping(GameRunning(game))
    return GameStarting(game)


def not_opened(phase: Phase) -> Phase:
    """Return the phase once the host has failed to open a game."""
    before = newest_game(phase)
    if before is not None:
        return GameFinished(before)
    return phase.free if isinstance(phase, BoardClearing) else FreeBoard()


def stopping(phase: Phase) -> Phase:
    """Return the phase once the host has been told to stop the game, if there is one."""
    match phase:
        case GameRequested(before):
            return GameCancelled(before)
        case GameStarting(game):
            return GameStopping(GameRunning(game))
        case GameRunning():
            return GameStopping(phase)
        case _:
            return phase


def clearing(phase: Phase) -> Phase:
    """Return the phase once the host has been told to end all programs."""
    free = phase if isinstance(phase, FreeBoard) else FreeBoard()
    return BoardClearing(newest_game(phase), free)


def handing(phase: Phase, ply: int) -> Phase:
    """Return the phase once a move for this ply was handed to the game."""
    running = moving(phase)
    return phase if running is None else _with_moving(phase, replace(running, handed=ply))


def releasing(phase: Phase, ply: int) -> Phase:
    """Return the phase once an AI played by hand was told to move at this ply."""
    running = moving(phase)
    return phase if running is None else _with_moving(phase, replace(running, released=ply))


def asked_again(phase: Phase) -> Phase:
    """Return the phase with no move handed over and no AI told to move."""
    running = moving(phase)
    if running is None:
        return phase
    return _with_moving(phase, replace(running, released=-1, handed=-1))
