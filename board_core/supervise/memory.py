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
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path

from board_core.fast_dataclass import dataclass

from .processes import kernel_text, stat_words

log = logging.getLogger(__name__)

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
OWN_MEMORY_LINE = re.compile(r"^Pss_(?:Anon|Shmem):\s+(\d+) kB$", re.MULTILINE)
AVAILABLE_MEMORY_LINE = re.compile(r"^MemAvailable:\s+(\d+) kB$", re.MULTILINE)
SCRATCH_FOLDERS = ("tmp", "dev/shm")
STATUS_LINE = re.compile(r"^(VmSize|VmRSS|VmPTE|RssAnon|RssShmem):\s+(\d+) kB$", re.MULTILINE)
PEAK_MEMORY_LINE = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


# bytes per second: the fastest known rate of filling memory
GROWTH_BYTES_PER_SECOND = 8 << 30
SHORTEST_LOOK_SECONDS, LONGEST_LOOK_SECONDS = 0.0015, 0.1  # seconds between two looks
FLOOR_BYTES = 128 << 20  # bytes the machine must have left
INODE_BYTES, MAPPING_BYTES = 1024, 256  # what an empty file and a mapping cost the kernel
MANY_MAPPINGS = 4096  # more than a usual program has
RESTS = 9  # times what a look took, at least, until the next one
SHARING_SECONDS = 3.0  # for the system to share memory out; until then the program may go on


@dataclass(frozen=True, slots=True)
class Kept:
    """The memory of a process at one look; other processes may share it."""

    own: int = 0  # bytes of its anonymous pages and page tables
    shared: int = 0  # bytes of its pages of in-memory files
    mappings: int = 0  # as many as it has addresses for
    faults: int = 0  # pages it has touched so far: what it had shared may be its own since

    @property
    def most(self) -> int:
        """Return the bytes, including what the mappings cost the kernel."""
        return self.own + self.shared + self.mappings * MAPPING_BYTES

    @staticmethod
    def of(pid: int) -> Kept:
        """Measure a process without waiting for it."""
        _, told = _status(pid)
        own = told.get("RssAnon", 0) + told.get("VmPTE", 0)
        mappings = min(told.get("VmSize", 0) // PAGE_BYTES, _most_mappings())
        with suppress(OSError, ValueError, IndexError):
            faults = int(stat_words(f"/proc/{pid}/stat")[7])
            return Kept(own, told.get("RssShmem", 0), mappings, faults)
        return Kept()


class Sharing(threading.Thread):
    """Asks the system how much memory processes use, counting shared memory once.

    The system walks through all their pages, and waits for a process that is changing its map.
    """

    def __init__(self, of: dict[int, Kept], limit: int) -> None:
        """Ask about these processes; what there is as number 0 is added."""
        super().__init__(name="sharing", daemon=True)
        self.of, self._limit, self.begun = of, limit, time.monotonic()
        self.used = 0
        self.next = inf
        """The instant from which it may be asked again; infinity until it has said it."""
        self.start()

    def run(self) -> None:
        kept = {pid: replace(each, mappings=_mappings(pid, each)) for pid, each in self.of.items()}
        self.used = sum(each.most for each in kept.values())
        if self.used > self._limit:
            self.used = sum(_proportional(pid, each) for pid, each in kept.items())
        now = time.monotonic()
        self.next = now + (now - self.begun)


class MemoryWatch:
    """Watches the memory of a program from outside, more often the less it has left."""

    event: int | None = None
    """The descriptor to wait for; there is none."""

    def __init__(self, limit: int, members: Callable[[], Iterable[int]]) -> None:
        """Watch the processes of ``members``; ``limit`` is in bytes."""
        self._inside: int | None = None  # a process in the sandbox, once it exists
        self._folders: tuple[str, ...] = SCRATCH_FOLDERS
        self.used, self.failed = 0, False
        self.due = 0.0
        """The instant of the next look, in seconds of ``time.monotonic``."""
        self._limit = limit
        self._members = members
        self._sharing: Sharing | None = None  # the last time the system was asked

    def sandbox(self, inside: int, writable: Path | None) -> None:
        """Count the temporary files in the sandbox of a process, and its folder, too."""
        if writable is not None:
            self._folders = (*SCRATCH_FOLDERS, str(writable).lstrip("/"))
        self._inside = inside

    def exceeds(self) -> bool:
        """Measure, and return True if the program uses too much memory.

        Does not wait for the program; an idle program costs the host next to nothing.
        """
        begun = time.monotonic()
        scratch = 0 if self._inside is None else scratch_in_use(self._inside, self._folders)
        kept = {0: Kept(shared=scratch), **{pid: Kept.of(pid) for pid in self._members()}}
        self.used = sum(each.most for each in kept.values())
        if self.used > self._limit and all(each.own <= self._limit for each in kept.values()):
            self.used = self._shared_out(kept, begun)
        rest = (self._limit - self.used) / GROWTH_BYTES_PER_SECOND
        rest = min(max(rest, SHORTEST_LOOK_SECONDS), LONGEST_LOOK_SECONDS)
        now = time.monotonic()
        self.due = now + max(rest, RESTS * (now - begun))
        return self.used > self._limit

    def _shared_out(self, kept: dict[int, Kept], now: float) -> int:
        """Return the bytes in use by processes that may share enough to be within the limit.

        Until the system answers, this is at most their limit.
        """
        last = self._sharing
        if last is None or (last.of != kept and now >= last.next):
            last = self._sharing = Sharing(kept, self._limit)
        if last.next == inf:
            late = now - last.begun > SHARING_SECONDS
            return self.used if late else self._limit
        if last.of == kept or last.used > self._limit:
            return last.used
        return self._limit

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class MemoryEvent:
    """Owns a descriptor that signals that a program's memory has run out."""

    used, due, failed = 0, inf, False

    def __init__(self, event: int) -> None:
        self.event: int | None = event

    def exceeds(self) -> bool:
        """Return True, as it is only called after the event."""
        return True

    def close(self) -> None:
        """Close the descriptor. Safe to call twice."""
        event, self.event = self.event, None
        if event is not None:
            os.close(event)


class MemoryThread:
    """Owns the thread ``memory``, which watches the memory of all programs while there are any.

    It also watches the machine's memory: when almost none is left, the program that uses most is
    killed. The other methods may be called on any thread.
    """

    def __init__(self) -> None:
        self._new()

    def _new(self) -> None:
        self._lock = threading.Lock()
        self._watches: dict[MemoryWatch | MemoryEvent, Callable[[bool], object]] = {}
        self._wake: int | None = None  # while the thread runs
        self._thread: threading.Thread | None = None

    forget = _new  # for a fork, in which the thread does not run

    def add(self, watch: MemoryWatch | MemoryEvent, over: Callable[[bool], object]) -> None:
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
        """Stop watching a program, and close its event. Safe to call twice, and without add()."""
        with self._lock:
            if self._watches.pop(watch, None) is not None:
                self._tell()
            watch.close()  # even if the thread is waiting for its event: it asks again

    def _tell(self) -> bool:
        """Wake the thread; return False if none runs (it has failed, or Ctrl-C came first)."""
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
        exceeds = watch.exceeds()
        if not exceeds:
            left = memory_available()
            if left is None or left >= FLOOR_BYTES:
                return
            if watch is not max(watches, key=lambda each: each.used):
                return
        with self._lock:
            over = self._watches.pop(watch, None)
            watch.close()
        if over is not None:
            over(exceeds)


MEMORY_THREAD = MemoryThread()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=MEMORY_THREAD.forget)


