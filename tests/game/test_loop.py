"""What a loop does with messages, calls, timers and pipes."""

import _thread
import errno
import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from math import inf
from queue import Empty, SimpleQueue

import pytest
from patience import PATIENCE

from board_core import CHESS, Game, InProcessAI
from board_core.game import loop as loops
from board_core.game.loop import OWN_WORK_SECONDS, WAITS_FOR_PIPES, Loop

pipes = pytest.mark.skipif(not WAITS_FOR_PIPES, reason="this system cannot wait for pipes")


def soon() -> float:
    return time.perf_counter() + PATIENCE


@pytest.fixture(params=["pipes", "signal"])
def loop(request) -> Iterator[Loop[str]]:
    """Each way of waiting."""
    if request.param == "pipes" and not WAITS_FOR_PIPES:
        pytest.skip("this system cannot wait for pipes")
    with closing(Loop[str](waits_for_pipes=request.param == "pipes")) as made:
        yield made


@pytest.fixture
def reading() -> Iterator[Loop[str]]:
    if not WAITS_FOR_PIPES:
        pytest.skip("this system cannot wait for pipes")
    with closing(Loop[str](waits_for_pipes=True)) as made:
        yield made


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reads, writes = os.pipe()
    yield reads, writes
    os.close(reads)
    os.close(writes)


def test_messages_come_in_the_order_in_which_they_were_put(loop):
    for text in ("a", "b", "c"):
        loop.put(text)
    assert [loop.receive(inf), loop.get_nowait(), loop.receive(0.0)] == ["a", "b", "c"]
    assert loop.empty()


def test_nothing_is_received_after_the_deadline(loop):
    with pytest.raises(Empty):
        loop.receive(time.perf_counter() + 0.01)
    with pytest.raises(Empty):
        loop.get_nowait()


def test_a_message_of_another_thread_ends_the_wait(loop):
    turns = 200

    def put() -> None:
        for number in range(turns):
            loop.put(str(number))
            may_go_on.acquire()

    may_go_on = threading.Semaphore(0)
    thread = threading.Thread(target=put)
    thread.start()
    for number in range(turns):
        assert loop.receive(soon()) == str(number)
        may_go_on.release()
    thread.join()


def test_a_call_of_another_thread_is_made_here_before_the_next_message(loop):
    made: list[int] = []
    ready = threading.Event()

    def bring() -> None:
        loop.put("first")
        loop.call(lambda: made.append(threading.get_ident()))
        loop.put("second")
        ready.set()

    threading.Thread(target=bring).start()
    assert ready.wait(PATIENCE)
    assert loop.receive(soon()) == "first"
    assert loop.receive(soon()) == "second"
    assert made == [threading.get_ident()]


def test_a_thread_waits_until_its_function_has_run_on_the_loop(loop):
    ran: list[int] = []

    def on_another_thread() -> None:
        loop.run(lambda: ran.append(threading.get_ident()))
        loop.put(f"ran {len(ran)} times")

    thread = threading.Thread(target=on_another_thread)
    with loop.driven_here():
        thread.start()
        assert loop.receive(soon()) == "ran 1 times"
    assert ran == [threading.get_ident()]
    thread.join()


def test_a_function_that_is_run_by_the_loop_itself_runs_at_once(loop):
    ran: list[str] = []
    loop.later(0.0, lambda: loop.run(lambda: ran.append("here")))
    assert loop.drive(lambda: bool(ran), soon())


def test_what_is_run_before_anything_was_received_runs_at_once(loop):
    ran: list[str] = []
    loop.later(PATIENCE, lambda: None)
    loop.run(lambda: ran.append("without having received anything"))
    assert ran


def test_a_function_runs_here_when_the_loop_is_closed(loop):
    loop.close()
    ran: list[int] = []
    thread = threading.Thread(target=lambda: loop.run(lambda: ran.append(threading.get_ident())))
    thread.start()
    thread.join(PATIENCE)
    assert ran == [thread.ident]


def test_who_waits_for_a_loop_that_closes_does_not_wait_for_ever(loop):
    ran: list[str] = []
    with pytest.raises(Empty):
        loop.get_nowait()  # from now on this thread drives it
    thread = threading.Thread(target=lambda: loop.run(lambda: ran.append("ran")))
    thread.start()
    loop.close()
    thread.join(PATIENCE)
    assert ran == ["ran"]


