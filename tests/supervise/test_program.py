"""A program on a loop: what it prints, how it ends, and what it leaves unread."""

import ctypes
import os
import select
import subprocess
import sys
import textwrap
import threading
import time
from types import SimpleNamespace

import pytest
from heard import Heard
from patience import PATIENCE

from board_core.game.loop import Loop
from board_core.supervise import exit_watch, input_pipe, jobs, watcher
from board_core.supervise.command import Command
from board_core.supervise.limits import NO_LIMITS
from board_core.supervise.output_pipe import UNAWAITED_BYTES, OutputPipe, ReadThrottle
from board_core.supervise.program import Program
from board_core.supervise.program_news import InputClosed, NotReading, Output, ProgramEnded
from board_core.supervise.sandbox import Confinement, Sandbox

posix = pytest.mark.skipif(os.name != "posix", reason="Windows writes to its pipes by waiting")
CREATE_SUSPENDED = 4  # a flag of Windows: what it starts at once is in its Job object too
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks into /proc")


WAYS_TO_READ = ["loop", "threads"] if hasattr(select, "poll") else ["threads"]


@pytest.fixture(params=WAYS_TO_READ)
def heard(request):
    """On a loop that waits for pipes, and on one for which threads read."""
    return Heard(waits_for_pipes=request.param == "loop")


def python(code: str) -> Command:
    # the python of an environment of Windows starts another one, and holds the pipes as well
    itself = getattr(sys, "_base_executable", sys.executable)
    return Command((itself, "-S", "-u", "-c", textwrap.dedent(code)), None)


ECHO = "import sys\nprint('ready')\nfor line in sys.stdin: sys.stdout.write('heard ' + line)"

MANY_LINES = "import sys\nsys.stdout.write('a line\\n' * 8000)"


class Waits:
    """Tells whether somebody waits for a program."""

    def __init__(self) -> None:
        self.now = False

    def __call__(self) -> bool:
        return self.now


def test_it_answers_what_it_is_sent(heard):
    waits = Waits()
    program = heard.start(python(ECHO), is_awaited=waits)
    assert heard.next() == "ready"
    for number in range(100):
        waits.now = number % 3 != 0
        program.write(f"{number}\n")
        assert heard.next() == f"heard {number}"
    program.close()
    assert program.exited_voluntarily
    assert not program.running


@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere no program opens a console")
def test_a_program_is_started_apart_from_the_host(heard, monkeypatch):
    flags, real = [], subprocess.Popen

    def popen(*arguments, creationflags, **others):
        flags.append(creationflags)
        return real(*arguments, creationflags=creationflags, **others)

    monkeypatch.setattr(subprocess, "Popen", popen)
    program = heard.start(python(ECHO))
    assert heard.next() == "ready"
    program.close()
    assert flags[-1] & subprocess.CREATE_NEW_PROCESS_GROUP
    assert flags[-1] == watcher.CREATION_FLAGS | CREATE_SUSPENDED


@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere no boxes are shown")
def test_no_box_that_somebody_must_click_holds_up_the_end_of_a_program(heard):
    heard.start(python(ECHO)).close()
    boxes = 0x0001 | 0x0002 | 0x8000  # a library that is missing, a crash, a file that is missing
    assert ctypes.windll.kernel32.GetErrorMode() & boxes == boxes


@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere there are no Job objects")
def test_the_job_object_ends_all_processes_of_a_program_without_another_program(heard, monkeypatch):
    program = heard.start(
        python("""
        import subprocess, sys
        waits = "print('waits'); import time; time.sleep(600)"
        subprocess.Popen([sys.executable, "-u", "-c", waits])
        input()
        sys.exit(3)
        """)
    )
    assert heard.next() == "waits"
    program.write("leave\n")
    assert heard.next() == 3
    monkeypatch.setattr(subprocess, "run", None)
    monkeypatch.setattr(jobs.Job, "close", lambda job: None)  # which would end them later
    program.close()
    assert not program._output.is_open


def test_apart_means_without_a_window_and_the_hosts_ctrl_c_on_windows_alone():
    of_windows = SimpleNamespace(CREATE_NEW_PROCESS_GROUP=0x200, CREATE_NO_WINDOW=0x8000000)
    assert watcher.creation_flags(of_windows) == 0x8000200
    assert watcher.creation_flags(SimpleNamespace()) == 0


