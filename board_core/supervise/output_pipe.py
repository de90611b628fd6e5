"""The pipes from a program, read on a loop without ever blocking."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import IO, Any

from board_core.game.loop import Loop, Timer

Take = Callable[[bytes, float], object]
"""Gets a piece, or ``b""`` at the end, and its instant in seconds of ``time.perf_counter``."""
IsAwaited = Callable[[], bool]
"""Tells, on any thread, whether somebody waits for what a program prints."""

DISCARDED_BYTES = 65536
"""The most bytes of one read of what nobody looks into, and of what a program has left."""
AWAITED_BYTES = 4096
"""The most bytes of one read of what somebody waits for: a program that floods its own pipe gives
little work at once, and so gains no time in which nothing is read."""
UNAWAITED_BYTES = 1024
"""The most bytes of one read of what is looked into, but not waited for: it takes 0.1 ms."""
LAST_READS = 32
"""The most reads of what a program that has ended left in a pipe; a pipe holds 64 KiB or 1 MiB."""
LAST_LOOKS, LAST_SECONDS = 20, 0.2
"""The least number, and duration, of looks in which a thread that reads must have brought nothing:
a busy machine makes each look longer, and so gives that thread more time."""


class ReadThrottle:
    """Chooses the pauses between reads of output nobody waits for, so that floods are cheap.

    A burst is read quickly; endless output is read a hundred times a second.
    """

    SHORTEST_SECONDS = 0.001
    LONGEST_SECONDS = 0.01

    def __init__(self) -> None:
        self._seconds = self.SHORTEST_SECONDS
        self._woke = 0.0

    def rest(self, now: float) -> float:
        """Return the seconds to pause, longer each time while there is always output.

        ``now`` is in seconds of ``time.perf_counter``.
        """
        goes_on = now - self._woke < self.LONGEST_SECONDS
        longer = min(self._seconds * 1.2, self.LONGEST_SECONDS)
        self._seconds = longer if goes_on else self.SHORTEST_SECONDS
        self._woke = now + self._seconds
        return self._seconds


def always() -> bool:
    """Say that somebody waits."""
    return True


def never() -> bool:
    """Say that nobody waits."""
    return False


class OutputPipe:
    """Owns the host's end of a pipe that a program writes to, until :meth:`close`.

    ``take`` is called on the attached loop's thread; without a loop, nobody reads. Call all methods
    on that thread, or while no loop is attached.
    """

    def __init__(
        self, pipe: IO[bytes], take: Take, name: str, is_awaited: IsAwaited = never
    ) -> None:
        self.is_awaited = is_awaited
        """While it says so, the pipe is read first, in large pieces, without rests; it is asked
        before each read, and :meth:`hurry` ends a rest that has begun."""
        self.is_open = True
        """False once its end was read."""
        self.unawaited_bytes = UNAWAITED_BYTES
        self.has_rests = True
        """True if it is read with rests while nobody waits for it."""
        self._pipe = pipe
        self._fd = pipe.fileno()
        self._take = take
        self._name = name
        self._hurry = threading.Event()  # ends the rest of the carrier's thread
        self._throttle = ReadThrottle()
        self._resting: Timer | None = None
        self._loop: Loop[Any] | None = None
        self._carrier: Carrier | None = None
        self._last_reads = 0  # since drain() was called first
        self._looks, self._looked_first = 0, 0.0  # calls of it since the last read
        _set_blocking(self._fd, False)

    def hurry(self) -> None:
        """End the pause: somebody waits for the output from now on."""
        if self._carrier is not None:
            self._hurry.set()
        elif self._resting is not None and (loop := self._loop) is not None:
            self._go_on(loop)

    def attach(self, loop: Loop[Any]) -> None:
        """Read on this loop's thread until :meth:`detach`."""
        self._loop = loop
        if not self.is_open:
            return
        if not loop.waits_for_pipes:
            if self._carrier is None:
                _set_blocking(self._fd, True)
                self._carrier = Carrier(self._fetch, self._took, self._name)
            self._carrier.attach(loop)
            return
        loop.watch(self._fd, self._ready, is_first=self.is_awaited)

    def detach(self) -> None:
        loop, self._loop = self._loop, None
        if loop is None:
            return
        if self._carrier is not None:
            self._carrier.detach()
        elif self.is_open:
            self._leave(loop)

    def drain(self, at: float) -> bool:
        """Read what is available, at most some megabytes; return False while a thread has more."""
        if self._carrier is not None:
            self.is_awaited = always  # awaited by whoever notes the exit: no pause
            self._hurry.set()
            self._looked_first = self._looked_first if self._looks else at
            self._looks += 1
            is_quiet = self._looks > LAST_LOOKS and at - self._looked_first >= LAST_SECONDS
            return is_quiet or self._last_reads >= LAST_READS or not self.is_open
        loop = self._loop
        for _ in range(LAST_READS):
            ours = self.is_open and self._loop is loop
            if not ours or (data := self._read(DISCARDED_BYTES)) is None:
                break
            self._took(data, at)
        return True

    def look(self, at: float) -> None:
        """Take at most one read from the pipe, if this thread reads it."""
        ours = self._carrier is None and self.is_open and self._loop is not None
        if ours and (data := self._read(AWAITED_BYTES)) is not None:
            self._took(data, at)

    def close(self) -> None:
        """Close it, unless a thread still reads; that thread ends when no writer is left."""
        if self._carrier is None or self._carrier.has_ended():
            self._pipe.close()

    def _ready(self, at: float) -> None:
        was_awaited = self.is_awaited()
        data = self._read(AWAITED_BYTES if was_awaited else self.unawaited_bytes)
        if data is None:
            return
        self._took(data, at)
        if was_awaited or not self.has_rests or self.is_awaited():
            return
        if self._loop is not None and self.is_open:
            loop = self._loop
            loop.unwatch(self._fd)
            rest = self._throttle.rest(time.perf_counter())
            self._resting = loop.later(rest, partial(self._go_on, loop))

    def _go_on(self, loop: Loop[Any]) -> None:
        self._leave(loop)
        loop.watch(self._fd, self._ready, is_first=self.is_awaited)

    def _read(self, most: int) -> bytes | None:
        """Return what is available, at most this many bytes; None if there is nothing now."""
        try:
            return os.read(self._fd, most)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _took(self, data: bytes, at: float) -> None:
        if self._looks:
            self._last_reads, self._looks = self._last_reads + 1, 0
        if not data:
            self.is_open = False
            if self._loop is not None and self._carrier is None:
                self._leave(self._loop)
        self._take(data, at)

    def _leave(self, loop: Loop[Any]) -> None:
        loop.unwatch(self._fd)
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _fetch(self) -> bytes:
        """Wait for a piece, on the carrier's thread."""
        self._hurry.clear()  # before it asks: who waits from then on ends the rest
        if self.has_rests and not self.is_awaited():
            self._hurry.wait(self._throttle.rest(time.perf_counter()))
        try:
            return os.read(self._fd, AWAITED_BYTES if self.is_awaited() else self.unawaited_bytes)
        except OSError:
            return b""


