"""All that can happen in a game, in the order a subscriber sees it.

An event carries immutable values only, and enough of them to draw the board
without asking anyone: keep it, queue it, or hand it to another thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from .absence import Missed, absence_sentence
from .clock import Clock
from .fast_dataclass import quick
from .player import Explanation, Note, Thought, Turn
from .rules import Move, Outcome, Position, Rules
from .sentence import Sentence
from .sides import Color, PerColor

NOT_MEASURED: PerColor[float | None] = PerColor(None, None)


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The first event of a game: who plays what, and from where."""

    rules: Rules
    names: PerColor[str]
    position: Position
    clock: Clock
    setup: str | None = None  # None: the usual first position


@quick
@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A player is asked for a move, again after each refused one."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a player says of its thoughts while its clock runs."""

    color: Color
    ply: int
    thought: Thought


@quick
@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was accepted; the clock of whoever made it has stopped."""

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
    """An answer was no legal move, or claimed what is not so."""

    color: Color
    ply: int
    text: str
    why: Sentence
    attempt: int  # 1 is the first illegal answer to this question; 0 a false claim, not counted


@dataclass(frozen=True, slots=True)
class MovesTakenBack:
    """The last moves are undone, as if they had never been played."""

    plies: int
    ply: int  # of the position now reached
    position: Position
    clock: Clock


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player offers a draw."""

    color: Color
    ply: int


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """A player does not take the draw that was offered."""

    color: Color  # who declined
    ply: int


@dataclass(frozen=True, slots=True)
class Paused:
    """Both clocks stand still until the game is resumed."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again."""

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
    """A player has something to say to whoever looks on."""

    color: Color
    ply: int
    note: Note


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last event of a game."""

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
