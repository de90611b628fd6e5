"""Read the time and wait for it: the one module of a game that does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar, runtime_checkable

from .absence import Absence
from .heartbeat import HEARTBEAT
from .loop import Loop

T = TypeVar("T")

STRAGGLER_SECONDS = 0.02
"""Seconds to wait beyond a deadline for an answer that was stamped before it."""


@runtime_checkable
class TimeSource(Protocol):
    """A clock of a game, and the wait for its messages."""

    def now(self) -> float:
        """Return the seconds on a clock that only goes forward."""

    def receive(self, inbox: Loop[T], until: float) -> T:
        """Wait for the next item and return it; raises ``queue.Empty`` at the instant ``until``."""

    def attend(self) -> AbstractContextManager[Callable[[], Sequence[Absence]]]:
        """Watch during a game; yield a function that gives the absences since its last call."""


class RealTime:
    """The time by ``time.perf_counter``.

    ``time.monotonic`` has steps of 15.6 ms on Windows before Python 3.13.
    """

    def __init__(self) -> None:
        vars(self)["now"] = time.perf_counter  # without a call between: it is read six times a ply

    def now(self) -> float:
        return time.perf_counter()

    def receive(self, inbox: Loop[T], until: float) -> T:
        return inbox.receive(until + STRAGGLER_SECONDS)

    def attend(self) -> AbstractContextManager[Callable[[], Sequence[Absence]]]:
        return HEARTBEAT.attend()
