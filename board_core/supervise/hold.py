"""What holds a program as a whole: counts what it uses, stands it still, ends all of it.

Three ways, the best that works on this machine, found out once by doing it: control groups of
version 2, of version 1, and signals to each process.
"""

from __future__ import annotations

import os
import subprocess
import threading
from enum import Enum
from pathlib import Path
from typing import Protocol

from board_core.sentence import say

from .groups import FIRST_TO_GO, Group, Tree, tree_v1, tree_v2
from .limits import NO_LIMITS, Limits
from .processes import Spent
from .signals import Signals
from .watch import WATCH, new_name

HOLD_VARIABLE = "BOARD_HOLD"
"""The environment may name a kind: for tests of those that this machine would not use."""


class HoldKind(Enum):
    """How programs are held."""

    V2 = "v2"
    V1 = "v1"
    SIGNALS = "signals"
    NONE = "none"


HOLD_NAMES = {
    HoldKind.V2: say("control groups (version 2)"),
    HoldKind.V1: say("control groups (version 1)"),
    HoldKind.SIGNALS: say("signals"),
    HoldKind.NONE: say("nothing"),
}
"""What holds programs, in words."""


class Hold(Protocol):
    """One program, all its processes together; owned by its Program."""

    places: tuple[Path, ...]
    """Its control groups."""
    counts_memory: bool
    counts_processes: bool
    """Whether the system counts them for the whole program; else somebody has to look."""

    @property
    def enter(self) -> str:
        """Shell commands, each followed by ``&&``, by which a process enters before it starts."""

    def make(self) -> None:
        """OSError where it cannot be made."""

    def started(self, root: int, *, whole: bool) -> None:
        """All processes of the program descend from ``root``, which belongs to it if ``whole``."""

    def freeze(self) -> None: ...

    def thaw(self) -> None: ...

    def spent(self) -> Spent | None: ...

    def exceeded(self) -> bool:
        """Whether it has used more memory than it may."""

    @property
    def needs_watch(self) -> bool:
        """Whether somebody has to call :meth:`watch`, on a thread of its own."""

    def watch(self) -> bool:
        """Wait until it has used too much memory, True, or the hold is closed."""

    def kill(self) -> None:
        """End every process of it."""

    def close(self) -> None:
        """Kill what is left and remove what was made; may be called twice."""


_lock = threading.Lock()
_found: dict[str, tuple[HoldKind, Tree | None]] = {}


def hold(name: str, limits: Limits) -> Hold:
    """The hold of a program that is going to be started. Makes nothing yet."""
    if limits == NO_LIMITS:
        return Signals(limits)
    _, tree = way()
    return Signals(limits, FIRST_TO_GO) if tree is None else Group(tree, name, limits)


def kind() -> HoldKind:
    """How programs are held on this machine: found out once, by doing it."""
    return way()[0]


def counts_processes() -> bool:
    """Whether the limit on processes holds for everybody's programs, root's too."""
    tree = way()[1]
    return tree is not None and tree.pids is not None


def way() -> tuple[HoldKind, Tree | None]:
    """Return how programs are held here and the control groups, found out once by doing it."""
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
    """Whether a process enters, stands still and is ended."""
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
