"""Wait, on one thread, for a game's messages, its programs' pipes, and timers.

A :class:`Loop` is the inbox of one game. The game's own thread drives it: :meth:`Loop.receive`
returns the next message, and meanwhile calls the callbacks for pipes, exits and timers. No other
thread reads a program, so a ply costs no thread switch.

**Stamps.** The time is read as soon as the wait ends, before any byte is read; it stamps everything
that was ready then. If our own work since the last wait took longer than :data:`OWN_WORK_SECONDS`,
what is ready afterwards arrived at an unknown instant during that work. It is stamped with the
instant at which the work began, so that no player is charged for it.

**Where the system cannot wait for pipes** (Windows, or anywhere with ``BOARD_LOOP=threads``),
:attr:`Loop.waits_for_pipes` is False, and reader threads deliver their data by :meth:`Loop.call`.
"""

from __future__ import annotations

import heapq
import os
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from math import inf
from queue import Empty
from typing import Generic, TypeVar

from .heartbeat import HEARTBEAT

T = TypeVar("T")
Ready = Callable[[float], object]
"""Gets the instant, in seconds of ``time.perf_counter``, at which its descriptor was ready."""

OWN_WORK_SECONDS = 0.0003
"""Work after which an answer that is found waiting is dated back to its beginning."""
LONGEST_WAIT_SECONDS = 3600.0
"""The longest single wait: the systems refuse very long ones."""
INTERRUPT_SECONDS = 0.1
"""The longest single wait on Windows, where Ctrl-C does not end one."""
LOOK_SECONDS = 0.005
"""The longest wait where nothing can wake the loop."""
WAITS_FOR_PIPES = hasattr(select, "poll")
"""True if this system can wait for pipes; Windows cannot."""


class Timer:
    """A call that is due at some instant, until :meth:`cancel`."""

    __slots__ = ("_call", "_missed")

    def __init__(self, call: Callable[[], object]) -> None:
        self._call: Callable[[], object] | None = call
        self._missed = HEARTBEAT.from_now()

    def cancel(self) -> None:
        """Make sure that the call is not made. Safe to call twice, and after the call."""
        self._call = None

    def due(self) -> float:
        """Make the call unless cancelled, or the host was away; return how long it was away."""
        call = self._call
        if call is None:
            return 0.0
        if (missed := self._missed()) > 0.0:
            self._missed = HEARTBEAT.from_now()
            return missed
        self._call = None
        call()
        return 0.0


