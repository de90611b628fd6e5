import logging
import threading
import time
from queue import Empty
from typing import Any

import pytest

from board_core import Game, Paused, Resumed
from board_core.author.testing import play_script
from board_core.game import EventBus
from board_core.game.events import Event, Thinking
from board_core.games import CHESS

EVENT: Event = play_script(CHESS, ["f3", "g4"], ["e5", "Qh4"])[0]


def test_every_subscriber_hears_every_event_in_order():
    bus, heard = EventBus(), []
    bus.subscribe(lambda event: heard.append(("first", event)))
    bus.subscribe(lambda event: heard.append(("second", event)))
    bus.publish(EVENT)
    assert heard == [("first", EVENT), ("second", EVENT)]


def test_unsubscribing_twice_is_fine():
    bus, heard = EventBus(), []
    unsubscribe = bus.subscribe(heard.append)
    unsubscribe()
    unsubscribe()
    bus.publish(EVENT)
    assert heard == []


def test_a_handler_that_subscribed_twice_and_leaves_once_hears_once():
    bus, heard = EventBus(), []
    bus.subscribe(print_to := heard.append)
    bus.subscribe(print_to)()
    bus.publish(EVENT)
    assert heard == [EVENT]


def test_a_handler_may_unsubscribe_while_it_is_called():
    bus, heard = EventBus(), []
    unsubscribe = bus.subscribe(lambda _: unsubscribe())
    bus.subscribe(heard.append)
    bus.publish(EVENT)
    bus.publish(EVENT)
    assert heard == [EVENT, EVENT]


def test_a_broken_handler_is_logged_and_the_others_still_hear(caplog: pytest.LogCaptureFixture):
    def broken(event: Event):
        raise RuntimeError("view")

    bus, heard = EventBus(), []
    bus.subscribe(broken)
    bus.subscribe(heard.append)
    bus.publish(EVENT)
    assert heard == [EVENT]
    assert [(r.levelno, "GameStarted" in r.message) for r in caplog.records] == [
        (logging.ERROR, True)
    ]
    caplog.clear()


def test_a_handler_of_one_kind_of_event_hears_only_these():
    bus, heard, resumed = EventBus(), [], []
    bus.subscribe(heard.append, only=(Paused,))
    unsubscribe = bus.subscribe(resumed.append, only=(Resumed,))
    for event in (EVENT, PAUSED, RESUMED):
        bus.publish(event)
    unsubscribe()
    bus.publish(RESUMED)
    assert (heard, resumed) == ([PAUSED], [RESUMED])


def test_a_class_alone_chooses_the_events_of_a_handler():
    bus, heard = EventBus(), []
    bus.subscribe(lambda event: heard.append(event.clock), only=Paused)
    for event in (EVENT, PAUSED, RESUMED):
        bus.publish(event)
    assert heard == [PAUSED.clock]
    assert not bus.wants_thoughts
    bus.subscribe(print, only=Thinking)
    assert bus.wants_thoughts


def test_only_a_handler_that_hears_thoughts_wants_them():
    bus = EventBus()
    bus.subscribe(print, thoughts=False)
    bus.subscribe(print, only=(Paused,))
    assert not bus.wants_thoughts
    bus.subscribe(print, only=(Thinking,))
    assert bus.wants_thoughts


def test_ctrl_c_in_one_handler_reaches_the_others_and_then_the_caller():
    def interrupted(event: Event):
        raise KeyboardInterrupt

    bus, heard = EventBus(), []
    bus.subscribe(interrupted)
    bus.subscribe(heard.append)
    with pytest.raises(KeyboardInterrupt):
        bus.publish(EVENT)
    assert heard == [EVENT]


# Threads

PAUSED, RESUMED = Paused(EVENT.clock), Resumed(EVENT.clock)


def test_a_handler_stays_on_the_thread_of_the_game_however_long_it_takes():
    game, threads = Game(CHESS, "random", "greedy"), set()

    def slow(event: Event) -> None:
        time.sleep(0.003)
        threads.add(threading.current_thread())

    game.bus.subscribe(slow)
    game.run()
    assert threads == {threading.current_thread()}


@pytest.mark.parametrize("handler", [None, "print", 5])
def test_what_is_no_function_is_refused_as_a_handler(handler: Any):
    with pytest.raises(TypeError, match=f"{handler!r} handles no events: give a function"):
        EventBus().subscribe(handler)


@pytest.mark.parametrize("only", [str, "GameEnded", 5, (Paused, None)])
def test_what_is_no_class_of_events_is_refused(only: Any):
    with pytest.raises(TypeError, match="is no class of events: give one, as GameEnded"):
        EventBus().subscribe(print, only=only)


# Mailboxes


def test_a_mailbox_keeps_events_until_they_are_read():
    bus = EventBus()
    mailbox = bus.mailbox()
    paused, resumed = Paused(EVENT.clock), Resumed(EVENT.clock)
    bus.publish(paused)
    bus.publish(resumed)
    assert mailbox.get() is paused
    assert list(mailbox.drain()) == [resumed]
    assert list(mailbox.drain()) == []


def test_an_empty_mailbox_says_so():
    with pytest.raises(Empty):
        EventBus().mailbox().get(timeout=0)


def test_a_closed_mailbox_hears_nothing_more():
    bus = EventBus()
    mailbox = bus.mailbox()
    mailbox.close()
    bus.publish(EVENT)
    assert list(mailbox.drain()) == []


def test_thoughts_are_wanted_while_a_handler_that_wants_them_is_subscribed():
    bus = EventBus()
    assert not bus.wants_thoughts
    bus.subscribe(print, thoughts=False)
    bus.mailbox(thoughts=False)
    assert not bus.wants_thoughts
    unsubscribe, mailbox = bus.subscribe(print), bus.mailbox()
    unsubscribe()
    assert bus.wants_thoughts
    mailbox.close()
    mailbox.close()
    assert not bus.wants_thoughts
