"""The messages that the referee takes, its one request, and its phases.

Every message carries the instant it belongs to, a reading of the game's time source in seconds. It
may be older than the moment in which the referee handles the message.

Each class of :data:`Phase` holds only what exists in its phase. How the phases follow each other is
drawn at the top of :mod:`board_core.game.referee`.
"""

from __future__ import annotations

from typing import final

from board_core.fast_dataclass import constructor, dataclass

from .absence import Absence
from .clock import Clock
from .player import Explanation, Reply, Statement
from .rules import Outcome, Reason
from .sides import Color


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed, and nothing else has happened."""

    at: float


@dataclass(frozen=True, slots=True)
class Ready:
    """A player is ready to be asked."""

    color: Color
    at: float


@dataclass(frozen=True, slots=True)
class Replied:
    """A player answered a question; ``at`` is the instant of the answer."""

    color: Color
    question: int
    reply: Reply
    at: float


new_replied = constructor(Replied)


@dataclass(frozen=True, slots=True)
class Told:
    """A player said something without being asked."""

    color: Color
    statement: Statement
    at: float


new_told = constructor(Told)


@dataclass(frozen=True, slots=True)
class Stopped:
    """The caller ended the game without a result."""

    at: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """The organiser decided the game; ``winner`` None is a draw."""

    winner: Color | None
    at: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """The caller pauses the game: stop the clocks."""

    at: float


@dataclass(frozen=True, slots=True)
class Resume:
    """The caller resumes the game: let the clocks run again."""

    at: float


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The caller takes back this number of plies, or all if fewer have been played."""

    plies: int
    at: float


@dataclass(frozen=True, slots=True)
class Away:
    """The board did not run for a while.

    Send this before any message that is handled after the absence.
    """

    absence: Absence

    @property
    def at(self) -> float:
        return self.absence.ended


@dataclass(frozen=True, slots=True)
class Explained:
    """A player explained its loss; ``explanation`` is None if it cannot."""

    color: Color
    explanation: Explanation | None
    at: float


Message = (
    Tick
    | Ready
    | Replied
    | Told
    | Stopped
    | Adjudicate
    | Pause
    | Resume
    | TakeBack
    | Away
    | Explained
)


@final
@dataclass(frozen=True, slots=True)
class ExplanationWanted:
    """The request to ask a player why it lost, and to send :class:`Explained`."""

    color: Color
    reason: Reason


@dataclass(frozen=True, slots=True)
class GettingReady:
    """The game has begun and waits for players; no clock runs."""

    unready: frozenset[Color]
    since: float
    due: float  # when the wait ends, and a player that is not ready loses


@dataclass(frozen=True, slots=True)
class BetweenTurns:
    """Both players are ready and neither is asked; no clock runs."""

    due: float  # when the side to move is asked


@dataclass(frozen=True, slots=True)
class QuestionOpen:
    """The side to move has been asked, and its clock runs."""

    flag_falls: float
    refused: int = 0  # illegal answers to this question and those it repeats
    absences: tuple[Absence, ...] = ()  # of the board, given back to the player during the turn

    def moved(self, at: float) -> float:
        """Return an instant moved by the absences, as the question's own start was moved."""
        for absence in self.absences:
            at = absence.moved(at)
        return at


new_question = constructor(QuestionOpen)


@dataclass(frozen=True, slots=True)
class PausedGettingReady:
    """The game is paused and still waits for players."""

    unready: frozenset[Color]


@dataclass(frozen=True, slots=True)
class PausedBetweenTurns:
    """The game is paused, both players are ready and neither is asked."""


@dataclass(frozen=True, slots=True)
class PausedQuestion:
    """The game is paused in the middle of a turn."""

    question: QuestionOpen
    running: Clock  # as it ran before the pause
    since: float
    answer: Replied | None = None  # the first that came during the pause


@dataclass(frozen=True, slots=True)
class Explaining:
    """The game is decided, and the blamed player is asked for an explanation."""

    outcome: Outcome
    before: LivePhase  # the phase that ended, for an end that the journal refuses
    blamed: tuple[Color, ...]  # the first is asked now, the others if it has no explanation
    due: float  # when the end is published without an explanation


@dataclass(frozen=True, slots=True)
class Over:
    """The end has been published, and no message changes it."""

    outcome: Outcome
    before: LivePhase  # as in Explaining


LivePhase = (
    GettingReady
    | BetweenTurns
    | QuestionOpen
    | PausedGettingReady
    | PausedBetweenTurns
    | PausedQuestion
)
"""The phases of a game that goes on."""

Phase = LivePhase | Explaining | Over
"""Every phase of a game, the end included."""
