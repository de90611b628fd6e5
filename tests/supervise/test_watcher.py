"""Nothing is left running when the host is killed without warning."""

import errno
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from board_core.supervise import jobs, program, watch, watcher
from board_core.supervise.command import Command
from board_core.supervise.environment import HOST_VARIABLE
from board_core.supervise.program import Program
from board_core.supervise.program_news import ProgramNews
from board_core.supervise.sandbox import confinement
from board_core.supervise.watch import Watch

HOST = Path(__file__).parent.parent / "programs" / "host.py"
ROOT = Path(__file__).parent.parent.parent

FORKS = """
import os, time
from board_core.game.loop import Loop
from board_core.supervise.command import Command
from board_core.supervise.program import Program
from board_core.supervise.watch import WATCH

heard = []

def listener(program, news, at):
    heard.append(news)

loop = Loop()
ours = Program(Command(("cat",), None), listener)
ours.attach(loop)
fork = os.fork()
if fork == 0:
    Program(Command(("cat",), None), listener).close()
    WATCH.close()
    os._exit(0)
os.waitpid(fork, 0)
ours.write("still here\\n")
loop.drive(lambda: bool(heard), time.perf_counter() + 10)
print(heard)
ours.close()
"""

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="strays are found by /proc"
)
posix = pytest.mark.skipif(os.name != "posix", reason="forks and signals are POSIX")


def nobody(program: Program, news: ProgramNews, at: float) -> None: ...


SLEEPER = Command((sys.executable, "-c", "import time; time.sleep(600)"), None)


@needs_proc
def test_a_killed_host_leaves_no_program_and_no_folder_behind(tmp_path):
    fifo, folders = tmp_path / "alive", tmp_path / "folders"
    os.mkfifo(fifo)
    folders.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folders)}
    host = subprocess.Popen([sys.executable, str(HOST), str(fifo)], env=environment)
    with fifo.open("rb", buffering=0) as alive:
        started = b""
        while len(started) < 4:  # two programs, each with a daemon in a session of its own
            started += alive.read(4)
        watching = os.pidfd_open(watcher_of(host.pid))
        host.kill()
        host.wait()
        assert alive.read(1) == b"", "end of file comes when the last of them is gone"
    assert select.select([watching], [], [], 10)[0] == [watching]
    os.close(watching)
    assert list(folders.iterdir()) == []


@pytest.mark.parametrize("sandbox", ["off", "auto"])
def test_a_program_that_cannot_be_watched_is_not_left_running(monkeypatch, sandbox, caplog):
    monkeypatch.setattr(program.WATCH, "register", refuse_the_second_time())
    command = Command((sys.executable, "-c", "import time; time.sleep(600)"), None)
    with pytest.raises(OSError, match="Too many"):
        program.Program(command, None, confinement=confinement(sandbox))
    caplog.clear()  # the leak check does the rest


def test_the_job_of_a_program_that_cannot_be_watched_is_closed(monkeypatch, caplog):
    closed = []

    class Job(jobs.Job):
        def close(self):
            closed.append(self)
            super().close()

    monkeypatch.setattr(program, "Job", Job)
    monkeypatch.setattr(program.WATCH, "register", refuse_the_second_time())
    with pytest.raises(OSError, match="Too many"):
        program.Program(SLEEPER, None)
    assert len(closed) == 1
    caplog.clear()


def refuse_the_second_time():
    """As if the watcher had died meanwhile and no other could be started."""
    calls = []

    def register(*about):
        calls.append(about)
        if len(calls) > 1:
            raise OSError(errno.EMFILE, "Too many open files")

    return register


