"""All that can happen in a game, in the order a subscriber sees it.

An event carries immutable values only, and enough of them to draw the board
without asking anyone: keep it, queue it, or hand it to another thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from .absence import Missed, absence_sentence
from .clock import Clock
from .player import Explanation, Note, Thought, Turn
from .quick import quick
from .rules import Move, Outcome, Position, Rules
from .sentence import Sentence
from .sides import Color, PerColor

NOT_MEASURED: PerColor[float | None] = PerColor(None, None)


@dataclass(frozen=True, slots=True)
class GameStarted:
    rules: Rules
    names: PerColor[str]
    position: Position
    clock: Clock
    setup: str | None = None  # None: the usual first position


@quick
@dataclass(frozen=True, slots=True)
class TurnStarted:
    turn: Turn


@dataclass(frozen=True, slots=True)
class Thinking:
    color: Color
    ply: int
    thought: Thought


@quick
@dataclass(frozen=True, slots=True)
class MovePlayed:
    color: Color
    ply: int
    move: Move
    before: Position
    position: Position  # after the move
    clock: Clock  # after the move
    elapsed: float  # seconds charged for it

    @property
    def notation(self) -> str:
        """The move as people write it. Worked out when asked: most plies have no reader."""
        return self.before.notation(self.move)


@dataclass(frozen=True, slots=True)
class MoveRejected:
    color: Color
    ply: int
    text: str
    why: Sentence
    attempt: int  # 1 is the first illegal answer to this question; 0 a false claim, not counted


@dataclass(frozen=True, slots=True)
class MovesTakenBack:
    plies: int
    ply: int  # of the position now reached
    position: Position
    clock: Clock


@dataclass(frozen=True, slots=True)
class DrawOffered:
    color: Color
    ply: int


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    color: Color  # who declined
    ply: int


@dataclass(frozen=True, slots=True)
class Paused:
    clock: Clock


@dataclass(frozen=True, slots=True)
class Resumed:
    clock: Clock


@dataclass(frozen=True, slots=True)
class HostAway:
    """The host itself did not run for so many seconds, for which no clock is charged."""

    kind: Missed  # away or suspended
    seconds: float
    ply: int
    clock: Clock

    @property
    def sentence(self) -> Sentence:
        """Say it to whoever watches."""
        return absence_sentence(self.kind, self.seconds)


@dataclass(frozen=True, slots=True)
class PlayerSaid:
    color: Color
    ply: int
    note: Note


@dataclass(frozen=True, slots=True)
class GameEnded:
    outcome: Outcome
    turn: Turn  # the final position, the clocks and the last move; nobody is asked
    explanation: Explanation | None = None  # of a player's failure
    off_turn: PerColor[float | None] = NOT_MEASURED
    """Seconds of processor time that each side used out of turn; None: not measured."""

    @property
    def position(self) -> Position:
        return self.turn.position

    @property
    def clock(self) -> Clock:
        return self.turn.clock


Event = (
    GameStarted
    | TurnStarted
    | Thinking
    | MovePlayed
    | MoveRejected
    | MovesTakenBack
    | DrawOffered
    | DrawDeclined
    | Paused
    | Resumed
    | HostAway
    | PlayerSaid
    | GameEnded
)
