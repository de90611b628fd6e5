import logging
import threading
from collections import deque
from contextlib import closing
from queue import Empty

import pytest
from patience import PATIENCE

from board_core import EventBus, Paused, Resumed
from board_core.author.testing import play_script
from board_core.game.bus import Delivery
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


# Slow handlers

PAUSED, RESUMED = Paused(EVENT.clock), Resumed(EVENT.clock)


class Slowness:
    """A handler that takes a second of a made-up time for each event of some kinds."""

    def __init__(self, *kinds: type[Event]) -> None:
        self.kinds = kinds
        self.time = 0.0
        self.heard: list[tuple[Event, bool]] = []  # and whether on the publisher's thread
        self.here = threading.current_thread()
        self.gate = threading.Event()
        self.gate.set()

    def __call__(self, event: Event) -> None:
        self.gate.wait(PATIENCE)
        self.heard.append((event, threading.current_thread() is self.here))
        if isinstance(event, self.kinds):
            self.time += 1

    def now(self) -> float:
        return self.time


def delivered(handler: Slowness, *events: Event) -> list[tuple[Event, bool]]:
    """What the handler heard of these events, and whether on this thread."""
    bus = EventBus()
    bus.subscribe(handler)
    with closing(Delivery(bus, handler.now)) as delivery:
        for event in events:
            delivery.publish(deque([event]))
    return handler.heard


def test_a_slow_handler_gets_a_thread_of_its_own_after_two_events_in_succession():
    heard = delivered(Slowness(Paused), *[PAUSED] * 5)
    assert heard == [(PAUSED, True)] * 2 + [(PAUSED, False)] * 3


def test_a_handler_that_is_slow_for_one_kind_of_event_gets_all_of_them_in_order():
    heard = delivered(Slowness(Paused), *[PAUSED, RESUMED] * 3)
    assert [event for event, _ in heard] == [PAUSED, RESUMED] * 3
    assert [here for _, here in heard] == [True, True, True, False, False, False]


def test_a_handler_that_was_held_up_once_stays_where_it_is():
    handler = Slowness(Paused)
    bus = EventBus()
    bus.subscribe(handler)
    with closing(Delivery(bus, handler.now)) as delivery:
        for kinds in ((Paused,), (), (Paused,), ()):
            handler.kinds = kinds
            delivery.publish(deque([PAUSED]))
    assert handler.heard == [(PAUSED, True)] * 4


def test_nobody_waits_for_a_slow_handler_before_the_end():
    handler, bus, quick = Slowness(Paused), EventBus(), []
    bus.subscribe(handler)
    bus.subscribe(quick.append)
    with closing(Delivery(bus, handler.now)) as delivery:
        for _ in range(2):
            delivery.publish(deque([PAUSED]))
        handler.gate.clear()
        delivery.publish(deque([RESUMED]))
        delivery.publish(deque([PAUSED]))
        assert quick == [PAUSED, PAUSED, RESUMED, PAUSED]
        assert handler.heard == [(PAUSED, True)] * 2
        handler.gate.set()
    assert handler.heard[2:] == [(RESUMED, False), (PAUSED, False)]
    delivery.close()


def test_a_slow_handler_that_breaks_is_logged_and_hears_on(caplog: pytest.LogCaptureFixture):
    class Broken(Slowness):
        def __call__(self, event: Event) -> None:
            super().__call__(event)
            if threading.current_thread() is not self.here:
                raise SystemExit

    assert len(delivered(Broken(Paused), *[PAUSED] * 4)) == 4
    assert [r.levelno for r in caplog.records] == [logging.ERROR] * 2
    caplog.clear()


def test_a_slow_handler_that_has_unsubscribed_hears_nothing_more():
    handler, bus = Slowness(Paused), EventBus()
    unsubscribe = bus.subscribe(handler)
    with closing(Delivery(bus, handler.now)) as delivery:
        for _ in range(2):
            delivery.publish(deque([PAUSED]))
        handler.gate.clear()
        delivery.publish(deque([PAUSED]))  # on its way
        delivery.publish(deque([RESUMED]))
        unsubscribe()
        handler.gate.set()
    assert RESUMED not in [event for event, _ in handler.heard]


def test_another_game_begins_with_all_handlers_on_its_own_thread():
    handler, bus = Slowness(Paused), EventBus()
    bus.subscribe(handler)
    for _ in range(2):
        with closing(Delivery(bus, handler.now)) as delivery:
            for _ in range(3):
                delivery.publish(deque([PAUSED]))
    assert [here for _, here in handler.heard] == [True, True, False] * 2


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
