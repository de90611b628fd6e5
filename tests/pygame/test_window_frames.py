"""The window works when there is something new, and no more often than it can be seen."""

import pygame
import pytest
from driving import User
from pygame.event import Event

from board_core import Color
from board_core.author.testing import FakeTime
from board_pygame.host import LineSaid
from board_pygame.intents import LookAction
from board_pygame.waiting import WAKE_EVENT
from board_pygame.window import FRAME_SECONDS, Window

WOKEN = [Event(WAKE_EVENT)]


@pytest.fixture
def time(user: User, monkeypatch) -> FakeTime:
    time = FakeTime()
    monkeypatch.setattr(user.window, "_time", time)
    time.advance(1)
    user.window.turn([])
    return time


def heard(window: Window) -> int:
    return len(window._log_lines)


def say_something(window: Window) -> None:
    window._bridge.post(LineSaid(Color.WHITE, ">", "e4"))


def motion(x: int, y: int) -> Event:
    return Event(pygame.MOUSEMOTION, pos=(x, y), rel=(1, 1), buttons=(0, 0, 0))


def test_news_wait_for_the_next_frame_and_input_does_not(user: User, time: FakeTime):
    window = user.window
    say_something(window)
    window.turn(WOKEN)
    assert heard(window) == 1
    say_something(window)
    window.turn(WOKEN)
    assert heard(window) == 1
    assert 0 < window._patience() <= FRAME_SECONDS
    time.advance(FRAME_SECONDS)
    window.turn([])
    assert heard(window) == 2
    say_something(window)
    window.turn([*WOKEN, motion(5, 5)])
    assert heard(window) == 3


def test_news_after_a_rest_are_heard_at_once(user: User, time: FakeTime):
    for count in range(1, 4):
        say_something(user.window)
        user.window.turn(WOKEN)
        assert heard(user.window) == count
        time.advance(FRAME_SECONDS)


def test_a_pointer_that_moves_works_out_nothing_anew(user: User, time: FakeTime, monkeypatch):
    shown = []
    monkeypatch.setattr(user.window._screen, "show", lambda *given, **_more: shown.append(given))
    for x in range(600):
        user.window.turn([motion(x, 400)])
    assert not shown
    user.window.ask(LookAction.FLIP_BOARD)
    user.window.turn([])
    assert len(shown) == 1


def test_a_running_clock_is_all_that_wakes_the_window(user: User):
    assert user.window._patience() > 1
    user.start()
    assert user.window._patience() <= 0.5


def test_the_window_is_gone_before_its_programs_are_ended(user: User, monkeypatch):
    end, open_then = user.window.host.close, []

    def close() -> None:
        open_then.append(pygame.display.get_init())
        end()

    monkeypatch.setattr(user.window.host, "close", close)
    user.window.close()
    assert open_then == [False]
