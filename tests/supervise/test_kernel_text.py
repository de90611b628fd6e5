"""What the kernel tells of a process is read as bytes, whatever a program calls itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import board_core
from board_core.supervise import groups, processes
from board_core.supervise.children import ChildSeen, children_seen
from board_core.supervise.inside import Inside
from board_core.supervise.load import counters
from board_core.supervise.memory import MemoryWatch, peak_memory, resident
from board_core.supervise.senders import _look_at

if sys.platform != "linux":
    pytest.skip("only Linux tells of processes in files", allow_module_level=True)

NAMES = [
    b"\xff\xfe)\xff",
    b"\rNSpid:\t7 2",  # a line of its own for whoever takes CR for a line break
    b"\rVmHWM: 0 kB",
    b"\x0bNSpid:\t7 2",
    "\N{NEXT LINE}NSpid: 2".encode(),
    b"a) Z 1 1 (b",
    b"\nNSpid:\t7 2",
    "шахматист"[:8].encode()[:15],
    b"",
]


@contextmanager
def named(name: bytes) -> Iterator[int]:
    """A process with this name, that sleeps."""
    code = f"import ctypes; ctypes.CDLL(None).prctl(15, {name!r}); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        while processes.state(processes.tasks(process.pid)) != "S":
            pass
        yield process.pid
        process.kill()


@pytest.mark.parametrize("name", NAMES)
def test_no_name_of_a_process_hides_or_forges_anything(name):
    with named(name) as pid:
        threads = processes.tasks(pid)
        assert processes.state(threads) == "S"
        assert processes.family(pid) == [pid]
        assert processes.inner_numbers(pid) == [pid]
        spent = processes.Spending().look([pid])
        assert (spent.processes, spent.started) == (1, None)
        assert not processes.stands(pid)
        assert all(each.isprintable() for each in processes.thread_names(threads))
        assert (peak_memory(pid) or 0) > 1 << 20
        assert MemoryWatch(1 << 20, lambda: [pid]).exceeds()
        assert resident(pid) > 1 << 20
        sender = _look_at(pid)
        assert sender is not None
        assert sender.ancestors[0] == os.getpid()
        assert counters() is not None


def test_a_process_that_calls_itself_the_program_is_not_taken_for_it():
    inside = Inside(lambda first: None)
    inside.started()
    try:
        with named(b"\rNSpid:\t7 2"):
            inside._first = os.getpid()
            assert inside.program() is None
    finally:
        inside.close()


def test_a_group_is_found_behind_mounts_and_in_places_of_any_name(monkeypatch):
    told = {
        "/proc/self/cgroup": "3:cpu:/x\n4:freezer:/a\udcff b/\x85ours\n",
        "/proc/self/mountinfo": "1 0 0:1 / /od\udcffd\x0b rw - ext4 x rw\n"
        "2 0 0:2 / /sys/my\\040groups rw - cgroup cgroup rw,freezer\n",
    }
    monkeypatch.setattr(groups, "kernel_text", told.__getitem__)
    assert groups._own("freezer", "cgroup") == Path("/sys/my groups/a\udcff b/\x85ours")


def test_a_look_that_fails_is_told_to_the_log_and_costs_nobody_anything(caplog, monkeypatch):
    from board_core.supervise.command import Command
    from board_core.supervise.program import Program

    def fails(*_):
        raise ValueError("an odd name")

    for name in ("tasks", "written", "resident"):
        monkeypatch.setattr(f"board_core.supervise.program.{name}", fails)
    program = Program(Command((sys.executable, "-c", "input()"), None), lambda *news: None)
    try:
        assert program.usage().state == ""
        assert program.thread_names == []
        assert program.written_bytes is None
        assert program.used_memory == 0
        assert "an odd name" in caplog.text
        caplog.clear()
    finally:
        program.close()


def test_all_that_the_kernel_tells_is_read_by_one_function():
    root = Path(board_core.__file__).parent
    reads = re.compile(r"""\b(open|read_text|read_bytes)\(.*/proc|/proc.*\.(open|read_text)\(""")
    found = {
        path.name
        for path in [*root.rglob("*.py"), *(root.parent / "board_pygame").rglob("*.py")]
        if any(map(reads.search, path.read_text("utf-8").splitlines()))
    }
    of_bytes = {"watcher.py", "command.py"}  # an environment, a program
    of_this_process = {"uid_namespaces.py"}  # the numbers of its user IDs
    assert found == of_bytes | of_this_process


def test_a_child_that_reads_the_input_of_its_parent_is_seen():
    command = ["/bin/sh", "-c", "cat >&2; :"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        seen = children_seen(process.pid)
        while not any(child.reads and child.state == "S" for child in seen):
            seen = children_seen(process.pid)
        cat = ChildSeen("cat", "S", reads=True, shares_input=True)
        assert replace(seen[0], awaited=False) == cat
        process.kill()


PIPES = "import subprocess as s, sys\nP, run = s.PIPE, [sys.executable, '-c']\n"
READS, WRITES_MUCH = "['cat']", "[*run, 'import sys; sys.stderr.write(\\'x\\' * 1000000)']"
SLEEPS = "['sleep', '100']"
COMPUTES = "[*run, 'while True: pass']"


def child_of(*command: str, sure):
    """Return the first child of a program that is as it shall be."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            while True:
                for child in children_seen(process.pid):
                    if sure(child):
                        return child
        finally:
            for pid in reversed(processes.family(process.pid)):
                os.kill(pid, 9)


@pytest.mark.parametrize("waits", ["c.wait()", "c.stdout.readline()"])
@pytest.mark.parametrize(
    ("command", "sure", "more"),
    [
        (READS, lambda child: child.fed, {"reads": True, "fed": True}),
        (WRITES_MUCH, lambda child: child.writes, {"writes": 2}),
        (SLEEPS, lambda child: child.sleeps, {"sleeps": True}),
        (COMPUTES, lambda child: child.state == "R" and "while" in child.command, {}),
    ],
)
def test_a_child_that_its_program_waits_for_is_seen_with_what_it_does(waits, command, sure, more):
    code = f"{PIPES}c = s.Popen({command}, stdin=P, stdout=P, stderr=P); {waits}"
    seen = child_of(sys.executable, "-c", code, sure=lambda child: child.awaited and sure(child))
    state = "R" if command == COMPUTES else "S"
    assert seen == ChildSeen(seen.command, state, awaited=True, **more)


def test_a_child_of_a_shell_that_a_program_starts_is_awaited_by_both():
    code = f"{PIPES}s.Popen('cat; :', shell=True, stdin=P, stdout=P).stdout.readline()"
    seen = child_of(sys.executable, "-c", code, sure=lambda child: child.awaited and child.fed)
    assert seen == ChildSeen("cat", "S", reads=True, fed=True, awaited=True)


@pytest.mark.parametrize(
    "code",
    [
        f"{PIPES}c = s.Popen({READS}, stdin=P, stdout=P); input()",  # an engine between two moves
        f"{PIPES}import threading as t; c = s.Popen({READS}, stdin=P, stdout=P)\n"
        "t.Thread(target=c.stdout.readline).start(); input()",
    ],
)
def test_a_child_that_waits_for_its_next_question_is_not_awaited(code):
    seen = child_of(sys.executable, "-c", code, sure=lambda child: child.fed)
    assert seen == ChildSeen("cat", "S", reads=True, fed=True)


def test_what_stands_at_the_end_of_a_pipeline_is_not_fed_by_the_program():
    last = child_of(  # while its shell starts both, that has an end of their pipe too
        *("/bin/sh", "-c", "cat | tee /dev/null; :"),
        sure=lambda child: child.reads and not child.shares_input and child.awaited,
    )
    assert last.command.startswith("tee")
    assert not last.fed
