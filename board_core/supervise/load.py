"""The load of this machine's processors during an interval, and who caused it (Linux)."""

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
    """The processor use between two looks, in seconds, over all processors this process may use."""

    had: float  # number of processors, times the seconds between the looks
    idle: float
    others: float  # of processes that are still there, and of no host of games here


KERNEL_THREADS = 2
"""The number of the process that starts all threads of the kernel."""

IDLE_SHARE_OF_FULL_MACHINE = 0.1
"""The share of idle time from which a machine does not count as overloaded."""


def overloaded_by_others(load: Load) -> bool:
    """Return True if others than the players used more than half of a full machine.

    Only work of others that was seen counts: a program whose children vanish with what they have
    used cannot have its lost game replayed.
    """
    return load.idle < IDLE_SHARE_OF_FULL_MACHINE * load.had and load.others > load.had / 2


@dataclass(frozen=True, slots=True)
class Counters:
    """Cumulative counters, since the machine, or a process, started."""

    total: float
    idle: float
    # clock ticks of each process of others, by its number and start
    others: Mapping[tuple[int, int], int]


def counters() -> Counters | None:
    """Read the counters of the processors and our processes; None if the system has none.

    It takes some milliseconds, so do not call it while a clock runs.
    """
    seen = processors()
    return None if seen is None else Counters(*seen, _others())


def processors() -> tuple[float, float] | None:
    """Return the seconds of all processors since the machine started, and those of them idle."""
    if sys.platform != "linux":
        return None
    try:
        lines = kernel_text("/proc/stat").splitlines()
        allowed = {f"cpu{number}" for number in os.sched_getaffinity(0)}
        words = [line.split() for line in lines]
        spent = [[int(tick) for tick in each[1:9]] for each in words if each[0] in allowed]
        idle = sum(each[3] + each[4] for each in spent)  # waiting for a disk also counts as idle
    except (OSError, ValueError, IndexError, AttributeError):
        return None
    return sum(map(sum, spent)) / TICKS_PER_SECOND, idle / TICKS_PER_SECOND


def load_between(before: Counters | None, after: Counters | None) -> Load | None:
    if before is None or after is None:
        return None
    return Load(
        after.total - before.total,
        after.idle - before.idle,
        sum(max(0, ran - before.others.get(key, 0)) for key, ran in after.others.items())
        / TICKS_PER_SECOND,
    )


def _others() -> dict[tuple[int, int], int]:
    """Return the ticks of all but this process, its descendants, those marked by any host, and
    threads of the kernel, which also work for programs.
    """
    parents: dict[int, int] = {}
    ticks: dict[int, tuple[int, int]] = {}  # and when it started
    ours = {os.getpid(), KERNEL_THREADS}
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
    return {(pid, begun): spent for pid, (begun, spent) in ticks.items() if pid not in ours}
