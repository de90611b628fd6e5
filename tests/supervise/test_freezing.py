"""Whoever tries to go on while it is stopped by signals does not: the filter refuses the means."""

import os
import select
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable

import pytest
from heard import Heard
from patience import PATIENCE

from board_core.supervise import hold
from board_core.supervise.command import Command
from board_core.supervise.hold import HoldKind
from board_core.supervise.processes import Spending, Spent, family, stands
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox, trial

COMMON = """
import ctypes, fcntl, os, signal, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def die_of_input():
    "SIGKILL, which ends a process that is stopped, when the host writes."
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    try:
        fcntl.fcntl(0, 10, 9)  # F_SETSIG
        fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)
    except OSError:
        pass
    print("ready", flush=True)
    time.sleep(600)
def spin():
    while True:
        pass
"""

WAYS = {
    "a timer": """
        event = struct.pack("Qii", 0, 18, 0) + bytes(48)  # SIGEV_SIGNAL with SIGCONT
        timer = ctypes.c_void_p()
        if libc.timer_create(1, event, ctypes.byref(timer)) == 0:
            every = struct.pack("4q", 0, 5_000_000, 0, 5_000_000)
            libc.timer_settime(timer, 0, every, None)
        print("ready", flush=True)
        spin()
        """,
    "a sibling": """
        me = os.getpid()
        for _ in range(3):
            if os.fork() == 0:
                while True:
                    try:
                        os.kill(me, 18)
                        os.kill(-1, 18)
                    except OSError:
                        time.sleep(0.001)
        print("ready", flush=True)
        spin()
        """,
    "input that comes": """
        try:
            fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(0, 10, 18)  # F_SETSIG
        except OSError:
            pass
        else:
            fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)
        print("ready", flush=True)
        spin()
        """,
    "the death of its parent": """
        if os.fork() == 0:
            if os.fork() == 0:
                libc.prctl(1, 18)
                spin()
            die_of_input()
        time.sleep(600)
        """,
    "the end of a terminal that was never unlocked": """
        if os.fork() != 0:
            time.sleep(600)
        os.setsid()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        master = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
        try:
            fcntl.ioctl(master, 0x540E, 0)  # TIOCSCTTY
        except OSError:
            pass
        if os.fork() == 0:
            die_of_input()
        os.close(master)
        spin()
        """,
    "the death of its child": """
        child = libc.syscall(56, 18, 0, 0, 0, 0)  # clone: its end is told by SIGCONT
        if child == 0:
            die_of_input()
        if child < 0:
            print("ready", flush=True)
        spin()
        """,
}


@pytest.fixture(autouse=True)
def signals(monkeypatch):
    if not sys.platform.startswith("linux"):
        pytest.skip("the sandbox is Linux's")
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    if not trial().filters:
        pytest.skip("system calls are not filtered on this machine")
    monkeypatch.setenv(hold.HOLD_VARIABLE, "signals")
    assert hold.kind() is HoldKind.SIGNALS


def spent_by(program: Program) -> Spent:
    found = program.spent()
    assert found is not None
    return found


@pytest.mark.parametrize("way", WAYS)
def test_it_does_not_go_on_by(way):
    heard = Heard()
    code = COMMON + textwrap.dedent(WAYS[way])
    how = Confinement(Sandbox.REQUIRED, allow_root=True, ponder=Ponder.FREEZE)
    command = Command((sys.executable, "-u", "-c", code), None)
    program = heard.start(command, confinement=how, grace=0.1)
    try:
        assert heard.next() == "ready"
        heard.until(lambda: program.spent() is not None)  # its line may come before its number
        program.freeze()
        before = spent_by(program)
        program.write("x\n")
        busy(0.2)
        after = spent_by(program)
        assert after.cpu - before.cpu < 0.1
    finally:
        program.close()


FAMILY = """
if os.fork() == 0:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(3):
        child = os.fork()
        if child == 0:
            spin()
        print(child, flush=True)
        input()
        os.kill(child, 9)
        while os.path.exists(f"/proc/{child}"):
            time.sleep(0.001)
    print("done", flush=True)
time.sleep(600)
"""


WAITS = """
import os, time
for _ in range(12):
    if os.fork() == 0:
        while time.process_time() < 0.03:
            pass
        os._exit(0)
    os.wait()
print("done", flush=True)
input()
"""


@pytest.fixture
def still():
    """A program that must stand still, and has children that nobody waits for."""
    heard = Heard()
    how = Confinement(Sandbox.REQUIRED, allow_root=True, ponder=Ponder.FREEZE)
    command = Command((sys.executable, "-S", "-u", "-c", COMMON + FAMILY), None)
    program = heard.start(command, confinement=how, grace=0.1)
    yield program, heard
    program.close()


def test_who_was_continued_by_whatever_means_is_stopped_again(still):
    program, heard = still
    assert heard.next().isdigit()
    program.freeze()
    spins = max(program._hold._now())
    for _ in range(2):
        os.kill(spins, signal.SIGCONT)
        assert not stands(spins)
        program.freeze()
        wait_until(lambda: stands(spins))
    program.thaw()
    assert not stands(spins)


def test_what_a_process_used_that_nobody_waits_for_does_not_vanish_with_it(still):
    program, heard = still
    figures = [0.0]
    for _ in range(3):
        assert heard.next().isdigit()
        wait_until(lambda: spent_by(program).cpu > figures[-1] + 0.2)
        figures.append(spent_by(program).cpu)
        program.write("x\n")
    assert heard.next() == "done"
    assert spent_by(program).cpu >= figures[-1] >= 0.6


def test_what_a_process_used_is_counted_once_whoever_waits_for_it():
    with subprocess.Popen(
        [sys.executable, "-S", "-c", WAITS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        spending = Spending()
        while not select.select([process.stdout], [], [], 0.002)[0]:
            spending.look(family(process.pid))
        found = spending.look(family(process.pid)).cpu
        assert found == pytest.approx(Spending().look([process.pid]).cpu, abs=0.02)
        assert found > 0.2
        process.kill()


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


def busy(seconds: float) -> None:
    """Use a processor for so long: time that passes for the others too."""
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-S", "-c", code], check=True)
