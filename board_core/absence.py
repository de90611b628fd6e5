"""Times at which the host itself did not run, told apart from what two looks at its clocks show.

Pure: :mod:`board_core.heartbeat` looks, and a test may say what it saw.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .sentence import Sentence, say

HEARTBEAT_SECONDS = 0.05
"""Seconds between two looks."""

LATE_BEAT_SECONDS = 0.25
"""Seconds by which a look may be late before anybody asks why."""

UNEXPLAINED_DELAY_SECONDS = 2.0
"""Seconds that no ordinary load delays a thread for; says it where the system does not tell."""


class Missed(Enum):
    """Why the host did not run for a while."""

    SUSPENDED = "suspended"  # the whole machine slept
    OWN_WORK = "own-work"  # this process computed and let no thread in: our own mistake
    BUSY = "busy-machine"  # others had the processors
    AWAY = "away"  # this process was stopped: Ctrl-Z, a paused container or virtual machine


@dataclass(frozen=True, slots=True)
class ClockReadings:
    """What the clocks of a process said at one instant, all in seconds."""

    at: float  # of the time source
    asleep: float = 0.0  # that the machine has slept so far and ``at`` has not counted
    cpu: float = 0.0  # of processor time of this process
    waited: float | None = None  # that the looking thread was ready and got no processor


@dataclass(frozen=True, slots=True)
class Absence:
    """The host did not run from ``began`` to ``ended``, instants of the time source.

    ``began`` is when it was last known to run, at most a beat before it stopped. ``seconds`` is how
    long it was for people: a clock that stands still while the machine sleeps counts nothing of it.
    """

    kind: Missed
    began: float
    ended: float
    seconds: float

    @property
    def given_back(self) -> bool:
        """Whether no clock is charged: nobody who plays could have caused it."""
        return self.kind in (Missed.AWAY, Missed.SUSPENDED)

    def moved(self, at: float) -> float:
        """Return the instant as if the host had lived through the same time only afterwards.

        Two instants on the same side of the absence keep their distance, and the time between two
        on different sides no longer holds the absence.
        """
        return at if at >= self.ended else min(at, self.began) + (self.ended - self.began)

    def overlap(self, since: float) -> float:
        """Return how many seconds of it lie after an instant."""
        return self.moved(since) - since


def judge(before: ClockReadings, after: ClockReadings) -> Absence | None:
    """Return what happened between two looks of which the second should have come a beat later.

    Without ``waited`` (no Linux) a busy machine and a stopped process look alike: under ``UNTOLD``
    seconds the machine was busy, so a program gains nothing by making it so.
    """
    passed, slept = after.at - before.at, after.asleep - before.asleep
    if passed - HEARTBEAT_SECONDS <= LATE_BEAT_SECONDS and slept <= LATE_BEAT_SECONDS:
        return None
    if slept > LATE_BEAT_SECONDS:
        return Absence(Missed.SUSPENDED, before.at, after.at, passed + slept)
    if after.cpu - before.cpu > passed / 2:
        kind = Missed.OWN_WORK
    elif before.waited is None or after.waited is None:
        kind = Missed.AWAY if passed > UNEXPLAINED_DELAY_SECONDS else Missed.BUSY
    else:
        kind = Missed.BUSY if after.waited - before.waited > passed / 2 else Missed.AWAY
    return Absence(kind, before.at, after.at, passed)


def missed(absences: Iterable[Absence], since: float) -> float:
    """Return the seconds after an instant that no wait may count."""
    return sum(absence.overlap(since) for absence in absences if absence.given_back)


def absence_sentence(kind: Missed, seconds: float) -> Sentence:
    """Say what happened to whoever watches a game."""
    match kind:
        case Missed.SUSPENDED:
            return say(
                "the computer slept for {seconds:.1f} s: nobody was charged", seconds=seconds
            )
        case Missed.AWAY:
            return say(
                "the host was stopped for {seconds:.1f} s: nobody was charged", seconds=seconds
            )
        case Missed.BUSY:
            return say(
                "other programs kept the host from running for {seconds:.1f} s", seconds=seconds
            )
        case Missed.OWN_WORK:
            return say("the host kept itself busy for {seconds:.1f} s", seconds=seconds)
