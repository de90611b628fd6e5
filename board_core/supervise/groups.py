"""Make, enter, freeze and remove Linux control groups, one for each program."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from board_core.fast_dataclass import dataclass

from .limits import Limits
from .memory import MEMORY_THREAD, MemoryEvent, MemoryWatch
from .processes import Spent, kernel_text

ESCAPED_BYTE = re.compile(r"\\([0-7]{3})")  # how the kernel writes blanks in mount names
REMOVAL_SECONDS = 2.0  # seconds for the last process of a killed group to disappear
FIRST_TO_GO = "{ echo 1000 >/proc/self/oom_score_adj || :; } 2>/dev/null && "
"""The shell command by which the system ends this process, not ours, if memory runs out."""
ROUNDS_OF_REMOVAL = (
    8  # processes around the program: shells, bubblewrap twice, the tools of its limits
)


@dataclass(frozen=True, slots=True)
class Tree:
    """The parent groups of programs' groups, one for each need, often the same."""

    freezer: Path
    memory: Path | None
    pids: Path | None
    cpu: Path | None
    share: Path | None
    """Each group in it gets the same share of the processors, however many processes it has."""


class Group:
    """Owns a program's groups, from :meth:`make` to :meth:`close`.

    Freezing, counting and ending apply to every process in them, including detached ones.
    """

    def __init__(self, tree: Tree, name: str, limits: Limits) -> None:
        self._limits = limits
        self._freezer = tree.freezer / name
        self._memory = None if tree.memory is None else tree.memory / name
        self._pids = None if tree.pids is None else tree.pids / name
        self._cpu = None if tree.cpu is None else tree.cpu / name
        share = None if tree.share is None else tree.share / name
        wanted = (self._freezer, self._memory, self._pids, self._cpu, share)
        self.places = tuple(dict.fromkeys(place for place in wanted if place is not None))
        self.counts_memory = self._memory is not None
        self.counts_processes = self._pids is not None
        self._lock = threading.Lock()
        self._state: int | None = None  # the descriptor that freezes
        self._words = (b"0", b"1")
        # if no group counts memory, or the system kills only one process when it runs out (v1)
        self._watch: MemoryWatch | MemoryEvent | None = None
        if self._memory is None and limits.memory is not None:
            self._watch = MemoryWatch(limits.memory, self._members)

    @property
    def enter(self) -> str:
        """Return shell commands, each followed by ``&&``, that enter all groups."""
        files = (shlex.quote(str(place / "cgroup.procs")) for place in self.places)
        return FIRST_TO_GO + "".join(f"echo 0 >{file} && " for file in files)

    def make(self) -> None:
        """Make the groups. Raises OSError if that is not allowed."""
        for place in self.places:
            place.mkdir()
        file = self._freezer / "cgroup.freeze"
        if not file.exists():
            file, self._words = self._freezer / "freezer.state", (b"THAWED", b"FROZEN")
        self._state = os.open(file, os.O_WRONLY)
        if self._pids is not None and self._limits.processes is not None:
            (self._pids / "pids.max").write_text(str(self._limits.processes + ROUNDS_OF_REMOVAL))
        if self._memory is not None and self._limits.memory is not None:
            self._limit_memory(self._memory, self._limits.memory)

    def started(self, root: int, *, whole: bool, writable: Path | None = None) -> None:
        """Register the first process: a sandbox (``whole``) has temporary files to be counted."""
        if isinstance(self._watch, MemoryWatch) and not whole:
            self._watch.sandbox(root, writable)

    def freeze(self) -> None:
        self._turn(1)

    def thaw(self) -> None:
        self._turn(0)

    def spent(self) -> Spent | None:
        if self._cpu is None:
            return None
        with suppress(OSError, ValueError, IndexError):
            return Spent(_cpu_seconds(self._cpu), len(self._members()))
        return None

    def exceeded(self) -> bool:
        """Return True if the system has killed a process because all memory was used up."""
        if self._memory is None:
            return False
        with suppress(OSError):  # "oom" counts its own limit, "oom_kill" the whole machine's too
            words = (self._memory / "memory.events").read_text().split()
            counts = dict(zip(words[::2], words[1::2], strict=False))
            return min(int(counts.get("oom_kill", 0)), int(counts.get("oom", 0))) > 0
        with suppress(OSError):
            killed = " ".join((self._memory / "memory.oom_control").read_text().split())
            failed = int((self._memory / "memory.failcnt").read_text())
            return failed > 0 and "oom_kill 0" not in killed
        return False

    def watch(self, over: Callable[[bool], object]) -> None:
        """Call ``over``, on another thread, if it uses too much memory and survives."""
        if self._watch is not None:
            MEMORY_THREAD.add(self._watch, over)

    def kill(self) -> None:
        """Kill every process in it, frozen or not."""
        if sys.platform == "win32":
            return
        with suppress(OSError):
            (self._freezer / "cgroup.kill").write_text("1")
            self.thaw()
            return
        until = time.monotonic() + REMOVAL_SECONDS
        while (members := self._members()) and time.monotonic() < until:
            self.freeze()  # frozen processes do not fork
            for pid in members:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            self.thaw()  # nor do they die
            time.sleep(0.001)

    def close(self) -> None:
        """Kill all remaining processes and remove the groups; may be called twice."""
        self.kill()
        watch, self._watch = self._watch, None
        if watch is not None:
            MEMORY_THREAD.remove(watch)
        with self._lock:
            state, self._state = self._state, None
        if state is not None:
            os.close(state)
        until = time.monotonic() + REMOVAL_SECONDS
        for place in self.places:
            while not _removed(place) and time.monotonic() < until:
                time.sleep(0.001)

    def _turn(self, word: int) -> None:
        with self._lock, suppress(OSError):
            if sys.platform != "win32" and self._state is not None:
                os.pwrite(self._state, self._words[word], 0)

    def _members(self) -> list[int]:
        found: list[int] = []
        for place in self.places:
            with suppress(OSError):
                found += map(int, (place / "cgroup.procs").read_text().split())
        return list(dict.fromkeys(found))

    def _limit_memory(self, place: Path, memory: int) -> None:
        if sys.platform != "linux":
            return
        if (place / "memory.max").exists():
            (place / "memory.max").write_text(str(memory))
            (place / "memory.oom.group").write_text("1")
            with suppress(OSError):  # a kernel without swap has no such file
                (place / "memory.swap.max").write_text("0")
            return
        (place / "memory.limit_in_bytes").write_text(str(memory))
        with suppress(OSError):
            (place / "memory.memsw.limit_in_bytes").write_text(str(memory))
        event = os.eventfd(0)
        self._watch = MemoryEvent(event)
        told = os.open(place / "memory.oom_control", os.O_RDONLY)
        try:
            (place / "cgroup.event_control").write_text(f"{event} {told}")
        finally:
            os.close(told)


