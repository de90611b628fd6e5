"""The hold on a whole program: counts its resources, freezes it, and ends all its processes.

There are three kinds: control groups of version 2, of version 1, and signals to each process. The
first use tries which is the best that works on this machine.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Protocol

from board_core.text.sentence import say

from .groups import FIRST_TO_GO, Group, Tree, tree_v1, tree_v2
from .limits import NO_LIMITS, Limits
from .memory import MEMORY_THREAD, MemoryWatch, memory_available
from .processes import Spending, Spent, family, stands
from .watch import WATCH, new_name

MOST_ROUNDS = 50  # rounds of searching for newly started processes
# of those rounds, without new processes, in which the last one may still be starting another
GOING_ON = 3


class Signals:
    """Stops and continues a program from outside; nothing to clean up afterwards.

    It covers the descendants of the first process, which in a sandbox are all processes.
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

    def started(self, root: int, *, whole: bool, writable: Path | None = None) -> None:
        """Note the ancestor of all processes; it is part of the program if ``whole``."""
        if os.name == "posix":  # Windows cannot stop a process
            with self._lock:
                self._root, self._whole = root, whole
            if self._memory is not None and not whole:
                self._memory.sandbox(root, writable)

    def freeze(self) -> None:
        """Stop every running process, and at later calls those that have started since.

        A process that is just starting another does not stop at once, and the other is not visible
        yet; nor is any sure to stay stopped.
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

    def watch(self, over: Callable[[bool], object]) -> None:
        """Have ``over`` called, on another thread, if it uses too much memory."""
        if self._memory is not None:
            MEMORY_THREAD.add(self._memory, over)

    def kill(self) -> None:
        with self._lock:
            for _ in range(MOST_ROUNDS):
                if not (members := self._members()):
                    return
                # killing the first process in a sandbox kills all others
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


HOLD_VARIABLE = "BOARD_HOLD"
"""The environment variable that names a kind, for tests of kinds this machine would not use."""


class HoldKind(Enum):
    """The ways to hold programs."""

    V2 = "v2"
    V1 = "v1"
    SIGNALS = "signals"
    NONE = "none"


HOLD_NAMES = {
    HoldKind.V2: say("control groups (version 2)"),
    HoldKind.V1: say("control groups (version 1)"),
    HoldKind.SIGNALS: say("signals"),
    HoldKind.NONE: say("a Job object"),  # on Windows, which cannot stop a program
}
"""The kinds of holds in words."""


class Hold(Protocol):
    """The hold on one program with all its processes; owned by its Program."""

    places: tuple[Path, ...]
    """The control groups of the program."""
    counts_memory: bool
    counts_processes: bool
    """True if the system counts processes for the whole program; else they must be watched."""

    @property
    def enter(self) -> str:
        """Return shell commands, each followed by ``&&``, by which a process enters the hold."""

    def make(self) -> None:
        """Make it. Raises OSError if it cannot be made."""

    def started(self, root: int, *, whole: bool, writable: Path | None = None) -> None:
        """Note the ancestor of all processes; it is part of the program if ``whole``.

        Otherwise it is in a sandbox, and the program may write into a folder in memory there.
        """

    def freeze(self) -> None: ...

    def thaw(self) -> None: ...

    def spent(self) -> Spent | None: ...

    def exceeded(self) -> bool:
        """Return True if it has used more memory than allowed."""

    def watch(self, over: Callable[[bool], object]) -> None:
        """Call ``over``, on another thread, if it uses too much memory and survives."""

    def kill(self) -> None:
        """Kill every process of the program."""

    def close(self) -> None:
        """Kill all remaining processes and remove what was made; may be called twice."""


_lock = threading.Lock()
_found: dict[str, tuple[HoldKind, Tree | None]] = {}


def hold(name: str, limits: Limits) -> Hold:
    """Return the hold for a program that is about to start, without making it yet."""
    if limits == NO_LIMITS:
        return Signals(limits)
    _, tree = way()
    if tree is not None:
        return Group(tree, name, limits)
    return Signals(limits, FIRST_TO_GO if sys.platform == "linux" else "")


def takes_time(limits: Limits) -> bool:
    """Return True if entering the hold takes the system some milliseconds."""
    return limits != NO_LIMITS and way()[1] is not None


def kind() -> HoldKind:
    """Return how programs are held on this machine, determined once by trying."""
    return way()[0]


def counts_processes() -> bool:
    """Return True if the limit on processes holds for programs of all users, including root."""
    tree = way()[1]
    return tree is not None and tree.pids is not None


def way() -> tuple[HoldKind, Tree | None]:
    """Return the kind of hold and the control groups of this machine, found once, by trying."""
    forced = os.environ.get(HOLD_VARIABLE, "")
    with _lock:
        if forced not in _found:
            _found[forced] = _find(forced)
        return _found[forced]


def _find(forced: str) -> tuple[HoldKind, Tree | None]:
    if not hasattr(os, "pwrite") or not hasattr(os, "fork"):
        return HoldKind.NONE, None
    for way, make in ((HoldKind.V2, tree_v2), (HoldKind.V1, tree_v1)):
        if forced in ("", way.value) and (tree := make()) is not None and _works(tree):
            return way, tree
    return HoldKind.SIGNALS, None


def _works(tree: Tree) -> bool:
    """Return True if a process can enter, be frozen and be ended."""
    name = new_name()
    group = Group(tree, name, Limits())
    WATCH.register(name, None, group.places)
    try:
        group.make()
        with subprocess.Popen(
            ["/bin/sh", "-c", f"{group.enter}echo in && read x"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            assert process.stdout is not None
            entered = process.stdout.readline() == b"in\n"
            group.freeze()
            group.thaw()
            group.kill()
            return entered and process.wait() == -9
    except OSError:
        return False
    finally:
        group.close()
        WATCH.release(name)
