"""Memory that a running program uses, and its peak so far (Linux)."""

from __future__ import annotations

import logging
import os
import re
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import inf
from pathlib import Path

from .processes import kernel_text

log = logging.getLogger(__name__)

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
OWN_MEMORY_LINE = re.compile(r"^Pss_(?:Anon|Shmem):\s+(\d+) kB$", re.MULTILINE)
AVAILABLE_MEMORY_LINE = re.compile(r"^MemAvailable:\s+(\d+) kB$", re.MULTILINE)
SCRATCH_FOLDERS = ("tmp", "dev/shm")
PAGE_TABLES_LINE = re.compile(r"^VmPTE:\s+(\d+) kB$", re.MULTILINE)
PRIVATE_OR_SHARED_LINE = re.compile(r"^Rss(?:Anon|Shmem):\s+(\d+) kB$", re.MULTILINE)
PEAK_MEMORY_LINE = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


# bytes a second: the fastest known rate at which programs fill memory
GROWTH_BYTES_PER_SECOND = 8 << 30
SHORTEST_LOOK_SECONDS, LONGEST_LOOK_SECONDS = 0.0015, 0.1  # seconds between two looks
FLOOR_BYTES = 128 << 20  # bytes the machine must have left
WIDE_BYTES = 4 << 30  # bytes of address space from which page tables are worth a look: 8 MiB
INODE_BYTES = 1024  # bytes that an empty file costs the kernel


class MemoryWatch:
    """Looks at the memory of a program from outside, more often the less it has left."""

    event: int | None = None
    """The descriptor to wait for; there is none."""

    def __init__(self, limit: int, members: Callable[[], Iterable[int]]) -> None:
        """Watch the processes of ``members``; ``limit`` is in bytes."""
        self.inside: int | None = None
        """A process in the sandbox, once it exists: its temporary files are counted too."""
        self.used, self.failed = 0, False
        self.due = 0.0
        """The instant of the next look, in seconds of ``time.monotonic``."""
        self._limit = limit
        self._members = members

    def exceeds(self) -> bool:
        """Look, and return True if the program uses too much memory."""
        self.used = memory_in_use(self._members(), self.inside, self._limit)
        rest = (self._limit - self.used) / GROWTH_BYTES_PER_SECOND
        rest = min(max(rest, SHORTEST_LOOK_SECONDS), LONGEST_LOOK_SECONDS)
        self.due = time.monotonic() + rest
        return self.used > self._limit

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class MemoryEvent:
    """Owns a descriptor by which the system says that a program's memory has run out."""

    used, due, failed = 0, inf, False

    def __init__(self, event: int) -> None:
        self.event: int | None = event

    def exceeds(self) -> bool:
        """Return True: it is asked when the event has come."""
        return True

    def close(self) -> None:
        """Close the descriptor. Safe to call twice."""
        event, self.event = self.event, None
        if event is not None:
            os.close(event)


class MemoryThread:
    """Owns the thread ``memory``, which watches the memory of all programs while there are any.

    It also looks at the machine's memory: when almost nothing is left, the program that uses most
    is ended. The other methods may be called on any thread.
    """

    def __init__(self) -> None:
        self._new()

    def _new(self) -> None:
        self._lock = threading.Lock()
        self._watches: dict[MemoryWatch | MemoryEvent, Callable[[], object]] = {}
        self._wake: int | None = None  # while the thread runs
        self._thread: threading.Thread | None = None

    forget = _new  # for a fork, in which the thread does not run

    def add(self, watch: MemoryWatch | MemoryEvent, over: Callable[[], object]) -> None:
        """Call ``over`` on the thread, once, if the program uses too much memory."""
        if sys.platform != "linux":
            return
        with self._lock:
            self._watches[watch] = over
            if self._tell():
                return
            if self._wake is None:
                self._wake = os.eventfd(0)
            self._thread = threading.Thread(target=self._run, name="memory", daemon=True)
            try:
                self._thread.start()
            except BaseException:  # the thread may begin all the same, and ends then
                self._thread = None
                self._close()
                raise

    def remove(self, watch: MemoryWatch | MemoryEvent) -> None:
        """Watch a program no more, and close its event. Safe to call twice, and without add()."""
        with self._lock:
            if self._watches.pop(watch, None) is not None:
                self._tell()
            watch.close()  # even if the thread waits for its event just now: it asks again

    def _tell(self) -> bool:
        """Wake the thread up; return False if none runs: it has failed, or Ctrl-C came first."""
        runs = self._thread is not None and self._thread.is_alive()
        if sys.platform == "linux" and runs and self._wake is not None:
            os.eventfd_write(self._wake, 1)
            return True
        return False

    def _run(self) -> None:
        try:
            while watches := self._current():
                self._watch(watches)
        finally:
            with self._lock:
                if self._thread is threading.current_thread():  # no other has taken its place
                    self._close()

    def _watch(self, watches: list[MemoryWatch | MemoryEvent]) -> None:
        """Wait for an event, or for the next look, and take the looks that are due."""
        if sys.platform != "linux":
            return
        assert self._wake is not None
        poll = select.poll()
        for fd in (self._wake, *(watch.event for watch in watches)):
            if fd is not None:
                poll.register(fd, select.POLLIN)
        rest = min(watch.due for watch in watches) - time.monotonic()
        ready = {fd for fd, _ in poll.poll(None if rest == inf else max(0.0, rest) * 1000)}
        if self._wake in ready:
            os.eventfd_read(self._wake)
        for watch in watches:
            if watch.event in ready or watch.due <= time.monotonic():
                try:
                    self._look(watch, watches)
                except Exception:  # the thread watches all programs of the host
                    if not watch.failed:
                        log.exception("the memory of a program could not be looked at")
                    watch.failed = True
                    if watch.event is None:
                        watch.due = time.monotonic() + LONGEST_LOOK_SECONDS
                    else:
                        self.remove(watch)

    def _current(self) -> list[MemoryWatch | MemoryEvent]:
        """Return what is to be watched; nothing if the thread is to end."""
        with self._lock:
            if self._thread is not threading.current_thread():
                return []
            if not self._watches:
                self._close()
            return list(self._watches)

    def _close(self) -> None:
        wake, self._wake = self._wake, None
        if wake is not None:
            os.close(wake)

    def _look(
        self, watch: MemoryWatch | MemoryEvent, watches: list[MemoryWatch | MemoryEvent]
    ) -> None:
        if not watch.exceeds():
            left = memory_available()
            if left is None or left >= FLOOR_BYTES:
                return
            if watch is not max(watches, key=lambda each: each.used):
                return
        with self._lock:
            over = self._watches.pop(watch, None)
            watch.close()
        if over is not None:
            over()


