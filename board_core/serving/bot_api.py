"""The lichess Bot API of a room: unmodified lichess-bot, BotLi and berserk play here.

Answers are JSON, errors too: ``{"error": text}``. Two things are ours alone, for ``board join``:
the line ``{"type": "explain", "reason": …}`` on a game's stream asks why it was lost, and
``POST /api/bot/game/ID/failed`` takes it, at any time of the game.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import parse_qsl

from board_core.contest.hand_in import Allowance
from board_core.files.extras import extra
from board_core.game.player import ClaimDraw, DeclineDraw, Explanation, OfferDraw, Resign
from board_core.game.rules import Reason
from board_core.game.timesource import RealTime
from board_core.journal.values import EXPLANATION, parsed, sentence_facts
from board_core.match.known_games import hosted
from board_core.players.remote import RemotePlayer
from board_core.text.codec import Json, mapping, one_of, text_of
from board_core.text.harmless_text import legible
from board_core.text.sentence import BoardError, Sentence, say

from .connections import Stream, address_group
from .room import MOST_CHAT, Account, Room, RoomRefusal
from .table import RATING, SPEEDS, VARIANTS, person

with extra("contest"):
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route
    from starlette.types import Receive, Scope, Send

HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # a proxy must not keep lines back
    "X-Content-Type-Options": "nosniff",
}
NDJSON = {**HEADERS, "Content-Type": "application/x-ndjson"}
EVENT_STREAM = {**HEADERS, "Content-Type": "text/event-stream"}

MOST_BODY, MOST_REPORT = 16_384, 600_000
"""Bytes of a request's body: a form, and the explanation of a loss with its tracebacks."""

REQUESTS = 600, 0.01
"""Requests of one token: at once, and the seconds in which one more is allowed."""

FAILED_LOGINS = 60, 1.0
"""Requests with a wrong token from one address."""

LOOKS = 100, 0.1
"""Requests from one address that need no token."""

CHALLENGES, CHATS = (60, 1.0), (200, 0.5)
"""What one token sends to others, as :data:`REQUESTS`: no flood may reach them, or begin games."""

REPORTS = 20, 60.0
"""Explanations of one token with all their lines; further ones are kept without, in the journal."""

OUR_CLIENT = "the-chess-board/"
REASONS = one_of(Reason, Reason.CRASH)
Answers = Callable[[Request], Awaitable[Response]]
Called = Callable[[Request, Account], Awaitable[Response]]


def is_ours(request: Request) -> bool:
    """Return whether ``board join`` asks."""
    return request.headers.get("user-agent", "").startswith(OUR_CLIENT)


class LoopLine:
    """A stream that other threads write to."""

    def __init__(self, stream: Stream, *, joined: bool) -> None:
        self._stream = stream
        self.is_ours = joined
        self._call = asyncio.get_running_loop().call_soon_threadsafe

    def put(self, said: Mapping[str, Json]) -> None:
        self.send(json.dumps(said, separators=(",", ":")).encode() + b"\n")

    def send(self, data: bytes) -> None:
        self._to(self._stream.put, data)

    def finish(self) -> None:
        self._to(self._stream.finish)

    def abort(self) -> None:
        self._to(self._stream.abort)

    def part(self, why: str) -> None:
        """End the stream: a client of ours hears why, and does not come back."""
        if self.is_ours:
            self.put({"type": "goodbye", "why": why})
            self.finish()
        else:
            self.abort()

    def _to(self, call: Callable[..., None], *given: bytes) -> None:
        try:
            self._call(call, *given)
        except RuntimeError:  # the server has ended
            return


class StreamResponse(Response):
    """An answer that lasts; ``opened`` gets its line, and ``closed`` hears that it has ended."""

    def __init__(
        self,
        opened: Callable[[LoopLine], None],
        closed: Callable[[LoopLine], object],
        headers: Mapping[str, str] = NDJSON,
    ) -> None:
        self._opened, self._closed = opened, closed
        super().__init__(headers=headers)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":  # nobody listens, and a dead client would not be noticed
            await super().__call__(scope, receive, send)
            return
        stream = Stream(scope)
        line = LoopLine(stream, joined=is_ours(Request(scope)))
        self._opened(line)
        try:
            await stream.answer(send, self.raw_headers)
        finally:
            self._closed(line)


