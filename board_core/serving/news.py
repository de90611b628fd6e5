"""News of a contest for its open pages: a line whenever its journals have grown.

The sizes of the files are looked at while somebody listens, and else not at all.
"""

from __future__ import annotations

import asyncio

from board_core.contest.report.live import Live
from board_core.files.extras import extra

from .connections import Stream, address_group

with extra("contest"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

LOOK_SECONDS = 0.5
"""Between two looks at the sizes."""

REPEATED_SECONDS = 15.0
"""After which a line is sent without news: a page that hears nothing for long asks by itself."""

MOST_LISTENERS, MOST_OF_EACH = 1_000, 400
"""Pages that listen at the same time, and those of one address; others ask by themselves."""


class News:
    """The streams of one server's pages. An ASGI application, used on the server's loop only."""

    def __init__(self, live: Live, headers: dict[str, str]) -> None:
        self._live = live
        self._plain = {**headers, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}
        self._headers = [(k.lower().encode(), v.encode()) for k, v in self._plain.items()]
        self._listening: dict[Stream, str] = {}
        self._watching: asyncio.Task[None] | None = None
        self._last = b""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        address = address_group(request.client.host if request.client else "")
        of_each = sum(each == address for each in self._listening.values())
        full = len(self._listening) >= MOST_LISTENERS or of_each >= MOST_OF_EACH
        if full or request.method == "HEAD":
            status = 503 if full else 200
            await Response(status_code=status, headers=self._plain)(scope, receive, send)
            return
        stream = Stream(scope)
        self._listening[stream] = address
        stream.put(self._last or b": \n\n")
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())
        try:
            await stream.answer(send, self._headers)
        finally:
            del self._listening[stream]

    async def _watch(self) -> None:
        silent = 0.0
        while self._listening:
            line = f"data: {await run_in_threadpool(self._live.mark)}\n\n".encode()
            if line != self._last or silent >= REPEATED_SECONDS:
                self._last, silent = line, 0.0
                for stream in self._listening:
                    stream.put(line)
            await asyncio.sleep(LOOK_SECONDS)
            silent += LOOK_SECONDS