def peak_memory(pid: int) -> int | None:
    """Return the peak bytes of a process and its descendants; None if unknown."""
    total, family = None, [pid]
    for member in family:
        with suppress(OSError, ValueError):
            found = PEAK_MEMORY_LINE.search(kernel_text(f"/proc/{member}/status"))
            if found:
                total = (total or 0) + int(found[1]) * 1024
            children = kernel_text(f"/proc/{member}/task/{member}/children")
            family += [int(child) for child in children.split()]
    return total


def scratch_in_use(pid: int, folders: Iterable[str]) -> int:
    """Return the bytes in these folders of a process's sandbox; 0 before it has its own root."""
    inside = Path(f"/proc/{pid}/root")
    used = 0
    if sys.platform == "win32":
        return used
    with suppress(OSError):
        ours = {Path("/", name).stat().st_dev for name in ("", *folders)}
        if inside.stat().st_dev in ours:
            return 0  # bubblewrap has not changed it yet: these would be this machine's files
        for name in folders:
            if (inside / name).stat().st_dev not in ours:
                files = os.statvfs(inside / name)
                used += (files.f_blocks - files.f_bfree) * files.f_frsize
                used += (files.f_files - files.f_ffree) * INODE_BYTES
    return used


def memory_available() -> int | None:
    """Return the bytes of memory available on the machine."""
    with suppress(OSError):
        if found := AVAILABLE_MEMORY_LINE.search(kernel_text("/proc/meminfo")):
            return int(found[1]) * 1024
    return None


def resident(pid: int) -> int:
    """Return the resident bytes of a process, including its page tables."""
    _, told = _status(pid)
    return told.get("VmRSS", 0) + told.get("VmPTE", 0)


def _status(pid: int) -> tuple[str, dict[str, int]]:
    """Return a process's /proc folder, and the memory fields of its status, in bytes by name.

    If its first thread has ended, another one is read.
    """
    place = first = f"/proc/{pid}"
    told: dict[str, int] = {}
    with suppress(OSError):
        told = _told(place)
        threads = [] if told else os.listdir(f"{first}/task")  # noqa: PTH208  # as for its children
        while threads and not told:
            place = f"{first}/task/{threads.pop()}"
            told = _told(place)
    return place, told


def _told(place: str) -> dict[str, int]:
    found = STATUS_LINE.findall(kernel_text(f"{place}/status"))
    return {name: int(size) * 1024 for name, size in found}


@cache
def _most_mappings() -> int:
    with suppress(OSError, ValueError):
        return int(kernel_text("/proc/sys/vm/max_map_count"))
    return 65530


def _mappings(pid: int, kept: Kept) -> int:
    """Return how many mappings a process has, or may have if there are many."""
    with suppress(OSError), Path(_status(pid)[0], "maps").open("rb", 0) as maps:
        count = 0
        while count < MANY_MAPPINGS:
            if not (lines := maps.read(PAGE_BYTES)):
                return count
            count += lines.count(b"\n")
    return kept.mappings


def _proportional(pid: int, kept: Kept) -> int:
    """Return the proportional set size of a process, in bytes."""
    place, told = _status(pid)
    if kept.mappings < MANY_MAPPINGS:  # to walk through more takes long
        with suppress(OSError):
            pages = OWN_MEMORY_LINE.findall(kernel_text(f"{place}/smaps_rollup"))
            tables = told.get("VmPTE", 0) + kept.mappings * MAPPING_BYTES
            return sum(map(int, pages)) * 1024 + tables
    return kept.most
