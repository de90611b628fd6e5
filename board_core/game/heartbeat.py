"""Detect when this process was stopped: one thread reads the clocks while games run.

The thread belongs to :data:`HEARTBEAT`, one in a process, and ends a second after the last game.
A flag falls only after the heartbeat has read the clocks, since all threads wake at once after a
stop, and the game's thread may be first. The missed time moves the turn's start, as a pause does.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from .absence import (
    HEARTBEAT_SECONDS,
    LATE_BEAT_SECONDS,
    Absence,
    ClockReadings,
    Missed,
    judge,
    missed,
)

log = logging.getLogger(__name__)

BEATS_AFTER_LAST_GAME = 20  # before the thread ends, as the next game often follows at once
CATCH_UP_SECONDS = 0.5  # the longest wait for a reading that is due
ABSENCES_KEPT = 64


class Heartbeat:
    """Owner of the process's thread ``heartbeat``, which runs until a second after the last game.

    The thread reads the clocks every 50 ms. A thread that acts on elapsed time asks first
    (:meth:`attend`, :meth:`from_now`) and waits for a reading that is due, because all threads wake
    at once after a SIGCONT, in unknown order.
    """

    def __init__(self) -> None:
        self._new()

    def _new(self) -> None:
        self._lock = threading.Lock()
        self._looked = threading.Condition()
        self._attending: set[object] = set()  # one for each game
        self._idle = 0  # beats since the last game
        self._thread: threading.Thread | None = None
        self._last = 0.0  # instant of the last reading; may be read without the lock
        self._absences: deque[Absence] = deque(maxlen=ABSENCES_KEPT)
        self.lookers: set[Callable[[], None]] = set()
        """The functions to call at each beat; they return at once."""

    forget = _new  # after a fork the thread does not run

    @contextmanager
    def attend(self) -> Iterator[Callable[[], Sequence[Absence]]]:
        """Watch during a game; yield a function that returns the absences since its last call."""
        told = time.perf_counter()  # the end of the last absence that the function returned

        def absences() -> Sequence[Absence]:
            nonlocal told
            if time.perf_counter() - self._last > LATE_BEAT_SECONDS:
                self._catch_up()
            if not self._absences or self._absences[-1].ended <= told:
                return ()
            new = [absence for absence in tuple(self._absences) if absence.ended > told]
            told = new[-1].ended
            return new

        game = object()
        try:
            self._enter(game)
            yield absences
        finally:
            with self._lock:
                self._attending.discard(game)

    def from_now(self) -> Callable[[], float]:
        """Return a function that returns the seconds missed since this call."""
        since = time.perf_counter()

        def so_far() -> float:
            if self._thread is None:
                return 0.0
            if time.perf_counter() - self._last > LATE_BEAT_SECONDS:
                self._catch_up()
            return missed(tuple(self._absences), since)

        return so_far

    def _enter(self, game: object) -> None:
        with self._lock:
            self._attending.add(game)
            self._idle = 0
            if self._thread is None or not self._thread.is_alive():  # it could not be started
                self._last = time.perf_counter()
                self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)
                self._thread.start()

    def _catch_up(self) -> None:
        asked = time.perf_counter()
        with self._looked:
            self._looked.wait_for(lambda: self._last >= asked, CATCH_UP_SECONDS)

    def _beat(self) -> None:
        schedstat = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        before = _look(schedstat)
        while self._is_wanted():
            time.sleep(HEARTBEAT_SECONDS)
            after = _look(schedstat)
            if (absence := judge(before, after)) is not None:
                self._note(absence)
            before = after
            for look in tuple(self.lookers):
                look()
            with self._looked:
                self._last = after.at  # set last: a thread that sees it also sees the absence
                self._looked.notify_all()

    def _is_wanted(self) -> bool:
        with self._lock:
            self._idle = 0 if self._attending else self._idle + 1
            if self._idle > BEATS_AFTER_LAST_GAME:
                self._thread = None
                return False
            return True

    def _note(self, absence: Absence) -> None:
        self._absences.append(absence)
        if absence.kind is Missed.OWN_WORK:
            log.warning("this process let no thread run for %.2f s", absence.seconds)


def _waited(schedstat: Path) -> float | None:
    """Return the seconds that a thread was ready but had no processor; None outside Linux."""
    try:
        return int(schedstat.read_bytes().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def _look(schedstat: Path) -> ClockReadings:
    asleep = _asleep()
    return ClockReadings(time.perf_counter(), asleep, time.process_time(), _waited(schedstat))


if sys.platform == "linux":
    COUNTS_SLEEP, STANDS_STILL = time.CLOCK_BOOTTIME, time.CLOCK_MONOTONIC
elif sys.platform == "darwin":
    COUNTS_SLEEP, STANDS_STILL = time.CLOCK_MONOTONIC, time.CLOCK_UPTIME_RAW

if sys.platform in ("linux", "darwin"):
    SAME_INSTANT = 0.001  # seconds

    def _asleep() -> float:
        """Return the seconds the machine has slept, which its steady clock does not count."""
        while True:
            before = time.clock_gettime(STANDS_STILL)
            counted = time.clock_gettime(COUNTS_SLEEP)
            if time.clock_gettime(STANDS_STILL) - before < SAME_INSTANT:
                return counted - before  # otherwise the process was stopped between two readings
else:  # pragma: no cover  (on Windows the steady clock counts a sleep, which looks like a stop)

    def _asleep() -> float:
        return 0.0


HEARTBEAT = Heartbeat()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=HEARTBEAT.forget)
