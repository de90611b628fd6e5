"""A hold on a program without control groups: signals to each of its processes."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from .limits import Limits
from .memory import MEMORY_THREAD, MemoryWatch, memory_available
from .processes import Spending, Spent, family, stands

MOST_ROUNDS = 50  # rounds of looking for processes that were started meanwhile
# of those rounds, without new processes, in which the last one may still be starting another
GOING_ON = 3


class Signals:
    """Stops and continues a program from outside; there is nothing to remove afterwards.

    It knows the descendants of the first process: in a sandbox those are all processes.
    """

    places: tuple[Path, ...] = ()
    counts_memory = counts_processes = False

    def __init__(self, limits: Limits, enter: str = "") -> None:
        self._limits = limits
        self.enter = enter
        self._root: int | None = None
        self._whole = False
        self._lock = threading.Lock()
        self._stopped: set[int] = set()
        self._spending = Spending()
        self._memory = None
        if limits.memory is not None and memory_available() is not None:
            self._memory = MemoryWatch(limits.memory, self._now)

    def make(self) -> None:
        """Do nothing: signals need no preparation."""

    def started(self, root: int, *, whole: bool) -> None:
        """Note the ancestor of all processes; it is part of the program if ``whole``."""
        if os.name == "posix":  # Windows cannot stop a process
            with self._lock:
                self._root, self._whole = root, whole
            if self._memory is not None and not whole:
                self._memory.inside = root

    def freeze(self) -> None:
        """Stop every process that goes on, and at later calls those that have started since.

        A process that was just starting another has not stopped yet, and the other is not visible
        yet; nor does any stay stopped for sure.
        """
        with self._lock:
            settling = 0
            for _ in range(MOST_ROUNDS):
                going = [pid for pid in self._members() if not stands(pid)]
                settling = 0 if set(going) - self._stopped else settling + 1
                if not going or settling > GOING_ON:
                    return
                self._send(going, "SIGSTOP")
                self._stopped.update(going)

    def thaw(self) -> None:
        with self._lock:
            self._send(self._stopped, "SIGCONT")
            self._stopped = set()

    def spent(self) -> Spent | None:
        with self._lock:
            found = self._spending.look(self._members())
        return found if found.processes else None

    def exceeded(self) -> bool:
        """Return False: only the watch knows whether it used too much memory."""
        return False

    def watch(self, over: Callable[[], object]) -> None:
        """Have ``over`` called, on another thread, if it uses too much memory."""
        if self._memory is not None:
            MEMORY_THREAD.add(self._memory, over)

    def kill(self) -> None:
        with self._lock:
            for _ in range(MOST_ROUNDS):
                if not (members := self._members()):
                    return
                # the end of the first process in a sandbox ends all others
                self._send(members if self._whole else [self._root or 0, *members], "SIGKILL")

    def close(self) -> None:
        """Continue the stopped processes; may be called twice."""
        if self._memory is not None:
            MEMORY_THREAD.remove(self._memory)
        self.thaw()
        with self._lock:
            self._root = None

    def _now(self) -> list[int]:
        with self._lock:
            return self._members()

    def _members(self) -> list[int]:
        if self._root is None:
            return []
        return family(self._root)[0 if self._whole else 1 :]

    def _send(self, pids: Iterable[int], name: str) -> None:
        if sys.platform == "win32":
            return  # it holds a program by a Job object
        for pid in pids:
            with suppress(OSError):
                send = os.killpg if pid == self._root else os.kill  # its group, children or not
                send(pid, getattr(signal, name))