class Loop(Generic[T]):
    """An inbox that also waits for descriptors and for instants, until :meth:`close`.

    One thread at a time drives it and runs every callback. Any thread may call :meth:`put`,
    :meth:`call`, :meth:`run` and :meth:`empty`; only the driving thread may call the rest. The
    descriptors that it needs are opened at the first wait.
    """

    def __init__(self, *, waits_for_pipes: bool | None = None) -> None:
        """Make a loop; if ``waits_for_pipes`` is None, the system or ``BOARD_LOOP`` decides."""
        if waits_for_pipes is None:
            waits_for_pipes = WAITS_FOR_PIPES and os.environ.get("BOARD_LOOP") != "threads"
        self.waits_for_pipes = waits_for_pipes
        self.messages: deque[T] = deque()
        """The messages that have come, for the thread that drives to take from the left."""
        self._calls: deque[Callable[[], object]] = deque()
        self._ready: dict[int, Ready] = {}
        self._first: dict[int, Callable[[], bool]] = {}
        self._timers: list[tuple[float, int, Timer]] = []
        self._order = count()
        self._asleep = False
        self._worked_since = inf  # when the last wait ended
        self._closed = False
        self._undriven = False  # from now on threads only run a function each, and soon are done
        self._closing = threading.Lock()  # a closing loop must not be woken
        self._driving = threading.RLock()  # held by the thread that drives
        self._waiting: _Pipes | _Signal | None = None  # until the first wait

    # Any thread

    def put(self, message: T) -> None:
        """Give the loop a message for :meth:`receive`."""
        self.messages.append(message)
        if self._asleep:
            self._wake()

    def call(self, function: Callable[[], object]) -> None:
        """Have a function called on the loop's thread, before the next message is received."""
        self._calls.append(function)
        if self._asleep:
            self._wake()

    def run(self, function: Callable[[], object]) -> None:
        """Have a function called on the loop's thread, and wait until it has returned.

        On the loop's thread, or if no thread drives the loop, it is called directly. Raises what
        the function raises.
        """
        if self._run_here(function):
            return
        done, raised = threading.Event(), list[BaseException]()

        def call() -> None:
            try:
                function()
            except BaseException as error:  # it is the caller's, not the loop's
                raised.append(error)
            finally:
                done.set()

        def call_left_over() -> None:
            try:
                self._calls.remove(call)
            except ValueError:  # it is being called
                return
            call()

        self.call(call)
        while not done.wait(0.05):
            self._run_here(call_left_over)
        if raised:
            raise raised[0]

    def empty(self) -> bool:
        """Return True if no message is waiting."""
        return not self.messages

    # The thread that drives

    @contextmanager
    def driven_here(self) -> Iterator[None]:
        """Let this thread drive the loop, also between calls of :meth:`receive`."""
        with self._driving:
            yield

    def watch(
        self,
        fd: int,
        ready: Ready,
        *,
        writing: bool = False,
        is_first: Callable[[], bool] | None = None,
    ) -> None:
        """Call ``ready`` whenever the descriptor can be read (or written), until :meth:`unwatch`.

        Of several that are ready, those for which ``is_first`` is true are served first. Raises
        ValueError if this loop does not wait for pipes.
        """
        waiting = self._way_of_waiting()
        if sys.platform == "win32" or not isinstance(waiting, _Pipes):
            raise ValueError("this loop does not wait for pipes")
        self._ready[fd] = ready
        if is_first is not None:
            self._first[fd] = is_first
        waiting.poll.register(fd, select.POLLOUT if writing else select.POLLIN)

    def unwatch(self, fd: int) -> None:
        """Stop waiting for a descriptor. Safe to call for one that is not watched."""
        self._first.pop(fd, None)
        if self._ready.pop(fd, None) is None or sys.platform == "win32":
            return
        if isinstance(self._waiting, _Pipes):
            self._waiting.poll.unregister(fd)

    def later(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call a function after this many seconds, not counting time the host was stopped."""
        timer = Timer(call)
        self._schedule(time.perf_counter() + seconds, timer)
        return timer

    def get_nowait(self) -> T:
        """Return the next message. Raises ``queue.Empty`` if there is none."""
        if self._calls:
            self._make_calls()
        if not self.messages and (self._ready or self._timers):
            with self._driving:
                self._step(0.0)  # otherwise there is nothing to poll, so open nothing
        if not self.messages:
            raise Empty
        return self.messages.popleft()

    def receive(self, until: float) -> T:
        """Wait for the next message and return it; raises ``queue.Empty`` at ``until``."""
        messages = self.messages
        if self._calls:
            self._make_calls()
        with self._driving:
            if messages and time.perf_counter() - self._worked_since > OWN_WORK_SECONDS:
                self._step(0.0)  # the work of one read must not backdate what arrives meanwhile
            while not messages:
                self._step(until)
                if not messages and time.perf_counter() >= until:
                    raise Empty
        return messages.popleft()

    def drive(self, done: Callable[[], bool], until: float) -> bool:
        """Serve events until ``done()`` is true or until this instant; return ``done()``.

        For a loop that gets no messages.
        """
        with self._driving:
            while not done() and time.perf_counter() < until:
                self._step(until)
        return done()

    def close(self) -> None:
        """Stop waiting; pending calls are made now.

        Safe to call twice.
        """
        with self._closing:
            self._asleep = False
            if self._waiting is not None and not self._closed:
                self._waiting.close()
            self._closed = True
        with self._driving:  # nor does another thread run a function meanwhile
            self._make_calls()
            self._undriven = True
        self._timers.clear()
        self._ready.clear()

    # Within

    def _run_here(self, function: Callable[[], object]) -> bool:
        """Call a function unless another thread drives the loop; return whether it was called."""
        if not self._driving.acquire(blocking=self._undriven):
            return False
        try:
            function()
        finally:
            self._driving.release()
        return True

    def _wake(self) -> None:
        with self._closing:
            if not self._closed and self._waiting is not None:
                self._waiting.wake()

    def _way_of_waiting(self) -> _Pipes | _Signal:
        with self._closing:  # a closed loop opens nothing
            if self._waiting is None:
                self._waiting = _Pipes() if self.waits_for_pipes else _Signal()
                if isinstance(self._waiting, _Pipes) and not self._closed:
                    self._waiting.open()  # now that it has an owner: Ctrl-C may come at any time
                    self._ready[self._waiting.reads] = self._waiting.woken
            return self._waiting

    def _schedule(self, at: float, timer: Timer) -> None:
        heapq.heappush(self._timers, (at, next(self._order), timer))

    def _step(self, until: float) -> None:
        """Wait once, at most until this instant, and serve all that is ready then.

        The caller holds ``_driving``.
        """
        waiting = self._waiting or self._way_of_waiting()
        now = time.perf_counter()
        at = self._worked_since
        found = waiting.wait(0) if now - at > OWN_WORK_SECONDS else None
        if not found:
            timers = self._timers
            if timers and timers[0][0] < until:
                until = timers[0][0]
            self._asleep = True  # from now on every message wakes the loop
            if self.messages or self._calls:
                until = 0.0
            left = (until - now) * 1000.0
            longest = waiting.longest
            found = waiting.wait(0.0 if left < 0.0 else left if left < longest else longest)
            at = now = time.perf_counter()
            self._asleep = False
        self._worked_since = now
        if len(found) > 1:
            found.sort(key=self._comes_later)
        for fd, _ in found:
            if (ready := self._ready.get(fd)) is not None:
                ready(at)
        if self._calls:
            self._make_calls()
        while self._timers and self._timers[0][0] <= now:
            timer = heapq.heappop(self._timers)[2]
            if missed := timer.due():
                self._schedule(now + missed, timer)

    def _comes_later(self, found: tuple[int, int]) -> bool:
        is_first = self._first.get(found[0])
        return is_first is None or not is_first()

    def _make_calls(self) -> None:
        while self._calls:
            self._calls.popleft()()


class _Pipes:
    """Sleeps in ``poll``. (``selectors`` would cost twice as much, several times a ply.)"""

    def __init__(self) -> None:
        self.reads = self._writes = -1
        self.longest = LOOK_SECONDS * 1000.0
        if sys.platform == "win32":
            raise OSError("Windows cannot wait for pipes")
        self.poll = select.poll()
        self.wait: Callable[[float], list[tuple[int, int]]] = self.poll.poll
        """Waits at most so many milliseconds; returns the descriptors that are ready."""

    def open(self) -> None:
        if sys.platform == "win32":
            return
        with suppress(OSError):  # too many files are open: poll for messages instead
            if sys.platform == "linux" and hasattr(os, "eventfd"):
                self.reads = self._writes = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
            else:
                self.reads, self._writes = os.pipe()
                os.set_blocking(self.reads, False)
                os.set_blocking(self._writes, False)
            self.poll.register(self.reads, select.POLLIN)
            self.longest = LONGEST_WAIT_SECONDS * 1000.0

    def woken(self, at: float) -> None:
        with suppress(BlockingIOError):
            os.read(self.reads, 4096)

    def wake(self) -> None:
        if self._writes < 0:
            return
        with suppress(BlockingIOError):  # the pipe is full: it has been woken already
            os.write(self._writes, b"\1\0\0\0\0\0\0\0")

    def close(self) -> None:
        if self.reads >= 0:
            os.close(self.reads)
        if self._writes != self.reads:
            os.close(self._writes)


class _Signal:
    """Sleeps until woken, on systems that cannot wait for pipes."""

    longest = 1000.0 * (INTERRUPT_SECONDS if os.name == "nt" else LONGEST_WAIT_SECONDS)

    def __init__(self) -> None:
        self._woken = threading.Event()

    def wait(self, milliseconds: float) -> list[tuple[int, int]]:
        if milliseconds > 0.0:
            self._woken.wait(milliseconds / 1000.0)
        self._woken.clear()
        return []

    def wake(self) -> None:
        self._woken.set()

    def close(self) -> None:
        pass
