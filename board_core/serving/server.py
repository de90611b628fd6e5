"""The web server, for everybody who can reach this machine: a contest's live page, or a room.

A contest's page is read-only, unless the organiser has a desk for hand-ins.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import signal
import socket
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from board_core.contest.desk import HandInDesk
from board_core.contest.report.live import Live, PageAnswer
from board_core.contest.report.pages import HAND_IN_STEM, LANGUAGES, SERVED_POLICY, page_name
from board_core.files.extras import extra
from board_core.game.words import Words
from board_core.supervise.ignored_signals import is_ignored
from board_core.text.harmless_text import visible
from board_core.text.languages import language_of
from board_core.text.sentence import BoardError, Sentence, say

from .bot_api import BotApi, is_of_api, json_error
from .connections import (
    ConnectionLimits,
    host_in_header,
    limited_connections,
    most_connections,
    plain_host,
)
from .entries_room import EntriesRoom
from .hand_in_pages import HandInPages
from .news import News
from .play_pages import PlayPages
from .room import Room

with extra("contest"):
    import uvicorn
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
    from starlette.routing import Route
    from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger(__name__)

RESPONSE_HEADERS = {
    "Content-Security-Policy": SERVED_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

BY_LANGUAGE = {"Vary": "Accept-Language"}
"""For an answer that depends on the browser's language."""

TICK_SECONDS = 1.0
"""Between two looks at what time brings in a room."""

MOST_HEAD_BYTES = 16_384
"""Bytes of a request before its body; longer ones are refused."""

ACCEPTED_AT_ONCE = 64
"""Connections accepted before the first is read: well below the limit for one address."""

MOST_QUEUED = 1024
"""Connections that wait in the system's queue; one more tries again after a second."""


class PageServer(uvicorn.Server):
    """Accepts few connections at a time, so that each is read before the next replaces it."""

    every_second: Callable[[], object] | None = None
    _ticking: asyncio.Task[None] | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End at Ctrl-C and SIGTERM, but not at one that this process ignores, as under nohup."""
        numbers = (signal.SIGINT, signal.SIGTERM)
        ignored = {number: signal.getsignal(number) for number in numbers if is_ignored(number)}
        with super().capture_signals():
            if threading.current_thread() is threading.main_thread():
                for number, handler in ignored.items():
                    signal.signal(number, handler)
            yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(MOST_QUEUED)  # uvicorn takes one number for both
        if (tick := self.every_second) is not None:
            self._ticking = asyncio.create_task(_ticks(tick))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        await super().shutdown(sockets)


async def _ticks(tick: Callable[[], object]) -> None:
    while True:
        await asyncio.sleep(TICK_SECONDS)
        try:
            tick()
        except Exception:
            log.exception("the room's second was not over well")


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this address; port 0 takes a free one. Raises OSError."""
    (family, *_rest, place), *_others = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    return socket.create_server(place, family=family)


def address(listening: socket.socket) -> str:
    """Return the address of the page, as people type it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def own_address() -> str | None:
    """Return this machine's address in its network; None if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # no machine has it
        return str(probe.getsockname()[0])
    return None


