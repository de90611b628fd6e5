"""Nothing is left running when the host is killed without warning."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOST = Path(__file__).parent.parent / "programs" / "host.py"
ROOT = Path(__file__).parent.parent.parent


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="strays are found by /proc")
def test_a_killed_host_leaves_no_program_behind(tmp_path):
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    host = subprocess.Popen([sys.executable, str(HOST), str(fifo)], env=environment)
    with fifo.open("rb", buffering=0) as alive:
        started = b""
        while len(started) < 4:  # two programs, each with a daemon in a session of its own
            started += alive.read(4)
        host.kill()
        host.wait()
        assert alive.read(1) == b"", "end of file comes when the last of them is gone"
