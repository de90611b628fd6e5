"""A room on a thread of its own, and bots that play there over sockets."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
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


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait for what no event tells: a file that another process writes."""
    gone = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if happened():
            return
        gone.wait(0.02)
    raise AssertionError


class Cable:
    """A way to a port that can be held, forgotten, cut, and laid to another one."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.to_server, self.to_client = threading.Event(), threading.Event()
        self.hold(False)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._forgotten: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._closed = False
        self._start(self._listen)

    def _start(self, call: Callable[..., None], *given: Any) -> None:
        self._threads.append(threading.Thread(target=call, args=given))
        self._threads[-1].start()

    def _listen(self) -> None:
        while True:
            here, _ = self._listener.accept()
            if self._closed:
                here.close()
                return
            try:
                there = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                here.close()
                continue
            self._pairs.append((here, there))
            self._start(self._carry, here, there, self.to_server)
            self._start(self._carry, there, here, self.to_client)

    def _carry(self, one: socket.socket, other: socket.socket, passes: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                passes.wait(PATIENCE)
                if one not in self._forgotten:
                    other.sendall(data)
        if one not in self._forgotten:
            with suppress(OSError):
                other.shutdown(socket.SHUT_RDWR)
        one.close()

    def hold(self, held: bool = True) -> None:
        """Carry nothing either way until it is let go."""
        for passes in (self.to_server, self.to_client):
            (passes.clear if held else passes.set)()

    def forget(self) -> None:
        """Carry nothing on the connections there are, of which neither end hears."""
        for pair in self._pairs:
            self._forgotten.update(pair)

    def cut(self) -> None:
        """Break all connections; what is held is lost."""
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._closed = True
        self.hold(False)
        socket.create_connection(self._listener.getsockname()).close()
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join()


def port_of(url: str) -> int:
    return int(url.rstrip("/").rpartition(":")[2])


class Lines:
    """A stream of JSON lines; blank ones are left out."""

    def __init__(self, connection: HTTPConnection, answer: Any, sock: socket.socket) -> None:
        self.connection, self.answer, self._sock = connection, answer, sock

    def cut(self) -> None:
        """Cut the line, also while another thread reads it."""
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)

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
        with ExitStack() as failed:
            failed.callback(connection.close)
            connection.request(method, path, *self._said(body, {}))
            sock = connection.sock
            answer = connection.getresponse()
            failed.callback(answer.close)
            assert answer.status == 200, answer.read()
            failed.pop_all()
        self._open.append(Lines(connection, answer, sock))
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
    port: int = 0,
    tell: Callable[[object], object] = lambda news: None,
    **more: Any,
) -> Iterator[Served]:
    more = {"limits": LONG, **more}
    control = time or TimeControl(1000)
    room = Room(game_named(game), control, folder=folder, tell=tell, **more)
    listening = listen("127.0.0.1", port)
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


class Guest:
    """A client on threads of its own, which comes back after each cut until it is closed.

    ``choose`` gets the moves so far and returns one, "resign", or None to be silent; by default
    all follow SCHOLAR. ``ends`` has the last state of each game by its key, and ``sent`` what was
    accepted.
    """

    def __init__(
        self,
        url: str,
        name: str,
        token: str,
        choose: Callable[[list[str]], str | None] = lambda moves: SCHOLAR[len(moves)],
    ) -> None:
        self.bot, self._choose = Bot(url, name, token), choose
        self.ends: dict[str, dict[str, Any]] = {}
        self.sent: list[tuple[str, str]] = []
        self.games: set[str] = set()
        self.over = threading.Condition()
        self._closed = threading.Event()
        self._following: dict[str, threading.Thread] = {}
        self._open: set[Lines] = set()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def ended(self, games: int = 1) -> list[dict[str, Any]]:
        """Return the last states when so many games are over."""
        with self.over:
            assert self.over.wait_for(lambda: len(self.ends) >= games, PATIENCE), self.ends
            return [*self.ends.values()]

    def cut(self) -> None:
        """Cut all lines."""
        for lines in tuple(self._open):
            lines.cut()

    def close(self) -> None:
        self._closed.set()
        self.cut()
        for thread in (self._thread, *self._following.values()):
            thread.join()

    @contextmanager
    def _lines(self, path: str) -> Iterator[Lines]:
        with closing(self.bot.stream(path)) as lines:
            self._open.add(lines)
            try:
                if not self._closed.is_set():
                    yield lines
            finally:
                self._open.discard(lines)

    def _again(self, follow: Callable[[], bool]) -> None:
        """Call this until it returns False, and again after each cut."""
        while not self._closed.wait(0.01):
            with suppress(OSError, HTTPException, AssertionError, ValueError, RuntimeError):
                if not follow():
                    return

    def _listen(self) -> None:
        self._again(self._hear)

    def _hear(self) -> bool:
        with self._lines("/api/stream/event") as events:
            while True:
                key = events.next("gameStart")["game"]["gameId"]
                self.games.add(key)
                if key not in self._following:
                    play = partial(self._again, partial(self._follow, key))
                    self._following[key] = threading.Thread(target=play, daemon=True)
                    self._following[key].start()

    def _follow(self, key: str) -> bool:
        with self._lines(f"/api/bot/game/stream/{key}") as lines:
            mine = None
            while True:
                said = lines.next()
                if said["type"] == "gameFull":
                    mine = 0 if said["white"]["name"] == self.bot.name else 1
                    said = said["state"]
                if said["type"] != "gameState":
                    continue
                if said["status"] != "started":
                    with self.over:
                        self.ends[key] = said
                        self.over.notify_all()
                    return False
                moves = said["moves"].split()
                text = self._choose(moves) if len(moves) % 2 == mine else None
                if text == "resign":
                    self.bot.post(f"/api/bot/game/{key}/resign")
                elif text is not None and self.bot.move(key, text)[0] == 200:
                    self.sent.append((key, text))
