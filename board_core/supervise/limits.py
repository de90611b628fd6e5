"""Limits of a program, and the cores of this machine that are reserved for one game at a time."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import ceil, inf, isfinite
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.game.sides import PerColor
from board_core.text.sentence import BoardError, say

MIB = 1024 * 1024
USUAL_PROCESSES = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a program; None or infinity means no limit.

    With control groups, memory and processes are counted for the whole program, with its children
    and temporary files; :func:`~board_core.supervise.weaknesses.weaknesses` says what is weaker
    without. On Linux ``prlimit`` sets the others for each process. Windows limits the whole
    program's memory, processes and processor time; other systems limit nothing.
    """

    memory: int | None = 2048 * MIB  # bytes in use; a program that exceeds it is killed
    file_size: int | None = 64 * MIB  # bytes of one file
    open_files: int | None = 256
    processes: int | None = USUAL_PROCESSES  # threads count as processes
    cpu: float = 60.0  # seconds beyond its clock, per processor, if it plays one timed game
    scratch: int | None = 64 * MIB  # bytes of temporary files, and again of shared memory
    cores: frozenset[int] | None = None  # the processors it runs on, by the system's numbers


NO_LIMITS = Limits(None, None, None, None, inf, None)


@cache
def find_prlimit() -> str | None:
    """Return the path of util-linux's prlimit, which starts a program with limits."""
    return shutil.which("prlimit", path="/usr/bin:/bin") or shutil.which("prlimit")


def cpu_limit(limits: Limits, clock: float, processors: int | None = None) -> int | None:
    """Return the seconds of processor time for a program with ``clock`` seconds; None: no limit."""
    if not isfinite(limits.cpu + clock):
        return None
    return ceil(limits.cpu + clock) * (processors or os.cpu_count() or 1)


def prlimit_arguments(prlimit: str | None, limits: Limits, cpu: int | None) -> list[str]:
    """Return the prlimit command to put first; empty without prlimit or limits.

    Memory is counted for the whole program, by the system or by a watch. Single processes have no
    limit, because the system's would count reserved memory, and sanitizers reserve terabytes.
    """
    wanted = {
        "fsize": limits.file_size,
        "nofile": limits.open_files,
        "cpu": cpu,
    }
    options = [f"--{name}={value}" for name, value in wanted.items() if value is not None]
    if prlimit is None or not options:
        return []
    # a core of one byte: of none the system would still start a crash reporter, outside of the hold
    return [prlimit, "--core=1", "--rtprio=0", "--nice=0", "--memlock=65536", *options, "--"]


CPU_FOLDER = Path("/sys/devices/system/cpu")
"""A folder whose subfolders are locked, one per core: all boards on this machine see the locks."""

Cores = frozenset[int]

ALL_CORES: PerColor[Cores | None] = PerColor(None, None)


class TooFewCores(BoardError):
    """Error: this machine has too few cores for this many games."""


def usable_cores() -> tuple[int, ...]:
    """Return the cores that this process may use; none if the system has no affinity."""
    if not hasattr(os, "sched_getaffinity"):
        return ()
    return tuple(sorted(os.sched_getaffinity(0)))


def games_for_cores(processors: int, cores_per_game: int) -> int:
    """Return how many games these processors can run, with reserved cores or one core each.

    If there are more than two processors, one is left for the board itself.
    """
    free = processors - 1 if processors > 2 else processors
    return max(1, free // max(1, cores_per_game))


def check_cores(games: int, cores_per_game: int) -> None:
    """Raise TooFewCores unless this many games can run at a time with their own cores."""
    there_are, wanted = len(usable_cores()), games * cores_per_game
    if wanted > there_are:
        raise TooFewCores(
            say(
                "{games} games at a time with {cores} cores each need {wanted}, and programs can "
                "have {there_are} here: play fewer at a time, or without cores of their own",
                games=games,
                cores=cores_per_game,
                wanted=wanted,
                there_are=there_are,
            )
        )


@contextmanager
def cores_for_game(count: int) -> Iterator[PerColor[Cores | None]]:
    """Reserve half of ``count`` cores for each side while the game lasts.

    Yields None (all cores) if none were requested, if other games hold too many, or if the system
    has no affinity. The last cores are used first, as the system does much of its own work on the
    first.
    """
    if not count:
        yield ALL_CORES
        return
    locks = dict(_locked(count))
    try:
        taken, half = tuple(locks), count // 2
        if len(taken) < count:
            yield ALL_CORES
        else:
            yield PerColor(frozenset(taken[:half]), frozenset(taken[half:]))
    finally:
        for descriptor in locks.values():
            os.close(descriptor)


def _locked(count: int) -> Iterator[tuple[int, int]]:
    """Yield free cores and the descriptors that lock them; a lock ends with its process."""
    cores = usable_cores()
    if sys.platform == "win32" or not cores:
        return
    import fcntl

    for core in reversed(cores):
        if not count:
            return
        try:
            descriptor = os.open(CPU_FOLDER / f"cpu{core}", os.O_RDONLY)
        except OSError:
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # another game has it
            os.close(descriptor)
            continue
        count -= 1
        yield core, descriptor
