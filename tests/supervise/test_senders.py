"""Who sent a signal, and what comes of it."""

import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from patience import PATIENCE

from board_core.supervise.senders import (
    SI_KERNEL,
    SI_TKILL,
    SI_USER,
    Effect,
    Sender,
    SignalWatch,
    judge_signal,
)

SI_QUEUE, POLL_IN = -1, 1
TERM = signal.SIGTERM
PROGRAMS = (100, 200)

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who sent a signal")


@pytest.mark.parametrize(
    "sender",
    [
        Sender(100),
        Sender(101, group=100, session=100, ancestors=(100, 7)),
        Sender(102, group=102, session=100),
        Sender(103, group=103, session=103, ancestors=(150, 100, 7), kin=True),
    ],
    ids=["itself", "child", "own group", "own session"],
)
@pytest.mark.parametrize("code", [SI_USER, SI_TKILL])
def test_a_process_of_a_program_stands_for_it(sender: Sender, code: int):
    assert judge_signal(TERM, code, sender, PROGRAMS) == 100


@pytest.mark.parametrize(
    ("code", "sender"),
    [
        (SI_KERNEL, None),
        (SI_USER, Sender(50, group=50, session=40, ancestors=(40, 1))),
        (SI_USER, None),
    ],
    ids=["Ctrl-C", "a shell's kill", "a kill that has gone"],
)
def test_what_a_person_sends_has_its_usual_effect(code: int, sender: Sender | None):
    assert judge_signal(TERM, code, sender, PROGRAMS) is Effect.USUAL


@pytest.mark.parametrize("code", [SI_QUEUE, POLL_IN])
def test_a_sender_that_anybody_could_have_written_there_is_not_believed(code: int):
    assert judge_signal(TERM, code, Sender(100), PROGRAMS) is Effect.NONE


def test_a_daemon_of_one_of_the_programs_is_ignored_and_nobody_is_blamed():
    assert judge_signal(TERM, SI_USER, Sender(300, kin=True), PROGRAMS) is Effect.NONE


@pytest.mark.parametrize("number", [signal.SIGIO, signal.SIGXCPU] if os.name == "posix" else [])
def test_what_others_can_make_the_kernel_send_is_ignored(number: int):
    assert judge_signal(number, SI_KERNEL, None, PROGRAMS) is Effect.NONE


@pytest.mark.parametrize(
    ("sender", "effect"),
    [(Sender(7), Effect.USUAL), (Sender(8), Effect.NONE), (None, Effect.NONE), (Sender(200), 200)],
    ids=["its owner", "another", "gone", "a program"],
)
def test_a_worker_listens_to_its_owner_only(sender: Sender | None, effect: Effect | int):
    assert judge_signal(TERM, SI_USER, sender, PROGRAMS, only=7) == effect


ALONE = """
import os, signal, threading, time
from queue import SimpleQueue
from board_core.supervise.senders import SIGNAL_WATCH, attributed

def mask():
    return signal.pthread_sigmask(signal.SIG_BLOCK, ())

"""
"""A process of its own: among the test's own threads are some that block nothing."""


def alone(script: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", ALONE + script],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@linux
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGALRM"])
def test_a_signal_of_our_own_reaches_its_handler_on_the_main_thread(name: str):
    said = alone(f"""
heard, number = SimpleQueue(), signal.{name}
signal.signal(number, lambda n, _: heard.put((n, threading.current_thread().name)))
with attributed():
    for _ in range(2):
        os.kill(os.getpid(), number)
        while heard.empty():  # a lock that is waited for may sleep through a handler
            time.sleep(0.01)
        print(*heard.get(), end=" ")
""")
    assert (
        said == f"{signal.Signals[name].value} MainThread {signal.Signals[name].value} MainThread"
    )


@linux
def test_without_a_handler_a_signal_ends_the_process_as_ever():
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            ALONE + "with attributed():\n    os.kill(os.getpid(), 15)\n    signal.pause()",
        ],
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == -signal.SIGTERM


@linux
def test_afterwards_signals_are_as_they_were():
    said = alone("""
before = mask()
with attributed():
    print(signal.SIGTERM in mask())
    with attributed():
        pass
    print(signal.SIGTERM in mask())
    with SIGNAL_WATCH.unblocked():
        print(mask() == before)
print(mask() == before, [thread.name for thread in threading.enumerate()])
""")
    assert said.split("\n") == ["True", "True", "True", "True ['MainThread']"]


@linux
def test_a_program_blocks_no_signal(tmp_path):
    said = alone("""
import sys
from board_core.supervise.command import Command
from board_core.game.loop import Loop
from board_core.supervise.program import Program

heard, loop = [], Loop()
code = "import signal; print(len(signal.pthread_sigmask(0, ())), flush=True); input()"
with attributed():
    program = Program(
        Command((sys.executable, "-c", code), None), lambda program, news, at: heard.append(news)
    )
    program.attach(loop)
    loop.drive(lambda: bool(heard), time.perf_counter() + 10)
    print(heard)
    program.close()
""")
    assert said == "[Output(text='0\\n')]"


@linux
def test_a_worker_does_not_suspect_whoever_started_its_owner(caplog):
    watch = SignalWatch()
    watch._only = -1  # its owner, from whom nothing comes here
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        for pid in (os.getppid(), child.pid):
            watch._heard(SimpleNamespace(si_signo=signal.SIGINT, si_code=0, si_pid=pid))
    finally:
        child.communicate(b"\n")
    said = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert said == [f"SIGINT was ignored: process {child.pid} may be a program"]
