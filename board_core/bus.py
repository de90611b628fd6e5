"""Hand each event to every subscriber, in the order of the events."""

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
    """Distributes events to handlers, which run on the publishing thread.

    A mailbox carries events to another thread. If a handler raises, the error is logged and the
    other handlers still get the event: a broken view must not decide a game.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: tuple[tuple[Handler], ...] = ()  # replaced whole, for publish

    def subscribe(self, handler: Handler) -> Unsubscribe:
        """Call the handler with every event from now on.

        The returned function unsubscribes it and may be called twice.
        """
        subscription = (handler,)  # an object of its own: one handler may subscribe twice
        with self._lock:
            self._subscriptions += (subscription,)

        def unsubscribe() -> None:
            with self._lock:
                self._subscriptions = tuple(s for s in self._subscriptions if s is not subscription)

        return unsubscribe

    def publish(self, event: Event) -> None:
        """Hand an event to every handler on this thread."""
        _deliver(event, iter(self._subscriptions))

    def mailbox(self) -> Mailbox:
        """Return a new mailbox that gets every event from now on."""
        return Mailbox(self)


def _deliver(event: Event, subscriptions: Iterator[tuple[Handler]]) -> None:
    for (handler,) in subscriptions:
        try:
            handler(event)
        except Exception:
            log.exception("%r failed on %s", handler, type(event).__name__)
        except BaseException:  # Ctrl-C in one handler: the others still get the event
            _deliver(event, subscriptions)
            raise


class Mailbox:
    """A queue of events for one reading thread; it gets events until :meth:`close`."""

    def __init__(self, bus: EventBus) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self.close: Unsubscribe = bus.subscribe(self._events.put)

    def drain(self) -> Iterator[Event]:
        """Yield the events received so far without waiting, as frame loops need."""
        while True:
            try:
                yield self._events.get_nowait()
            except Empty:
                return

    def get(self, timeout: float | None = None) -> Event:
        """Wait for the next event and return it.

        Raises ``queue.Empty`` after ``timeout`` seconds; None waits for ever.
        """
        return self._events.get(timeout=timeout)