class Carrier:
    """Owns a thread that waits for data where a loop cannot, and passes it to the loop.

    It fetches the next piece after the loop has taken the last one, and ends after ``b""``.
    """

    def __init__(self, fetch: Callable[[], bytes], take: Take, name: str) -> None:
        self._fetch, self._take = fetch, take
        self._loop: Loop[Any] | None = None
        self._piece: tuple[bytes, float] | None = None
        self._taken = threading.Semaphore(0)
        self._over = False  # its last piece was taken
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def attach(self, loop: Loop[Any]) -> None:
        self._loop = loop
        if self._piece is not None:
            loop.call(partial(self._bring, loop))

    def detach(self) -> None:
        self._loop = None

    def has_ended(self) -> bool:
        """Return True if the thread has ended."""
        if self._over:
            self._thread.join()
        return self._over

    def _run(self) -> None:
        data = b"more"
        while data:
            data = self._fetch()
            self._piece = data, time.perf_counter()
            loop = self._loop  # read after the piece was put down, as attach() looks for it last
            if loop is not None:
                loop.call(partial(self._bring, loop))
            self._taken.acquire()

    def _bring(self, loop: Loop[Any]) -> None:
        if self._loop is not loop or self._piece is None:
            return  # another call has brought it, or another loop will
        (data, at), self._piece = self._piece, None
        self._over = not data
        try:
            self._take(data, at)
        finally:
            self._taken.release()


def _set_blocking(fd: int, blocking: bool) -> None:
    if sys.platform != "win32":  # which has no other pipes before Python 3.12
        os.set_blocking(fd, blocking)
