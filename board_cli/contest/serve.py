"""``board contest serve``: the live page, for whoever may look at this machine. Read-only."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from contextlib import suppress

from board_cli.language import _
from board_core.contest.plan_tables import PagePlan
from board_core.contest.report.live import Live, PageAnswer
from board_core.contest.report.pages import LANGUAGES, SERVED_POLICY, page_name
from board_core.contest.store import Folder
from board_core.extras import extra
from board_core.words import language_of, visible

from .visitors import Patience, host_named, room, same_name, visits

with extra("contest"):
    import uvicorn
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import PlainTextResponse, Response
    from starlette.routing import Route
    from starlette.types import ASGIApp, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": SERVED_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

LONGEST_HEAD = 16_384
"""Bytes of a request before its body; longer ones are refused."""

AT_ONCE = 64
"""So many are let in before the first of them is heard: well below those kept from one address."""


KNOCKING = 1024
"""So many wait in the system's queue meanwhile; one more would try again after a second."""


class PageServer(uvicorn.Server):
    """Lets in few at a time, so that each is heard before another takes its place."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(KNOCKING)  # uvicorn takes one number for both


def serve(
    folder: Folder,
    host: str = "127.0.0.1",
    port: int = 8000,
    page: PagePlan | None = None,
    names: Collection[str] = (),
) -> None:
    """Show the contest of this folder until Ctrl-C, whether it has begun or not.

    It answers by the addresses of this machine, by ``names`` and by those that ``page`` has.
    Raises OSError when there can be no server at this address; port 0 takes one that is free.
    """
    page = page or PagePlan()
    listening = listen(host, port)
    with listening, suppress(KeyboardInterrupt):
        url = address(listening)
        print(_("The contest is shown at {url} (Ctrl-C ends it)", url=url), flush=True)
        if not is_private(host):
            print(_open_to_all(page), flush=True)
        server_of(Live(folder), names=[host, *page.hosts, *names]).run(sockets=[listening])


def _open_to_all(page: PagePlan) -> str:
    if page.logs == "public":
        return _("Everybody who can reach this machine can see programs, results and logs.")
    return _("Everybody who can reach this machine can see entrants and results.")


def listen(host: str, port: int) -> socket.socket:
    """Raises OSError."""
    (family, *_rest, place), *_others = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    return socket.create_server(place, family=family)


def address(listening: socket.socket) -> str:
    """The page's, as one types it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_private(host: str) -> bool:
    """Whether nobody but this machine can get there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def server_of(
    live: Live, names: Collection[str] = (), patience: Patience | None = None
) -> uvicorn.Server:
    return PageServer(
        uvicorn.Config(
            application(live, names),
            http=visits(patience or Patience(most=room())),
            h11_max_incomplete_event_size=LONGEST_HEAD,
            backlog=AT_ONCE,
            lifespan="off",
            ws="none",
            log_level="error",  # a warning for each bad request would fill a terminal
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
    )


class Named:
    """Answers only to who asks for a host by a name that is ours.

    A page of somebody else's, whose name has come to mean this machine, could read ours otherwise.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = {"localhost", *map(same_name, names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(Request(scope))
        await (refused or self._app)(scope, receive, send)

    def _refused(self, request: Request) -> Response | None:
        host = host_named(request.headers.get("host", ""))
        if host is None:
            return _refusal(_("there is no host in the request"), 400)
        if host in self._names or host == same_name(str(request.scope["server"][0])):
            return None
        return _refusal(
            _(
                "this page is not known as {name}: ask for it by its address, or start the server "
                "with --host-name {name}",
                name=host,
            ),
            421,
        )


def _refusal(why: str, status: int) -> Response:
    return PlainTextResponse(why, status, headers={**HEADERS, "Connection": "close"})


def application(live: Live, names: Collection[str] = ()) -> Starlette:
    """GET and HEAD, and only the names that a report has: nothing of a URL becomes a path."""

    def index(request: Request) -> Response:
        name = page_name("index", wanted(request.headers.get("accept-language", "")))
        return respond(name, request, {"Vary": "Accept-Language"})

    def named(request: Request) -> Response:
        return respond(request.path_params["name"], request, {})

    def respond(name: str, request: Request, more: dict[str, str]) -> Response:
        known = request.headers.get("if-none-match", "").removeprefix("W/").strip('"')
        answer = live.answer(name, known)
        if answer is None:
            return PlainTextResponse(
                _("there is no {name} here", name=visible(name)), 404, headers=HEADERS
            )
        return _response(name, answer, known, more)

    shown = Starlette(
        routes=[Route("/", index), Route("/{name}", named)],
        middleware=[Middleware(Named, names=names)],
    )
    shown.router.redirect_slashes = False
    return shown


def _response(name: str, answer: PageAnswer, known: str, more: dict[str, str]) -> Response:
    headers = {**HEADERS, **more, "ETag": f'"{answer.tag}"'}
    if answer.tag == known:
        return Response(status_code=304, headers=headers)
    if answer.media == "text/plain":
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(answer.body, answer.status, headers, answer.media)


def wanted(accepted: str) -> str:
    """The language to show to whoever accepts these, as browsers write them; English if none."""
    weighed = []
    for place, part in enumerate(accepted.split(",")):
        tag, _semicolon, weight = part.strip().partition(";q=")
        with suppress(ValueError):
            weighed.append((-float(weight or 1), place, tag))
    known = (language_of(tag) for _weight, _place, tag in sorted(weighed))
    return next((language for language in known if language in LANGUAGES), LANGUAGES[0])