@posix
def test_a_program_that_waits_starts_when_it_is_let_and_reads_all_that_follows(heard):
    program = heard.start(python("print('heard', input())"), waits=True)
    program.let_start()
    program.write("e4\n")
    assert [heard.next(), heard.next()] == ["heard e4", 0]
    program.close()


@posix
def test_a_program_that_waits_can_be_ended_without_having_started(heard, tmp_path):
    file = tmp_path / "started"
    program = heard.start(python(f"open({str(file)!r}, 'w')"), waits=True)
    program.close()
    assert not file.exists()
    assert not program.running


def test_its_end_comes_after_all_that_it_printed(heard):
    code = "import sys\nfor n in range(100): print(n)\nsys.stderr.write('why')\nsys.exit(3)"
    program = heard.start(python(code))
    assert [heard.next() for _ in range(101)] == [*map(str, range(100)), 3]
    assert program.stderr == "why"
    program.close()


def test_many_lines_are_there_at_its_end_although_they_are_read_slowly(heard):
    program = heard.start(python(MANY_LINES))
    assert list(iter(heard.next, 0)) == ["a line"] * 8000
    program.close()


def test_many_lines_are_there_at_its_end_although_a_thread_gets_little_time_to_read(monkeypatch):
    fetch = OutputPipe._fetch

    def fetch_slowly(pipe: OutputPipe) -> bytes:
        data = fetch(pipe)
        time.sleep(0.03)
        return data

    monkeypatch.setattr(OutputPipe, "_fetch", fetch_slowly)
    heard = Heard(waits_for_pipes=False)
    program = heard.start(python(MANY_LINES))
    assert list(iter(heard.next, 0)) == ["a line"] * 8000
    program.close()


@posix
def test_its_end_is_told_although_its_child_prints_for_ever(heard):
    program = heard.start(
        python("""
        import subprocess, sys
        subprocess.Popen([sys.executable, "-c", "while True: print('more')"])
        sys.exit(3)
        """)
    )
    assert set(iter(heard.next, 3)) <= {"more"}
    program.close()


def test_a_rest_without_a_line_break_is_its_last_line(heard):
    program = heard.start(python("print('e4', end='')"))
    assert [heard.next(), heard.next()] == ["e4", 0]
    program.close()


def test_half_a_line_is_no_line(heard):
    program = heard.start(python("import sys\nsys.stdout.write('e2')\ninput()\nprint('e4')"))
    heard.until(lambda: program.unfinished_line == "e2")
    assert heard.nothing()
    program.write("\n")
    assert heard.next() == "e2e4"
    program.close()


def test_a_program_that_closes_its_output_may_run_on_and_end_later(heard):
    program = heard.start(python("import os\nos.close(1)\ninput()"))
    assert heard.next() is None
    program.write("\n")
    assert heard.next() == 0
    program.close()


@posix
def test_what_it_has_no_room_for_is_written_as_it_reads(heard):
    program = heard.start(python("print('ready')\ninput()\nprint(len(input()))\ninput()"))
    assert heard.next() == "ready"
    program.write("\n" + "x" * 300_000)
    program.write("y" * 300_000)
    program.write("\n")
    assert heard.next() == "600000"
    program.close()


@posix
def test_a_program_that_reads_nothing_is_found_out(heard, monkeypatch):
    monkeypatch.setattr(input_pipe, "WRITE_LIMIT_SECONDS", 0.1)
    program = heard.start(python("import time\ntime.sleep(600)"), grace=0.1)
    program.write("x" * 300_000)
    assert heard.next() == "not reading"
    program.close()


@posix
def test_only_a_megabyte_waits_for_a_program_that_reads_nothing(heard, monkeypatch):
    monkeypatch.setattr(input_pipe, "WRITE_LIMIT_SECONDS", 600.0)
    program = heard.start(python("import time\ntime.sleep(600)"), grace=0.1)
    for _ in range(20):
        program.write("x" * 100_000)
    assert heard.next() == "not reading"
    program.close()


def test_a_program_that_closes_its_input_is_found_out_by_the_next_line(heard):
    program = heard.start(python("import os\nos.close(0)\nprint('ready')\nwhile True: pass"))
    assert heard.next() == "ready"
    program.write("e4\n")
    assert heard.next() == "input closed"
    program.close()


def test_nothing_is_told_within_a_call(heard):
    program = heard.start(python("import os\nos.close(0)\nprint('ready')\nwhile True: pass"))
    assert heard.next() == "ready"
    program.write("e4\n")
    assert heard.queue.empty()
    program.close()


