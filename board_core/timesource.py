"""The one place where time is read and waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from math import inf
from queue import SimpleQueue
from typing import Protocol, TypeVar

from .absence import Absence
from .heartbeat import HEARTBEAT

T = TypeVar("T")

STRAGGLER_SECONDS = 0.02
"""Seconds to wait beyond a deadline for an answer that was stamped before it."""

LONGEST_WAIT = 3600.0  # the platform's locks refuse very long timeouts


class TimeSource(Protocol):
    def now(self) -> float:
        """Seconds on a clock that only goes forward."""

    def receive(self, inbox: SimpleQueue[T], until: float) -> T:
        """The next item of the inbox; raises ``queue.Empty`` once ``until`` is reached."""

    def attend(self) -> AbstractContextManager[Callable[[], Sequence[Absence]]]:
        """While a game runs: give what returns the host's absences since it was last called."""


class RealTime:
    """``time.perf_counter``: the monotonic clock steps by 15.6 ms on Windows before 3.13."""

    def now(self) -> float:
        return time.perf_counter()

    def receive(self, inbox: SimpleQueue[T], until: float) -> T:
        if not inbox.empty():  # cheaper than being told by an exception, for its one reader
            return inbox.get_nowait()
        if until == inf:
            return inbox.get()
        wait = until - time.perf_counter()
        if wait > LONGEST_WAIT:
            return inbox.get(timeout=LONGEST_WAIT)  # an early Tick does no harm
        return inbox.get(timeout=max(0.0, wait) + STRAGGLER_SECONDS)

    def attend(self) -> AbstractContextManager[Callable[[], Sequence[Absence]]]:
        return HEARTBEAT.attend()