class BotApi:
    """The routes of a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._now = RealTime().now
        self._requests = Allowance(*REQUESTS)
        self._failed = Allowance(*FAILED_LOGINS)
        self._looked = Allowance(*LOOKS)
        self._challenged, self._chatted = Allowance(*CHALLENGES), Allowance(*CHATS)
        self._reported = Allowance(*REPORTS)

    def routes(self) -> list[Route]:
        of_player: list[tuple[str, str, Called]] = [
            ("GET", "/api/account", self._account),
            ("GET", "/api/account/playing", self._playing),
            ("POST", "/api/bot/account/upgrade", self._done),
            ("GET", "/api/stream/event", self._events),
            ("GET", "/api/bot/game/stream/{key}", self._game_stream),
            ("POST", "/api/bot/game/{key}/move/{move}", self._move),
            ("GET", "/api/bot/game/{key}/chat", self._nothing),
            ("POST", "/api/bot/game/{key}/{what:path}", self._act),
            ("POST", "/api/challenge/{name}", self._challenge),
            ("POST", "/api/challenge/{key}/{answer}", self._answer_challenge),
        ]
        return [
            Route("/api/token/test", self._of_anybody(self._test_tokens), methods=["POST"]),
            Route("/api/bot/online", self._of_anybody(self._online)),
            Route("/api/users/status", self._of_anybody(self._statuses)),
            Route("/api/user/{name}", self._of_anybody(self._user)),
            Route("/game/export/{key}", self._of_anybody(self._export)),
            *(
                Route(path, self._of_player(call), methods=[method])
                for method, path, call in of_player
            ),
        ]

    def _of_anybody(self, call: Answers) -> Answers:
        """Return a function that answers one address so often as is allowed."""

        async def allowed(request: Request) -> Response:
            spend(self._looked, address_of(request), self._now())
            return await call(request)

        return allowed

    def _of_player(self, call: Called) -> Answers:
        """Return a function that answers the owner of a token, so often as is allowed."""

        async def allowed(request: Request) -> Response:
            account, now = self._owner(request), self._now()
            if account is None:
                return self._stranger(request, now)
            spend(self._requests, account.token, now)
            return await call(request, account)

        return allowed

    def _owner(self, request: Request) -> Account | None:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        return self._room.account_of(token) if kind.lower() == "bearer" else None

    def _stranger(self, request: Request, now: float) -> Response:
        spend(self._failed, address_of(request), now)
        return _error(say("No such token"), 401)

    # Streams

    async def _events(self, request: Request, account: Account) -> Response:
        room = self._room
        return StreamResponse(
            lambda line: room.enter(account, line), lambda line: room.leave(account, line)
        )

    async def _game_stream(self, request: Request, account: Account) -> Response:
        table, color, _player = self._room.seat(account, request.path_params["key"])
        joined = is_ours(request)
        return StreamResponse(
            lambda line: table.open(color, line, joined, self._now()),
            lambda line: table.close(color, line, self._now()),
        )

    # A game

    async def _move(self, request: Request, account: Account) -> Response:
        now = self._now()
        table, color, player = self._room.seat(account, request.path_params["key"])
        text = request.path_params["move"]
        if request.query_params.get("offeringDraw", "").lower() == "true":
            agrees = table.offer is color.other
            player.tell(OfferDraw())
            if agrees:  # so that the game may be over before the move is looked at
                player.play(text, now)
                return _ok()
        if (why := player.play(text, now)) is not None:
            return _error(say("Game already over") if table.over else why, 400)
        return _ok()

    async def _act(self, request: Request, account: Account) -> Response:
        table, _color, player = self._room.seat(account, request.path_params["key"])
        match request.path_params["what"].split("/"):
            case ["chat"]:
                said = await body_of(request)
                room = "spectator" if said.get("room") == "spectator" else "player"
                if text := legible(text_of(said.get("text")), MOST_CHAT).strip():
                    spend(self._chatted, account.token, self._now())
                    table.chat(account.name, room, text)
            case ["failed"]:
                spend(self._chatted, account.token, self._now())
                await self._failure(request, account, player)
            case ["abort"]:
                self._room.abort(table, account.name)
            case ["resign"] if not table.over:
                player.tell(Resign())
            case ["draw", answer] if not table.over:
                player.tell(OfferDraw() if _is_true(answer) else DeclineDraw())
            case ["takeback", answer] if not _is_true(answer):
                pass
            case ["claim-draw"] if not table.over:
                player.tell(ClaimDraw())
            case ["resign"] | ["draw", _] | ["claim-draw"]:
                raise RoomRefusal(say("Game already over"))
            case ["takeback", _]:
                raise RoomRefusal(say("moves are not taken back here"))
            case ["claim-victory"]:
                raise RoomRefusal(say("the referee ends a game whose player stays away"))
            case _:
                raise RoomRefusal(NO_RESOURCE, 404)
        return _ok()

    async def _failure(self, request: Request, account: Account, player: RemotePlayer) -> None:
        facts = await body_of(request, MOST_REPORT)
        told = mapping(facts.get("explanation")) or facts
        explanation = EXPLANATION.read(told)
        said = mapping(told.get("sentence")).get("template")
        if explanation is None or sentence_facts(explanation.sentence)["template"] != said:
            raise RoomRefusal(say("that explains nothing"))
        if self._reported.wait(account.token, now := self._now()) > 0:
            explanation = Explanation(explanation.cause, explanation.sentence)
        else:
            self._reported.spend(account.token, now)
        player.failed(explanation, REASONS.read(facts.get("reason")))

    async def _export(self, request: Request) -> Response:
        table = self._room.table(request.path_params["key"].partition(".")[0])
        form, game = hosted(table.terms.rules).record, table.record()
        if game is None:
            raise RoomRefusal(say("No such game"), 404)
        # on another thread: other requests, which clocks wait for, go on meanwhile
        text = await run_in_threadpool(form.write, game)
        media = "application/x-chess-pgn" if form.name == "pgn" else "text/plain"
        return PlainTextResponse(
            text, headers={**HEADERS, "Content-Type": f"{media}; charset=utf-8"}
        )

    # Challenges

    async def _challenge(self, request: Request, account: Account) -> Response:
        room, wishes = self._room, await body_of(request)
        spend(self._challenged, account.token, self._now())
        challenge = room.challenge(account, request.path_params["name"], wishes)
        if _is_true(str(wishes.get("keepAliveStream", ""))):
            return StreamResponse(
                lambda line: room.follow(challenge, line), lambda line: room.hang_up(challenge)
            )
        facts = challenge.facts()
        return json_answer({**facts, "challenge": facts})

    async def _answer_challenge(self, request: Request, account: Account) -> Response:
        key, answer = request.path_params["key"], request.path_params["answer"]
        if answer not in ("accept", "decline", "cancel"):
            raise RoomRefusal(NO_RESOURCE, 404)
        said = await body_of(request) if answer == "decline" else {}
        self._room.answer(account, key, answer, text_of(said.get("reason")))
        return _ok()

    # Players

    async def _account(self, request: Request, account: Account) -> Response:
        return json_answer(_profile(account.name))

    async def _playing(self, request: Request, account: Account) -> Response:
        tables = [(table, table.color_of(account.name)) for table in self._room.running]
        return json_answer({"nowPlaying": [t.facts_for(c) for t, c in tables if c is not None]})

    async def _test_tokens(self, request: Request) -> Response:
        answers: dict[str, Json] = {}
        for token in (await _bytes(request, MOST_BODY)).decode("utf-8", "replace").split(",")[:20]:
            if (account := self._room.account_of(token)) is None:
                spend(self._failed, address_of(request), self._now())
            scopes = "bot:play,challenge:read,challenge:write"
            known = account and {"userId": account.name.lower(), "scopes": scopes, "expires": None}
            answers[token] = known
        return json_answer(answers)

    async def _online(self, request: Request) -> Response:
        every = (each for each in self._players() if self._room.is_there(each))
        lines = b"".join(json.dumps(_profile(each.name)).encode() + b"\n" for each in every)
        return Response(lines, headers=NDJSON)

    async def _statuses(self, request: Request) -> Response:
        wanted = request.query_params.get("ids", "").lower().split(",")[:100]
        known = {each.name.lower(): each for each in self._players()}
        found = (known[name] for name in dict.fromkeys(wanted) if name in known)
        return json_answer(
            [
                {
                    **person(each.name),
                    "online": self._room.is_there(each),
                    "playing": bool(each.tables),
                }
                for each in found
            ]
        )

    async def _user(self, request: Request) -> Response:
        return json_answer(_profile(self._room.named(request.path_params["name"]).name))

    def _players(self) -> list[Account]:
        return [*self._room.accounts, *self._room.house]

    async def _done(self, request: Request, account: Account) -> Response:
        return _ok()

    async def _nothing(self, request: Request, account: Account) -> Response:
        return json_answer([])


NO_RESOURCE = say("No such resource")
TOO_MANY = say("Too many requests: wait")


def _profile(name: str) -> dict[str, Json]:
    speeds = [name for _limit, name in SPEEDS] + ["classical", "correspondence"]
    perfs = [*speeds, *(key for key, _name in VARIANTS.values() if key != "standard")]
    perf = {"games": 1, "rating": RATING, "rd": 200, "prog": 0, "prov": True}
    return {**person(name), "perfs": dict.fromkeys(perfs, perf), "blocking": False}


def _is_true(text: str) -> bool:
    return text.lower() in ("yes", "true", "1", "on")


def json_answer(facts: Json, status: int = 200, **headers: str) -> Response:
    return JSONResponse(facts, status, headers={**HEADERS, **headers})


def _ok() -> Response:
    return json_answer({"ok": True})


def _error(why: Sentence | str, status: int, wait: float = 0.0) -> Response:
    more = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if status == 429:
        more["Retry-After"] = str(int(wait) + 1)
    return json_answer({"error": str(why)}, status, **more)


def address_of(request: Request) -> str:
    return address_group(request.client.host if request.client else "")


def spend(allowance: Allowance, key: str, now: float) -> None:
    """Count one use. Raises RoomRefusal if there were too many."""
    if (wait := allowance.wait(key, now)) > 0:
        raise RoomRefusal(TOO_MANY, 429, wait)
    allowance.spend(key, now)


async def _bytes(request: Request, most: int) -> bytes:
    """Return the body of a request. Raises RoomRefusal if it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise RoomRefusal(say("the request is too long"), 413)
    return bytes(body)


async def body_of(request: Request, most: int = MOST_BODY) -> dict[str, Json]:
    """Return what a form or a JSON object holds; null is as good as nothing. Raises RoomRefusal."""
    body = await _bytes(request, most)
    try:
        if body.lstrip()[:1] == b"{":
            return {name: value for name, value in parsed(body).items() if value is not None}
        return dict(parse_qsl(body.decode(), max_num_fields=100))
    except (ValueError, AttributeError):
        raise RoomRefusal(say("the body of the request is no form and no JSON")) from None


def is_of_api(request: Request) -> bool:
    """Return whether a request is one of a program, which reads JSON."""
    return request.url.path.startswith(("/api/", "/game/export/"))


def json_error(error: Exception, said: Callable[[Sentence], str] = str) -> Response:
    """Answer an error in JSON."""
    match error:
        case RoomRefusal():
            return _error(said(error.sentence), error.status, error.wait)
        case BoardError():
            return _error(said(error.sentence), 400)
        case ClientDisconnect():
            return _error(say("the request broke off"), 400)
        case HTTPException(status_code=404):
            return _error(NO_RESOURCE, 404)
        case HTTPException():
            return _error(say("that is not done with this address"), error.status_code)
    return _error(say("an error of the server: please report it"), 500)
