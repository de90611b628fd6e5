"""A game followed from a loop of asyncio: the game's own thread plays, the loop only waits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from .events import Event


class Feed:
    """What has happened and was not taken yet; None comes last.

    One thread puts, the loop of the one coroutine that waits is woken.
    """

    def __init__(self) -> None:
        self._events: deque[Event | None] = deque()
        self._wake: Callable[[], object] = _nobody

    def put(self, event: Event | None) -> None:
        """Keep an event; never waits."""
        self._events.append(event)
        self._wake()

    async def get(self) -> Event | None:
        """Return the next one, in the order in which they came."""
        loop, come = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has been closed: nobody takes the rest
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

    ``start`` says whether it has started the game: then ``stop`` is called if nobody wants to know
    its end, and the end is waited for.
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


def _nobody() -> None:
    """Nothing to be woken."""
