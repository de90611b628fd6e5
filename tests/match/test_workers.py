from __future__ import annotations

import os
import signal
import sys
import threading
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path
from queue import SimpleQueue

import pytest
from patience import PATIENCE

from board_core.match.workers import LocalWorkers


def pid() -> int:
    return os.getpid()


def die() -> None:
    os._exit(3)


def fail() -> None:
    raise ValueError("no")


def wait_for(path: str) -> int:
    """As a game does: until it is broken off, or told to end."""
    Path(path).write_text("here")
    while not Path(f"{path}.end").exists():
        time.sleep(0.01)
    return os.getpid()


def wait_for_ever(path: str) -> None:
    while True:
        try:
            wait_for(path)
        except KeyboardInterrupt:
            continue


def begun(path: Path) -> None:
    while not path.exists():
        threading.Event().wait(0.01)


def test_each_worker_is_a_process_of_its_own(tmp_path):
    with LocalWorkers(2) as workers:
        one = workers.submit(wait_for, str(tmp_path / "one"))
        begun(tmp_path / "one")
        two = workers.submit(pid).result()
        (tmp_path / "one.end").touch()
        assert len({one.result(), two, os.getpid()}) == 3


def test_what_a_job_raises_is_what_its_future_raises():
    with LocalWorkers(1) as workers:
        with pytest.raises(ValueError, match="no"):
            workers.submit(fail).result()
        assert workers.submit(pid).result() != os.getpid()


def test_a_worker_that_dies_takes_its_own_job_down_and_no_other(tmp_path):
    with LocalWorkers(2) as workers:
        other = workers.submit(wait_for, str(tmp_path / "other"))
        begun(tmp_path / "other")
        with pytest.raises(BrokenExecutor):
            workers.submit(die).result()
        assert workers.submit(pid).result() != os.getpid()  # there is a new one in its place
        (tmp_path / "other.end").touch()
        assert other.result() != os.getpid()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_a_running_job_is_broken_off_in_good_order_and_an_idle_worker_stays(tmp_path):
    with LocalWorkers(2) as workers:
        idle = [workers.submit(pid).result() for _ in range(2)]
        running = workers.submit(wait_for, str(tmp_path / "job"))
        begun(tmp_path / "job")
        workers.break_off(running)
        with pytest.raises(KeyboardInterrupt):
            running.result()
        assert {workers.submit(pid).result() for _ in range(4)} <= set(idle)


def test_a_job_whose_worker_is_still_starting_is_broken_off_too(tmp_path):
    with LocalWorkers(2) as workers:
        jobs = [workers.submit(wait_for, str(tmp_path / "job")) for _ in range(3)]
        workers.end(patience=PATIENCE)
        for job in jobs:
            assert isinstance(job.exception(timeout=0), KeyboardInterrupt | BrokenExecutor)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_a_worker_that_does_not_end_its_job_is_killed(tmp_path):
    with LocalWorkers(1) as workers:
        job = workers.submit(wait_for_ever, str(tmp_path / "job"))
        begun(tmp_path / "job")
        workers.end(patience=0)
        assert isinstance(job.exception(timeout=0), BrokenExecutor)
        assert workers.submit(pid).result() != os.getpid()


HOST = """\
import sys
from pathlib import Path
sys.path[:0] = [sys.argv[1], str(Path(sys.argv[1]).parent)]
from test_workers import wait_for
from board_core.match.workers import LocalWorkers

if __name__ == "__main__":
    with LocalWorkers(1) as workers:
        workers.submit(wait_for, sys.argv[2]).result()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_workers_end_with_their_organiser_however_it_ends(tmp_path):
    import subprocess

    script = tmp_path / "host.py"
    script.write_text(HOST)
    here = str(Path(__file__).parent)
    host = subprocess.Popen([sys.executable, str(script), here, str(tmp_path / "job")])
    begun(tmp_path / "job")
    children = children_of(host.pid)
    assert children
    host.send_signal(signal.SIGKILL)
    host.wait()
    for child in children:
        while alive(child):
            threading.Event().wait(0.01)


def children_of(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(path.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(os.name != "posix", reason="there is no signal that stops a process")
def test_a_worker_that_does_not_answer_is_ended_and_no_other(tmp_path):
    told = SimpleQueue()
    with LocalWorkers(2, warn=told.put, patience=2) as workers:
        hung = workers.submit(wait_for_ever, str(tmp_path / "hung"))
        well = workers.submit(wait_for, str(tmp_path / "well"))
        begun(tmp_path / "hung")
        begun(tmp_path / "well")
        (stopped,) = [each.pid for each in workers._workers if hung in each.jobs]
        os.kill(stopped, signal.SIGSTOP)
        with pytest.raises(BrokenExecutor):
            hung.result(PATIENCE)
        assert "has not answered" in str(told.get(timeout=PATIENCE))
        (tmp_path / "well.end").touch()
        assert well.result(PATIENCE) != stopped
    assert told.empty()


HANGS_ONCE = """\
import os, sys, time
if "--multiprocessing-fork" in sys.orig_argv:
    try:
        os.close(os.open({path!r}, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        pass
    else:
        time.sleep(3600)
"""


@pytest.fixture
def hangs_once(tmp_path, monkeypatch):
    """The first worker never starts."""
    (tmp_path / "sitecustomize.py").write_text(HANGS_ONCE.format(path=str(tmp_path / "hung")))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def test_a_worker_that_does_not_start_is_ended_and_the_next_job_gets_another(hangs_once):
    told = SimpleQueue()
    with LocalWorkers(1, warn=told.put, start_patience=0.2) as workers:
        with pytest.raises(BrokenExecutor):
            workers.submit(pid).result(PATIENCE)
        assert "has not started within" in str(told.get(timeout=PATIENCE))
        workers._start_patience = PATIENCE  # this one may take its time
        assert workers.submit(pid).result(PATIENCE) != os.getpid()


def test_who_breaks_off_does_not_wait_for_a_worker_that_never_starts(hangs_once, tmp_path):
    with LocalWorkers(1) as workers:
        job = workers.submit(pid)
        begun(tmp_path / "hung")
        workers.end(patience=0)
        assert isinstance(job.exception(timeout=0), BrokenExecutor)