@pytest.mark.parametrize(
    ("code", "news"),
    [("print('x' * 5000)", "flood"), ("import os\nos.write(1, b'\\xff\\n')", "garbled")],
    ids=["a long line", "no text"],
)
def test_after_such_a_line_its_output_is_thrown_away_and_its_end_is_told(heard, code, news):
    program = heard.start(python(f"{code}\nprint('more\\n' * 100000)"))
    assert [heard.next(), heard.next()] == [news, 0]
    program.close()


def test_nobody_hears_what_it_prints_after_its_listener_has_stopped(heard):
    program = heard.start(python("print('ready')\ninput()\nprint('more\\n' * 100000)"))
    assert heard.next() == "ready"
    program.stop_listening()
    program.write("\n")
    assert heard.next() == 0
    program.close()


def test_between_two_games_nobody_reads_and_the_next_one_hears_what_came(heard):
    program = heard.start(python(ECHO))
    assert heard.next() == "ready"
    program.detach()
    program.detach()
    program.write("one\n")
    again = Heard(waits_for_pipes=heard.loop.waits_for_pipes)
    program.attach(again.loop)
    program.attach(again.loop)
    again.until(lambda: not heard.queue.empty())
    assert heard.queue.get() == "heard one"
    assert program.running
    program.close()


def test_a_program_that_ended_between_two_games_is_reported_in_the_next_one(heard):
    program = heard.start(python("print('ready')\ninput()\nprint('bye')"))
    assert heard.next() == "ready"
    program.detach()
    program.write("\n")
    deadline = time.perf_counter() + PATIENCE
    while program.running and time.perf_counter() < deadline:
        time.sleep(0.001)
    assert heard.nothing()
    program.attach(heard.loop)
    assert [heard.next(), heard.next()] == ["bye", 0]
    program.detach()
    program.attach(heard.loop)
    assert heard.nothing(), "its end is told once"
    program.close()


def test_a_listener_may_detach_while_it_hears_something(heard):
    lines: list[str] = []

    def listener(program, news, at):
        lines.append(news.text)
        program.detach()

    program = Program(python("print('e4')"), listener)
    program.attach(heard.loop)
    heard.until(lambda: bool(lines))
    program.close()
    assert lines == ["e4\n"]


def test_an_error_of_the_listener_is_not_hidden(heard):
    def listener(program, news, at):
        raise RuntimeError("our own mistake")

    program = Program(python("print('e4')\ninput()"), listener)
    program.attach(heard.loop)
    with pytest.raises(RuntimeError, match="our own mistake"):
        heard.next()
    program.close()


def test_it_may_be_closed_by_a_thread_while_the_loop_runs(heard):
    program = heard.start(python(ECHO))
    assert heard.next() == "ready"
    closed = threading.Event()

    def close() -> None:
        program.close()
        heard.loop.call(closed.set)

    closing = threading.Thread(target=close)
    closing.start()
    heard.until(closed.is_set)
    closing.join()
    assert program.exited_voluntarily
    assert heard.nothing()


def test_its_standard_error_is_whole_when_it_is_closed(heard):
    heard_errors: list[bytes] = []
    code = "import sys\nsys.stderr.write('x' * 300000 + 'end')\nprint('ready')\nsys.stdin.read()"
    program = heard.start(python(code), on_stderr=heard_errors.append)
    assert heard.next() == "ready"
    program.close()
    assert b"".join(heard_errors) == b"x" * 300_000 + b"end"
    assert heard_errors[-1] == b""
    assert program.stderr.endswith("xend")
    assert len(program.stderr) <= 3 * 65536


@posix
def test_a_program_is_told_that_its_listener_was_signalled_by_it(heard):
    program = heard.start(python(ECHO))
    assert heard.next() == "ready"
    telling = threading.Thread(target=program.interfered, args=["SIGTERM"])
    telling.start()
    assert heard.next() == "SIGTERM"
    telling.join()
    program.detach()
    program.interfered("SIGINT")
    assert heard.nothing()
    program.attach(heard.loop)
    assert heard.next() == "SIGINT"
    program.close()


@linux
def test_no_thread_is_started_for_a_program():
    heard, before = Heard(waits_for_pipes=True), threading.enumerate()
    programs = [heard.start(python(ECHO)) for _ in range(3)]
    assert [heard.next() for _ in programs] == ["ready"] * 3
    assert threading.enumerate() == before
    for program in programs:
        program.close()
    assert threading.enumerate() == before


