"""The pipe to a program's standard input, written without ever blocking."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Any

from board_core.game.loop import Loop, Timer

from .program_news import InputClosed, NotReading

WRITE_LIMIT_SECONDS = 1.0
"""Seconds for a program to read something from a full pipe."""
MOST_UNSENT_BYTES = 1 << 20
"""The most bytes that wait for room in the pipe."""
NEXT_TRY_SECONDS = 0.005
"""Between two attempts to write on, where the loop cannot wait for room in a pipe."""


if sys.platform == "win32":  # where the pipes of Python 3.11 always wait
    import _winapi
    import ctypes
    import msvcrt
    from ctypes import wintypes

    PIPE_NOWAIT = 1
    ROOM_BYTES = 1 << 16
    NO_BOXES = 0x8003  # SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX, SEM_NOOPENFILEERRORBOX
    KERNEL = ctypes.WinDLL("kernel32", use_last_error=True)
    KERNEL.SetNamedPipeHandleState.argtypes = (wintypes.HANDLE, *(wintypes.LPVOID,) * 3)
    KERNEL.WriteFile.argtypes = (
        wintypes.HANDLE,
        wintypes.LPCVOID,
        wintypes.DWORD,
        wintypes.LPVOID,
        wintypes.LPVOID,
    )

    def process_with_roomy_input(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
        """Start a process whose input pipe has as much room as on other systems.

        Windows' default of 4 KiB is less than a function in another process is sent at its start.
        From now on neither this process nor its children show dialog boxes for a crash or a missing
        library.
        """
        KERNEL.SetErrorMode(KERNEL.GetErrorMode() | NO_BOXES)
        theirs, ours = _winapi.CreatePipe(None, ROOM_BYTES)
        with os.fdopen(msvcrt.open_osfhandle(theirs, os.O_RDONLY), "rb", 0) as stdin:
            writer = os.fdopen(msvcrt.open_osfhandle(ours, os.O_WRONLY), "wb", 0)
            try:
                process = subprocess.Popen(command, stdin=stdin, **how)
            except BaseException:
                writer.close()
                raise
        process.stdin = writer
        return process

    def never_wait(fd: int) -> None:
        mode = wintypes.DWORD(PIPE_NOWAIT)
        KERNEL.SetNamedPipeHandleState(msvcrt.get_osfhandle(fd), ctypes.byref(mode), None, None)

    def write_some(fd: int, data: bytes | bytearray) -> int:
        """Write as much as fits: Windows itself writes all of its data or nothing."""
        pipe, size, written = msvcrt.get_osfhandle(fd), len(data), wintypes.DWORD()
        while size:
            part = bytes(data[:size])
            if not KERNEL.WriteFile(pipe, part, size, ctypes.byref(written), None):
                raise ctypes.WinError(ctypes.get_last_error())
            if written.value:
                return written.value
            size //= 2
        raise BlockingIOError

else:
    write_some = os.write

    def process_with_roomy_input(command: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdin=subprocess.PIPE, **how)

    def never_wait(fd: int) -> None:
        os.set_blocking(fd, False)


class InputPipe:
    """Owns the host's end of the pipe until :meth:`close`.

    ``tell`` gets problems with the pipe, during :meth:`write` or from the loop. :meth:`look` may be
    called on any thread, everything else on the attached loop's.
    """

    def __init__(self, pipe: IO[bytes], tell: Callable[[NotReading | InputClosed], object]) -> None:
        self._pipe = pipe
        self._tell = tell
        self._lock = threading.Lock()  # prevents writing to the reused number of a closed pipe
        self._unsent = bytearray()
        self._wanted = self._sent = 0  # bytes given to it so far, and those of them in the pipe
        self._given_up = False
        self._loop: Loop[Any] | None = None
        self._timers: list[Timer] = []
        never_wait(pipe.fileno())

    def write(self, data: bytes) -> None:
        """Write the data, now or when the program has read the earlier data.

        Nothing is written after the program was found not to read.
        """
        if self._given_up:
            return
        self._wanted += len(data)
        if self._unsent:
            self._keep(data)
            return
        try:
            with self._lock:
                sent = write_some(self._pipe.fileno(), data)
                self._sent += sent
        except BlockingIOError:
            sent = 0
        except (OSError, ValueError):  # ValueError: it was closed here
            self._tell(InputClosed())
            return
        if sent != len(data):
            self._keep(data[sent:])
            self._write_on()

    def write_unnoted(self, data: bytes) -> None:
        """Write to an empty pipe what another process reads before the program starts."""
        with suppress(OSError, ValueError), self._lock:  # its exit is noticed elsewhere
            write_some(self._pipe.fileno(), data)

    def attach(self, loop: Loop[Any]) -> None:
        self._loop = loop
        if self._unsent:
            self._write_on()

    def detach(self) -> None:
        self._stop_writing_on()
        self._loop = None

    def close(self) -> None:
        """Close the host's end; the program reads the end of its input. Safe to call twice."""
        self.detach()
        self._unsent.clear()
        with self._lock, suppress(OSError):
            self._pipe.close()

    def look(self) -> tuple[int | None, int | None, bool]:
        """Return how many bytes the program has not read, how many it has, and if its end is shut.

        Unsent bytes count as unread. The numbers are None if the system does not report them, and
        after :meth:`close`.
        """
        with self._lock:
            if self._pipe.closed:
                return None, None, False
            fd = self._pipe.fileno()
            in_pipe = _unread(fd)
            if in_pipe is None:
                return None, None, _has_no_reader(fd)
            taken = self._sent - in_pipe
            return self._wanted - taken, taken, _has_no_reader(fd)

    def _keep(self, data: bytes) -> None:
        self._unsent += data
        if len(self._unsent) > MOST_UNSENT_BYTES:
            self._give_up(NotReading())

    def _write_on(self) -> None:
        """Write the rest as the program reads, if a loop is attached."""
        loop = self._loop
        if loop is None or not self._unsent:
            return
        self._limit_wait(loop)
        if loop.waits_for_pipes:
            loop.watch(self._pipe.fileno(), lambda at: self._has_room(), writing=True)
        else:
            self._try_later(loop)

    def _limit_wait(self, loop: Loop[Any]) -> None:
        if self._timers:
            self._timers[0].cancel()
        self._timers[:1] = [
            loop.later(WRITE_LIMIT_SECONDS, lambda: self._give_up(NotReading())),
        ]

    def _try_later(self, loop: Loop[Any]) -> None:
        self._timers[1:] = [loop.later(NEXT_TRY_SECONDS, self._try_again)]

    def _try_again(self) -> None:
        self._has_room()
        if self._unsent and self._loop is not None:
            self._try_later(self._loop)

    def _has_room(self) -> None:
        try:
            with self._lock:
                sent = write_some(self._pipe.fileno(), self._unsent)
                self._sent += sent
            del self._unsent[:sent]
        except BlockingIOError:
            return
        except (OSError, ValueError):
            self._give_up(InputClosed())
            return
        if not self._unsent:
            self._stop_writing_on()
        elif self._loop is not None:
            self._limit_wait(self._loop)  # it reads, but slowly

    def _give_up(self, news: NotReading | InputClosed) -> None:
        self._stop_writing_on()
        self._unsent.clear()
        self._given_up = isinstance(news, NotReading)
        self._tell(news)

    def _stop_writing_on(self) -> None:
        if self._timers and self._loop is not None and self._loop.waits_for_pipes:
            self._loop.unwatch(self._pipe.fileno())
        for timer in self._timers:
            timer.cancel()
        self._timers = []


def _has_no_reader(fd: int) -> bool:
    if sys.platform == "win32" or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, 0)
    return any(happened & select.POLLERR for _, happened in poll.poll(0))


def _unread(fd: int) -> int | None:
    if sys.platform == "win32":
        return None
    import fcntl
    import struct
    import termios

    try:
        return int(struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, b"\0" * 4))[0])
    except (OSError, ValueError):
        return None
