"""Decide from two readings of a process's clocks whether the board itself was stopped, and why.

Pure: :mod:`board_core.game.heartbeat` takes the readings; tests can supply their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence, say

HEARTBEAT_SECONDS = 0.05
"""Seconds between two readings of the clocks."""

LATE_BEAT_SECONDS = 0.25
"""Seconds by which a reading may be late without counting as an absence."""

UNEXPLAINED_DELAY_SECONDS = 2.0
"""Seconds by which no ordinary load delays a thread.

Distinguishes a stopped process from a busy machine where the system does not tell.
"""


class Missed(Enum):
    """Reasons why the board did not run for a while."""

    SUSPENDED = "suspended"  # the whole machine slept
    OWN_WORK = "own-work"  # this process computed and let no other thread run
    BUSY = "busy-machine"  # other programs used the processors
    AWAY = "away"  # this process was stopped: Ctrl-Z, a paused container or virtual machine


@dataclass(frozen=True, slots=True)
class ClockReadings:
    """The clocks of a process at one instant, all in seconds."""

    at: float  # the reading of the time source
    asleep: float = 0.0  # time the machine has slept, which ``at`` omits
    cpu: float = 0.0  # processor time of this process
    waited: float | None = None  # time the reading thread was ready and got no processor


@dataclass(frozen=True, slots=True)
class Absence:
    """A time when the board did not run, between ``began`` and ``ended`` of the time source.

    ``began`` is the last instant at which it was known to run, at most a beat before it stopped.
    ``seconds`` is the length in real time, as the time source may stop during a sleep.
    """

    kind: Missed
    began: float
    ended: float
    seconds: float

    @property
    def given_back(self) -> bool:
        """True if no clock is charged for it, as no player could have caused it."""
        return self.kind in (Missed.AWAY, Missed.SUSPENDED)

    def moved(self, at: float) -> float:
        """Return the instant, shifted by the length of the absence if it lies before the absence.

        The time between two instants then excludes the absence.
        """
        return at if at >= self.ended else min(at, self.began) + (self.ended - self.began)

    def overlap(self, since: float) -> float:
        """Return how many seconds of the absence lie after an instant."""
        return self.moved(since) - since


def judge(before: ClockReadings, after: ClockReadings) -> Absence | None:
    """Return the absence between two readings that should be one beat apart, or None.

    Without ``waited`` (outside Linux) a busy machine and a stopped process look alike. Up to
    :data:`UNEXPLAINED_DELAY_SECONDS` count as a busy machine, so that a program gains no time by
    loading the machine.
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
    """Return the seconds after an instant that are charged to neither player."""
    return sum(absence.overlap(since) for absence in absences if absence.given_back)


def absence_sentence(kind: Missed, seconds: float) -> Sentence:
    """Return the sentence that reports an absence to those who watch a game."""
    match kind:
        case Missed.SUSPENDED:
            return say(
                "the computer slept for {seconds:.1f} s: nobody was charged", seconds=seconds
            )
        case Missed.AWAY:
            return say(
                "the board was stopped for {seconds:.1f} s: nobody was charged", seconds=seconds
            )
        case Missed.BUSY:
            return say(
                "other programs kept the board from running for {seconds:.1f} s", seconds=seconds
            )
        case Missed.OWN_WORK:
            return say("the board kept itself busy for {seconds:.1f} s", seconds=seconds)
