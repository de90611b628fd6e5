"""Nothing is left running when the host is killed without warning."""

import os
import select
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

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