def test_calls_that_came_late_are_made_when_it_closes(loop):
    made: list[str] = []
    loop.call(lambda: made.append("late"))
    loop.close()
    loop.close()
    assert made == ["late"]
    loop.put("nobody receives this")


def test_no_other_thread_runs_a_function_while_the_last_calls_are_made(loop):
    ran: list[bool] = []

    def last() -> None:
        other = threading.Thread(target=lambda: ran.append(loop._run_here(lambda: None)))
        other.start()
        other.join()

    loop.call(last)
    loop.close()
    assert ran == [False]


def test_timers_are_called_in_the_order_of_their_instants(loop):
    called: list[str] = []
    loop.later(0.02, lambda: called.append("later"))
    loop.later(0.0, lambda: called.append("first"))
    loop.later(0.0, lambda: called.append("second"))
    assert loop.drive(lambda: len(called) == 3, soon())
    assert called == ["first", "second", "later"]


def test_a_timer_is_not_called_before_its_time(loop):
    due: list[float] = []
    until = time.perf_counter() + 0.03
    loop.later(0.03, lambda: due.append(time.perf_counter()))
    assert loop.drive(lambda: bool(due), soon())
    assert due[0] >= until


def test_a_cancelled_timer_is_not_called(loop):
    called: list[str] = []
    cancelled = loop.later(0.0, lambda: called.append("cancelled"))
    loop.later(0.0, lambda: called.append("other"))
    cancelled.cancel()
    cancelled.cancel()
    assert loop.drive(lambda: bool(called), soon())
    cancelled.cancel()
    assert called == ["other"]


def test_a_timer_waits_for_the_time_that_the_host_did_not_run(loop, monkeypatch):
    away = [0.01]

    class Heartbeat:
        def from_now(self):
            return lambda: away.pop() if away else 0.0

    monkeypatch.setattr(loops, "HEARTBEAT", Heartbeat())
    due: list[float] = []
    until = time.perf_counter() + 0.01 + 0.01
    loop.later(0.01, lambda: due.append(time.perf_counter()))
    assert loop.drive(lambda: bool(due), soon())
    assert due[0] >= until
    assert away == []


def test_a_timer_does_not_hold_up_the_messages(loop):
    loop.later(PATIENCE, lambda: None)
    loop.put("now")
    assert loop.receive(inf) == "now"


@pipes
def test_a_pipe_is_served_whenever_it_can_be_read_until_it_is_unwatched(reading, pipe):
    reads, writes = pipe
    heard: list[bytes] = []
    reading.watch(reads, lambda at: heard.append(os.read(reads, 1)))
    os.write(writes, b"abc")
    assert reading.drive(lambda: len(heard) == 3, soon())
    assert b"".join(heard) == b"abc"
    reading.unwatch(reads)
    reading.unwatch(reads)
    os.write(writes, b"d")
    with pytest.raises(Empty):
        reading.get_nowait()
    assert len(heard) == 3


@pipes
def test_room_in_a_pipe_can_be_waited_for(reading, pipe):
    reads, writes = pipe
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, bytes(65536))
    written: list[int] = []
    reading.watch(writes, lambda at: written.append(os.write(writes, b"x")), writing=True)
    with pytest.raises(Empty):
        reading.get_nowait()
    assert written == []
    os.read(reads, 65536)
    assert reading.drive(lambda: bool(written), soon())
    reading.unwatch(writes)


@pipes
def test_what_is_first_is_served_before_others(reading):
    ends = [os.pipe() for _ in range(4)]
    order: list[int] = []
    for number, (reads, writes) in enumerate(ends):
        reading.watch(
            reads,
            lambda at, reads=reads: order.append(os.read(reads, 1)[0]),
            is_first=None if number < 2 else lambda number=number: number == 2,
        )
        os.write(writes, bytes([reads]))
    assert reading.drive(lambda: len(order) == 4, soon())
    assert order[0] == ends[2][0]
    for end in ends:
        for fd in end:
            os.close(fd)


@pipes
def test_all_that_is_ready_at_once_has_the_same_stamp(reading):
    ends = [os.pipe() for _ in range(3)]
    stamps: list[float] = []
    for reads, writes in ends:

        def ready(at: float, reads: int = reads) -> None:
            os.read(reads, 1)
            stamps.append(at)

        reading.watch(reads, ready)
        os.write(writes, b"x")
    before = time.perf_counter()
    assert reading.drive(lambda: len(stamps) == 3, soon())
    assert len(set(stamps)) == 1
    assert before <= stamps[0] <= time.perf_counter()
    for end in ends:
        for fd in end:
            os.close(fd)


