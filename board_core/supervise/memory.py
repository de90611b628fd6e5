"""Memory that a running program uses, and its peak so far (Linux)."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
OWN_MEMORY_LINE = re.compile(r"^Pss_(?:Anon|Shmem):\s+(\d+) kB$", re.MULTILINE)
AVAILABLE_MEMORY_LINE = re.compile(r"^MemAvailable:\s+(\d+) kB$", re.MULTILINE)
SCRATCH_FOLDERS = ("tmp", "dev/shm")
PAGE_TABLES_LINE = re.compile(r"^VmPTE:\s+(\d+) kB$", re.MULTILINE)
PEAK_MEMORY_LINE = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


# bytes a second: the fastest known rate at which programs fill memory
GROWTH_BYTES_PER_SECOND = 8 << 30
SHORTEST_LOOK_SECONDS, LONGEST_LOOK_SECONDS = 0.0015, 0.1  # seconds between two looks
FLOOR_BYTES = 128 << 20  # bytes the machine must have left
WIDE_BYTES = 4 << 30  # bytes of address space from which page tables are worth a look: 8 MiB
INODE_BYTES = 1024  # bytes that an empty file costs the kernel


class MemoryWatch:
    """Looks at the memory of a program from outside, more often the less it has left.

    It also looks at the machine's memory: when almost nothing is left, the program that uses most
    is ended. Owns nothing; the caller of :meth:`run` lends it a thread until :meth:`stop`.
    """

    _all: ClassVar[list[MemoryWatch]] = []

    def __init__(self, limit: int, members: Callable[[], Iterable[int]]) -> None:
        """Watch the processes of ``members``; ``limit`` is in bytes."""
        self.inside: int | None = None
        """A process in the sandbox, once it exists: its temporary files are counted too."""
        self._limit = limit
        self._members = members
        self._stopped = threading.Event()
        self._used = 0

    def run(self) -> bool:
        """Wait; return True if the program used too much memory, False after :meth:`stop`."""
        rest = SHORTEST_LOOK_SECONDS
        self._all.append(self)
        try:
            while not self._stopped.wait(rest):
                self._used = memory_in_use(self._members(), self.inside, self._limit)
                if self._used > self._limit or self._is_last_straw():
                    return True
                rest = min(
                    max(
                        (self._limit - self._used) / GROWTH_BYTES_PER_SECOND, SHORTEST_LOOK_SECONDS
                    ),
                    LONGEST_LOOK_SECONDS,
                )
        finally:
            self._all.remove(self)
        return False

    def stop(self) -> None:
        self._stopped.set()

    def _is_last_straw(self) -> bool:
        left = memory_available()
        most = max(self._all, key=lambda other: other._used)
        return left is not None and left < FLOOR_BYTES and most is self


def peak_memory(pid: int) -> int | None:
    """Return peak bytes of a process and its descendants; None if the system does not tell."""
    total, family = None, [pid]
    for member in family:
        with suppress(OSError, ValueError):
            found = PEAK_MEMORY_LINE.search(Path(f"/proc/{member}/status").read_text())
            if found:
                total = (total or 0) + int(found[1]) * 1024
            children = Path(f"/proc/{member}/task/{member}/children").read_text()
            family += [int(child) for child in children.split()]
    return total


def memory_in_use(pids: Iterable[int], root: int | None, limit: int) -> int:
    """Return bytes used by these processes, and by temporary files in the sandbox of ``root``.

    Shared memory is counted once if the quick sum, which counts it for each process, exceeds the
    limit. Mapped temporary files are then counted twice.
    """
    scratch = 0 if root is None else scratch_in_use(root)
    members = list(pids)
    quick = scratch + sum(_resident(pid) for pid in members)
    return quick if quick <= limit else scratch + sum(_proportional(pid) for pid in members)


def scratch_in_use(pid: int) -> int:
    """Return bytes of temporary files in a process's sandbox; 0 before it has its own root."""
    inside = Path(f"/proc/{pid}/root")
    used = 0
    with suppress(OSError):
        ours = {Path("/", name).stat().st_dev for name in ("", *SCRATCH_FOLDERS)}
        if inside.stat().st_dev in ours:
            return 0  # bubblewrap has not changed it yet: these would be this machine's files
        for name in SCRATCH_FOLDERS:
            if (inside / name).stat().st_dev not in ours:
                files = os.statvfs(inside / name)
                used += (files.f_blocks - files.f_bfree) * files.f_frsize
                used += (files.f_files - files.f_ffree) * INODE_BYTES
    return used


def memory_available() -> int | None:
    """Return the bytes of memory that the machine has available."""
    with suppress(OSError):
        if found := AVAILABLE_MEMORY_LINE.search(Path("/proc/meminfo").read_text()):
            return int(found[1]) * 1024
    return None


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm") as file:  # noqa: PTH123  # up to 600 times a second
            size, resident = map(int, file.read().split()[:2])
    except (OSError, ValueError):
        return 0
    return resident * PAGE_BYTES + (_tables(pid) if size * PAGE_BYTES > WIDE_BYTES else 0)


def _tables(pid: int) -> int:
    """Return the bytes of page tables: addresses read and never written use no other memory."""
    with suppress(OSError):
        if found := PAGE_TABLES_LINE.search(Path(f"/proc/{pid}/status").read_text()):
            return int(found[1]) * 1024
    return 0


def _proportional(pid: int) -> int:
    try:
        found = OWN_MEMORY_LINE.findall(Path(f"/proc/{pid}/smaps_rollup").read_text())
    except OSError:
        return _resident(pid) if Path(f"/proc/{pid}").exists() else 0
    return sum(map(int, found)) * 1024 + _tables(pid)
