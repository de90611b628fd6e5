"""A host that is killed at any moment leaves no process, no control group and no folder."""

import os
import random
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from board_core.supervise import hold, watcher
from board_core.supervise.environment import HOST_VARIABLE
from board_core.supervise.hold import HoldKind
from board_core.supervise.sandbox import trial

HOST = Path(__file__).parents[1] / "programs" / "holding_host.py"
ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("BOARD_TEST_KILLS", "3"))
"""Of each kind; half of them while programs are frozen."""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")


@pytest.mark.timeout(300 + 50 * KILLS)
@pytest.mark.parametrize("sandbox", ["required", "off"])
@pytest.mark.parametrize("kind", ["v2", "v1", "signals"])
def test_a_host_that_is_killed_at_any_moment_leaves_nothing(kind, sandbox, tmp_path, monkeypatch):
    monkeypatch.setenv(hold.HOLD_VARIABLE, kind)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    if hold.kind() is not HoldKind(kind):
        pytest.skip(f"no control groups of kind {kind} here")
    if sandbox == "required" and (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    chance = random.Random(f"{kind} {sandbox}")
    for number in range(2 * KILLS):
        mark, watching = killed(chance, frozen=bool(number % 2), sandbox=sandbox)
        assert select.select([watching], [], [], 20)[0], "the watcher lives on"
        os.close(watching)
        assert watcher.marked(f"{HOST_VARIABLE}={mark}") == []
        assert groups(mark) == []
        assert list(tmp_path.iterdir()) == []


def killed(chance: random.Random, *, frozen: bool, sandbox: str) -> tuple[str, int]:
    """The mark of a host that was killed, and a descriptor for the end of its watcher."""
    command = [sys.executable, str(HOST), sandbox, *(["stay"] if frozen else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        mark, watching = host.stdout.readline().split()
        end = os.pidfd_open(int(watching))
        for _ in range(2 if frozen else chance.randrange(1, 25)):
            host.stdout.readline()
        spin(chance.uniform(0, 0.01))
        host.kill()
    return mark, end


def groups(mark: str) -> list[str]:
    """The control groups of this host; those of others come and go meanwhile."""
    token, pid = mark.split(".")
    ours = f"board-{token[:12]}.{pid}-"
    return [
        f"{place}/{name}"
        for place, names, _ in os.walk("/sys/fs/cgroup")
        for name in names
        if name.startswith(ours)
    ]


def spin(seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass
