"""The messages that the referee takes, the closed union :data:`Message`, and its one request.

Every message carries the instant it belongs to, a reading of the game's time source in seconds. It
may be older than the moment in which the referee handles the message.
"""

from __future__ import annotations

from typing import final

from board_core.fast_dataclass import constructor, dataclass

from .absence import Absence
from .player import Explanation, Reply, Statement
from .rules import Reason
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
