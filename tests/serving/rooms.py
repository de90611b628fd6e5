"""A room on a thread of its own, and bots that play there over sockets."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from patience import PATIENCE

from board_core.game.clock import TimeControl
from board_core.match.known_games import game_named
from board_core.players.remote import RemoteLimits
from board_core.serving.connections import ConnectionLimits
from board_core.serving.room import Room
from board_core.serving.server import address, listen, room_server

LONG = RemoteLimits(first_move=1000, grace=1000, explanation=1000, late=1000)
SCHOLAR = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]


class Lines:
    """A stream of JSON lines; blank ones are left out."""

    def __init__(self, connection: HTTPConnection, answer: Any) -> None:
        self.connection, self.answer = connection, answer

    def next(self, kind: str = "") -> dict[str, Any]:
        """Return the next line, of a kind if one is given."""
        while True:
            line = self.answer.readline()
            assert line, "the stream has ended"
            if line.strip() and kind in ("", (said := json.loads(line)).get("type")):
                return json.loads(line) if kind == "" else said

    def state(self, moves: int) -> dict[str, Any]:
        """Return the first state with so many moves."""
        while len((said := self.next("gameState"))["moves"].split()) < moves:
            pass
        return said

    def rest(self) -> tuple[bytes, bool]:
        """Return what is left, and whether it ended cleanly."""
        got = b""
        try:
            while chunk := self.answer.read1(65536):
                got += chunk
        except (HTTPException, ConnectionError, ValueError):
            return got, False
        return got, self.answer.chunked and self.answer.chunk_left is None

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


class Bot:
    def __init__(self, url: str, name: str, token: str, agent: str = "test") -> None:
        self.url, self.name, self.token, self.agent = url, name, token, agent
        self._host = url.removeprefix("http://").rstrip("/")
        self._open: list[Lines] = []

    def ask(
        self, method: str, path: str, body: bytes | dict[str, Any] | None = None, **more: str
    ) -> tuple[int, Any, dict[str, str]]:
        """Return the status, what the answer's JSON holds, and its headers."""
        connection = HTTPConnection(self._host, timeout=PATIENCE)
        try:
            connection.request(method, path, *self._said(body, more))
            answer = connection.getresponse()
            text = answer.read()
            kind = answer.headers.get("content-type", "")
            facts = json.loads(text) if kind.startswith("application/json") else text.decode()
            return answer.status, facts, dict(answer.headers)
        finally:
            connection.close()

    def _said(self, body: object, more: dict[str, str]) -> tuple[bytes | None, dict[str, str]]:
        headers = {"Authorization": f"Bearer {self.token}", "User-Agent": self.agent, **more}
        if isinstance(body, dict):
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(body).encode()
        return body, headers

    def post(self, path: str, body: bytes | dict[str, Any] | None = None) -> Any:
        status, facts, _headers = self.ask("POST", path, body)
        assert status == 200, facts
        return facts

    def get(self, path: str) -> Any:
        status, facts, _headers = self.ask("GET", path)
        assert status == 200, facts
        return facts

    def stream(self, path: str, method: str = "GET", body: dict[str, Any] | None = None) -> Lines:
        connection = HTTPConnection(self._host, timeout=PATIENCE)
        connection.request(method, path, *self._said(body, {}))
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        self._open.append(Lines(connection, answer))
        return self._open[-1]

    def events(self) -> Lines:
        return self.stream("/api/stream/event")

    def game(self, key: str) -> Lines:
        return self.stream(f"/api/bot/game/stream/{key}")

    def move(self, key: str, text: str) -> tuple[int, Any]:
        return self.ask("POST", f"/api/bot/game/{key}/move/{text}")[:2]

    def close(self) -> None:
        for lines in self._open:
            lines.close()


class Served:
    """A room that is served, and its bots by name."""

    def __init__(self, room: Room, url: str, tokens: dict[str, str]) -> None:
        self.room, self.url, self.tokens = room, url, tokens
        self.news: list[object] = []
        self._bots: list[Bot] = []

    def bot(self, name: str, agent: str = "test") -> Bot:
        self._bots.append(Bot(self.url, name, self.tokens[name], agent))
        return self._bots[-1]

    def close(self) -> None:
        for bot in self._bots:
            bot.close()


@contextmanager
def served_room(
    *names: str,
    game: str = "chess",
    time: TimeControl | None = None,
    folder: Path | None = None,
    tokens: dict[str, str] | None = None,
    connections: ConnectionLimits | None = None,
    tell: Callable[[object], object] = lambda news: None,
    **more: Any,
) -> Iterator[Served]:
    more = {"limits": LONG, **more}
    control = time or TimeControl(1000)
    room = Room(game_named(game), control, folder=folder, tell=tell, **more)
    listening = listen("127.0.0.1", 0)
    server = room_server(room, limits=connections)
    thread = threading.Thread(target=server.run, args=([listening],))
    made = room.add(names or ("ada", "bob"))
    served = Served(room, address(listening), {**(tokens or {}), **made})
    try:
        room.resume()
        thread.start()
        yield served
    finally:
        room.close()
        server.should_exit = True
        if thread.ident is not None:
            thread.join()
        listening.close()
        served.close()
