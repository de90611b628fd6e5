"""Hands each event to every subscriber, in order."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from .events import Event

Handler = Callable[[Event], object]
Unsubscribe = Callable[[], None]

log = logging.getLogger(__name__)


class EventBus:
    """Handlers run on the publishing thread; a mailbox carries events to another.

    A handler that raises is logged and the others still hear the event: a
    broken view must not decide a game.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: tuple[tuple[Handler], ...] = ()  # replaced whole, for publish

    def subscribe(self, handler: Handler) -> Unsubscribe:
        """Hear every event from now on; the returned function ends it and may be called twice."""
        subscription = (handler,)  # an object of its own: one handler may subscribe twice
        with self._lock:
            self._subscriptions += (subscription,)

        def unsubscribe() -> None:
            with self._lock:
                self._subscriptions = tuple(s for s in self._subscriptions if s is not subscription)

        return unsubscribe

    def publish(self, event: Event) -> None:
        _deliver(event, iter(self._subscriptions))

    def mailbox(self) -> Mailbox:
        return Mailbox(self)


def _deliver(event: Event, subscriptions: Iterator[tuple[Handler]]) -> None:
    for (handler,) in subscriptions:
        try:
            handler(event)
        except Exception:
            log.exception("%r failed on %s", handler, type(event).__name__)
        except BaseException:  # after Ctrl-C in one handler the others are still waiting
            _deliver(event, subscriptions)
            raise


class Mailbox:
    """Events waiting for the one thread that reads them, until :meth:`close`."""

    def __init__(self, bus: EventBus) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self.close: Unsubscribe = bus.subscribe(self._events.put)

    def drain(self) -> Iterator[Event]:
        """The events that have come since; never waits. For frame loops."""
        while True:
            try:
                yield self._events.get_nowait()
            except Empty:
                return

    def get(self, timeout: float | None = None) -> Event:
        """The next event; raises ``queue.Empty`` after ``timeout`` seconds."""
        return self._events.get(timeout=timeout)
