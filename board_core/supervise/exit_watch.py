"""The exit of a process, noticed on a loop and without reaping the process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from board_core.game.loop import Loop, Timer

LOOK_SECONDS = 0.1
"""Between two looks where the system cannot wait for an exit together with pipes."""
SHORT_LOOK_SECONDS = 0.005
"""Between two looks then, once the exit is to be expected."""


class ExitWatch:
    """Owns the descriptor by which an exit is waited for, until :meth:`close`.

    ``exited`` is called once on the thread of a loop that is attached, with the instant in seconds
    of ``time.perf_counter``. Where there is no such descriptor, a timer of the loop looks.
    """

    def __init__(self, process: subprocess.Popen[bytes], exited: Callable[[float], object]) -> None:
        self._process = process
        self._exited = exited
        self._pidfd: int | None = None
        if sys.platform == "linux":
            with suppress(AttributeError, OSError):  # an old kernel has none
                self._pidfd = os.pidfd_open(process.pid)
        self.was_noticed = False
        """True once ``exited`` was called."""
        self._returncode: int | None = None
        self._expected = False
        self._loop: Loop[Any] | None = None
        self._timer: Timer | None = None

    def look(self) -> int | None:
        """Return the code with which it has exited; None if it runs. May be called on any thread.

        Where that is possible the process is not reaped: the number of its group stays taken.
        """
        if self._returncode is None:
            self._returncode = _returncode(self._process)
        return self._returncode

    def attach(self, loop: Loop[Any]) -> None:
        self._loop = loop
        if self.was_noticed:
            return
        if self._pidfd is not None and loop.waits_for_pipes:
            loop.watch(self._pidfd, self._ready)
        else:
            self._look_later(loop, 0.0)

    def detach(self) -> None:
        self._stop_looking()
        self._loop = None

    def expect(self) -> None:
        """Look more often from now on, if it has to be looked for."""
        if not self._expected:
            self._expected = True
            if self._timer is not None and self._loop is not None:
                self._timer.cancel()
                self._look_later(self._loop, 0.0)

    def close(self) -> None:
        pidfd, self._pidfd = self._pidfd, None
        if pidfd is not None:
            os.close(pidfd)

    def _look_later(self, loop: Loop[Any], seconds: float) -> None:
        self._timer = loop.later(seconds, lambda: self._ready(time.perf_counter()))

    def _stop_looking(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        elif self._loop is not None and self._pidfd is not None:
            self._loop.unwatch(self._pidfd)

    def _ready(self, at: float) -> None:
        if self._loop is None:
            return
        if self.look() is None:
            if self._timer is not None:
                rest = SHORT_LOOK_SECONDS if self._expected else LOOK_SECONDS
                self._look_later(self._loop, rest)
            return
        self._stop_looking()
        self.was_noticed = True
        self._exited(at)


def _returncode(process: subprocess.Popen[bytes]) -> int | None:
    if sys.platform == "win32" or not hasattr(os, "waitid"):
        return process.poll()
    try:
        result = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
    except ChildProcessError:  # the host ignores SIGCHLD, or waits for all its children
        return process.poll()
    if result is None:
        return None
    status: int = result.si_status
    killed = result.si_code in (os.CLD_KILLED, os.CLD_DUMPED)
    return -status if killed else status
