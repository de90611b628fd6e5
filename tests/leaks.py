"""What a test leaves behind: processes, threads, descriptors, temporary folders, control groups.

Everything is looked for where the system keeps it (Linux; on Windows processes, threads and
folders; elsewhere threads and folders only), and what is just ending is waited for, by its own
end, before it is called a leak.
"""

import ctypes
import os
import select
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from board_core.supervise import hold, watcher
from board_core.supervise.copies import COPIES
from board_core.supervise.environment import HOST_VARIABLE
from board_core.supervise.uids import OWN_UIDS
from board_core.supervise.watch import WATCH, host_mark

MAY_BE_WAITED_FOR, NOT_YET = 0x100000, 258  # SYNCHRONIZE, WAIT_TIMEOUT
SNAPSHOT_OF_PROCESSES = 2  # TH32CS_SNAPPROCESS
OF_WINDOWS = (b"conhost.exe", b"explorer.exe")  # which Windows itself starts, and ends
PATIENCE = 60.0  # seconds for a thread or a process that is on its way out
FOLDERS = "board-"
HEARTBEAT = "heartbeat"  # ends a second after the last game
TURNS = "turns"  # likewise, after the last game of programs
LOOKED_AT = "/schedstat"  # what that thread opens for a moment, twenty times a second
STARTER = "starter"  # the thread that starts sandboxed programs stays as long as this process
LASTING = ("starter", "heartbeat", "Dask-Offload_0")  # threads that live as long as this process


class ProcessEntry(ctypes.Structure):
    """What Windows tells of a process (PROCESSENTRY32)."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("usage", ctypes.c_uint32),
        ("pid", ctypes.c_uint32),
        ("heap", ctypes.c_size_t),
        ("module", ctypes.c_uint32),
        ("threads", ctypes.c_uint32),
        ("parent", ctypes.c_uint32),
        ("priority", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
        ("file", ctypes.c_char * 260),
    )


@dataclass(frozen=True)
class Belongings:
    """What this process has at one moment."""

    threads: frozenset[threading.Thread]
    children: frozenset[int]
    descriptors: frozenset[int]
    folders: frozenset[str]
    groups: frozenset[str]

    @classmethod
    def now(cls) -> "Belongings":
        return cls(
            frozenset(
                t for t in threading.enumerate() if t.name not in (STARTER, HEARTBEAT, TURNS)
            ),
            frozenset(_children()),
            frozenset(_descriptors()),
            frozenset(name for name in _names(tempfile.gettempdir()) if name.startswith(FOLDERS)),
            frozenset(_groups()),
        )


def left_behind(before: Belongings) -> list[str]:
    """A line for each thing that has come since and has not gone."""
    now = Belongings.now()
    strays = _strays()
    if not (strays or _differs(before, now)):
        return []
    for thread in _new_threads(before, now):
        thread.join(PATIENCE)
    children = Belongings.now().children - before.children - _watcher()
    for pid in children | strays:
        _wait_for_end(pid)
    _wait_for_folders(before)
    now = Belongings.now()
    return [
        *(f"thread {thread.name}" for thread in _new_threads(before, now)),
        *(f"child process {pid}: {_told(pid)}" for pid in children & now.children),
        *(f"stray process {pid}: {_told(pid)}" for pid in strays - children if _is_ours(pid)),
        *(
            f"descriptor {number}: {target}"
            for number in now.descriptors - before.descriptors - _pipe_to_watcher()
            if (target := _target(number)) and not target.endswith(LOOKED_AT)
        ),
        *(f"folder {name}" for name in now.folders - before.folders - _copies()),
        *(f"control group {name}" for name in now.groups - before.groups),
    ]


@contextmanager
def _handle(pid: int) -> Iterator[ctypes.c_void_p]:
    """Open a process of Windows to wait for it; a null handle if it has gone."""
    kernel = ctypes.WinDLL("kernel32")
    kernel.OpenProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.OpenProcess(MAY_BE_WAITED_FOR, False, pid))
    try:
        yield process
    finally:
        kernel.CloseHandle(process)


def is_running(pid: int) -> bool:
    """Return True while a process has not ended."""
    if sys.platform == "win32":
        with _handle(pid) as process:
            return ctypes.WinDLL("kernel32").WaitForSingleObject(process, 0) == NOT_YET
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


_examined: set[int] = set()


def _strays() -> set[int]:
    """Programs of ours wherever they have gone to; every process is looked at once."""
    running = {int(name) for name in _names("/proc") if name.isdigit()}
    new = running - _examined - _watcher()
    _examined.intersection_update(running)
    _examined.update(new)
    return {pid for pid in new if _is_ours(pid)}


def _wait_for_folders(before: Belongings) -> None:
    """Wait for folders that the watcher of a killed host is just removing."""
    until = time.monotonic() + PATIENCE / 4
    while Belongings.now().folders - before.folders - _copies() and time.monotonic() < until:
        time.sleep(0.02)


def _new_threads(before: Belongings, now: Belongings) -> list[threading.Thread]:
    return [thread for thread in now.threads - before.threads if thread.name not in LASTING]


def _differs(before: Belongings, now: Belongings) -> bool:
    return (
        bool(now.threads - before.threads)
        or bool(now.children - before.children)
        or bool(now.descriptors - before.descriptors)
        or bool(now.folders - before.folders)
        or bool(now.groups - before.groups)
    )


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208  # a third of the time
    except OSError:
        return []


def _descriptors() -> Iterator[int]:
    """Those that are open still: not that of the folder, whose number the next one gets."""
    for name in _names("/proc/self/fd"):
        with suppress(OSError):
            os.fstat(int(name))
            yield int(name)


def _groups() -> list[str]:
    """Those of this process's programs, wherever it has made any."""
    ours = f"{FOLDERS}{host_mark().partition('.')[0][:12]}.{os.getpid()}-"
    trees = [tree for _, tree in hold._found.values() if tree is not None]
    places = {place for tree in trees for place in (tree.freezer, tree.memory, tree.pids, tree.cpu)}
    return [
        f"{place}/{name}"
        for place in places
        if place is not None
        for name in _names(str(place))
        if name.startswith(ours)
    ]