MEMORY_THREAD = MemoryThread()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=MEMORY_THREAD.forget)


def peak_memory(pid: int) -> int | None:
    """Return peak bytes of a process and its descendants; None if the system does not tell."""
    total, family = None, [pid]
    for member in family:
        with suppress(OSError, ValueError):
            found = PEAK_MEMORY_LINE.search(kernel_text(f"/proc/{member}/status"))
            if found:
                total = (total or 0) + int(found[1]) * 1024
            children = kernel_text(f"/proc/{member}/task/{member}/children")
            family += [int(child) for child in children.split()]
    return total


def memory_in_use(pids: Iterable[int], root: int | None, limit: int) -> int:
    """Return bytes used by these processes, and by temporary files in the sandbox of ``root``.

    Shared memory is counted once if the quick sum, which counts it for each process, exceeds the
    limit. Mapped temporary files are then counted twice.
    """
    scratch = 0 if root is None else scratch_in_use(root)
    members = list(pids)
    quick = scratch + sum(resident(pid) for pid in members)
    if quick <= limit:
        return quick
    largest = max(map(_own, members), default=0)
    if largest > limit:  # to share it out, the system would wait for a program that maps memory
        return largest
    return scratch + sum(_proportional(pid) for pid in members)


def scratch_in_use(pid: int) -> int:
    """Return bytes of temporary files in a process's sandbox; 0 before it has its own root."""
    inside = Path(f"/proc/{pid}/root")
    used = 0
    if sys.platform == "win32":
        return used
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
        if found := AVAILABLE_MEMORY_LINE.search(kernel_text("/proc/meminfo")):
            return int(found[1]) * 1024
    return None


def resident(pid: int) -> int:
    """Return bytes of memory that a process has, its page tables included if they are worth it."""
    try:
        size, resident = map(int, kernel_text(f"/proc/{pid}/statm").split()[:2])
    except (OSError, ValueError):
        return 0
    return resident * PAGE_BYTES + (_tables(pid) if size * PAGE_BYTES > WIDE_BYTES else 0)


def _own(pid: int) -> int:
    """Return the bytes of one process that no file backs; others may share them."""
    with suppress(OSError):
        found = PRIVATE_OR_SHARED_LINE.findall(kernel_text(f"/proc/{pid}/status"))
        return sum(map(int, found)) * 1024
    return 0


def _tables(pid: int) -> int:
    """Return the bytes of page tables: addresses read and never written use no other memory."""
    with suppress(OSError):
        if found := PAGE_TABLES_LINE.search(kernel_text(f"/proc/{pid}/status")):
            return int(found[1]) * 1024
    return 0


def _proportional(pid: int) -> int:
    try:
        found = OWN_MEMORY_LINE.findall(kernel_text(f"/proc/{pid}/smaps_rollup"))
    except OSError:
        return resident(pid) if Path(f"/proc/{pid}").exists() else 0
    return sum(map(int, found)) * 1024 + _tables(pid)
