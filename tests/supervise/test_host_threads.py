"""The threads that serve all programs of a host go on, whatever happens to one of them."""

import os
import signal
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue

import pytest
from patience import PATIENCE

from board_core.game.heartbeat import Heartbeat
from board_core.supervise import groups
from board_core.supervise.groups import Group, Tree
from board_core.supervise.limits import MIB, Limits
from board_core.supervise.memory import MemoryEvent, MemoryThread, MemoryWatch
from board_core.supervise.starter import Starter

SOON = 10  # seconds for what is only waited for if it fails

linux = pytest.mark.skipif(sys.platform != "linux", reason="the events are those of Linux")


@pytest.fixture
def memory(monkeypatch):
    made = MemoryThread()
    monkeypatch.setattr(groups, "MEMORY_THREAD", made)
    return made


def fails_once(monkeypatch, error: BaseException) -> None:
    """The next thread is not started."""
    start = threading.Thread.start

    def fails(thread: threading.Thread) -> None:
        monkeypatch.setattr(threading.Thread, "start", start)
        raise error

    monkeypatch.setattr(threading.Thread, "start", fails)


@linux
@pytest.mark.parametrize("limit", [MIB, 1 << 50])
def test_where_the_machine_has_no_memory_left_nobody_has_used_too_much(memory, monkeypatch, limit):
    monkeypatch.setattr("board_core.supervise.memory.memory_available", lambda: 0)
    told: SimpleQueue[bool] = SimpleQueue()
    memory.add(MemoryWatch(limit, lambda: [os.getpid()]), told.put)
    assert told.get(timeout=PATIENCE) is (limit == MIB), "whether it was its own limit"


def watched(memory: MemoryThread) -> SimpleQueue[str]:
    """What is told of a program that uses more than it may."""
    told: SimpleQueue[str] = SimpleQueue()
    event = MemoryEvent(os.eventfd(1))
    memory.add(event, lambda _: told.put("too much"))
    return told


def is_open(fd: int) -> bool:
    return Path(f"/proc/self/fd/{fd}").exists()


REFUSED = [KeyboardInterrupt(), RuntimeError("can't start new thread")]


@linux
@pytest.mark.parametrize("error", REFUSED, ids=repr)
def test_memory_is_watched_although_the_thread_could_not_be_started_before(
    memory, monkeypatch, error
):
    fails_once(monkeypatch, error)
    event = os.eventfd(0)
    lost = MemoryEvent(event)
    with pytest.raises(type(error)):
        memory.add(lost, print)
    assert memory._wake is None
    memory.remove(lost)
    assert not is_open(event)
    assert watched(memory).get(timeout=SOON) == "too much"


@linux
def test_a_program_that_cannot_be_looked_at_does_not_keep_others_from_it(memory, caplog):
    class Broken(MemoryWatch):
        looked = threading.Event()

        def exceeds(self):
            self.looked.set()
            raise LookupError("no such program")

    memory.add(broken := Broken(MIB, list), print)
    assert broken.looked.wait(SOON)
    assert watched(memory).get(timeout=SOON) == "too much"
    memory.remove(broken)
    assert len(caplog.records) == 1, "one line, however often it is looked at again"
    caplog.clear()


@linux
def test_ctrl_c_between_two_steps_of_a_start_leaves_no_watch(memory, monkeypatch, tmp_path):
    def interrupted(*facts: object) -> None:
        MemoryThread.add(memory, *facts)
        raise KeyboardInterrupt

    monkeypatch.setattr(memory, "add", interrupted)
    group = Group(Tree(tmp_path, *4 * [None]), "program", Limits(memory=MIB))
    with pytest.raises(KeyboardInterrupt):
        group.watch(print)
    group.close()
    assert memory._thread is not None
    memory._thread.join(SOON)
    assert not memory._thread.is_alive()


@linux
def test_the_event_of_a_program_that_was_never_watched_is_closed(memory):
    event = os.eventfd(0)
    watch = MemoryEvent(event)
    memory.remove(watch)
    assert not is_open(event)
    memory.remove(watch)


@linux
def test_an_event_is_closed_at_once_although_the_thread_is_busy_with_another_program(memory):
    class Slow(MemoryWatch):
        looked, goes_on = threading.Event(), threading.Event()

        def exceeds(self) -> bool:
            self.looked.set()
            assert self.goes_on.wait(PATIENCE)
            return False

    slow, event = Slow(MIB, list), os.eventfd(0)
    watch = MemoryEvent(event)
    memory.add(watch, print)
    memory.add(slow, print)
    assert slow.looked.wait(PATIENCE)
    memory.remove(watch)
    assert not is_open(event)
    memory.remove(slow)
    slow.goes_on.set()


@pytest.mark.parametrize("error", REFUSED, ids=repr)
def test_programs_are_started_although_the_thread_could_not_be_started_before(monkeypatch, error):
    starter = Starter[int]()
    fails_once(monkeypatch, error)
    with pytest.raises(type(error)):
        starter.run(lambda: 1)
    assert starter.run(lambda: 2) == 2


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="Ctrl-C is a signal here")
def test_ctrl_c_waits_for_a_program_that_is_being_started():
    here, made = threading.get_ident(), list[int]()

    def interrupted() -> None:
        signal.pthread_kill(here, signal.SIGINT)
        time.sleep(0.05)  # it comes now
        made.append(7)

    with pytest.raises(KeyboardInterrupt):
        Starter[None]().run(interrupted)
    assert made == [7]


@pytest.mark.parametrize("error", REFUSED, ids=repr)
def test_the_clocks_are_read_although_the_thread_could_not_be_started_before(monkeypatch, error):
    heartbeat = Heartbeat()
    fails_once(monkeypatch, error)
    with pytest.raises(type(error)), heartbeat.attend():
        raise AssertionError("it was not entered")
    with heartbeat.attend():
        assert heartbeat._thread is not None
        assert heartbeat._thread.is_alive()
        assert len(heartbeat._attending) == 1