def tree_v2() -> Tree | None:
    """Return groups of version 2; version 1 counts what they cannot count."""
    tree = _found_v2()
    if tree is not None and not _complete(tree) and _ask_for_scope():
        tree = _found_v2()
    return tree


def _found_v2() -> Tree | None:
    top = _delegated(_own("", "cgroup2"))
    if top is None:
        return None
    counted = _words(top / "cgroup.subtree_control")
    return Tree(
        freezer=top,
        memory=top if "memory" in counted else _allowed(_own("memory", "cgroup")),
        pids=top if "pids" in counted else _allowed(_own("pids", "cgroup")),
        cpu=top,
        share=top if "cpu" in counted else _allowed(_own("cpu", "cgroup")),
    )


def _complete(tree: Tree) -> bool:
    return all(map(_allowed, (tree.freezer, tree.memory, tree.pids)))


def _allowed(place: Path | None) -> Path | None:
    """Return the group if this process may make subgroups in it, else None."""
    return place if place is not None and os.access(place, os.W_OK) else None


def _ask_for_scope() -> bool:
    """Ask systemd to move this host into its own scope, where it may make groups.

    It does for a running process what ``systemd-run --scope -p Delegate=yes`` does for a new one.
    """
    if sys.platform == "win32":
        return False
    busctl = shutil.which("busctl")
    if busctl is None or not Path("/run/systemd/system").is_dir():
        return False
    name = f"board-{os.getpid()}.scope"
    properties = ["2", "PIDs", "au", "1", str(os.getpid()), "Delegate", "b", "true"]
    manager = ["org.freedesktop.systemd1", "/org/freedesktop/systemd1"]
    command = [
        *(busctl, *([] if os.geteuid() == 0 else ["--user"]), "call", *manager),
        *("org.freedesktop.systemd1.Manager", "StartTransientUnit", "ssa(sv)a(sa(sv))"),
        *(name, "fail", *properties, "0"),
    ]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=REMOVAL_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return False
    until = time.monotonic() + REMOVAL_SECONDS
    while time.monotonic() < until:
        own = _own("", "cgroup2")
        if own is not None and own.name == name:
            return True
        time.sleep(0.01)
    return False


