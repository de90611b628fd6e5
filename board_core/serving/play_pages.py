"""A room in the browser: its lobby, the pages and streams of games, and what people do there.

A seat belongs to whoever has its token, which the browser keeps as a cookie of the game's path.
Answers to a POST are JSON, errors too: ``{"error": text}``, in the page's language.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import takewhile
from math import inf
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from board_core.contest.hand_in import Allowance
from board_core.contest.report.pages import TEMPLATES, Pages, board_style, edition, style_sheet
from board_core.files.extras import extra
from board_core.frontend.adviser import AskedLine
from board_core.game.clock import BadTimeControl, TimeControl
from board_core.game.rules import BadSetup, IllegalMove, Position
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.game.words import Words
from board_core.games.hosted import HostedGame
from board_core.games.look import clicked
from board_core.match.known_games import GAME_TITLES, HOSTED_GAMES, hosted
from board_core.players.visitor import Visitor
from board_core.text.codec import Facts, Json, text_of
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.languages import N_, SPOKEN_LANGUAGES
from board_core.text.sentence import BoardError, say

from .bot_api import (
    FAILED_LOGINS,
    NO_RESOURCE,
    Answers,
    LoopLine,
    StreamResponse,
    address_of,
    body_of,
    spend,
)
from .connections import most_connections
from .room import (
    DRAWS,
    LONGEST_BASE,
    LONGEST_INCREMENT,
    LONGEST_NAME,
    TOO_MANY,
    Account,
    Room,
    RoomRefusal,
)
from .table import GameTerms, Table

with extra("contest"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route

EVENT_STREAM = {
    "Cache-Control": "no-store",
    "Content-Type": "text/event-stream",
    "X-Accel-Buffering": "no",  # a proxy must not keep lines back
    "X-Content-Type-Options": "nosniff",
}

MOST_VIEWERS_OF_ONE, MOST_LINES_OF_SEAT = 250, 8
"""Open streams of one address, as of a class behind one router, and of one seat."""

PLAYS, ACTS, READS = (60, 2.0), (600, 0.02), (2000, 0.01)
"""New games, actions, and pages and files of one address: at once, and the seconds for one more."""

MOST_GAMES_FROM = 60
"""Running games that were begun from one address."""

COOKIE, COOKIE_SECONDS = "seat", 30 * 24 * 3600
MOST_SETUP = 400
MEDIA = {"css": "text/css", "js": "text/javascript"}
STATIC_NAME = re.compile(r"[a-z_]{1,40}\.(?:css|js)")
FINISHED_SHOWN = 50
FILES_OF_GAMES = ("play.css", "play.js", "board.js", "clock.js", "panels.js", "stream.js")

GUEST = N_("Guest")
NOT_YOURS = say("this is not your game: only its players do that")
OVER, NOT_OVER = say("the game is over"), say("the game goes on")

Act = Callable[["AtTable", Facts], Awaitable[Json]]


class AtTable(NamedTuple):
    """A person at a table who does something there."""

    table: Table
    color: Color
    person: Visitor


class Viewers:
    """Counts open streams, which nobody's token limits."""

    def __init__(self, each: int) -> None:
        self._each, self._open = each, Counter[str]()

    def check(self, address: str) -> None:
        """Raise RoomRefusal if there are too many."""
        if self._open.total() >= most_connections() or self._open[address] >= self._each:
            raise RoomRefusal(say("too many people watch now: come again later"), 429)

    def add(self, address: str) -> None:
        self._open[address] += 1

    def remove(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Accepted:
    """Waits for the answer to a person's challenge."""

    def __init__(self) -> None:
        self._call = asyncio.get_running_loop().call_soon_threadsafe
        self.done: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def put(self, said: Mapping[str, Json]) -> None:
        if "done" in said:
            self._call(self._set, text_of(said["done"]))

    def _set(self, done: str) -> None:
        if not self.done.done():
            self.done.set_result(done)

    def finish(self) -> None: ...

    def abort(self) -> None: ...

    def part(self, why: str) -> None: ...


class PlayPages:
    """The routes of a room for people at browsers; ``wanted`` reads a browser's languages."""

    def __init__(self, room: Room, headers: dict[str, str], wanted: Callable[[str], str]) -> None:
        self._room, self._headers, self._wanted = room, headers, wanted
        self._now = RealTime().now
        self._words = {language: Words(language) for language in SPOKEN_LANGUAGES}
        self._pages = {language: Pages(language, live=True) for language in SPOKEN_LANGUAGES}
        self._drawn: dict[str, tuple[object, bytes]] = {}
        self._read, self._failed = Allowance(*READS), Allowance(*FAILED_LOGINS)
        self._played, self._acted = Allowance(*PLAYS), Allowance(*ACTS)
        self._from: dict[str, str] = {}  # the addresses that began games, by their keys
        self._viewers = Viewers(MOST_VIEWERS_OF_ONE)
        self._of_seats = Viewers(MOST_LINES_OF_SEAT)
        self._acts: dict[str, Act] = {
            "move": self._move,
            "takeback": self._take_back,
            "draw": self._draw,
            "resign": self._resign,
            "claim": self._claim,
            "rematch": self._rematch,
            "hint": self._hint,
            "review": self._review,
            "phone": self._phone,
        }

    def routes(self) -> list[Route]:
        post = ["POST"]
        routes = [
            Route("/", self._shown(self._lobby)),
            Route("/live", self._shown(self._live)),
            Route("/play", self._posted(self._play), methods=post),
            Route("/game/{key}", self._shown(self._page)),
            Route("/game/{key}/stream", self._shown(self._stream)),
            Route("/game/{key}/live.{ending}", self._shown(self._record)),
            Route("/game/{key}/sit", self._posted(self._sit), methods=post),
            Route("/game/{key}/{act}", self._posted(self._act), methods=post),
            Route("/style/{name}.css", self._shown(self._style)),
            Route("/{name}", self._shown(self._static)),
        ]
        return routes if self._room.plays else [r for r in routes if "GET" in (r.methods or ())]

    def of_games(self) -> list[Route]:
        """Return the routes of games alone, where other pages lead to them."""
        files = [Route(f"/{name}", self._shown(self._static)) for name in FILES_OF_GAMES]
        ours = ("/play", "/game/", "/style/")
        return [*files, *(each for each in self.routes() if each.path.startswith(ours))]

    # Pages and files

    def _language(self, request: Request) -> str:
        asked = request.query_params.get("lang", "")
        accepted = request.headers.get("accept-language", "")
        return asked if asked in SPOKEN_LANGUAGES else self._wanted(accepted)

    def _shown(self, call: Answers) -> Answers:
        """Return a function whose refusals are texts in the browser's language."""

        async def answered(request: Request) -> Response:
            try:
                spend(self._read, address_of(request), self._now())
                return await call(request)
            except RoomRefusal as error:
                why = self._words[self._language(request)].sentence(error.sentence)
                return PlainTextResponse(why, error.status, headers=self._headers)

        return answered

    def _html(self, body: bytes) -> Response:
        return HTMLResponse(body, headers={**self._headers, "Vary": "Accept-Language"})

    async def _lobby(self, request: Request) -> Response:
        room, language = self._room, self._language(request)
        people = [(each.line is None, len(each.tables)) for each in room.accounts]
        shown = people, [each.key for each in room.results[-1:]]
        known, body = self._drawn.get(language, (None, b""))
        if shown != known:  # a flood of requests must not cost the games time
            facts = lobby_facts(room, self._words[language])
            body = self._pages[language].lobby(facts).encode("utf-8", "backslashreplace")
            self._drawn[language] = shown, body
        return self._html(body)

    async def _page(self, request: Request) -> Response:
        language, table = self._language(request), self._room.table(request.path_params["key"])
        title = " – ".join(name or "?" for name in table.names)
        text = self._pages[language].play(table.key, title, table.terms.rules.name)
        return self._html(text.encode("utf-8", "backslashreplace"))

    async def _record(self, request: Request) -> Response:
        table = self._room.table(request.path_params["key"])
        form, game = hosted(table.terms.rules).record, table.record()
        if game is None or request.path_params["ending"] != form.name:
            raise RoomRefusal(say("No such game"), 404)
        tag = f"{table.key}-{len(table.seen.moves)}-{table.broadcast.over}"
        return await self._tagged(request, tag, "text/plain", lambda: form.write(game))

    async def _style(self, request: Request) -> Response:
        name = request.path_params["name"]
        own = self._room.hosted.rules
        rules = own if name == own.name else None
        if rules is None and name in HOSTED_GAMES:
            rules = HOSTED_GAMES[name].rules
        if rules is None:
            raise RoomRefusal(NO_RESOURCE, 404)
        tag = f"{name}-{edition()}"
        return await self._tagged(request, tag, MEDIA["css"], lambda: board_style(rules))

    async def _static(self, request: Request) -> Response:
        name = request.url.path.removeprefix("/")
        if STATIC_NAME.fullmatch(name) is None or not (TEMPLATES / name).is_file():
            raise RoomRefusal(NO_RESOURCE, 404)
        media = MEDIA[name.rpartition(".")[2]]
        return await self._tagged(request, edition(), media, lambda: static_text(name))

    async def _tagged(
        self, request: Request, tag: str, media: str, text: Callable[[], str]
    ) -> Response:
        """Answer with a file, unless the browser has it; long ones are made on another thread."""
        headers = {**self._headers, "ETag": f'"{tag}"'}
        if request.headers.get("if-none-match", "").removeprefix("W/").strip('"') == tag:
            return Response(status_code=304, headers=headers)
        body = await run_in_threadpool(text)
        return Response(body.encode("utf-8", "backslashreplace"), 200, headers, media)

    # Streams

    async def _live(self, request: Request) -> Response:
        live, words = self._room.live, self._words[self._language(request)]
        address = address_of(request)
        self._viewers.check(address)

        def opened(line: LoopLine) -> None:
            self._viewers.add(address)
            live.open(line, words)

        def closed(line: LoopLine) -> None:
            self._viewers.remove(address)
            live.close(line)

        return StreamResponse(opened, closed, EVENT_STREAM)

    async def _stream(self, request: Request) -> Response:
        table = self._room.table(request.path_params["key"])
        game, words = table.broadcast, self._words[self._language(request)]
        color = self._color(request, table)
        person = None if color is None else table.people[color]
        counted, who = self._viewers, address_of(request)
        if color is not None:  # a player is let in, whoever watches
            counted, who = self._of_seats, f"{table.key} {color.value}"
        counted.check(who)

        def opened(line: LoopLine) -> None:
            counted.add(who)
            if person is not None:
                person.came(self._now())
            game.open(line, words, color)

        def closed(line: LoopLine) -> None:
            counted.remove(who)
            game.close(line)
            if person is not None:
                person.went()
                game.tick()

        return StreamResponse(opened, closed, EVENT_STREAM)

    # What people send

    def _posted(self, call: Callable[[Request, Facts], Awaitable[Response]]) -> Answers:
        """Return a function that answers our own pages alone, so often as is allowed."""

        async def allowed(request: Request) -> Response:
            words = self._words[self._language(request)]
            try:
                self._check(request)
                return await call(request, await body_of(request))
            except BoardError as error:
                status = error.status if isinstance(error, RoomRefusal) else 400
                wait = error.wait if isinstance(error, RoomRefusal) else 0.0
                more = {"Retry-After": str(int(wait) + 1)} if status == 429 else {}
                return _json({"error": words.sentence(error.sentence)}, status, more)

        return allowed

    def _check(self, request: Request) -> None:
        """Refuse what another site's page may have sent. Raises RoomRefusal."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise RoomRefusal(say("send JSON, as application/json"), 415)
        origin = request.headers.get("origin")
        if origin is not None:
            theirs, ours = urlsplit(origin).netloc.lower(), request.headers.get("host", "").lower()
            if theirs != ours:
                raise RoomRefusal(say("another site's page asks for this"), 403)
        spend(self._acted, address_of(request), self._now())

    async def _play(self, request: Request, wishes: Facts) -> Response:
        room, address = self._room, address_of(request)
        spend(self._played, address, self._now())
        running = {table.key for table in room.running}
        self._from = {key: since for key, since in self._from.items() if key in running}
        if [*self._from.values()].count(address) >= MOST_GAMES_FROM:
            raise RoomRefusal(TOO_MANY, 429)
        game = self._game(text_of(wishes.get("game")))
        terms = GameTerms(game.with_draws(DRAWS), _control(wishes), _setup(game, wishes))
        guest = self._words[self._language(request)].text(GUEST)
        name = room.name_of_person(text_of(wishes.get("name")) or guest, terms.rules)
        opponent = legible(text_of(wishes.get("opponent")), LONGEST_NAME).strip()
        table, color = await self._begun(game, terms, name, opponent, _color(wishes))
        self._from[table.key] = address
        facts: dict[str, Json] = {"key": table.key}
        if table.game is None and not opponent:
            facts["invite"] = f"/game/{table.key}#seat={room.seat_token(table, color.other)}"
        return self._seated(facts, table, color)

    async def _begun(
        self, game: HostedGame, terms: GameTerms, name: str, opponent: str, color: Color
    ) -> tuple[Table, Color]:
        """Return the table of a new game and the side of the person. Raises RoomRefusal."""
        room = self._room
        account = next((a for a in room.accounts if a.name.lower() == opponent.lower()), None)
        if account is not None:
            return await self._challenged(account, terms, name, color), color
        other = opponent.casefold()
        if other and not room.is_of_house(other, terms.rules):
            raise RoomRefusal(say("there is no player {name} here", name=opponent), 404)
        names = PerColor(name, other) if color is Color.WHITE else PerColor(other, name)
        return room.play_with_person(game, terms, names, waits=not other), color

    async def _challenged(
        self, account: Account, terms: GameTerms, name: str, color: Color
    ) -> Table:
        answer = Accepted()
        challenge = self._room.challenge_of_person(name, account, terms, color, answer)
        try:
            done = await answer.done
        finally:
            self._room.hang_up(challenge)
        if done != "accepted":
            raise RoomRefusal(say("{name} declines the challenge", name=account.name), 409)
        return self._room.table(challenge.key)

    async def _sit(self, request: Request, said: Facts) -> Response:
        room, table = self._room, self._room.table(request.path_params["key"])
        color = room.color_of_seat(table, text_of(said.get("token")))
        if color is None:
            spend(self._failed, address_of(request), self._now())
            raise RoomRefusal(say("this link leads to no seat of this game"), 403)
        room.sit(table, color, text_of(said.get("name")))
        return self._seated({"key": table.key}, table, color)

    async def _act(self, request: Request, said: Facts) -> Response:
        table = self._room.table(request.path_params["key"])
        act = self._acts.get(request.path_params["act"])
        if act is None:
            raise RoomRefusal(NO_RESOURCE, 404)
        color = self._color(request, table)
        person = None if color is None else table.people[color]
        if color is None or person is None:
            raise RoomRefusal(NOT_YOURS, 403)
        done = await act(AtTable(table, color, person), said)
        if isinstance(done, tuple):
            return self._seated(*done)
        return _json(done)

    def _color(self, request: Request, table: Table) -> Color | None:
        token = request.cookies.get(COOKIE, "")
        return self._room.color_of_seat(table, token) if token else None

    def _seated(self, facts: Json, table: Table, color: Color) -> Response:
        """Answer, and give the browser a seat."""
        answer = _json(facts)
        answer.set_cookie(
            COOKIE,
            self._room.seat_token(table, color),
            max_age=COOKIE_SECONDS,
            path=f"/game/{table.key}",
            httponly=True,
            samesite="strict",
        )
        return answer

    # What a player does

    async def _move(self, seat: AtTable, said: Facts) -> Json:
        now = self._now()
        view, ply = seat.table.broadcast.view, said.get("ply")
        text = legible(text_of(said.get("text")), MOST_MOVE)
        if not isinstance(ply, int) or not text:
            raise RoomRefusal(say("name a move, and how many were played before"))
        if 0 <= ply < len(view.played):
            before = view.played[ply].before
            if view.played[ply].color is seat.color and _is(before, text, view.played[ply].move):
                return {}  # once more is as good as once
        if view.ended is not None:
            raise RoomRefusal(OVER, 409)
        if ply != view.ply or view.to_move is not seat.color:
            raise RoomRefusal(say("it is not your turn, or the game has gone on"), 409)
        move = view.position.parse(text)
        if not seat.person.move(str(move), ply, now):
            raise RoomRefusal(say("it is not your turn, or the game has gone on"), 409)
        return {}

    async def _take_back(self, seat: AtTable, said: Facts) -> Json:
        table, color = seat.table, seat.color
        game, asks = table.broadcast, table.broadcast.wants_back
        if said.get("yes") is not True:
            if asks is not None:
                game.ask_back(None)
        elif asks is color.other:
            self._undo(table, asks)
        elif table.people[color.other] is None:
            self._undo(table, color)
        else:
            self._undo(table, color, only_check=True)
            game.ask_back(color)
        return {}

    def _undo(self, table: Table, color: Color, *, only_check: bool = False) -> None:
        """Take the last move of a side back, with what followed. Raises BoardError."""
        view = table.broadcast.view
        if view.ended is not None or table.game is None:
            raise RoomRefusal(OVER, 409)
        since = len([*takewhile(lambda each: each.color is not color, reversed(view.played))])
        if since == len(view.played):
            raise RoomRefusal(say("you have played no move yet"), 409)
        if not only_check:
            table.game.take_back(since + 1)

    async def _draw(self, seat: AtTable, said: Facts) -> Json:
        _check_goes_on(seat.table)
        if said.get("yes") is True:
            seat.person.offer_draw()  # two offers are an agreement
        else:
            seat.person.decline_draw()
        return {}

    async def _resign(self, seat: AtTable, said: Facts) -> Json:
        _check_goes_on(seat.table)
        seat.person.resign()
        return {}

    async def _claim(self, seat: AtTable, said: Facts) -> Json:
        _check_goes_on(seat.table)
        if not seat.person.claim_draw():
            raise RoomRefusal(say("claim a draw when it is your turn"), 409)
        return {}

    async def _rematch(self, seat: AtTable, said: Facts) -> Json:
        """Want another game, or go to the one that both want."""
        table, color, game = seat.table, seat.color, seat.table.broadcast
        if not table.broadcast.over:
            raise RoomRefusal(NOT_OVER, 409)
        wanted = game.rematch
        if wanted is not None and wanted[1]:
            return {"key": wanted[1]}, self._room.table(wanted[1]), color.other
        if table.people[color.other] is not None and (wanted is None or wanted[0] is color):
            game.ask_again(color)
            return {}
        new = await self._again(table, color)
        game.ask_again(color, new.key)
        return {"key": new.key}, new, color.other

    async def _again(self, table: Table, color: Color) -> Table:
        """Return the table of the next game, with colours changed."""
        terms, names = table.terms, PerColor(table.names.black, table.names.white)
        game = hosted(terms.rules)
        setup = None if game.drawn_start is not None else terms.setup
        terms = replace(terms, setup=setup, paired=False)
        if table.remote[color.other] is not None:
            account = self._room.named(table.names[color.other])
            return await self._challenged(account, terms, table.names[color], color.other)
        return self._room.play_with_person(game, terms, names, waits=False)

    async def _hint(self, seat: AtTable, said: Facts) -> Json:
        table, view = seat.table, seat.table.broadcast.view
        if not table.broadcast.over and table.kinds[seat.color.other] != "house":
            raise RoomRefusal(say("there are hints against the programs of this room only"), 403)
        if view.to_move is not seat.color or view.ended is not None:
            raise RoomRefusal(say("ask for a hint when it is your turn"), 409)
        line = AskedLine.of(view)
        advice = await run_in_threadpool(self._room.advisers.hint, table.key, line)
        held = hosted(view.rules).look.beside(view.position, seat.color).held
        places = clicked(advice.move, view.rules.places(view.position, advice.move), held)
        notation = view.position.notation(advice.move)
        return {"places": [*places], "notation": notation, "text": str(advice.move)}

    async def _review(self, seat: AtTable, said: Facts) -> Json:
        table, game = seat.table, seat.table.broadcast
        if not table.broadcast.over:
            raise RoomRefusal(NOT_OVER, 409)
        if game.begin_review():
            self._room.advisers.review(table.key, AskedLine.of(game.view), game.judged)
        return {}

    async def _phone(self, seat: AtTable, said: Facts) -> Json:
        """Return the token of the seat, for another device of its owner's."""
        return {"seat": self._room.seat_token(seat.table, seat.color)}

    def _game(self, name: str) -> HostedGame:
        """Return a game of the board, or the room's own. Raises RoomRefusal."""
        own = self._room.hosted
        if name in ("", own.rules.name):
            return own
        if name not in HOSTED_GAMES:
            raise RoomRefusal(say("{variant} is not played here", variant=legible(name)))
        return HOSTED_GAMES[name]


def lobby_facts(room: Room, words: Words) -> dict[str, object]:
    """Return what the page of the lobby shows."""
    own = room.hosted
    games = [own, *(game for game in HOSTED_GAMES.values() if game.rules.name != own.rules.name)]
    there = [(each.name, each.line) for each in room.accounts]
    return {
        "room_title": words.sentence(room.title),
        "plays": room.plays,
        "games": [
            {
                "name": game.rules.name,
                "title": words.text(GAME_TITLES.get(game.rules.name, game.rules.name)),
                "levels": [*game.ais],
                "elos": [] if game.strengths is None else _ends(game.strengths.elos),
                "untimed_ok": True,
            }
            for game in games
        ],
        "opponents": [
            {
                "name": name,
                "kind": "joined" if getattr(line, "is_ours", False) else "bot",
                "there": line is not None,
            }
            for name, line in sorted(there, key=lambda each: (each[1] is None, each[0].lower()))
        ],
        "finished": [
            {
                "key": table.key,
                "names": [*table.names],
                "result": outcome.result,
                "text": words.outcome(outcome),
                "at": table.begun.isoformat(),
            }
            for table in reversed(room.results[-FINISHED_SHOWN:])
            if (outcome := table.seen.outcome) is not None
        ],
        "note": words.sentence(
            say(
                "These programs run on their authors' machines: the board sees their moves and "
                "their lines, and no sandbox confines them."
            )
        ),
    }


def _ends(numbers: range) -> list[int]:
    return [numbers[0], numbers[-1]]


@cache
def static_text(name: str) -> str:
    """Return a file of the pages."""
    if name == "page.css":
        return style_sheet(None)
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _json(facts: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    usual = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return JSONResponse(facts, status, headers={**usual, **(headers or {})})


def _is(position: Position, text: str, move: str) -> bool:
    try:
        return str(position.parse(text)) == move
    except IllegalMove:
        return False


def _check_goes_on(table: Table) -> None:
    if table.broadcast.over or table.game is None:
        raise RoomRefusal(OVER, 409)


def _color(wishes: Facts) -> Color:
    color = text_of(wishes.get("color")) or "random"
    if color not in ("white", "black", "random"):
        raise RoomRefusal(say("a color is white, black or random"))
    return Random().choice([*Color]) if color == "random" else Color(color)


def _control(wishes: Facts) -> TimeControl:
    """Return the time control of a wish; no base means no clock. Raises RoomRefusal."""
    base, increment = wishes.get("base"), wishes.get("increment") or 0
    for given, most in ((inf if base is None else base, inf), (increment, LONGEST_INCREMENT)):
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= most:
            raise RoomRefusal(say("that is no time control here"))
    if base is None:
        return TimeControl()
    if base > LONGEST_BASE or not base + increment:
        raise RoomRefusal(say("that is no time control here"))
    try:
        return TimeControl(float(base), float(increment))
    except BadTimeControl as error:
        raise RoomRefusal(error.sentence) from None


def _setup(game: HostedGame, wishes: Facts) -> str | None:
    """Return the position that a game begins from; None: the usual one. Raises RoomRefusal."""
    setup = " ".join(text_of(wishes.get("setup")).split())
    if not setup:
        return None
    if len(setup) > MOST_SETUP:
        raise RoomRefusal(say("the request is too long"), 413)
    try:
        game.rules.start(setup)
    except BadSetup as error:
        raise RoomRefusal(error.sentence) from None
    return setup
