"""Facts about running processes (Linux; none are known elsewhere).

A process can use any bytes in the names of itself, its files, mounts and groups, so the whole board
reads the kernel's files by :func:`kernel_text`.
"""

from __future__ import annotations

import logging
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_IWUSR
from typing import TypeVar

from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import visible

log = logging.getLogger(__name__)

T = TypeVar("T")

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True, slots=True)
class Usage:
    """Facts about a process with its threads and children, as far as known."""

    state: str = ""  # R running, S sleeping, T stopped, Z ended; empty: unknown
    cpu: float | None = None  # seconds of processor time so far
    waited: float | None = None  # seconds it was ready to run without a processor
    unread: int | None = None  # bytes of its input it has not read
    closed_input: bool = False  # no process can read what is written to it
    taken: int | None = None  # bytes of its input it has read since its start
    reads: bool = False  # a thread is blocked reading a pipe
    only_reads: bool = False  # its one thread is, and the pipe is its input
    sleeps: bool = False  # its main thread waits until some time


@dataclass(frozen=True, slots=True)
class Spent:
    """The resources a whole program has used since its start, including its sandbox."""

    cpu: float  # seconds of processor time
    processes: int  # processes alive now
    started: int | None = None  # processes so far, threads included; None: not known


def kernel_text(path: str | Path) -> str:
    """Read a kernel file, with lone surrogates for bytes that are not UTF-8.

    Only ``"\\n"`` ends a line: split it there. Raises OSError.
    """
    with open(path, "rb", 0) as file:  # noqa: PTH123  # takes a third of the time
        return os.fsdecode(file.read())


def seen(look: Callable[[], T], unknown: T) -> T:
    """Return the result of a look at processes, or ``unknown`` if it fails."""
    try:
        return look()
    except Exception:
        log.exception("a program could not be looked at")
        return unknown


def stat_words(path: str | Path) -> list[str]:
    """Return the fields after the name in a kernel ``stat`` file. Raises OSError."""
    return kernel_text(path).rpartition(")")[2].split()


def family(pid: int) -> list[int]:
    """Return a process and its descendants, itself first."""
    found = [pid]
    for member in found:
        found += children(member)
    return found


def children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  # it runs at every move
            found += map(int, kernel_text(f"/proc/{pid}/task/{task}/children").split())
    except OSError:  # the process has ended
        pass
    return found


def reads_input(task: Path) -> bool:
    """Return True if a thread, or the first one of a process, is blocked reading its input."""
    with suppress(OSError, IndexError, ValueError):
        if kernel_text(task / "wchan").endswith("pipe_read"):
            return int(kernel_text(task / "syscall").split()[1], 16) == 0
    return False


def sleeps(threads: Sequence[Path]) -> bool:
    """Return True if the main thread waits for a time, or for something at most until then."""
    with suppress(OSError, IndexError, ValueError, KeyError):
        number, *arguments = kernel_text(main_thread(threads) / "syscall").split()
        *naps, lock = CALLS_THAT_SLEEP[platform.machine()]
        return int(number) in naps or (int(number) == lock and int(arguments[3], 16) != 0)
    return False


def main_thread(threads: Sequence[Path]) -> Path:
    """Return the thread that runs the main function: in Java the second one."""
    of_java = len(threads) > 1 and kernel_text(threads[0] / "comm") == "java\n"
    return threads[1 if of_java else 0]


CALLS_THAT_SLEEP = {"x86_64": (35, 230, 202), "aarch64": (101, 115, 98)}
"""The numbers of nanosleep, clock_nanosleep, and futex, whose fourth argument is its time limit.

Not select, poll and epoll_wait: they may wait for input.
"""


def tasks(pid: int) -> list[Path]:
    """Return all threads of a process and its descendants, its own first thread first."""
    found: list[Path] = []
    members = [pid]
    for member in members:
        with suppress(OSError):
            for task in threads_of(member):
                found.append(task)
                members += [int(child) for child in kernel_text(task / "children").split()]
    return found


def threads_of(pid: int) -> list[Path]:
    """Return the threads of one process, its first thread first. Raises OSError."""
    return sorted(Path(f"/proc/{pid}/task").iterdir(), key=lambda task: int(task.name))


def state(threads: Iterable[Path]) -> str:
    """Return the state of the first thread, unless another one runs."""
    states = []
    for task in threads:
        with suppress(OSError, IndexError):
            states.append(stat_words(task / "stat")[0])
    return "R" if "R" in states else states[0] if states else ""


