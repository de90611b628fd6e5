"""The events of a game, which subscribers get in order.

An event carries only immutable values, and all that is needed to draw the board, so it can be kept,
queued or handed to another thread.
"""

from __future__ import annotations

from board_core.fast_dataclass import constructor, dataclass
from board_core.text.sentence import Sentence, say

from .absence import Missed, absence_sentence
from .clock import Clock
from .player import Explanation, Note, Said, Thought, Turn
from .rules import Move, Outcome, Position, Rules
from .sides import Color, PerColor

NOT_MEASURED: PerColor[float | None] = PerColor(None, None)
NONE_REFUSED = PerColor(0, 0)


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The first event of a game, with its rules, players, position and clock."""

    rules: Rules
    names: PerColor[str]
    position: Position
    clock: Clock
    setup: str | None = None  # None: the standard starting position


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A player is asked for a move; repeated after each refused answer."""

    turn: Turn

    @property
    def color(self) -> Color:
        """The side that is asked."""
        return self.turn.color

    @property
    def ply(self) -> int:
        """The number of moves played before."""
        return self.turn.ply


new_turn_started = constructor(TurnStarted)


@dataclass(frozen=True, slots=True)
class Thinking:
    """A player reports on its search while its clock runs.

    Of several reports that arrive together, perhaps only the last is published; and none, if no
    subscriber wants thoughts. A move's :class:`MovePlayed` has the last report with a score in any
    case.
    """

    color: Color
    ply: int
    thought: Thought


new_thinking = constructor(Thinking)


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was accepted, and its player's clock has stopped."""

    color: Color
    ply: int
    move: Move
    before: Position
    position: Position  # after the move
    clock: Clock  # after the move
    elapsed: float  # seconds charged for it
    said: Said | None = None  # the player's last report with a score since its last move

    @property
    def thought(self) -> Thought | None:
        """The player's last report with a score before the move; None if there was none.

        Parsed on access, as most reports are never read.
        """
        return None if self.said is None else self.said.thought

    @property
    def notation(self) -> str:
        """The move as people write it (SAN in chess).

        Computed on access, as most plies are never shown.
        """
        return self.before.notation(self.move)


new_move_played = constructor(MovePlayed)


@dataclass(frozen=True, slots=True)
class MoveRejected:
    """An answer was refused: an illegal move, or a false claim of a draw."""

    color: Color
    ply: int
    text: str
    why: Sentence
    attempt: int  # refused answers to this question so far, from 1


@dataclass(frozen=True, slots=True)
class MovesTakenBack:
    """The last moves are undone, as if they had never been played."""

    plies: int
    ply: int  # of the position now reached
    position: Position
    clock: Clock


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player offers a draw to the opponent."""

    color: Color
    ply: int


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """A player declines the draw that was offered."""

    color: Color  # the player that declined
    ply: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The game is paused: both clocks stand still until it is resumed."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on after a pause, and its clocks run again."""

    clock: Clock


@dataclass(frozen=True, slots=True)
class HostAway:
    """The board itself was stopped for some seconds, which no clock is charged for."""

    kind: Missed  # away or suspended
    seconds: float
    ply: int
    clock: Clock

    @property
    def sentence(self) -> Sentence:
        """The report for those who watch the game."""
        return absence_sentence(self.kind, self.seconds)


@dataclass(frozen=True, slots=True)
class PlayerSaid:
    """A player wrote a line that is not an answer, for those who watch."""

    color: Color
    ply: int
    note: Note


@dataclass(frozen=True, slots=True)
class PlayerSilent:
    """A program has not answered for a long time, for which it only loses time.

    Published at most once per question, it gives early the explanation that a loss on time would
    give.
    """

    color: Color
    ply: int
    name: str
    seconds: float  # since the question, at least
    explanation: Explanation

    @property
    def sentence(self) -> Sentence:
        """The report for those who watch the game."""
        return say(
            "{name} has not answered for {seconds:.0f} s: {why}",
            name=self.name,
            seconds=self.seconds,
            why=self.explanation.sentence,
        )


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last event of a game."""

    outcome: Outcome
    turn: Turn  # holds the final position, the clocks and the last move
    explanation: Explanation | None = None  # why a player failed
    off_turn: PerColor[float | None] = NOT_MEASURED
    """Seconds of processor time that each side used out of turn; None: not measured."""
    refused: PerColor[int] = NONE_REFUSED
    """The number of each side's refused answers that did not end the game."""

    @property
    def position(self) -> Position:
        """Return the position in which the game ended."""
        return self.turn.position

    @property
    def clock(self) -> Clock:
        """Both clocks at the end."""
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
    | PlayerSilent
    | GameEnded
)
"""What can happen in a game, to tell apart by ``match``."""