def _children() -> set[int]:
    """Its children; on Windows theirs too, for nobody adopts them there."""
    if sys.platform == "win32":
        running, found, new = _processes(), set[int](), {os.getpid()}
        while new:
            new = {pid for pid, (parent, _) in running.items() if parent in new}
            new -= found | _watcher()
            found |= new
        return found
    found = set()
    for task in _names("/proc/self/task"):
        with suppress(OSError), open(f"/proc/self/task/{task}/children", "rb") as file:  # noqa: PTH123
            found |= {int(pid) for pid in file.read().split()}
    return found


def _processes() -> dict[int, tuple[int, bytes]]:
    """The parent of each process of Windows, and its program."""
    kernel, entry, found = ctypes.WinDLL("kernel32"), ProcessEntry(), {}
    kernel.CreateToolhelp32Snapshot.restype = ctypes.c_void_p
    snapshot = ctypes.c_void_p(kernel.CreateToolhelp32Snapshot(SNAPSHOT_OF_PROCESSES, 0))
    entry.size = ctypes.sizeof(entry)
    more = kernel.Process32First(snapshot, ctypes.byref(entry))
    while more:
        if entry.file not in OF_WINDOWS:
            found[entry.pid] = entry.parent, entry.file
        more = kernel.Process32Next(snapshot, ctypes.byref(entry))
    kernel.CloseHandle(snapshot)
    return found


def _is_ours(pid: int) -> bool:
    """Whether it carries this host's mark."""
    try:
        if os.stat(f"/proc/{pid}").st_uid in {uid.number for uid in OWN_UIDS.all}:  # noqa: PTH116
            return watcher.lives(str(pid))
        environment = Path(f"/proc/{pid}/environ").read_bytes()
        return f"{HOST_VARIABLE}={host_mark()}".encode() in environment.split(b"\0")
    except OSError:
        return False


def _told(pid: int) -> str:
    if sys.platform == "win32":
        return str(_processes().get(pid, "just ended"))
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        return command.strip()[:200] or "ended, and nobody has waited for it"
    except OSError:
        return "just ended"


def _target(descriptor: int) -> str:
    """What it stands for; nothing if it was that of the folder just listed.

    An eventfd has no name: its flags tell that of a loop, which is not blocking, from those of the
    thread that watches memory, and the threads tell who may still close it.
    """
    try:
        target = os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115
        if not target.startswith("anon_inode"):
            return target
        flags = Path(f"/proc/self/fdinfo/{descriptor}").read_text().split()[3]
    except OSError:
        return ""
    return f"{target}, flags {flags}, threads {[each.name for each in threading.enumerate()]}"


def _wait_for_end(pid: int) -> None:
    if sys.platform == "win32":
        with _handle(pid) as process:
            ctypes.WinDLL("kernel32").WaitForSingleObject(process, round(PATIENCE * 1000))
        return
    with suppress(OSError, AttributeError):
        descriptor = os.pidfd_open(pid)
        try:
            select.select([descriptor], [], [], PATIENCE)
        finally:
            os.close(descriptor)


def _copies() -> set[str]:
    """The folder of programs' own folders, which stays as long as this process."""
    return {COPIES.home.name} if COPIES.home else set()


def _watcher() -> set[int]:
    """The one helper that stays as long as this process."""
    return {WATCH._process.pid} if WATCH._process else set()


def _pipe_to_watcher() -> set[int]:
    pipe = WATCH._process.stdin if WATCH._process else None
    ends = [end for end in (pipe, WATCH._answers) if end is not None]
    return {end.fileno() for end in ends} | {fd for uid in OWN_UIDS.all for fd in uid.descriptors}