@pipes
def test_what_came_during_our_own_work_has_the_stamp_of_its_beginning(reading, pipe):
    reads, writes = pipe
    stamps: list[float] = []

    def ready(at: float) -> None:
        os.read(reads, 1)
        stamps.append(at)
        if len(stamps) == 1:
            works_until = time.perf_counter() + 2 * OWN_WORK_SECONDS
            while time.perf_counter() < works_until:
                pass
            os.write(writes, b"y")

    reading.watch(reads, ready)
    os.write(writes, b"x")
    assert reading.drive(lambda: len(stamps) == 2, soon())
    assert stamps[1] == stamps[0]


@pipes
def test_an_answer_that_is_waited_for_has_the_stamp_of_the_end_of_the_wait(reading, pipe):
    reads, writes = pipe
    stamps: list[float] = []

    def ready(at: float) -> None:
        os.read(reads, 1)
        stamps.append(at)

    reading.watch(reads, ready)
    asked: list[float] = []

    def answer() -> None:
        asked.append(time.perf_counter())
        os.write(writes, b"x")

    threading.Timer(0.02, answer).start()
    assert reading.drive(lambda: bool(stamps), soon())
    assert stamps[0] >= asked[0]


@pipes
def test_a_callback_may_unwatch_what_is_ready_too(reading):
    ends = [os.pipe() for _ in range(2)]
    served: list[int] = []

    def ready(at: float) -> None:
        served.append(1)
        for reads, _ in ends:
            reading.unwatch(reads)

    for reads, writes in ends:
        reading.watch(reads, ready)
        os.write(writes, b"x")
    assert reading.drive(lambda: bool(served), soon())
    assert served == [1]
    for end in ends:
        for fd in end:
            os.close(fd)


def test_an_error_in_a_callback_comes_out_of_the_wait_and_the_loop_goes_on(loop):
    def fails() -> None:
        raise RuntimeError("our own mistake")

    loop.later(0.0, fails)
    with pytest.raises(RuntimeError, match="our own mistake"):
        loop.receive(soon())
    loop.put("still here")
    assert loop.receive(soon()) == "still here"


def test_a_loop_without_pipes_refuses_to_watch_one(pipe):
    with (
        closing(Loop[str](waits_for_pipes=False)) as loop,
        pytest.raises(ValueError, match="does not wait for pipes"),
    ):
        loop.watch(pipe[0], print)


@pytest.mark.skipif(os.name != "nt", reason="elsewhere Ctrl-C ends every wait")
def test_ctrl_c_ends_a_wait_that_nothing_else_ends():
    def interrupt() -> None:
        while not loop._asleep:
            time.sleep(0.01)
        _thread.interrupt_main()

    interrupts = threading.Thread(target=interrupt)
    with closing(Loop[str](waits_for_pipes=False)) as loop:
        interrupts.start()
        with pytest.raises(KeyboardInterrupt):
            loop.receive(inf)
    interrupts.join()


@pipes
@pytest.mark.parametrize("word", ["threads", ""])
def test_a_switch_says_whether_loops_wait_for_pipes(monkeypatch, word):
    monkeypatch.setenv("BOARD_LOOP", word)
    assert Loop().waits_for_pipes is (word != "threads")


@pipes
def test_it_works_where_no_more_files_can_be_opened(monkeypatch, pipe):
    def too_many(*_):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(loops.os, "pipe", too_many)
    if hasattr(os, "eventfd"):
        monkeypatch.setattr(loops.os, "eventfd", too_many)
    reads, writes = pipe
    with closing(Loop[str](waits_for_pipes=True)) as loop:
        loop.watch(reads, lambda at: loop.put(os.read(reads, 5).decode()))
        threading.Timer(0.01, loop.put, ["from a thread"]).start()
        assert loop.receive(soon()) == "from a thread"
        os.write(writes, b"piped")
        assert loop.receive(soon()) == "piped"


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
    assert ran.get(timeout=PATIENCE) is threading.current_thread()


def test_a_function_that_is_left_over_is_run_by_the_thread_that_asked_for_it(loop):
    ran: SimpleQueue[threading.Thread] = SimpleQueue()
    thread = threading.Thread(target=loop.run, args=[lambda: ran.put(threading.current_thread())])
    with loop.driven_here():
        thread.start()
        with pytest.raises(Empty):
            ran.get(timeout=0.1)
    assert ran.get(timeout=PATIENCE) is thread
    thread.join()


