"""The pipe to a program that reads slowly."""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from board_core.game.loop import Loop, Timer
from board_core.supervise.input_pipe import InputPipe
from board_core.supervise.program_news import InputClosed, NotReading


class Waiting(Loop[None]):
    """A loop that keeps the timers it is given."""

    def __init__(self, **options) -> None:
        super().__init__(**options)
        self.waits: list[Timer] = []

    def later(self, seconds, call):
        timer = super().later(seconds, call)
        self.waits.append(timer)
        return timer


@pytest.fixture(params=[True, False], ids=["pipes", "threads"])
def loop(request) -> Iterator[Waiting]:
    if request.param and not Loop().waits_for_pipes:
        pytest.skip("this system cannot wait for pipes")
    with closing(Waiting(waits_for_pipes=request.param)) as made:
        yield made


@pytest.mark.skipif(os.name != "posix", reason="the other end is read without waiting")
def test_a_program_that_reads_a_part_has_as_long_again_for_the_next(loop):
    reads, writes = os.pipe()
    news: list[NotReading | InputClosed] = []
    pipe = InputPipe(os.fdopen(writes, "wb", 0), news.append)
    pipe.attach(loop)
    pipe.write(b"x" * 300_000)
    (first,) = loop.waits[:1]
    unread, _, _ = pipe.look()
    read = len(os.read(reads, 65_536))
    loop.drive(lambda: len(pipe._unsent) < 300_000 - 65_536, float("inf"))
    first.due()
    assert news == [], "its first second is over, but it has read"
    for timer in loop.waits:
        timer.due()
    assert news == [NotReading()]
    assert read
    assert unread
    pipe.close()
    os.close(reads)


@pytest.mark.skipif(os.name != "posix", reason="the other end is closed")
def test_what_could_not_be_sent_has_not_been_read():
    reads, writes = os.pipe()
    news: list[NotReading | InputClosed] = []
    pipe = InputPipe(os.fdopen(writes, "wb", 0), news.append)
    pipe.write(b"black\n")
    os.read(reads, 6)
    assert pipe.look() == (0, 6, False)
    os.close(reads)
    pipe.write(b"e4\n")
    assert news == [InputClosed()]
    assert pipe.look() == (3, 6, True)
    pipe.close()


@pytest.mark.skipif(os.name != "posix", reason="the other end is read without waiting")
def test_what_is_given_up_has_not_been_read(loop):
    reads, writes = os.pipe()
    pipe = InputPipe(os.fdopen(writes, "wb", 0), list[NotReading | InputClosed]().append)
    pipe.attach(loop)
    pipe.write(b"x" * 300_000)
    loop.waits[0].due()
    assert pipe.look() == (300_000, 0, False)
    pipe.close()
    os.close(reads)
