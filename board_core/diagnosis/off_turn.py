"""Judge from measurements what programs do while it is not their turn. Pure."""

from __future__ import annotations

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence

from . import rows

CPU_FORGIVEN = 0.2
"""Seconds of processor time that a program which has to stand still may use in a game."""
SHARE_FORGIVEN = 0.01
"""Part of one processor that it may use on top: clocks of the system are not exact."""
PROCESSES_FORGIVEN = 200
"""Processes that it may start meanwhile: short ones can escape the count of processor time."""

WAIT_FORGIVEN = 0.2
"""Seconds in one turn that the side to move may wait for a processor."""
IDLE_SHARE_OF_ONE = 0.2
"""Part of one processor's time beyond which a processor counts as free."""
NOTICEABLE_WAIT = 0.25
"""Part of a short turn: a longer wait for a processor explains a loss on time."""


@dataclass(frozen=True, slots=True)
class OffTurn:
    """The processor time and processes a program used in one game out of turn."""

    seconds: float = 0.0  # of wall-clock time
    cpu: float = 0.0  # seconds of processor time, with its children
    started: int = 0  # processes, as far as the system reports them

    def plus(self, other: OffTurn) -> OffTurn:
        return OffTurn(
            self.seconds + other.seconds, self.cpu + other.cpu, self.started + other.started
        )


@dataclass(frozen=True, slots=True)
class Contention:
    """Both sides' use of the processors in one turn so far."""

    culprit: str  # the name of the side that is not to move
    victim: str  # the name of the side to move
    seconds: float = 0.0  # since the first look
    waited: float = 0.0  # seconds that the side to move was ready and had no processor
    used: float = 0.0  # seconds of processor time of the other side
    idle: float = 0.0  # seconds that processors had nothing to do


def off_turn_violation(seen: OffTurn, *, starved_its_opponent: bool = False) -> Sentence | None:
    """Say how a program failed to stand still; None if it stood still."""
    if starved_its_opponent or seen.cpu > CPU_FORGIVEN + SHARE_FORGIVEN * seen.seconds:
        return rows.WORKED_WHILE_STILL(cpu=seen.cpu)
    if seen.started > PROCESSES_FORGIVEN:
        return rows.STARTED_WHILE_STILL(count=seen.started)
    return None


def starves(seen: Contention) -> bool:
    """Return whether the opponent keeps the side to move from getting a processor.

    The wait alone proves nothing, since other games or threads of its own may cause it: the
    opponent must have used at least as much processor time as the side to move waited for, and
    no processor may have been free meanwhile.
    """
    free = seen.idle > IDLE_SHARE_OF_ONE * seen.seconds
    return not free and seen.waited > WAIT_FORGIVEN and seen.used >= seen.waited


def starved(seen: Contention) -> bool:
    """Return whether the opponent explains a loss on time, perhaps together with others.

    The threshold is lower than in :func:`starves`: the explanation names the opponent and both
    figures, but the opponent does not lose by it.
    """
    noticed = seen.waited > min(WAIT_FORGIVEN, NOTICEABLE_WAIT * seen.seconds)
    return noticed and seen.used >= seen.waited / 2
