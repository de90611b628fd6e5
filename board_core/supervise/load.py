"""What the processors of this machine did for a moment, and whose work it was (Linux)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .environment import HOST_VARIABLE

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True, slots=True)
class Load:
    """What was used between two looks, in seconds of all processors that this process may use."""

    had: float  # processors, times the seconds between the looks
    idle: float
    ours: float  # of all hosts of games here, and of everything they have started
    started: int  # processes that were begun meanwhile, by anybody


IDLE_SHARE_OF_FULL_MACHINE = 0.1
"""The share of idle time from which on a machine is not overloaded."""

SHORT_LIVED = 50
"""With more new processes a moment nobody knows whose they were: those that have ended are lost."""


def overloaded_by_others(load: Load) -> bool:
    """Say whether others than the players kept the processors: more than half of a full machine.

    Both players count as one, with their children, and with all other games that this user hosts
    here: nobody can bring a game to be played anew by keeping the machine busy.
    """
    full = load.idle < IDLE_SHARE_OF_FULL_MACHINE * load.had
    return full and load.ours < load.had / 2 and load.started <= SHORT_LIVED


@dataclass(frozen=True, slots=True)
class Counters:
    """One look: what has been counted since the machine, or a process, began."""

    total: float
    idle: float
    ours: Mapping[tuple[int, int], int]  # ticks of each of our processes, by number and start
    started: int


def counters() -> Counters | None:
    """Look at the processors and at all of our processes; None where the system does not tell.

    Takes some milliseconds: not for a time at which a clock runs.
    """
    try:
        lines = Path("/proc/stat").read_text().splitlines()
        allowed = {f"cpu{number}" for number in os.sched_getaffinity(0)}
        words = [line.split() for line in lines]
        spent = [[int(tick) for tick in each[1:9]] for each in words if each[0] in allowed]
        started = next(int(each[1]) for each in words if each[0] == "processes")
        idle = sum(each[3] + each[4] for each in spent)  # waiting for a disk is idle too
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
    """Return the ticks of this process, what descends from it, and what any host has marked."""
    parents: dict[int, int] = {}
    ticks: dict[int, tuple[int, int]] = {}  # and when it started
    ours = {os.getpid()}
    for name in [path.name for path in Path("/proc").iterdir()]:
        if not name.isdigit():
            continue
        with suppress(OSError, ValueError, IndexError):
            stat = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            pid = int(name)
            parents[pid] = int(stat[1])
            spent = sum(map(int, stat[11:15]))  # its own, and of children it has waited for
            ticks[pid] = int(stat[19]), spent
            if f"{HOST_VARIABLE}=".encode() in Path(f"/proc/{name}/environ").read_bytes():
                ours.add(pid)
    grew = True
    while grew:
        more = {pid for pid, parent in parents.items() if parent in ours} - ours
        ours |= more
        grew = bool(more)
    return {(pid, ticks[pid][0]): ticks[pid][1] for pid in ours if pid in ticks}