def test_two_threads_that_run_functions_on_a_closed_loop_wait_for_each_other_without_a_look(
    loop, monkeypatch
):
    loop.close()
    begun, go_on = threading.Event(), threading.Event()
    first = threading.Thread(target=loop.run, args=[lambda: (begun.set(), go_on.wait(PATIENCE))])
    first.start()
    assert begun.wait(PATIENCE)
    looks: list[Loop] = []
    monkeypatch.setattr(Loop, "call", lambda *call: looks.append(call))
    ran: list[str] = []
    trying, acquire = threading.Event(), loop._driving.acquire

    class Lock:
        def acquire(self, *, blocking: bool) -> bool:
            trying.set()
            return acquire(blocking=blocking)

        release = loop._driving.release

    monkeypatch.setattr(loop, "_driving", Lock())
    second = threading.Thread(target=loop.run, args=[lambda: ran.append("ran")], daemon=True)
    second.start()
    assert trying.wait(PATIENCE)
    go_on.set()
    first.join()
    second.join(PATIENCE / 10)
    assert (ran, looks) == (["ran"], [])


def test_looking_for_a_message_where_nothing_can_come_opens_nothing(loop):
    with pytest.raises(Empty):
        loop.get_nowait()
    assert loop._waiting is None


def test_a_game_between_inline_functions_never_waits_and_opens_nothing():
    players = [InProcessAI(lambda board: next(iter(board.legal_moves)), inline=True) for _ in "wb"]
    game = Game(CHESS, *players)
    assert game.run().over
    assert game._inbox._waiting is None


def test_looking_for_a_message_makes_the_calls_that_were_given(loop):
    loop.call(lambda: loop.put("called"))
    assert loop.get_nowait() == "called"


@pipes
def test_ctrl_c_while_it_opens_what_it_needs_leaves_nothing_open(monkeypatch):
    opened: list[int] = []

    class Interrupted(Exception):
        pass

    class Poll:
        def register(self, fd: int, events: int) -> None:
            opened.append(fd)
            raise Interrupted

        def poll(self, milliseconds: float) -> list[tuple[int, int]]:
            return []

    monkeypatch.setattr(loops.select, "poll", Poll)
    made = Loop[str](waits_for_pipes=True)
    with pytest.raises(Interrupted):
        made.receive(soon())
    made.close()
    with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
        os.fstat(opened[0])


def test_closing_a_loop_twice_is_fine_and_what_comes_later_is_harmless(loop):
    with pytest.raises(Empty):
        loop.receive(until=0)
    loop.close()
    loop.close()
    loop.put("too late")


@pipes
def test_what_watches_a_pipe_on_a_closed_loop_opens_nothing(pipe):
    reads, _ = pipe
    loop = Loop[str](waits_for_pipes=True)
    loop.close()
    loop.watch(reads, lambda at: None)  # as a call that is made as it closes may do
    assert isinstance(loop._waiting, loops._Pipes)
    assert loop._waiting.reads == -1
    loop.unwatch(reads)


def test_what_a_function_raises_reaches_who_had_it_run_and_not_the_loop(loop):
    raised: SimpleQueue[Exception] = SimpleQueue()

    def other() -> None:
        try:
            loop.run(lambda: 1 / 0)
        except ZeroDivisionError as error:
            raised.put(error)
        loop.put("goes on")

    thread = threading.Thread(target=other)
    with loop.driven_here():
        thread.start()
        assert loop.receive(soon()) == "goes on"
    thread.join()
    assert isinstance(raised.get(timeout=PATIENCE), ZeroDivisionError)


def test_the_work_that_messages_bring_does_not_date_back_what_comes_after_it(reading, pipe):
    stamps: list[float] = []
    reading.watch(pipe[0], lambda at: (stamps.append(at), reading.unwatch(pipe[0])))
    assert not reading.drive(lambda: False, time.perf_counter())
    reading.put("a")
    reading.put("b")
    assert reading.receive(inf) == "a"
    time.sleep(10 * OWN_WORK_SECONDS)
    worked = time.perf_counter()
    assert reading.receive(inf) == "b"
    os.write(pipe[1], b"x")
    assert reading.drive(lambda: bool(stamps), soon())
    assert stamps[0] >= worked
