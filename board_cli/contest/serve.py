"""``board contest serve``: the live page, for whoever may look at this machine. Read-only."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from board_cli.language import _
from board_core.contest.report.live import Answer, Live
from board_core.contest.report.pages import LANGUAGES, SERVED, page_name
from board_core.contest.store import Folder
from board_core.words import language_of, visible

HEADERS = {
    "Content-Security-Policy": SERVED,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

MOST = 1000
"""So many people may wait for an answer at the same time."""


def serve(folder: Folder, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Show the contest of this folder until Ctrl-C, whether it has begun or not.

    Raises OSError when there can be no server at this address; port 0 takes one that is free.
    """
    listening = listen(host, port)
    with listening, suppress(KeyboardInterrupt):
        url = address(listening)
        print(_("The contest is shown at {url} (Ctrl-C ends it)", url=url), flush=True)
        if not is_private(host):
            print(
                _("Everybody who can reach this machine can see programs, results and logs."),
                flush=True,
            )
        server_of(Live(folder)).run(sockets=[listening])


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


def server_of(live: Live) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            application(live),
            lifespan="off",
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST,
            timeout_graceful_shutdown=2,
        )
    )


def application(live: Live) -> Starlette:
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

    shown = Starlette(routes=[Route("/", index), Route("/{name}", named)])
    shown.router.redirect_slashes = False
    return shown


def _response(name: str, answer: Answer, known: str, more: dict[str, str]) -> Response:
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
