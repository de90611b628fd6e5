"""The phases of a game as the referee sees it: the closed union :data:`Phase`.

Each class holds only what exists in its phase. All instants are readings of the game's time source
in seconds. How the phases follow each other is drawn at the top of :mod:`board_core.game.referee`.
"""

from __future__ import annotations

from board_core.fast_dataclass import constructor, dataclass

from .absence import Absence
from .clock import Clock
from .referee_messages import Replied
from .rules import Outcome
from .sides import Color


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
