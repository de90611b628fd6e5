"""Programs in a real sandbox are started, heard and ended as others are."""

import errno
import os
import resource
import select
import subprocess
import sys
import threading
from pathlib import Path
from queue import SimpleQueue

import pytest

from board_core.supervise import watcher
from board_core.supervise.command import Command
from board_core.supervise.environment import MARK
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox, trial

ROOT = Path(__file__).parents[2]
REQUIRED = Confinement(Sandbox.REQUIRED, allow_root=True)


@pytest.fixture(autouse=True)
def sandbox():
    """Skip without one; on the machine that decides, fail."""
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))


class Heard:
    def __init__(self) -> None:
        self.queue: SimpleQueue[object] = SimpleQueue()

    def lines(self, program, texts, at):
        for text in texts:
            self.queue.put(text)

    def ended(self, program, returncode):
        self.queue.put(returncode)

    def next(self) -> object:
        return self.queue.get(timeout=10)


def started(code: str, folder: Path | None = None) -> tuple[Program, Heard]:
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", code), folder)
    return Program(command, heard, confinement=REQUIRED, grace=0.2), heard


@pytest.mark.skipif(sys.version_info < (3, 11, 4), reason="subprocess itself leaves pipes there")
def test_however_few_files_may_be_open_a_program_that_cannot_start_leaves_nothing():
    free = os.dup(0)
    os.close(free)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    refused = []
    for most in range(free, free + 40):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        try:
            program, _ = started("input()")
        except OSError as error:
            refused.append(error.errno)
        else:
            program.close()
            break
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert set(refused) == {errno.EMFILE}
    assert len(refused) < 40, "it has never started"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os; print(sorted(os.listdir('/proc/self/fd'))[:-1])", "['0', '1', '2']"),
        ("import os; print(os.getuid(), os.getgid(), os.getpid())", "1000 1000 2"),
        ("import os; print(os.path.expanduser('~'), os.environ['TMPDIR'])", "/tmp /tmp"),
        ("open('/tmp/x', 'w').write('x'); print(open('/tmp/x').read())", "x"),
        ("import pwd, os; print(pwd.getpwuid(os.getuid()).pw_name)", "player"),
        ("import os; print(os.listdir('/home') if os.path.exists('/home') else [])", "[]"),
    ],
)
def test_what_a_program_finds_inside(code, said):
    program, heard = started(f"{code}\ninput()")
    assert heard.next() == said
    program.close()


def test_it_starts_in_its_own_folder_which_it_reads(tmp_path):
    folder = tmp_path / "我的 程序"
    folder.mkdir()
    (folder / "book.txt").write_text("e4")
    program, heard = started("import os; print(os.getcwd(), open('book.txt').read())", folder)
    assert heard.next() == f"{folder} e4"
    program.close()


@pytest.mark.parametrize(
    ("code", "returncode"),
    [
        ("raise SystemExit(3)", 3),
        ("import os; os.kill(os.getpid(), 11)", -11),
        ("import os; os.kill(os.getpid(), 9)", -9),
        ("import os; os.close(1); input()", None),
    ],
)
def test_its_end_is_told_as_without_a_sandbox(code, returncode):
    program, heard = started(code)
    assert heard.next() == returncode
    program.close()


def test_it_is_asked_to_end_before_it_is_killed():
    code = "import signal, sys, time\nsignal.signal(15, lambda *_: (print('bye'), sys.exit(4)))\n"
    program, heard = started(f"{code}print('ready')\ntime.sleep(600)")
    assert heard.next() == "ready"
    program.close()
    assert [heard.next(), heard.next()] == ["bye", 4]


def test_what_is_seen_from_outside_is_the_program_and_not_its_sandbox():
    program, heard = started("import os\nprint('ready')\nos.kill(os.getpid(), 19)")
    assert heard.next() == "ready"
    inside = program._program()
    assert inside != program.pid
    assert b"-S" in Path(f"/proc/{inside}/cmdline").read_bytes().split(b"\0")
    assert b"--die-with-parent" not in Path(f"/proc/{inside}/cmdline").read_bytes()
    program.close()


def test_it_outlives_the_thread_that_started_it():
    programs: list[tuple[Program, Heard]] = []
    thread = threading.Thread(target=lambda: programs.append(started("print(input())")))
    thread.start()
    thread.join()
    ((program, heard),) = programs
    program.write("still here\n")
    assert heard.next() == "still here"
    program.close()


HOST = """
import sys, time
from board_core.supervise.command import Command
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox
from board_core.supervise.watch import host_mark
class Listener:
    def lines(self, program, texts, at):
        print(host_mark(), flush=True)
code = "import os, time\\nif os.fork() == 0: os.setsid()\\nelse: print('ready')\\ntime.sleep(600)"
command = Command((sys.executable, "-S", "-u", "-c", code), None)
Program(command, Listener(), confinement=Confinement(Sandbox.REQUIRED, allow_root=True))
time.sleep(600)
"""


def test_a_killed_host_leaves_no_sandbox_behind():
    host = subprocess.Popen(
        [sys.executable, "-c", HOST],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with host:
        mark = f"{MARK}={host.stdout.readline().strip()}"
        left = [os.pidfd_open(pid) for pid in watcher.marked(mark)]
        assert len(left) >= 4  # bubblewrap twice, the program, its daemon
        left += [os.pidfd_open(pid) for pid in children(host.pid) if is_watcher(pid)]
        host.kill()
    for process in left:
        assert select.select([process], [], [], 10)[0], "it lives on"
        os.close(process)


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def is_watcher(pid: int) -> bool:
    """It removes the folders last of all."""
    return b"watcher.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
