"""The inbox of a game, which other threads may have functions called on."""

import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue

import pytest

from board_core.loop import Loop

SAFETY = 20  # seconds; nothing waits so long


@pytest.fixture
def loop() -> Iterator[Loop[str]]:
    loop: Loop[str] = Loop()
    yield loop
    loop.close()


def test_a_function_is_run_here_while_nobody_drives_the_loop(loop):
    ran: list[threading.Thread] = []
    loop.run(lambda: ran.append(threading.current_thread()))
    with loop.driven_here():
        loop.run(lambda: ran.append(threading.current_thread()))
    loop.close()
    loop.run(lambda: ran.append(threading.current_thread()))
    assert ran == [threading.current_thread()] * 3


def test_a_function_is_run_by_the_thread_that_drives(loop):
    ran: SimpleQueue[threading.Thread] = SimpleQueue()

    def other() -> None:
        loop.run(lambda: ran.put(threading.current_thread()))
        loop.put("done")

    thread = threading.Thread(target=other)
    with loop.driven_here():
        thread.start()
        assert loop.receive(until=float("inf")) == "done"
    thread.join()
    assert ran.get(timeout=SAFETY) is threading.current_thread()


def test_a_function_that_is_left_over_is_run_by_the_thread_that_asked_for_it(loop):
    ran: SimpleQueue[threading.Thread] = SimpleQueue()
    thread = threading.Thread(target=loop.run, args=[lambda: ran.put(threading.current_thread())])
    with loop.driven_here():
        thread.start()
        with pytest.raises(Empty):
            ran.get(timeout=0.1)
    assert ran.get(timeout=SAFETY) is thread
    thread.join()


def test_looking_for_a_message_where_nothing_can_come_opens_nothing(loop):
    with pytest.raises(Empty):
        loop.get_nowait()
    assert loop._waiting is None


def test_looking_for_a_message_makes_the_calls_that_were_given(loop):
    loop.call(lambda: loop.put("called"))
    assert loop.get_nowait() == "called"


def test_closing_a_loop_twice_is_fine_and_what_comes_later_is_harmless(loop):
    with pytest.raises(Empty):
        loop.receive(until=0)
    loop.close()
    loop.close()
    loop.put("too late")
