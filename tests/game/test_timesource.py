from collections.abc import Iterator
from queue import Empty

import pytest

from board_core.author.testing import FakeTime
from board_core.game import RealTime
from board_core.game.loop import Loop


@pytest.fixture
def inbox() -> Iterator[Loop[str]]:
    inbox: Loop[str] = Loop()
    yield inbox
    inbox.close()


@pytest.mark.parametrize("time", [RealTime(), FakeTime()], ids=["real", "fake"])
def test_what_has_come_is_received_even_after_the_deadline(time, inbox):
    inbox.put("e4")
    assert time.receive(inbox, until=time.now() - 1) == "e4"


@pytest.mark.parametrize("time", [RealTime(), FakeTime()], ids=["real", "fake"])
def test_an_empty_inbox_says_so_once_the_deadline_has_come(time, inbox):
    with pytest.raises(Empty):
        time.receive(inbox, until=time.now())


def test_real_time_goes_forward():
    time = RealTime()
    assert time.now() <= time.now()


def test_fake_time_jumps_to_the_deadline_and_never_back(inbox):
    time = FakeTime()
    for until in (3600.0, 10.0):
        with pytest.raises(Empty):
            time.receive(inbox, until)
        assert time.now() == 3600


def test_waiting_for_ever_in_fake_time_is_a_mistake_of_the_script(inbox):
    with pytest.raises(AssertionError, match="waits for ever"):
        FakeTime().receive(inbox, float("inf"))
