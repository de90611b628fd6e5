"""The load of this machine's processors during an interval, and whose work it was (Linux)."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from board_core.fast_dataclass import dataclass

from .environment import is_marked
from .processes import TICKS_PER_SECOND, kernel_text, stat_words
from .uids import has_own_uid


@dataclass(frozen=True, slots=True)
class Load:
    """The processor use between two looks, in seconds of all processors this process may use."""

    had: float  # number of processors, times the seconds between the looks
    idle: float
    ours: float  # of all hosts of games here, and of all processes they started
    started: int  # processes that any user started meanwhile


IDLE_SHARE_OF_FULL_MACHINE = 0.1
"""The share of idle time from which a machine does not count as overloaded."""

SHORT_LIVED = 50
"""The number of new processes per interval above which their work cannot be attributed."""


def overloaded_by_others(load: Load) -> bool:
    """Return True if others than the players used more than half of a full machine.

    Both players count as one, with their children and with all other games that this user hosts
    here, so that no player can have a game replayed by keeping the machine busy.
    """
    full = load.idle < IDLE_SHARE_OF_FULL_MACHINE * load.had
    return full and load.ours < load.had / 2 and load.started <= SHORT_LIVED


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters at one look, counted since the machine, or a process, started."""

    total: float
    idle: float
    # clock ticks of each of our processes, by its number and start
    ours: Mapping[tuple[int, int], int]
    started: int


def counters() -> Counters | None:
    """Look at the processors and at all of our processes; None if the system has no counters.

    It takes some milliseconds, so do not call it while a clock runs.
    """
    if sys.platform != "linux":
        return None
    try:
        lines = kernel_text("/proc/stat").splitlines()
        allowed = {f"cpu{number}" for number in os.sched_getaffinity(0)}
        words = [line.split() for line in lines]
        spent = [[int(tick) for tick in each[1:9]] for each in words if each[0] in allowed]
        started = next(int(each[1]) for each in words if each[0] == "processes")
        idle = sum(each[3] + each[4] for each in spent)  # waiting for a disk counts as idle too
    except (OSError, ValueError, IndexError, AttributeError, StopIteration):
        return None
    return Counters(
        sum(map(sum, spent)) / TICKS_PER_SECOND, idle / TICKS_PER_SECOND, _ours(), started
    )


def load_between(before: Counters | None, after: Counters | None) -> Load | None:
    if before is None or after is None:
        return None
    return Load(
        after.total - before.total,
        after.idle - before.idle,
        sum(max(0, ran - before.ours.get(key, 0)) for key, ran in after.ours.items())
        / TICKS_PER_SECOND,
        after.started - before.started,
    )


def _ours() -> dict[tuple[int, int], int]:
    """Return the ticks of this process, its descendants, and all processes marked by any host."""
    parents: dict[int, int] = {}
    ticks: dict[int, tuple[int, int]] = {}  # and when it started
    ours = {os.getpid()}
    for name in [path.name for path in Path("/proc").iterdir()]:
        if not name.isdigit():
            continue
        with suppress(OSError, ValueError, IndexError):
            stat = stat_words(f"/proc/{name}/stat")
            pid = int(name)
            parents[pid] = int(stat[1])
            spent = sum(map(int, stat[11:15]))  # its own, and of children it has waited for
            ticks[pid] = int(stat[19]), spent
            if has_own_uid(pid) or is_marked(pid):
                ours.add(pid)
    grew = True
    while grew:
        more = {pid for pid, parent in parents.items() if parent in ours} - ours
        ours |= more
        grew = bool(more)
    return {(pid, ticks[pid][0]): ticks[pid][1] for pid in ours if pid in ticks}
