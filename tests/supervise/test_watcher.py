"""Nothing is left running when the host is killed without warning."""

import errno
import os
import select
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from board_core.supervise import program
from board_core.supervise.command import Command
from board_core.supervise.sandbox import confinement

HOST = Path(__file__).parent.parent / "programs" / "host.py"
ROOT = Path(__file__).parent.parent.parent


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="strays are found by /proc")
def test_a_killed_host_leaves_no_program_and_no_folder_behind(tmp_path):
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    host = subprocess.Popen([sys.executable, str(HOST), str(fifo)], env=environment)
    with fifo.open("rb", buffering=0) as alive:
        started = b""
        while len(started) < 4:  # two programs, each with a daemon in a session of its own
            started += alive.read(4)
        watcher = os.pidfd_open(watcher_of(host.pid))
        host.kill()
        host.wait()
        assert alive.read(1) == b"", "end of file comes when the last of them is gone"
    assert select.select([watcher], [], [], 10)[0] == [watcher]
    os.close(watcher)
    assert list(Path(tempfile.gettempdir()).glob("board-*")) == []


@pytest.mark.parametrize("sandbox", ["off", "auto"])
def test_a_program_that_cannot_be_watched_is_not_left_running(monkeypatch, sandbox, caplog):
    def register(pid, folder):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(program.WATCH, "register", register)
    command = Command((sys.executable, "-c", "import time; time.sleep(600)"), None)
    with pytest.raises(OSError, match="Too many"):
        program.Program(command, None, confinement=confinement(sandbox))
    caplog.clear()  # the leak check does the rest


def watcher_of(host: int) -> int:
    children = [
        int(pid)
        for task in Path(f"/proc/{host}/task").iterdir()
        for pid in (task / "children").read_text().split()
    ]
    (watcher,) = [
        pid for pid in children if b"watcher.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    return watcher
