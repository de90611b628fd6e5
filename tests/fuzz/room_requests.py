"""Mutated requests at every address of a room: any method, path, header and body.

Players and strangers ask the real application, in this process. A server on a socket gets what is
no HTTP at all. Nobody may be answered with an error of the server, no move may be played that its
owner did not send, nothing may appear by itself, and nothing may grow without an end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import resource
import socket
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

from border import NASTY, NASTY_SETUPS, NASTY_VALUES, mutated
from patience import PATIENCE

from board_core import IllegalMove
from board_core.contest.hand_in import MOST_KEYS
from board_core.game.clock import TimeControl
from board_core.match.known_games import game_named
from board_core.players.remote import RemoteLimits
from board_core.serving import bot_api
from board_core.serving import room as rooms
from board_core.serving.connections import CONNECTION, Stream
from board_core.serving.room import Room
from board_core.serving.server import listen, room_server
from board_core.serving.table import VARIANTS, Table

NAMES = ("ada", "bob", "eve")
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW")

PATHS = (
    "/api/account",
    "/api/account/playing",
    "/api/bot/account/upgrade",
    "/api/stream/event",
    "/api/bot/game/stream/{key}",
    "/api/bot/game/{key}/chat",
    "/api/bot/game/{key}/abort",
    "/api/bot/game/{key}/resign",
    "/api/bot/game/{key}/draw/yes",
    "/api/bot/game/{key}/draw/no",
    "/api/bot/game/{key}/takeback/yes",
    "/api/bot/game/{key}/takeback/no",
    "/api/bot/game/{key}/claim-draw",
    "/api/bot/game/{key}/claim-victory",
    "/api/bot/game/{key}/failed",
    "/api/challenge",
    "/api/challenge/{name}",
    "/api/challenge/{challenge}/accept",
    "/api/challenge/{challenge}/decline",
    "/api/challenge/{challenge}/cancel",
    "/api/token/test",
    "/api/bot/online",
    "/api/users/status",
    "/api/users/status?ids={name},{name}",
    "/api/user/{name}",
    "/game/export/{key}",
    "/game/export/{key}.pgn",
    "/",
    "/room.css",
)
MOVE = "/api/bot/game/{key}/move/{move}"

PARTS = (
    "..",
    "%2e%2e",
    ".",
    "",
    "%00",
    "%ff%fe",
    "%2f",
    "%0d%0a",
    "%e2%80%ae",
    "%u0041",
    "[",
    "]:",
)
"""What stands between two slashes of a path and is not meant to."""

HEADERS: tuple[tuple[bytes, tuple[bytes, ...]], ...] = (
    (
        b"host",
        (b"[::1", b"[", b"evil.example", b"localhost:99999999", b"a@localhost", b"", b"\xff"),
    ),
    (b"range", (b"bytes=0-0", b"bytes=-1", b"lines=1")),
    (b"if-none-match", (b"*", b'"x"')),
    (b"accept-language", (b"zh-CN;q=nan", b"zh;q=1e999,en", b"," * 900)),
    (b"content-type", (b"application/json", b"multipart/form-data", b"text/\xff")),
    (b"user-agent", (b"the-chess-board/1 join", b"\xff")),
    (b"x-forwarded-for", (b"127.0.0.1", b"\xff,")),
    (b"cookie", (b"token=x",)),
    (b"content-length", (b"-1", b"9" * 30)),
    (b"transfer-encoding", (b"chunked", b"identity")),
    (b"expect", (b"100-continue",)),
    (b"upgrade", (b"websocket", b"h2c")),
)

MOST_TABLES, MOST_STREAMS = 12, 24

Request = tuple[str, str, list[tuple[bytes, bytes]], bytes, str]
"""Method, target, headers, body, and the name of whose token it has; empty for a stranger."""


class Wire:
    """Stands for the connection of a stream, which its client may close at any time."""

    def become_stream(self, stream: Stream) -> None:
        self.stream = stream

    def end(self) -> None:
        self.stream.lost()


class Faults(logging.Handler):
    """Fails the run for whatever the board or the web server reports as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@contextmanager