def _delegated(own: Path | None) -> Path | None:
    """Return the group that can hold programs' groups: this process's own or a parent.

    Memory counting must be enabled for a group's children, which is only possible if the group
    itself has no processes; so this host moves into a child group. Only a group without other
    processes is changed.
    """
    if own is None:
        return None
    if own.name.startswith("board-") and own.name.endswith("-host"):
        return own.parent  # of a host that started this one
    lacking = {"memory", "pids", "cpu"} & {*_words(own / "cgroup.controllers")}
    lacking -= {*_words(own / "cgroup.subtree_control")}
    if lacking and _words(own / "cgroup.procs") == [str(os.getpid())]:
        leaf = own / f"board-{os.getpid()}-host"
        with suppress(OSError):
            leaf.mkdir()
            (leaf / "cgroup.procs").write_text("0")
            for name in lacking:
                with suppress(OSError):  # a program with real-time threads forbids "cpu"
                    (own / "cgroup.subtree_control").write_text(f"+{name}")
    return own


def tree_v1() -> Tree | None:
    """Return groups of version 1; None if they cannot be used."""
    names = ("freezer", "memory", "pids", "cpuacct", "cpu")
    freezer, *others = (_allowed(_own(name, "cgroup")) for name in names)
    return None if freezer is None else Tree(freezer, *others)


def _own(controller: str, kind: str) -> Path | None:
    """Return the folder of this process's group in the hierarchy with the controller."""
    with suppress(OSError, ValueError):
        for line in kernel_text("/proc/self/cgroup").split("\n"):
            _, controllers, path = line.split(":", 2)
            if controller in controllers.split(","):
                return _mounted(path, controller, kind)
    return None


def _mounted(path: str, controller: str, kind: str) -> Path | None:
    for line in kernel_text("/proc/self/mountinfo").split("\n")[:-1]:
        words, _, filesystem = line.partition(" - ")
        found, _, options = filesystem.split(" ")[:3]
        if found == kind and (not controller or controller in options.split(",")):
            root, place = (
                ESCAPED_BYTE.sub(lambda octal: chr(int(octal[1], 8)), word)
                for word in words.split(" ")[3:5]
            )
            with suppress(ValueError):  # of another part of the hierarchy
                return Path(place) / Path(path).relative_to(root)
    return None


def _cpu_seconds(place: Path) -> float:
    try:
        words = (place / "cpu.stat").read_text().split()
        return int(words[words.index("usage_usec") + 1]) / 1e6
    except (OSError, ValueError):
        return int((place / "cpuacct.usage").read_text()) / 1e9


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:
        return []


def _removed(place: Path) -> bool:
    try:
        place.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