def is_private(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def server_of(
    live: Live,
    names: Collection[str] = (),
    limits: ConnectionLimits | None = None,
    words: Words | None = None,
    desk: HandInDesk | None = None,
    proxies: Collection[str] = (),
    room: Room | None = None,
) -> PageServer:
    """Return a server of a contest's pages; ``desk`` handles hand-ins, if any.

    Players on other machines play in the ``room``, or people play the entries there. For the rest
    see :func:`server`.
    """
    made = server(application(live, names, words, desk, room), limits, proxies)
    made.every_second = None if room is None else room.tick
    return made


def room_server(
    room: Room,
    names: Collection[str] = (),
    limits: ConnectionLimits | None = None,
    words: Words | None = None,
    proxies: Collection[str] = (),
) -> PageServer:
    """Return a server of a room's pages and its API. For the rest see :func:`server`."""
    routes = PlayPages(room, RESPONSE_HEADERS, wanted).routes()
    if room.plays:
        routes = [*BotApi(room).routes(), *routes]
    made = server(answering(routes, names, words or Words()), limits, proxies)
    made.every_second = room.tick
    return made


def server(
    app: Starlette, limits: ConnectionLimits | None = None, proxies: Collection[str] = ()
) -> PageServer:
    """Return a server, which runs on sockets that listen.

    It answers to this machine's addresses and to the names that ``app`` was made with; refusals are
    in the language of its words, by default the environment's. ``proxies`` are addresses whose
    ``X-Forwarded-For`` is trusted.
    """
    limits = replace(
        limits or ConnectionLimits(most=most_connections()),
        proxies=frozenset(map(plain_host, proxies)),
    )
    return PageServer(
        uvicorn.Config(
            app,
            http=limited_connections(limits),
            h11_max_incomplete_event_size=MOST_HEAD_BYTES,
            backlog=ACCEPTED_AT_ONCE,
            lifespan="off",
            ws="none",
            log_level="error",  # a warning for each bad request would fill a terminal
            access_log=False,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            timeout_graceful_shutdown=2,
        )
    )


class HostNameCheck:
    """Answers only requests for a host name that is ours.

    Otherwise a stranger's page whose name resolves to this machine (DNS rebinding) could read ours.
    """

    def __init__(self, app: ASGIApp, names: Collection[str], words: Words) -> None:
        self._app = app
        self._names = {"localhost", *map(plain_host, names)}
        self._words = words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(Request(scope))
        await (refused or self._app)(scope, receive, send)

    def _refused(self, request: Request) -> Response | None:
        host = host_in_header(request.headers.get("host", ""))
        if host is None:
            return self._refusal(request, say("there is no host in the request"), 400)
        if host in self._names or host == plain_host(str(request.scope["server"][0])):
            return None
        return self._refusal(
            request,
            say(
                "this page is not known as {name}: ask for it by its address, or start the server "
                "with --host-name {name}",
                name=host,
            ),
            421,
        )

    def _refusal(self, request: Request, why: Sentence, status: int) -> Response:
        headers = {**RESPONSE_HEADERS, "Connection": "close"}
        if is_of_api(request):
            return JSONResponse({"error": str(why)}, status, headers)
        return PlainTextResponse(self._words.sentence(why), status, headers=headers)


def application(
    live: Live,
    names: Collection[str] = (),
    words: Words | None = None,
    desk: HandInDesk | None = None,
    room: Room | None = None,
) -> Starlette:
    """Answer GET and HEAD for the pages of a report, and for those of the hand-in of a ``desk``.

    A ``room`` adds its API.

    No part of a URL becomes a path.
    """
    words = words or Words()

    def in_language(stem: str, request: Request) -> str:
        return page_name(stem, wanted(request.headers.get("accept-language", "")))

    def index(request: Request) -> Response:
        return respond(in_language("index", request), request, BY_LANGUAGE)

    def redirected(request: Request) -> Response:
        place = in_language(request.url.path.removeprefix("/"), request)
        return RedirectResponse(place, 303, headers={**RESPONSE_HEADERS, **BY_LANGUAGE})

    def named(request: Request) -> Response:
        return respond(request.path_params["name"], request, {})

    def respond(name: str, request: Request, more: dict[str, str]) -> Response:
        known = request.headers.get("if-none-match", "").removeprefix("W/").strip('"')
        answer = live.answer(name, known)
        if answer is None:
            why = words.sentence(say("there is no {name} here", name=visible(name)))
            return PlainTextResponse(why, 404, headers=RESPONSE_HEADERS)
        return _response(name, answer, known, more)

    routes = [
        Route("/", index),
        *([] if room is None else room_routes(room)),
        *([] if desk is None else HandInPages(desk, RESPONSE_HEADERS).routes()),
        *([] if desk is None else [Route(f"/{HAND_IN_STEM}", redirected)]),
        Route("/projector", redirected),
        Route("/news", News(live, RESPONSE_HEADERS).answer, methods=["GET"]),
        Route("/{name}", named),
    ]
    return answering(routes, names, words)


def room_routes(room: Room) -> list[Route]:
    """Return the routes of a contest's room: for people who play its entries, or for programs."""
    if isinstance(room, EntriesRoom):
        return PlayPages(room, RESPONSE_HEADERS, wanted).of_games()
    return BotApi(room).routes()


def answering(routes: Sequence[Route], names: Collection[str], words: Words) -> Starlette:
    """Return what answers on these routes, to our own names only; errors of an API are JSON."""

    async def trouble(request: Request, error: Exception) -> Response:
        if is_of_api(request):
            return json_error(error)
        status = error.status_code if isinstance(error, HTTPException) else 500
        text = error.detail if isinstance(error, HTTPException) else "Internal Server Error"
        return PlainTextResponse(text, status, headers=RESPONSE_HEADERS)

    kinds: tuple[type[Exception], ...] = (HTTPException, BoardError, ClientDisconnect, Exception)
    app = Starlette(
        routes=routes,
        middleware=[Middleware(HostNameCheck, names=names, words=words)],
        exception_handlers=dict.fromkeys(kinds, trouble),
    )
    app.router.redirect_slashes = False
    return app


def _response(name: str, answer: PageAnswer, known: str, more: dict[str, str]) -> Response:
    headers = {**RESPONSE_HEADERS, **more, "ETag": f'"{answer.tag}"'}
    if answer.tag == known:
        return Response(status_code=304, headers=headers)
    if answer.media == "text/plain":
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(answer.body, answer.status, headers, answer.media)


def wanted(accepted: str) -> str:
    """Return the language for an ``Accept-Language`` header; English if none of ours is in it."""
    weighed = []
    for place, part in enumerate(accepted.split(",")):
        tag, _semicolon, weight = part.strip().partition(";q=")
        with suppress(ValueError):
            weighed.append((-float(weight or 1), place, tag))
    known = (language_of(tag) for _weight, _place, tag in sorted(weighed))
    return next((language for language in known if language in LANGUAGES), LANGUAGES[0])
