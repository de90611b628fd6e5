"""Who is taken for a process that a program has left behind."""

import os
import subprocess
from pathlib import Path

import pytest

from board_core.supervise.processes import writers


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="pipes are seen in /proc")
def test_who_only_reads_a_pipe_is_not_among_those_who_can_write_to_it():
    """A program that is being started has for a moment all that the host reads."""
    reads, writes = os.pipe()
    link = {f"pipe:[{os.fstat(reads).st_ino}]"}
    children = {
        end: subprocess.Popen(("sleep", "600"), pass_fds=(end,), stdin=subprocess.DEVNULL)
        for end in (reads, writes)
    }
    try:
        assert writers(link) == [children[writes].pid]
    finally:
        for child in children.values():
            child.kill()
            child.wait()
        os.close(reads)
        os.close(writes)
