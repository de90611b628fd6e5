"""News of a contest for its open pages: a line whenever its journals have grown.

The sizes of the files are looked at while somebody listens, and else not at all.
"""

from __future__ import annotations

import asyncio

from board_core.contest.report.live import Live
from board_core.files.extras import extra

from .bot_api import EVENT_STREAM, LoopLine, StreamResponse, address_of

with extra("contest"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import Response

LOOK_SECONDS = 0.5
"""Between two looks at the sizes."""

REPEATED_SECONDS = 15.0
"""After which a line is sent without news: a page that hears nothing for long asks by itself."""

MOST_LISTENERS, MOST_OF_EACH = 1_000, 400
"""Pages that listen at the same time, and those of one address; others ask by themselves."""


class News:
    """The streams of one server's pages. Used on the server's loop only."""

    def __init__(self, live: Live, headers: dict[str, str]) -> None:
        self._live = live
        self._headers = {**headers, **EVENT_STREAM}
        self._listening: dict[LoopLine, str] = {}
        self._watching: asyncio.Task[None] | None = None
        self._last = b""

    async def answer(self, request: Request) -> Response:
        address = address_of(request)
        of_each = sum(each == address for each in self._listening.values())
        if len(self._listening) >= MOST_LISTENERS or of_each >= MOST_OF_EACH:
            return Response(status_code=503, headers=self._headers)

        def begin(line: LoopLine) -> None:
            self._listening[line] = address
            line.send(self._last or b": \n\n")
            if self._watching is None or self._watching.done():
                self._watching = asyncio.create_task(self._watch())

        return StreamResponse(begin, self._listening.pop, self._headers)

    async def _watch(self) -> None:
        silent = 0.0
        while self._listening:
            line = f"data: {await run_in_threadpool(self._live.mark)}\n\n".encode()
            if line != self._last or silent >= REPEATED_SECONDS:
                self._last, silent = line, 0.0
                for each in self._listening:
                    each.send(line)
            await asyncio.sleep(LOOK_SECONDS)
            silent += LOOK_SECONDS
