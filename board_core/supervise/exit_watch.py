"""The end of programs: noticed when it happens, and removal of what they leave behind."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from board_core.game.loop import Loop, Timer

from . import watcher
from .processes import writers

LOOK_SECONDS = 0.1
"""Between two looks where the system cannot wait for an exit together with pipes."""
SHORT_LOOK_SECONDS = 0.005
"""Between two looks then, once the exit is to be expected."""


class ExitWatch:
    """Owns the descriptor by which an exit is waited for, until :meth:`close`.

    ``exited`` is called once on the thread of a loop that is attached, with the instant in seconds
    of ``time.perf_counter``. On systems without such descriptors, a timer of the loop polls.
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
        """Return its exit code; None while it runs. May be called on any thread.

        If possible the process is not reaped, so that the number of its group stays taken.
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
        """Poll more often from now on, where polling is needed."""
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


log = logging.getLogger(__name__)

GATHERING_SECONDS = 0.005
"""For other programs that are being closed to want a look as well."""


class Search:
    """Finds the strays of all programs that end at about the same time by one scan of the system.

    A scan reads the environment of every process. So the first caller waits a moment for other
    programs that are closing, and scans for all of them. Any thread may call the methods.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._expected = 0  # programs that are being closed
        self._wanted: list[_Wanted] = []
        self._looks = False  # a thread looks just now

    @contextmanager
    def expected(self) -> Iterator[None]:
        """Announce that a scan will be needed before the end of this block."""
        with self._changed:
            self._expected += 1
        try:
            yield
        finally:
            with self._changed:
                self._expected -= 1
                self._changed.notify_all()

    def marked(self, mark: str) -> list[int]:
        """Return the processes that carry this mark at some time after the call."""
        wanted, until = _Wanted(mark), time.perf_counter() + GATHERING_SECONDS
        with self._changed:
            self._wanted.append(wanted)
            self._changed.notify_all()
            while wanted.found is None and not self._is_my_turn(until):
                left = max(0.0, until - time.perf_counter())
                self._changed.wait(None if self._looks else left)
            if wanted.found is not None:
                return wanted.found
            self._looks, all_wanted, self._wanted = True, self._wanted, []
        found: dict[str, list[int]] = {}
        try:
            found = watcher.all_marked([each.mark for each in all_wanted])
        finally:
            with self._changed:
                self._looks = False
                for each in all_wanted:
                    each.found = found.get(each.mark, [])
                self._changed.notify_all()
        return found[mark]

    def _is_my_turn(self, until: float) -> bool:
        if self._looks:
            return False
        return len(self._wanted) >= self._expected or time.perf_counter() >= until


class _Wanted:
    """A look that somebody waits for."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.found: list[int] | None = None


SHARED_SEARCH = Search()


def kill_strays(leader: int, mark: str, seconds: float) -> bool:
    """Kill daemons with the program's user ID, or its folder in their environment.

    The search is repeated until none is found or ``seconds`` have passed, as a stray may have
    started others. The exited process ``leader`` is left alone. Return True if no stray is left.
    """
    known: set[int] = {leader}
    deadline = time.perf_counter() + seconds
    while strays := set(SHARED_SEARCH.marked(mark)) - {leader}:
        _kill(leader, strays - known)
        known |= strays
        if time.perf_counter() > deadline:
            return False
    return True


def kill_holders(leader: int, pipes: Iterable[IO[bytes] | None]) -> None:
    """Kill processes that can still write to one of these pipes, whatever their environment."""
    ends = {os.fstat(pipe.fileno()).st_ino for pipe in pipes if pipe is not None}
    _kill(leader, writers({f"pipe:[{end}]" for end in ends}))


def _kill(leader: int, pids: Iterable[int]) -> None:
    for pid in pids:
        log.info("program %s left process %s behind; it is killed", leader, pid)
        watcher.kill_group(pid)
