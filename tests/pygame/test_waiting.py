import sys
from pathlib import Path
from threading import Thread

import pygame
import pytest

from board_pygame import waiting
from board_pygame.waiting import WAKE_EVENT, Bridge, mapped_libraries, sdl_wait, wait

THREADS, ITEMS = 4, 5_000

MAPS = """\
7f00-7f01 r--p 00000000 08:01 42  /opt/some folder/libSDL2-2-50d.so.0
7f01-7f02 r-xp 00001000 08:01 42  /opt/some folder/libSDL2-2-50d.so.0
7f02-7f03 r-xp 00001000 08:01 43  /opt/libSDL2_mixer-2-671.so.0
7f03-7f04 rw-p 00000000 00:00 0
"""


@pytest.fixture(params=["sdl", "pygame"])
def display(request, monkeypatch):
    """With SDL's own wait, and without."""
    sdl_wait.cache_clear()
    if request.param == "pygame":
        monkeypatch.setattr(waiting, "sdl_wait", lambda: None)
    pygame.display.init()
    yield
    sdl_wait.cache_clear()


def wakes(events):
    return [event for event in events if event.type == WAKE_EVENT]


def waited_for(bridge, count):
    """Items as a window gets them: by waiting, without looking in between."""
    items = []
    while len(items) < count:
        wait(1)
        items += bridge.drain()
    return items


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep the library elsewhere")
def test_sdls_own_wait_is_found():
    sdl_wait.cache_clear()
    pygame.display.init()
    assert sdl_wait() is not None
    sdl_wait.cache_clear()


def test_another_copy_of_sdl_is_not_taken(monkeypatch):
    """It would wait for events that never come to it."""
    sdl_wait.cache_clear()
    assert not pygame.display.get_init()
    assert sdl_wait() is None
    sdl_wait.cache_clear()


def test_sdl_3_is_not_asked(monkeypatch):
    sdl_wait.cache_clear()
    monkeypatch.setattr(pygame, "get_sdl_version", lambda: (3, 2, 0))
    pygame.display.init()
    assert sdl_wait() is None
    sdl_wait.cache_clear()


def test_the_library_is_read_from_the_memory_map_once():
    assert mapped_libraries(MAPS) == [Path("/opt/some folder/libSDL2-2-50d.so.0")]


@pytest.mark.usefixtures("display")
def test_waiting_returns_what_has_come_in_its_order():
    wait(0)
    for key in (pygame.K_a, pygame.K_b):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    assert [event.key for event in wait(1) if event.type == pygame.KEYDOWN] == [97, 98]


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("seconds", [0, -1, 0.0001, float("-inf")])
def test_waiting_ends_without_an_event(seconds):
    wait(0)
    assert wait(seconds) == []


def test_no_wait_is_longer_than_a_second(monkeypatch):
    pygame.display.init()
    asked = []
    monkeypatch.setattr(waiting, "sdl_wait", lambda: asked.append)
    for seconds in (float("inf"), 3600, 0.25, 0.0001, 0):
        wait(seconds)
    assert asked == [1000, 1000, 250, 1, 0]


def test_without_a_display_waiting_raises():
    with pytest.raises(pygame.error):
        wait(0)


@pytest.mark.usefixtures("display")
def test_items_of_many_threads_all_arrive_each_threads_in_order():
    bridge = Bridge[tuple[int, int]]()

    def work(number):
        for item in range(ITEMS):
            bridge.post((number, item))

    threads = [Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    items = waited_for(bridge, THREADS * ITEMS)
    for thread in threads:
        thread.join()
    assert len(items) == THREADS * ITEMS
    for number in range(THREADS):
        assert [item for n, item in items if n == number] == list(range(ITEMS))
    assert bridge.drain() == []


@pytest.mark.usefixtures("display")
def test_many_items_wake_once_until_they_are_drained():
    bridge = Bridge[int]()
    for item in range(3):
        bridge.post(item)
    assert len(wakes(wait(0))) == 1
    bridge.post(3)
    assert wakes(wait(0)) == []
    assert bridge.drain() == [0, 1, 2, 3]
    bridge.post(4)
    assert len(wakes(wait(0))) == 1


def test_an_item_that_comes_while_draining_wakes_again(monkeypatch):
    pygame.display.init()
    bridge = Bridge[str]()
    bridge.post("early")
    taken = bridge._taken

    def another_comes():
        bridge.post("late")
        return taken()

    monkeypatch.setattr(bridge, "_taken", another_comes)
    wait(0)
    assert bridge.drain() == ["early", "late"]
    assert len(wakes(wait(0))) == 1


def test_items_posted_before_and_after_the_display_wait_to_be_drained():
    bridge = Bridge[str]()
    bridge.post("before")
    pygame.display.init()
    assert bridge.drain() == ["before"]
    pygame.display.quit()
    bridge.post("after")
    assert bridge.drain() == ["after"]


def test_a_full_queue_loses_nothing(monkeypatch):
    pygame.display.init()
    bridge = Bridge[int]()

    def full(_):
        raise pygame.error("Event queue is full")

    with monkeypatch.context() as patch:
        patch.setattr(pygame.event, "post", full)
        bridge.post(1)
    bridge.post(2)
    assert len(wakes(wait(0))) == 1
    assert bridge.drain() == [1, 2]


def test_a_closed_bridge_wakes_nobody_and_keeps_what_comes():
    pygame.display.init()
    bridge = Bridge[int]()
    bridge.close()
    bridge.close()
    bridge.post(1)
    assert wakes(wait(0)) == []
    assert bridge.drain() == [1]
