"""The limits on what a program may use of the machine."""

from __future__ import annotations

import os
import shutil
from functools import cache
from math import ceil, inf, isfinite

from board_core.fast_dataclass import dataclass

MIB = 1024 * 1024
USUAL_PROCESSES = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a program; None, or infinity, is no limit.

    Memory and processes are those of the whole program, with its children and temporary files, if
    control groups count them; :func:`~board_core.supervise.weaknesses.weaknesses` names what is
    weaker otherwise. ``prlimit`` sets the others on Linux, for each process. Windows limits memory,
    processes and processor time of the whole program; other systems limit nothing.
    """

    memory: int | None = 2048 * MIB  # bytes in use; beyond, it is ended
    file_size: int | None = 64 * MIB  # bytes of one file
    open_files: int | None = 256
    processes: int | None = USUAL_PROCESSES  # threads count as processes
    cpu: float = 60.0  # seconds beyond its clock, on each processor, if it plays one timed game
    scratch: int | None = 64 * MIB  # bytes of temporary files, and again of shared memory
    cores: frozenset[int] | None = None  # the processors it runs on, by the system's numbers


NO_LIMITS = Limits(None, None, None, None, inf, None)


@cache
def find_prlimit() -> str | None:
    """Return the path of the util-linux tool that starts a program with limits."""
    return shutil.which("prlimit", path="/usr/bin:/bin") or shutil.which("prlimit")


def cpu_limit(limits: Limits, clock: float, processors: int | None = None) -> int | None:
    """Return seconds of processor time for a program with ``clock`` seconds; None: no limit."""
    if not isfinite(limits.cpu + clock):
        return None
    return ceil(limits.cpu + clock) * (processors or os.cpu_count() or 1)


def prlimit_arguments(prlimit: str | None, limits: Limits, cpu: int | None) -> list[str]:
    """Return the prlimit command that precedes a limited one; empty without prlimit or limits.

    Memory is counted for the whole program, by the system or by a watch. No single process has a
    limit: the system's would count what is reserved, and sanitizers reserve terabytes.
    """
    wanted = {
        "fsize": limits.file_size,
        "nofile": limits.open_files,
        "cpu": cpu,
    }
    options = [f"--{name}={value}" for name, value in wanted.items() if value is not None]
    if prlimit is None or not options:
        return []
    return [prlimit, "--core=0", *options, "--"]
