"""Hand each event to every subscriber, in the order of the events."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from queue import Empty, SimpleQueue
from types import NoneType
from typing import Any, TypeVar, get_args, overload

from board_core.text.sentence import given

from .events import Event, Thinking

Handler = Callable[[Event], object]
Kind = TypeVar("Kind", bound=Event)
Kinds = Collection[type[Event]] | None
Unsubscribe = Callable[[], None]

KINDS = get_args(Event)
NO_KIND = "is no class of events: give one, as GameEnded, or several"

log = logging.getLogger(__name__)


class _Subscription:
    """One subscription of a handler; the same handler may subscribe twice."""

    __slots__ = ("handler", "only", "thoughts")

    def __init__(self, handler: Handler, thoughts: bool, only: Kinds) -> None:
        self.handler = handler
        self.thoughts = thoughts and (only is None or Thinking in only)
        self.only = only

    def failed(self, event: Event) -> None:
        """Log the exception that the handler has just raised."""
        log.exception("%r failed on %s", self.handler, type(event).__name__)


class Audience(dict[type[Event], tuple[_Subscription, ...]]):
    """All subscriptions, and those to each kind of event, looked up when the first one comes."""

    def __init__(self, subscriptions: tuple[_Subscription, ...]) -> None:
        super().__init__()
        self.all = subscriptions

    def __missing__(self, kind: type[Event]) -> tuple[_Subscription, ...]:
        found = tuple(each for each in self.all if each.only is None or kind in each.only)
        self[kind] = found
        return found


class EventBus:
    """Distributes events to handlers, which run on the publishing thread.

    In a game that is the game's own thread, which waits for them. A mailbox carries events to a
    thread of your choice, where slow work belongs. If a handler raises, the error is logged and the
    other handlers still get the event, so a broken view cannot decide a game.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._audience = Audience(())  # replaced whole, for publish
        self._wants_thoughts = False

    @property
    def wants_thoughts(self) -> bool:
        """True if any handler wants every thought as soon as a player reports it."""
        return self._wants_thoughts

    @overload
    def subscribe(
        self,
        handler: Callable[[Kind], object],
        *,
        thoughts: bool = True,
        only: type[Kind],
    ) -> Unsubscribe: ...
    @overload
    def subscribe(
        self,
        handler: Handler,
        *,
        thoughts: bool = True,
        only: Kinds = None,
    ) -> Unsubscribe: ...
    def subscribe(
        self,
        handler: Callable[[Any], object],
        *,
        thoughts: bool = True,
        only: Any = None,
    ) -> Unsubscribe:
        """Call the handler with every event from now on, or ``only`` those of a class or classes.

        ``thoughts=False`` means that the handler needs no :class:`~board_core.Thinking` events,
        though it may still get some: if no handler needs them, programs' search reports are not
        parsed as they arrive.

        The returned function unsubscribes the handler and may be called twice.
        """
        if not callable(handler):
            given(handler, (), "handles no events: give a function of an event")
        kinds: Any = (only,) if isinstance(only, type | str) else only
        given(kinds, (Collection, NoneType), NO_KIND)
        for kind in kinds or ():
            if kind not in KINDS:
                given(kind, (), NO_KIND)
        subscription = _Subscription(handler, thoughts, kinds)
        with self._lock:
            self._replace((*self._audience.all, subscription))

        def unsubscribe() -> None:
            with self._lock:
                self._replace(tuple(s for s in self._audience.all if s is not subscription))

        return unsubscribe

    def _replace(self, subscriptions: tuple[_Subscription, ...]) -> None:
        self._audience = Audience(subscriptions)
        self._wants_thoughts = any(each.thoughts for each in subscriptions)

    def publish(self, event: Event) -> None:
        """Hand an event to every handler on this thread, however long that takes."""
        Delivery(self).publish(deque((event,)))

    def mailbox(self, *, thoughts: bool = True) -> Mailbox:
        """Return a new mailbox that gets every event from now on, as a handler would."""
        return Mailbox(self, thoughts=thoughts)


class Delivery:
    """Hands the events of one game to its followers and the handlers of its bus."""

    def __init__(self, bus: EventBus) -> None:
        self._bus = bus
        self.followers: tuple[Callable[[Event | None], None], ...] = ()
        """Get every event, before the handlers; replaced whole."""
        self.thoughts_followed = False
        """Whether a follower wants every thought."""

    @property
    def wants_thoughts(self) -> bool:
        """True if any follower or handler wants every thought as soon as a player reports it."""
        return self.thoughts_followed or self._bus.wants_thoughts

    def audience(self) -> Audience:
        """Return the current subscriptions."""
        return self._bus._audience

    def publish(self, events: deque[Event]) -> None:
        """Pop the events from the left, and hand each to the followers and its handlers."""
        while events:
            event = events.popleft()
            for follower in self.followers:
                follower(event)
            self._hand_out(event, self._bus._audience[type(event)])

    def _hand_out(self, event: Event, subscriptions: tuple[_Subscription, ...]) -> None:
        for index, subscription in enumerate(subscriptions):
            try:
                subscription.handler(event)
            except Exception:
                subscription.failed(event)
            except BaseException:  # Ctrl-C in one handler: the others still get the event
                self._hand_out(event, subscriptions[index + 1 :])
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

        Raises ``queue.Empty`` after ``timeout`` seconds; None waits forever.
        """
        return self._events.get(timeout=timeout)
