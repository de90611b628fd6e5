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


class _Subscription:
    """One subscription of a handler; the same handler may subscribe twice."""

    __slots__ = ("handler", "thoughts")

    def __init__(self, handler: Handler, thoughts: bool) -> None:
        self.handler = handler
        self.thoughts = thoughts


class EventBus:
    """Distributes events to handlers, which run on the publishing thread.

    A mailbox carries events to another thread. If a handler raises, the error is logged and the
    other handlers still get the event: a broken view must not decide a game.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: tuple[_Subscription, ...] = ()  # replaced whole, for publish
        self._wants_thoughts = False

    @property
    def wants_thoughts(self) -> bool:
        """True if any handler wants every thought as soon as a player reports it."""
        return self._wants_thoughts

    def subscribe(self, handler: Handler, *, thoughts: bool = True) -> Unsubscribe:
        """Call the handler with every event from now on.

        With ``thoughts=False`` the handler does without
        :class:`~board_core.events.Thinking`: while nobody wants these events, programs' reports
        on their search are not read as they come. The handler may still get some.

        The returned function unsubscribes the handler and may be called twice.
        """
        subscription = _Subscription(handler, thoughts)
        with self._lock:
            self._replace((*self._subscriptions, subscription))

        def unsubscribe() -> None:
            with self._lock:
                self._replace(tuple(s for s in self._subscriptions if s is not subscription))

        return unsubscribe

    def _replace(self, subscriptions: tuple[_Subscription, ...]) -> None:
        self._subscriptions = subscriptions
        self._wants_thoughts = any(each.thoughts for each in subscriptions)

    def publish(self, event: Event) -> None:
        """Hand an event to every handler on this thread."""
        _deliver(event, iter(self._subscriptions))

    def mailbox(self, *, thoughts: bool = True) -> Mailbox:
        """Return a new mailbox that gets every event from now on, as a handler would."""
        return Mailbox(self, thoughts=thoughts)


def _deliver(event: Event, subscriptions: Iterator[_Subscription]) -> None:
    for subscription in subscriptions:
        try:
            subscription.handler(event)
        except Exception:
            log.exception("%r failed on %s", subscription.handler, type(event).__name__)
        except BaseException:  # Ctrl-C in one handler: the others still get the event
            _deliver(event, subscriptions)
            raise


class Mailbox:
    """A queue of events for one reading thread; it gets events until :meth:`close`."""

    def __init__(self, bus: EventBus, *, thoughts: bool = True) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self.close: Unsubscribe = bus.subscribe(self._events.put, thoughts=thoughts)

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