def thread_names(threads: Iterable[Path]) -> list[str]:
    """Return the names of these threads, as far as they still run."""
    names = []
    for task in threads:
        with suppress(OSError):
            names.append(visible(kernel_text(task / "comm").removesuffix("\n")))
    return names


def reads_a_pipe(threads: Iterable[Path]) -> bool:
    """Return True if one of these threads is blocked reading a pipe."""
    for task in threads:
        with suppress(OSError):
            if kernel_text(task / "wchan").endswith("pipe_read"):
                return True
    return False


def written(pid: int) -> int | None:
    """Return the bytes that a process and its descendants have written; None if that is unknown."""
    total = None
    for member in family(pid):
        with suppress(OSError, ValueError, IndexError):
            total = (total or 0) + int(kernel_text(f"/proc/{member}/io").split()[3])
    return total


def stands(pid: int) -> bool:
    """Return True if every thread of this process is stopped or has ended."""
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208  # as for its children
            with suppress(OSError):
                if stat_words(f"/proc/{pid}/task/{task}/stat")[0] not in "TtZX":
                    return False
    return True


def schedstat(threads: Iterable[Path]) -> tuple[float | None, float | None]:
    """Return the seconds on a processor and of waiting for one (kernel docs, sched-stats)."""
    ran = waited = 0
    known = False
    for task in threads:
        with suppress(OSError, ValueError):
            for_task = kernel_text(task / "schedstat").split()
            ran, waited, known = ran + int(for_task[0]), waited + int(for_task[1]), True
    return (ran / 1e9, waited / 1e9) if known else (None, None)


class Spending:
    """Adds up what a program's processes use over many looks, including those that have ended.

    The system adds an ended process's time to its parent's only if the parent waits for it.
    """

    def __init__(self) -> None:
        self._ticks = self._owed = 0
        self._seen: dict[tuple[int, str], tuple[int, int]] = {}  # own ticks, those of children
        self._gone = self._seen  # processes seen at the last look but one, but not at the last

    def look(self, pids: Iterable[int]) -> Spent:
        """Look at all current processes.

        ``started`` is the highest process number in the program's own namespace.
        """
        before, now = {**self._gone, **self._seen}, {}
        alive = highest = of_children = 0
        for pid in pids:
            with suppress(OSError, ValueError, IndexError):
                words = stat_words(f"/proc/{pid}/stat")
                own, children = sum(map(int, words[11:13])), sum(map(int, words[13:15]))
                then = before.get((pid, words[19]), (0, 0))
                now[pid, words[19]] = own, children
                self._ticks += own - then[0]
                of_children += children - then[1]
                alive += words[0] != "Z"
                numbers = inner_numbers(pid)
                highest = max(highest, numbers[-1] if len(numbers) > 1 else 0)
        self._gone = {key: self._seen[key] for key in self._seen.keys() - now.keys()}
        # a parent seen just before it waited has the ticks one look later
        gone = sum(map(sum, self._gone.values()))
        known = self._owed + gone
        self._ticks += max(0, of_children - known)
        self._owed = min(max(0, known - of_children), gone)
        self._seen = now
        return Spent(self._ticks / TICKS_PER_SECOND, alive, highest or None)


def inner_numbers(pid: int) -> list[int]:
    """Return the numbers of a process in each of its namespaces, the outermost first.

    Raises OSError.
    """
    status = kernel_text(f"/proc/{pid}/status")
    return [int(number) for number in status.partition("\nNSpid:")[2].split("\n")[0].split()]


def writers(links: set[str]) -> list[int]:
    """Return other processes that have one of these links open for writing.

    Readers are left out: while the host starts a program, that briefly has copies of all
    descriptors that the host reads.
    """
    found = []
    with suppress(OSError):
        for process in Path("/proc").iterdir():
            if not process.name.isdigit() or int(process.name) == os.getpid():
                continue
            with suppress(OSError):
                if any(map(partial(_writes, links), (process / "fd").iterdir())):
                    found.append(int(process.name))
    return found


def _writes(links: set[str], descriptor: Path) -> bool:
    try:
        return str(descriptor.readlink()) in links and bool(descriptor.lstat().st_mode & S_IWUSR)
    except OSError:  # closed meanwhile
        return False
