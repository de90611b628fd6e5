"""A web host: every visitor plays a built-in AI. Needs the extra `contest` (starlette, uvicorn).

GET /              a page with the board and a field for moves
GET /game          begins a game: server-sent events, the first one with its key
POST /game/KEY     plays the move in the body of the request
"""

import json
import secrets
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing

import chess.svg
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from board_core import (
    CHESS,
    Event,
    Game,
    GameEnded,
    GameStarted,
    Human,
    MovePlayed,
    MoveRejected,
    TimeControl,
)

PAGE = """<!doctype html><title>Play</title><div id="board"></div><p id="said"></p>
<form id="form"><input id="move" autofocus placeholder="e4"></form><script>
let key
new EventSource("game").onmessage = message => {
  const news = JSON.parse(message.data)
  key = news.key ?? key
  if (news.svg) board.innerHTML = news.svg
  if (news.said) said.textContent = news.said
  if (news.over) form.remove()
}
form.onsubmit = event => {
  event.preventDefault()
  fetch("game/" + key, {method: "POST", body: move.value})
  move.value = ""
}
</script>"""
MOST_GAMES = 20
LONGEST_MOVE = 20
PLAYING: dict[str, Human] = {}
"""The visitors of the current games, by their keys."""


async def page(request: Request) -> Response:
    return HTMLResponse(PAGE)


async def begin(request: Request) -> Response:
    """Begin a game and stream it. A visitor who leaves ends it."""
    if len(PLAYING) >= MOST_GAMES:
        return JSONResponse({"error": "too many games at present"}, 503)
    key, visitor = secrets.token_urlsafe(8), Human("Visitor")
    PLAYING[key] = visitor
    return StreamingResponse(stream(key, visitor), media_type="text/event-stream")


async def stream(key: str, visitor: Human) -> AsyncIterator[str]:
    try:
        yield message({"key": key})
        game = Game(CHESS, visitor, "greedy", time_control=TimeControl(600))
        async with aclosing(game.events()) as events:
            async for event in events:
                if news := told(event):
                    yield message(news)
    finally:
        del PLAYING[key]


def told(event: Event) -> dict[str, object] | None:
    """Return the fields of an event that the page shows."""
    match event:
        case GameStarted(position=position):
            return {"svg": chess.svg.board(position.native, size=360)}
        case MovePlayed(position=position, notation=notation):
            return {"svg": chess.svg.board(position.native, size=360), "said": notation}
        case MoveRejected(why=why):
            return {"said": str(why)}
        case GameEnded(outcome=outcome):
            return {"said": f"{outcome.result} {outcome.reason.value}", "over": True}
    return None


def message(news: dict[str, object]) -> str:
    return f"data: {json.dumps(news)}\n\n"


async def move(request: Request) -> Response:
    visitor = PLAYING.get(request.path_params["key"])
    if visitor is None:
        return JSONResponse({"error": "there is no such game"}, 404)
    text = b""
    async for part in request.stream():
        text += part
        if len(text) > LONGEST_MOVE:
            return JSONResponse({"error": "this is too long for a move"}, 413)
    return JSONResponse({"taken": visitor.play(text.decode(errors="replace"))})


app = Starlette(
    routes=[
        Route("/", page),
        Route("/game", begin),
        Route("/game/{key}", move, methods=["POST"]),
    ]
)

if __name__ == "__main__":
    if not sys.argv[1:]:
        print("usage: python web_host.py PORT (0: any that is free)")
        sys.exit()
    with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as listening:
        print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
        uvicorn.Server(config).run(sockets=[listening])
