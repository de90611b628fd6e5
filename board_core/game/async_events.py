"""Follow a game from an asyncio loop: the game's own thread plays, and the loop only waits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any, TypeVar

from .events import Event

T = TypeVar("T")


class Feed:
    """A queue of events from one thread to one coroutine, ended by None.

    Putting an event wakes the coroutine's loop.
    """

    def __init__(self) -> None:
        self._events: deque[Event | None] = deque()
        self._wake: Callable[[], object] = _nobody

    def put(self, event: Event | None) -> None:
        """Add an event to the queue without waiting."""
        self._events.append(event)
        self._wake()

    async def get(self) -> Event | None:
        """Wait for the next event and return it, oldest first; None after the last."""
        loop, come = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has been closed: nobody reads the rest
                loop.call_soon_threadsafe(come.set)

        while not self._events:
            come.clear()
            self._wake = wake
            if not self._events:  # none has come since
                await come.wait()
            self._wake = _nobody
        return self._events.popleft()


async def followed(
    feed: Feed, start: Callable[[], bool], stop: Callable[[], None]
) -> AsyncGenerator[Event, None]:
    """Yield a game's events up to its end.

    ``start`` returns True if it started the game itself. In that case ``stop`` is called if the
    caller leaves early, and the generator waits for the end of the game.
    """
    own, over = start(), False
    try:
        while (event := await feed.get()) is not None:
            yield event
        over = True
    finally:
        if own and not over:
            stop()
            while await feed.get() is not None:
                pass


def on_loop(function: Callable[[Any], object]) -> Callable[[Any], object]:
    """Return a function for other threads, which has this one called on the running loop."""
    loop = asyncio.get_running_loop()
    return lambda value: loop.call_soon_threadsafe(function, value)


async def on_thread(work: Callable[[], T], cancel: Callable[[], None]) -> T:
    """Wait for work that blocks a thread of its own; call ``cancel`` when nobody waits any more."""
    try:
        return await asyncio.to_thread(work)
    finally:
        cancel()


def _nobody() -> None:
    """Do nothing: no coroutine is waiting."""