def watcher_of(host: int) -> int:
    children = [
        int(pid)
        for task in Path(f"/proc/{host}/task").iterdir()
        for pid in (task / "children").read_text().split()
    ]
    (found,) = [
        pid for pid in children if b"watcher.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    return found


@posix
def test_the_watcher_kills_what_is_registered_and_removes_its_folder(tmp_path):
    kept, left = tmp_path / "kept", tmp_path / "left 一"
    kept.mkdir()
    left.mkdir()
    with subprocess.Popen([*SLEEPER.argv], start_new_session=True) as sleeper:
        told = f"+one\0{sleeper.pid}\0\0{left}\n+two\0\0\0{kept}\n-two\n"
        script = [sys.executable, "-X", "utf8", watcher.__file__, "MARK=nobody"]
        subprocess.run(script, input=told.encode(), check=True)
        assert sleeper.wait() == -signal.SIGKILL
    assert kept.exists()
    assert not left.exists()


@posix
def test_a_fork_of_the_host_that_ends_leaves_the_programs_of_the_host_alone():
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    script = [sys.executable, "-W", "ignore", "-c", FORKS]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[Output(text='still here\\n')]\n"


@needs_proc
def test_a_host_that_is_a_program_of_another_host_has_a_watcher_that_survives_it(monkeypatch):
    monkeypatch.setenv(HOST_VARIABLE, "the other host")
    own = Watch()
    own.register("one", Path("nowhere"))
    try:
        assert own._process is not None
        environment = Path(f"/proc/{own._process.pid}/environ").read_bytes()
        assert HOST_VARIABLE.encode() not in environment
    finally:
        own.release("one")
        own.close()


@posix
def test_a_killed_watcher_is_replaced_and_the_next_one_knows_everything(tmp_path):
    sleepers = [subprocess.Popen([*SLEEPER.argv], start_new_session=True) for _ in range(2)]
    own = Watch()
    for sleeper in sleepers:
        own.register(f"the {sleeper.pid}", tmp_path / "nothing", pid=sleeper.pid)
        assert own._process is not None
        own._process.kill()
        own._process.wait()
    own.register("another")
    own.close()
    assert [sleeper.wait() for sleeper in sleepers] == [-signal.SIGKILL, -signal.SIGKILL]


@posix
def test_a_watcher_that_is_not_quick_still_removes_what_is_left_when_its_host_ends(tmp_path):
    left, own = tmp_path / "left", Watch()
    left.mkdir()
    own.register("one", left)
    assert own._process is not None
    watching = own._process.pid
    os.kill(watching, signal.SIGSTOP)  # as on a machine that has no time for it
    own.close()
    os.kill(watching, signal.SIGCONT)
    assert os.waitpid(watching, 0) == (watching, 0)
    assert not left.exists()


@posix
def test_a_program_is_closed_when_all_it_wrote_to_standard_error_has_been_read():
    wrote, may_read, heard = threading.Event(), threading.Event(), []

    def read(data: bytes) -> None:
        wrote.set()
        may_read.wait()
        heard.append(data)

    says = Command((sys.executable, "-c", "print('why', file=__import__('sys').stderr)"), None)
    ended = Program(says, nobody, grace=10, on_stderr=read)  # it ends by itself
    closing = threading.Thread(target=ended.close)
    closing.start()
    wrote.wait()
    closing.join(1)
    assert closing.is_alive()
    may_read.set()
    closing.join()
    assert b"".join(heard) == b"why\n"
    assert heard[-1] == b""  # the end


def test_without_a_watcher_no_program_runs(monkeypatch, tmp_path):
    started: list[subprocess.Popen[bytes]] = []

    class Recorded(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: object, **options: object) -> None:
            started.append(self)
            super().__init__(*arguments, **options)

    def fails(*_answers: int) -> None:
        raise OSError("too many open files")

    monkeypatch.setattr(program, "WATCH", Watch())
    monkeypatch.setattr(watch, "_started", fails)
    monkeypatch.setattr(subprocess, "Popen", Recorded)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(OSError, match="too many open files"):
        Program(SLEEPER, nobody)
    assert started == []
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_program_is_closed_although_the_host_ignores_the_end_of_its_children():
    usual = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        sleeper = Program(SLEEPER, nobody, grace=0.1)
        sleeper.close()
    finally:
        signal.signal(signal.SIGCHLD, usual)
    assert not sleeper.running