def faults_heard() -> Iterator[Faults]:
    faults, loggers = Faults(), [logging.getLogger(n) for n in ("board_core", "uvicorn", "asyncio")]
    for each in loggers:
        each.addHandler(faults)
    try:
        yield faults
    finally:
        for each in loggers:
            each.removeHandler(faults)


class RoomUnderAttack:
    """A room, those who ask it, and what they have sent."""

    def __init__(self, folder: Path | None, seed: int = 0) -> None:
        limits = RemoteLimits(first_move=1000, grace=1000, explanation=0.01, late=0.01)
        self.room = Room(game_named("chess"), TimeControl(1000), folder=folder, limits=limits)
        self.tokens = self.room.add(NAMES)
        self.server = room_server(self.room)
        self.app: Any = self.server.config.app
        api = self._api()  # a client asks a hundred times a second, this one some thousand times
        api._requests = bot_api.Allowance(600, 0.0005)
        api._challenged, api._chatted = bot_api.Allowance(60, 0.01), bot_api.Allowance(200, 0.01)
        self.chance = random.Random(seed)
        self.tally: Counter[object] = Counter()
        self.asked: list[Request] = []  # the last ones
        self.sent: dict[tuple[str, str], set[str]] = defaultdict(set)  # by name and game
        self.tables: dict[str, Table] = {}
        self.games = self.plies = 0
        self._challenges: set[str] = set()
        self._streams: list[tuple[asyncio.Task[None], Wire]] = []

    # What is asked

    def request(self) -> Request:
        chance = self.chance
        who, method, target, body = self._sensible() if chance.random() < 0.5 else self._any()
        if chance.random() < 0.3:
            target = self._bent(target)
        if chance.random() < 0.3:
            body = mutated(chance, body, BODIES)
        if chance.random() < 0.01:
            body += b"x" * chance.choice((20_000, 700_000))
        if chance.random() < 0.15:
            who = chance.choice((*NAMES, ""))
        headers = [(b"host", b"localhost")]
        if who:
            word = chance.choice((b"Bearer", b"Bearer", b"bearer"))
            headers.append((b"authorization", word + b" " + self.tokens[who].encode()))
        elif chance.random() < 0.8:
            near = mutated(chance, self.tokens[chance.choice(NAMES)].encode(), NASTY)
            if near.decode("latin-1") not in self.tokens.values():
                headers.append((b"authorization", b"Bearer " + near[:200]))
        for name, values in HEADERS:
            if chance.random() < 0.03:
                headers = [each for each in headers if each[0] != name]
                headers.append((name, chance.choice(values)))
        return method, target, headers, body, self._owner(headers)

    def _owner(self, headers: list[tuple[bytes, bytes]]) -> str:
        """Return whose token is given, however it is written: a chance change may hit it."""
        given = next((value for name, value in headers if name == b"authorization"), b"")
        account = self.room.account_of(given.partition(b" ")[2].decode("latin-1"))
        return "" if account is None else account.name

    def _sensible(self) -> tuple[str, str, str, bytes]:
        """Return what a well-behaved client may ask now."""
        chance = self.chance
        running, waiting = self.room.running, [*self.room._challenges.values()]
        away = [each.name for each in self.room.accounts if each.line is None]
        if away and chance.random() < 0.3:
            return chance.choice(away), "GET", "/api/stream/event", b""
        if waiting and chance.random() < 0.3:
            one = chance.choice(waiting)
            return one.to.name, "POST", f"/api/challenge/{one.key}/accept", b""
        if len(running) < MOST_TABLES and chance.random() < 0.1:
            who, to = chance.sample(NAMES, 2)
            house = chance.random() < 0.01
            body = chance.choice(BODIES) if chance.random() < 0.5 else b""
            return who, "POST", f"/api/challenge/{'random' if house else to}", body
        if running:
            table = chance.choice(running)
            position = table.view.position
            if position is not None and (moves := position.legal_moves()):
                who = table.names[position.to_move]
                who = who if who in NAMES else "eve"
                if len(table.view.played) > 60:
                    return who, "POST", f"/api/bot/game/{table.key}/resign", b""
                path = MOVE.format(key=table.key, move=chance.choice(moves))
                return who, "POST", path, b""
        return self._any()

    def _any(self) -> tuple[str, str, str, bytes]:
        chance = self.chance
        keys = [*self.room._tables, *[*self.room._finished][-3:], "XXXXXXXX"]
        path = chance.choice((*PATHS, MOVE))
        if path == "/api/challenge/{name}" and len(self.room.running) >= MOST_TABLES:
            path = MOVE
        target = path.format(
            key=chance.choice(keys),
            challenge=chance.choice([*self.room._challenges, "XXXXXXXX"]),
            name=chance.choice((*NAMES, "nobody")),
            move=quote(mutated(chance, chance.choice((b"e2e4", b"e7e5", b"O-O")), NASTY)[:9_000]),
        )
        method = chance.choice(METHODS) if chance.random() < 0.2 else chance.choice(("GET", "POST"))
        return chance.choice(NAMES), method, target, chance.choice(BODIES)

    def _bent(self, target: str) -> str:
        chance, parts = self.chance, target.split("/")
        match chance.randrange(5):
            case 0:
                parts.insert(chance.randrange(len(parts) + 1), chance.choice(PARTS))
            case 1:
                parts[chance.randrange(len(parts))] = quote(chance.choice(NASTY)[:9_000])
            case 2:
                del parts[chance.randrange(len(parts))]
            case 3:
                parts[-1] += "?" + quote(chance.choice(NASTY)[:900], safe="=&")
            case _:
                parts[-1] += chance.choice(("?offeringDraw=true", "?ids=,,", "/", "#x", ";x", "%"))
        return "/".join(parts)

    # What becomes of it

    async def ask(self, request: Request) -> None:
        method, target, headers, body, who = request
        self.asked = [*self.asked[-20:], request]
        raw, _, query = target.partition("?")
        path = unquote(raw)
        if who and method == "POST" and (found := path.split("/move/", 1))[1:]:
            self.sent[who, found[0].rpartition("/")[2]].add(found[1])
        wire = Wire()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": raw.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8000),
            CONNECTION: wire,
        }
        chunks = [body[:1000], body[1000:]] if len(body) > 1000 else [body]
        if self.chance.random() < 0.02:
            chunks = [*chunks[:-1], None]  # it breaks off
        answer = Answer()

        async def receive() -> dict[str, Any]:
            chunk = chunks.pop(0) if chunks else None
            if chunk is None:
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": chunk, "more_body": bool(chunks)}

        task = asyncio.create_task(self.app(scope, receive, answer.send))
        begun = asyncio.create_task(answer.begun.wait())
        await asyncio.wait((task, begun), return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()
        if answer.lasts and not task.done():
            self._streams.append((task, wire))
            if len(self._streams) > MOST_STREAMS or self.chance.random() < 0.3:
                await self._hang_up(self.chance.randrange(len(self._streams)))
            self._streams = [each for each in self._streams if not each[0].done()]
        else:
            await task
        self._check(request, answer, path)

    async def _hang_up(self, number: int) -> None:
        task, wire = self._streams.pop(number)
        wire.end()
        await task

    def _check(self, request: Request, answer: Answer, path: str) -> None:
        method, _target, _headers, _body, who = request
        status, said = answer.status, bytes(answer.body)
        self.tally[status] += 1
        assert 200 <= status < 500, status
        if path.startswith("/api/") and status >= 400:
            assert answer.headers[b"content-type"] == b"application/json"
            assert isinstance(json.loads(said)["error"], str)
        if status == 429:
            assert int(answer.headers[b"retry-after"]) > 0
        if status != 401 and b"/token/test" not in path.encode():
            assert not any(token.encode() in said for token in self.tokens.values())
        room, asks = self.room, method == "POST" and path.startswith("/api/challenge/")
        for key in room._challenges.keys() - self._challenges:
            assert asks
            assert room._challenges[key].challenger.name == who
        self._challenges = set(room._challenges)
        for table in room.running:
            if table.key not in self.tables:
                assert asks
                assert who in table.names
                self.tables[table.key] = table
        assert [each.name for each in room.accounts] == [*NAMES]

    def check_moves(self) -> None:
        """Compare the moves of the games that are over with what was sent, and forget these."""
        for key, table in [*self.tables.items()]:
            if table.over:
                self.check_game(table)
                del self.tables[key]
                for name in NAMES:
                    self.sent.pop((name, key), None)

    def check_game(self, table: Table) -> None:
        self.games += 1
        assert (table.terms.setup or "").isprintable()
        position = table.terms.rules.start(table.terms.setup)
        for played in table.view.played:
            self.plies += 1
            name = table.names[position.to_move]
            move = next(each for each in position.legal_moves() if each == played.move)
            if name in NAMES:
                read = set()
                for sent in self.sent[name, table.key]:
                    with suppress(IllegalMove):
                        read.add(position.parse(sent))
                assert move in read, f"{name} did not send {played.move}"
            position = position.play(move)

    def check_bounds(self) -> None:
        room = self.room
        assert len(room._challenges) <= rooms.MOST_OPEN * len(NAMES)
        assert len(room._tables) <= rooms.MOST_GAMES_OF_ONE * len(NAMES)
        assert len(room._threads) <= rooms.MOST_GAMES_OF_ONE * len(NAMES) + 5
        assert len(room._finished) <= rooms.MOST_FINISHED
        assert len(room.results) <= rooms.MOST_FINISHED
        for account in room.accounts:
            assert len(account.tables) <= rooms.MOST_GAMES_OF_ONE
            assert len(account.met) <= len(NAMES) + len(room.house)
        lines = sum(len(table._lines) + len(table._counted) for table in room.running)
        assert lines <= 4 * rooms.MOST_GAMES_OF_ONE * len(NAMES)
        for each in vars(self._api()).values():
            if isinstance(each, bot_api.Allowance):
                assert len(each._paid_until) <= MOST_KEYS

    def _api(self) -> bot_api.BotApi:
        """Return the API, of which a route's function knows."""
        route = next(each for each in self.app.routes if each.path == "/api/bot/online")
        return next(
            cell.cell_contents.__self__
            for cell in route.endpoint.__closure__
            if hasattr(cell.cell_contents, "__self__")
        )

    async def attack(self, requests: int) -> None:
        with faults_heard() as faults:
            try:
                for number in range(requests):
                    await self.ask(self.request())
                    if number % 100 == 0:
                        self.room.tick()
                        self.check_moves()
                        self.check_bounds()
                    assert not faults.said, faults.said[0]
                while self._streams:
                    await self._hang_up(0)
            except BaseException:
                for each in self.asked[-3:]:
                    sys.stderr.write(f"{each}"[:3_000] + "\n")
                raise
        for table in [*self.tables.values()]:
            self.check_game(table)
        self.check_bounds()
        assert all(each.line is None for each in self.room.accounts)
        assert not any(table._lines or table._counted for table in self.room.running)

    def knock(self, requests: int) -> None:
        """Ask over a socket, with bytes changed by chance: mostly it is no HTTP any more."""
        listening = listen("127.0.0.1", 0)
        thread = threading.Thread(target=self.server.run, args=([listening],))
        thread.start()
        try:
            with faults_heard() as faults:
                for _ in range(requests):
                    method, target, headers, body, _who = self.request()
                    said = [f"{method} {target} HTTP/1.1".encode()]
                    said += [name + b": " + value for name, value in headers]
                    said += [b"content-length: %d" % len(body), b"", body]
                    data = mutated(self.chance, b"\r\n".join(said), HTTP)
                    self.tally[first_status(listening.getsockname(), data)] += 1
                    assert not faults.said, (data, faults.said[0])
        finally:
            self.server.should_exit = True
            thread.join()
            listening.close()

    def close(self) -> None:
        self.room.close()


HTTP = (
    *(b"\r\n\r\n", b"\r\nHost: x", b"\r\nTransfer-Encoding: chunked", b"\r\nContent-Length: 3"),
    *(b"\r\n 5\r\n", b"0\r\n\r\n", b"5;x=\r\nabcde\r\n", b"GET / HTTP/1.0\r\n\r\n", b"\r\n:\r\n"),
    *(
        b" HTTP/0.9",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"x" * 20_000,
    ),
)


def first_status(place: tuple[str, int], data: bytes) -> int:
    """Send this, and no more ever; return the status of the first answer, 0 for none."""
    got = b""
    # it may be refused before its end
    with socket.create_connection(place, timeout=PATIENCE) as connection, suppress(OSError):
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        while b"x-ndjson" not in got and (chunk := connection.recv(65_536)):
            got += chunk
    if not got:
        return 0
    assert got.startswith(b"HTTP/1.1 "), got[:80]
    assert b"HTTP/1.1 5" not in got, (data, got)
    return int(got[9:12])


class Answer:
    def __init__(self) -> None:
        self.status, self.headers, self.body = 0, dict[bytes, bytes](), bytearray()
        self.begun = asyncio.Event()

    @property
    def lasts(self) -> bool:
        return self.headers.get(b"content-type") == b"application/x-ndjson" and (
            b"content-length" not in self.headers
        )

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
            self.begun.set()
        elif not self.lasts:
            self.body += message.get("body", b"")


def _bodies() -> Iterator[bytes]:
    yield b""
    yield b"room=player&text=hello"
    yield json.dumps({"room": "spectator", "text": "\u202e<b>\x1b[31m" * 9}).encode()
    yield b"reason=tooFast"
    yield b"keepAliveStream=true&color=white&rated=true&clock.limit=60&clock.increment=1"
    for variant, _name in VARIANTS.values():
        yield urlencode({"variant": variant}).encode()
    for blank in ("\n", "\t", "\x1e", "\u2003"):
        yield json.dumps({"fen": f"8/8/8/8/8/4k3/4p3/4K3{blank}w{blank}- - 0 1"}).encode()
    for setup in NASTY_SETUPS:
        yield json.dumps({"fen": setup, "variant": "fromPosition"}).encode()
    for value in NASTY_VALUES:
        for name in ("clock.limit", "color", "variant", "fen", "text", "keepAliveStream", "rated"):
            yield json.dumps({name: value}).encode()
    sentence = {"template": "it {what}", "facts": {"what": "looped"}}
    for told in (sentence, {"template": "\x1b{0}", "facts": []}, {"template": ""}, "x", None, []):
        facts = {"cause": "computing", "sentence": told, "last_heard": "\x1b]0;x\x07"}
        yield json.dumps({"explanation": facts, "reason": "time"}).encode()
    yield b'{"a":' * 5_000
    yield b'{"text": "\\ud800"}'
    yield b"lip_wrong,lip_other," + b"x" * 100


BODIES = [*_bodies()]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--over-sockets", type=int, default=5_000)
    told = parser.parse_args(arguments)
    attacked, begun, left = None, time.perf_counter(), told.requests
    with tempfile.TemporaryDirectory() as folder:
        attacked = RoomUnderAttack(Path(folder), told.seed)
        try:
            while left > 0:
                asyncio.run(attacked.attack(min(left, 10_000)))
                left -= 10_000
                used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                sys.stdout.write(f"{sum(attacked.tally.values())} requests, {used} MB\n")
                sys.stdout.flush()
            attacked.knock(told.over_sockets)
        finally:
            attacked.close()
    seconds = time.perf_counter() - begun
    sys.stdout.write(
        f"{sum(attacked.tally.values())} requests in {seconds:.0f} s, {attacked.games} games, "
        f"{attacked.plies} plies, {dict(attacked.tally)}\n"
    )
