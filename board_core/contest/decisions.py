"""The decisions that an organiser may make at any time. Pure values.

Each is a line of the journal, with its author and its reason. :mod:`.state` gives them their
effect, :mod:`.decision_rules` refuses those that are not possible, :mod:`.decision_lines` writes
them, and :mod:`.decision_words` tells them.
"""

from __future__ import annotations

from dataclasses import field
from datetime import UTC, datetime

from board_core.fast_dataclass import dataclass

from .entrants import Entrant
from .field import ByeKind, Number, PairingVerdict
from .plan_tables import EntrantPlan

NOT_YET = datetime.min.replace(tzinfo=UTC)
"""The time of a decision that is not in the journal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeDecision:
    """The part that all decisions have; the journal adds the time when it takes one up."""

    author: str
    reason: str
    at: datetime = field(default=NOT_YET, compare=False)
    left: str = field(default="", compare=False)
    """The name of the file in which another process left it; empty: it was not left in one."""


@dataclass(frozen=True, slots=True)
class Ruling(MadeDecision):
    """A game counts in this way; a later ruling outweighs it."""

    pairing: int
    verdict: PairingVerdict | None  # None: the game's own result counts again


@dataclass(frozen=True, slots=True)
class Cancellation(MadeDecision):
    """A game counts as not played, with all rulings on it, and is played again."""

    pairing: int


@dataclass(frozen=True, slots=True)
class Withdrawal(MadeDecision):
    """An entrant leaves the contest."""

    entrant: Number


@dataclass(frozen=True, slots=True)
class Reinstatement(MadeDecision):
    """An entrant that has withdrawn is paired again; games lost meanwhile stay lost."""

    entrant: Number


@dataclass(frozen=True, slots=True)
class Addition(MadeDecision):
    """An entrant joins a contest that was begun, and has a bye in each round it missed."""

    entrant: Entrant
    settings: EntrantPlan
    missed: ByeKind


@dataclass(frozen=True, slots=True)
class Update(MadeDecision):
    """An entrant plays with a new version in the rounds that are paired from now on."""

    entrant: Entrant
    settings: EntrantPlan


@dataclass(frozen=True, slots=True)
class RequestedBye(MadeDecision):
    """An entrant is not paired in a later round."""

    entrant: Number
    round: int
    kind: ByeKind | None  # None: it is paired after all


@dataclass(frozen=True, slots=True)
class ForbiddenPair(MadeDecision):
    """Two entrants are not paired with each other."""

    one: Number
    other: Number
    lifted: bool = False  # they may be again


@dataclass(frozen=True, slots=True)
class ManualRound(MadeDecision):
    """The organiser's pairing of the next round; without games and byes: the system's again."""

    round: int
    games: tuple[tuple[Number, Number], ...]  # White and Black of each
    byes: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class ContestPause(MadeDecision):
    """No more games begin until the contest goes on."""


@dataclass(frozen=True, slots=True)
class ContestContinuation(MadeDecision):
    """A contest that was paused goes on."""


@dataclass(frozen=True, slots=True)
class ContestStop(MadeDecision):
    """The process that runs the contest ends when the running games are over."""


Request = (
    Ruling
    | Cancellation
    | Withdrawal
    | Reinstatement
    | Addition
    | Update
    | RequestedBye
    | ForbiddenPair
    | ManualRound
    | ContestPause
    | ContestContinuation
    | ContestStop
)
"""All decisions."""
