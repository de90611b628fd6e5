"""Removal of processes that a program left behind outside its process group."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from . import watcher
from .processes import writers

log = logging.getLogger(__name__)

GATHERING_SECONDS = 0.005
"""For other programs that are being closed to want a look as well."""


class Search:
    """Finds the strays of all programs that end at about the same time by one look at the system.

    A look reads the environment of every process. Whoever wants one first waits a moment for the
    others that are being closed, and looks for all. Its methods may be called on any thread.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._expected = 0  # programs that are being closed
        self._wanted: list[_Wanted] = []
        self._looks = False  # a thread looks just now

    @contextmanager
    def expected(self) -> Iterator[None]:
        """Note that a look will be wanted before the end of this block."""
        with self._changed:
            self._expected += 1
        try:
            yield
        finally:
            with self._changed:
                self._expected -= 1
                self._changed.notify_all()

    def marked(self, mark: str) -> list[int]:
        """Return the processes that carry this mark at some instant after the call."""
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
    """Kill daemons, which have the program's user ID, or its folder in their environment.

    The search is repeated until none is found, or ``seconds`` are over: a stray may have started
    others meanwhile. The process ``leader``, which has exited, is left alone. Return True if there
    is no stray.
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
