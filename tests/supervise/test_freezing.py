"""Whoever tries to go on while it is stopped by signals does not: the filter refuses the means."""

import os
import subprocess
import sys
import textwrap

import pytest
from heard import Heard

from board_core.supervise import hold
from board_core.supervise.command import Command
from board_core.supervise.hold import HoldKind
from board_core.supervise.processes import Spent
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox, trial

COMMON = """
import ctypes, fcntl, os, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def die_of_input():
    "SIGKILL, which ends a process that is stopped, when the host writes."
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, 10, 9)  # F_SETSIG
    fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)
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


def busy(seconds: float) -> None:
    """Use a processor for so long: time that passes for the others too."""
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-S", "-c", code], check=True)