def test_an_exit_is_noticed_where_the_system_has_no_descriptor_for_it(monkeypatch):
    monkeypatch.delattr(exit_watch.os, "pidfd_open", raising=False)
    heard = Heard()
    ended = heard.start(python("import sys\nprint('bye')\nsys.exit(4)"))
    assert [heard.next(), heard.next()] == ["bye", 4]
    killed = heard.start(python("import os, time\nos.close(1)\ntime.sleep(600)"), grace=0.05)
    assert heard.next() is None
    killed.close()
    ended.close()
    assert killed.exited_voluntarily is False
    assert not killed.running


@posix
def test_what_nobody_waits_for_is_read_in_small_pieces(monkeypatch):
    sizes: list[int] = []
    heard = Heard(waits_for_pipes=True)
    code = "import sys\nsys.stdout.write('a line\\n' * 4000)\nsys.stdout.flush()\ninput()"

    def listener(program, news, at):
        if isinstance(news, Output):
            sizes.append(len(news.text))

    waits = Waits()
    program = Program(python(code), listener, is_awaited=waits)
    program.attach(heard.loop)
    heard.until(lambda: sum(sizes) >= 7 * 2000)
    assert max(sizes) <= UNAWAITED_BYTES + len("a line\n")
    small = len(sizes)
    waits.now = True
    program.write("\n")
    heard.until(lambda: sum(sizes) == 7 * 4000)
    assert len(sizes) - small < small, "now somebody waits"
    program.close()


def test_the_rests_grow_while_it_goes_on_and_are_short_again_afterwards():
    throttle, now, rests = ReadThrottle(), 1.0, []
    for _ in range(20):
        rests.append(throttle.rest(now))
        now += rests[-1]
    assert rests[0] == ReadThrottle.SHORTEST_SECONDS
    assert rests == sorted(rests)
    assert rests[-1] == ReadThrottle.LONGEST_SECONDS
    assert throttle.rest(now + 1.0) == ReadThrottle.SHORTEST_SECONDS


@posix
def test_the_awaited_program_is_served_first():
    heard, order = Heard(waits_for_pipes=True), []

    def listener(program, news, at):
        if isinstance(news, Output):
            order.append(program)

    waits = [Waits() for _ in range(3)]
    programs = [Program(python(ECHO), listener, is_awaited=each) for each in waits]
    for program in programs:
        program.attach(heard.loop)
    heard.until(lambda: len(order) == 3)
    for awaited, wait in zip(programs, waits, strict=True):
        for program in programs:
            program.detach()
        for program in programs:
            program.write("x\n")
        wait_until_readable(programs)
        for program in programs:
            program.attach(heard.loop)
        wait.now = True
        order.clear()
        heard.until(lambda: len(order) == 3)
        assert order[0] is awaited
        wait.now = False
    for program in programs:
        program.close()


def wait_until_readable(programs: list[Program]) -> None:
    """Wait until each of them has printed something that nobody has read."""
    with_output: set[int] = set()
    loop = Loop[None](waits_for_pipes=True)
    for program in programs:
        assert program._process.stdout is not None
        fd = program._process.stdout.fileno()

        def ready(at: float, fd: int = fd) -> None:
            loop.unwatch(fd)
            with_output.add(fd)

        loop.watch(fd, ready)
    assert loop.drive(lambda: len(with_output) == len(programs), time.perf_counter() + PATIENCE)
    loop.close()


def test_news_are_values_that_can_be_compared():
    assert Output("e4\n") == Output("e4\n")
    assert ProgramEnded(0) != ProgramEnded(1)
    assert NotReading() != InputClosed()


@linux
def test_programs_that_end_together_leave_nothing(heard):
    how = Confinement(Sandbox.OFF, NO_LIMITS)
    code = """
        import os, time
        if os.fork() == 0:
            os.setsid()
            print(os.getpid())
            os.close(1)
            os.close(2)
            time.sleep(600)
        input()
        """
    programs = [heard.start(python(code), confinement=how) for _ in range(4)]
    strays = [int(str(heard.next())) for _ in programs]
    watched = [os.pidfd_open(pid) for pid in strays]
    for program in programs:
        program.detach()
    closing = [threading.Thread(target=program.close) for program in programs]
    for thread in closing:
        thread.start()
    for thread in closing:
        thread.join()
    for stray in watched:
        assert select.select([stray], [], [], PATIENCE)[0], "it lives on"
        os.close(stray)
