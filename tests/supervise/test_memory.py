"""The memory of a program is measured from outside: all of it, and without waiting for it."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from patience import PATIENCE

from board_core.supervise import memory
from board_core.supervise.limits import MIB
from board_core.supervise.memory import MemoryWatch, resident
from board_core.supervise.processes import family

if sys.platform != "linux":
    pytest.skip("only Linux tells of memory in files", allow_module_level=True)

FAMILY = """
import os
shared = bytearray(b"x") * (30 << 20)
for _ in range(3):
    if os.fork() == 0:
        os.read(0, 1)  # all wait for the same pipe
        for at in range(0, len(shared), 4096):
            shared[at] = 1
        os.write(1, b"own")
        os.read(0, 1)
        os._exit(0)
os.write(1, b"ready")
os.wait()
"""
FILES = """
import mmap, os
path = next(line.split()[-1] for line in open("/proc/self/maps") if "/libc" in line)
file, size = os.open(path, os.O_RDONLY), os.path.getsize(path)
shown = [mmap.mmap(file, size, prot=mmap.PROT_READ) for _ in range((40 << 20) // size)]
for _ in range(3):
    if os.fork() == 0:
        for each in shown:
            sum(each[at] for at in range(0, size, 4096))
        os.write(1, b"r")
        os.read(0, 1)
        os._exit(0)
os.wait()
"""
WITHOUT_ITS_FIRST = """
import ctypes, os, threading
def hold():
    kept = bytearray(b"x") * (100 << 20)
    while open("/proc/self/stat").read().split()[2] != "Z":
        pass
    os.write(1, b"ready")
    os.read(0, 1)
    os._exit(0)
threading.Thread(target=hold).start()
ctypes.CDLL(None).syscall(%d, 0)  # exit: of this thread
"""
MAPPINGS = """
import ctypes, os
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
at = libc.mmap(None, ctypes.c_size_t(60000 << 12), 1, 0x4022, -1, ctypes.c_long(0))
for number in range(0, 60000, 2):
    libc.mprotect(ctypes.c_void_p(at + (number << 12)), ctypes.c_size_t(4096), 0)
os.write(1, b"ready")
os.read(0, 1)
"""


@contextmanager
def running(code: str, said: bytes) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-S", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        hear(process, said)
        yield process
        for pid in family(process.pid):
            os.kill(pid, 9)


def hear(process: subprocess.Popen[bytes], said: bytes) -> None:
    assert process.stdout is not None
    assert process.stdout.read(len(said)) == said


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.005)


def watch_of(process: subprocess.Popen[bytes], limit: int) -> MemoryWatch:
    return MemoryWatch(limit, lambda: family(process.pid))


def test_what_processes_share_counts_once_until_it_is_their_own():
    with running(FAMILY, b"ready") as process:
        watch = watch_of(process, 110 * MIB)
        wait_until(lambda: not watch.exceeds() and watch.used < 110 * MIB)
        assert watch.used > 30 * MIB
        process.stdin.write(b"go!")
        process.stdin.flush()
        wait_until(watch.exceeds)


def test_a_program_that_does_nothing_is_asked_about_once():
    with running(FAMILY, b"ready") as process:
        watch = watch_of(process, 110 * MIB)
        wait_until(lambda: not watch.exceeds() and watch.used < 110 * MIB)

        def is_not_asked_again() -> bool:
            """Its children may still end a system call after the program is ready."""
            asked = watch._sharing
            assert asked is not None
            wait_until(lambda: time.monotonic() > asked.next)
            assert not watch.exceeds()
            return watch._sharing is asked

        wait_until(is_not_asked_again)


def test_the_host_does_not_wait_for_what_the_system_says(monkeypatch):
    """It waits itself for a process that changes its map."""
    goes_on = threading.Event()
    monkeypatch.setattr(memory, "_proportional", lambda pid, kept: int(goes_on.wait(PATIENCE)))
    with running(FAMILY, b"ready") as process:
        watch = watch_of(process, 110 * MIB)
        assert not watch.exceeds()
        assert not watch.exceeds()
        monkeypatch.setattr(memory, "SHARING_SECONDS", 0.0)
        assert watch.exceeds(), "it may be the program that keeps the system from telling"
        goes_on.set()
        watch._sharing.join(PATIENCE)


def test_pages_of_files_count_for_nobody_and_nothing_is_asked():
    with running(FILES, b"rrr") as process:
        watch = watch_of(process, 60 * MIB)
        assert sum(map(resident, family(process.pid))) > 100 * MIB
        assert not watch.exceeds()
        assert watch._sharing is None


def test_the_memory_of_threads_whose_first_has_ended_counts():
    exit_ = {"x86_64": 60, "aarch64": 93}[os.uname().machine]
    with running(WITHOUT_ITS_FIRST % exit_, b"ready") as process:
        assert resident(process.pid) > 100 * MIB
        assert watch_of(process, 90 * MIB).exceeds()


def test_what_mappings_cost_the_kernel_counts():
    with running(MAPPINGS, b"ready") as process:
        own = memory.Kept.of(process.pid).own
        watch = watch_of(process, own + 10 * MIB)
        wait_until(watch.exceeds)
        roomy = watch_of(process, own + 20 * MIB)
        assert not roomy.exceeds()
        wait_until(lambda: not roomy.exceeds() and roomy._sharing is None)


def test_a_look_that_takes_long_is_followed_by_a_longer_rest(monkeypatch):
    now = iter([1.0, 3.0])
    monkeypatch.setattr(memory.time, "monotonic", lambda: next(now))
    watch = MemoryWatch(MIB, list)
    assert not watch.exceeds()
    assert watch.due == 3.0 + memory.RESTS * 2.0
