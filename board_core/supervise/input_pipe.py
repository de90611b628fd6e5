"""The pipe to a program's standard input."""

from __future__ import annotations

import os
import select
import threading
import time
from contextlib import suppress
from typing import IO

WRITE_LIMIT_SECONDS = 1.0
"""Seconds for a program to read from a full pipe."""


class NotReading(Exception):
    """Error: the program leaves its input unread, and the pipe is full."""


class InputPipe:
    """Owns the host's end of the pipe until :meth:`close`.

    Its methods may be called on any thread.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        if os.name == "posix":  # Windows has no such pipes before Python 3.12
            os.set_blocking(pipe.fileno(), False)

    def write(self, data: bytes) -> None:
        """Write all of the data.

        Raises OSError if the pipe is closed, NotReading if it stays full.
        """
        with self._lock:
            if self._pipe.closed:
                raise BrokenPipeError("its input is closed")
            fd = self._pipe.fileno()
            try:
                sent = os.write(fd, data)
            except BlockingIOError:
                sent = 0
            if sent != len(data):
                _write_slowly(fd, data[sent:])

    def close(self) -> None:
        """Close the host's end; the program reads the end of its input. Safe to call twice."""
        with self._lock, suppress(OSError):
            self._pipe.close()

    def look(self) -> tuple[int | None, bool]:
        """Return how many bytes the program has not read, and whether it closed its end.

        The number is None where the system does not tell it, and after :meth:`close`.
        """
        with self._lock:
            if self._pipe.closed:
                return None, False
            fd = self._pipe.fileno()
            return _unread(fd), _has_no_reader(fd)


def _write_slowly(fd: int, data: bytes) -> None:
    deadline = time.perf_counter() + WRITE_LIMIT_SECONDS
    poll = select.poll()
    poll.register(fd, select.POLLOUT)
    while data:
        left = max(0.0, deadline - time.perf_counter())  # the host may have been suspended
        if not poll.poll(left * 1000):
            raise NotReading
        with suppress(BlockingIOError):
            data = data[os.write(fd, data) :]


def _has_no_reader(fd: int) -> bool:
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, 0)
    return any(happened & select.POLLERR for _, happened in poll.poll(0))


def _unread(fd: int) -> int | None:
    try:
        import fcntl
        import struct
        import termios

        return int(struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, b"\0" * 4))[0])
    except (ImportError, OSError, ValueError):
        return None
