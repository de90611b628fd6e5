"""A room in the browser: its lobby, the pages and streams of games, and what people do there.

A seat belongs to whoever has its token, which the browser keeps as a cookie of the game's path.
Answers to a POST are JSON, errors too: ``{"error": text}``, in the page's language.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from itertools import takewhile
from random import choice

from board_core.ais.levels import LEVEL_NAMES
from board_core.contest.hand_in import Allowance
from board_core.contest.report.pages import (
    MEDIA,
    STATIC_FILES,
    STYLE_FILE,
    Pages,
    board_style,
    edition,
    file_text,
    page_bytes,
    style_sheet,
)
from board_core.files.extras import extra
from board_core.frontend.adviser import AskedLine
from board_core.game.clock import UNTIMED
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

from . import bot_api
from .broadcast import HOUSE, Broadcast, names_told
from .connections import most_connections
from .room import DRAWS, LONGEST_NAME, TOO_MANY, Account, Room, RoomRefusal, control_of
from .table import GameTerms, Table

with extra("contest"):
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, PlainTextResponse, Response
    from starlette.routing import Route

MOST_VIEWERS_OF_ONE, MOST_LINES_OF_SEAT, MOST_SEATS_OF_ONE = 250, 8, 100
"""Open streams of one address, as of a class behind one router; of one seat; of its seats."""

VIEWERS, SEATS = 0.75, 0.5
"""Open streams of viewers and of seats, as shares of the connections that the server may have."""

PLAYS, ACTS, READS = (60, 2.0), (600, 0.02), (2000, 0.02)
"""New games, actions, and pages and files of one address: at once, and the seconds for one more."""

MOST_GAMES_FROM, MOST_HOUSE_GAMES_FROM, MOST_ASKED_FROM = 60, 8, 5
"""Running games that were begun from one address, those of them that compute here, and challenges
that wait for an answer."""

COOKIE, COOKIE_SECONDS = "seat", 30 * 24 * 3600
FINISHED_SHOWN = 50
ASKED_SECONDS = 3.0
"""For which somebody is there whose page asks each second, without a line that stays open."""
LOOK_SECONDS = 0.1
"""Between two looks whether a challenge is answered; those for a move come more often."""

GUEST = N_("Guest")
OVER, NOT_OVER = say("the game is over"), say("the game goes on")
NOT_NOW = say("it is not your turn, or the game has gone on")

Posted = Callable[[Request, Facts], Awaitable[Response]]


class PlayPages:
    """The routes of a room for people at browsers; ``wanted`` reads a browser's languages."""

    def __init__(self, room: Room, headers: dict[str, str], wanted: Callable[[str], str]) -> None:
        self._room, self._headers, self._wanted = room, headers, wanted
        self._now = RealTime().now
        self._pages = {language: Pages(language, live=True) for language in SPOKEN_LANGUAGES}
        self._drawn: dict[str, tuple[object, str]] = {}
        self._read, self._failed = Allowance(*READS), Allowance(*bot_api.FAILED_LOGINS)
        self._written = Allowance(*bot_api.LOOKS)
        self._played, self._acted = Allowance(*PLAYS), Allowance(*ACTS)
        self._from: dict[str, str] = {}  # the addresses that began games, by their keys
        self._watching, self._playing = Counter[str](), Counter[str]()  # streams, by addresses
        self._at_seats = Counter[str]()
        self._asking = Counter[str]()  # challenges that wait, by addresses

    def routes(self) -> list[Route]:
        shown = {
            "/": self._lobby,
            "/live": self._live,
            "/game/{key}": self._page,
            "/game/{key}/stream": self._stream,
            "/game/{key}/live.{ending}": self._record,
            "/style/{game}.css": self._file,
            "/{name}": self._file,
        }
        posted: dict[str, Posted] = {
            "/play": self._play,
            "/game/{key}/sit": self._sit,
            "/game/{key}/{act}": self._act,
        }
        answers = (
            Route(path, partial(self._post, call), methods=["POST"])
            for path, call in posted.items()
        )
        looks = [Route(path, partial(self._show, call)) for path, call in shown.items()]
        return [*looks, *answers] if self._room.plays else looks

    def of_games(self) -> list[Route]:
        """Return the routes of games alone, where other pages lead to them."""
        ours = ("/play", "/game/", "/style/")
        return [each for each in self.routes() if each.path.startswith(ours)]

    def _of(self, request: Request) -> Pages:
        """Return the pages in the language that a browser asks for."""
        asked = request.query_params.get("lang", "")
        accepted = request.headers.get("accept-language", "")
        return self._pages[asked if asked in self._pages else self._wanted(accepted)]

    def _words(self, request: Request) -> Words:
        return self._of(request).words

    def _spend(self, allowance: Allowance, request: Request) -> None:
        bot_api.spend(allowance, bot_api.address_of(request), self._now())

    def _table(self, request: Request) -> Table:
        return self._room.table(request.path_params["key"])

    # Pages and files

    async def _show(self, call: bot_api.Answers, request: Request) -> Response:
        """Answer so often as is allowed; refusals are texts in the browser's language."""
        try:
            self._spend(self._read, request)
            return await call(request)
        except RoomRefusal as error:
            why = self._words(request).sentence(error.sentence)
            return PlainTextResponse(why, error.status, headers=self._headers)

    def _html(self, text: str) -> Response:
        return HTMLResponse(page_bytes(text), headers={**self._headers, "Vary": "Accept-Language"})

    async def _lobby(self, request: Request) -> Response:
        room, pages = self._room, self._of(request)
        people = [(each.line is None, len(each.tables)) for each in room.accounts]
        shown = people, [each.key for each in room.results[-1:]]
        known, text = self._drawn.get(pages.language, (None, ""))
        if shown != known:  # a flood of requests must not cost the games time
            text = pages.lobby(lobby_facts(room, pages.words))
            self._drawn[pages.language] = shown, text
        return self._html(text)

    async def _page(self, request: Request) -> Response:
        table = self._table(request)
        title = " – ".join(name or "?" for name in table.names)
        return self._html(self._of(request).play(table.key, title, table.terms.rules.name))

    async def _record(self, request: Request) -> Response:
        self._spend(self._written, request)
        table = self._table(request)
        form, game = hosted(table.terms.rules).record, table.record()
        if game is None or request.path_params["ending"] != form.name:
            raise RoomRefusal(bot_api.NO_RESOURCE, 404)
        tag = f"{table.key}-{len(game.moves)}-{game.over}"
        return await self._tagged(request, tag, "text/plain", lambda: form.write(game))

    async def _file(self, request: Request) -> Response:
        """Answer with a style sheet or a script, or with the style of a game's boards."""
        name, game = request.url.path.removeprefix("/"), request.path_params.get("game")
        if game is not None:
            rules = self._game(game).rules
            return await self._tagged(request, edition(), "text/css", lambda: board_style(rules))
        if name not in STATIC_FILES | {STYLE_FILE}:
            raise RoomRefusal(bot_api.NO_RESOURCE, 404)
        text = partial(style_sheet, None) if name == STYLE_FILE else partial(file_text, name)
        return await self._tagged(request, edition(), MEDIA[name.rpartition(".")[2]], text)

    async def _tagged(
        self, request: Request, tag: str, media: str, text: Callable[[], str]
    ) -> Response:
        """Answer with a file, unless the browser has it; long ones are made on another thread."""
        headers = {**self._headers, "ETag": f'"{tag}"'}
        if request.headers.get("if-none-match", "").removeprefix("W/").strip('"') == tag:
            return Response(status_code=304, headers=headers)
        return Response(page_bytes(await run_in_threadpool(text)), 200, headers, media)

    # Streams

    async def _live(self, request: Request) -> Response:
        live, words = self._room.live, self._words(request)
        return self._streamed(request, lambda line: live.open(line, words), live.close)

    async def _stream(self, request: Request) -> Response:
        table, words = self._table(request), self._words(request)
        game, color = table.broadcast, self._color(request, table)
        person = None if color is None else table.people[color]

        def opened(line: bot_api.LoopLine) -> None:
            if person is not None:
                person.came(self._now())
            game.open(line, words, color)

        def left(person: Visitor) -> None:
            person.went()
            game.tick()

        def closed(line: bot_api.LoopLine) -> None:
            game.close(line)
            if person is not None and "once" in request.query_params:
                asyncio.get_running_loop().call_later(ASKED_SECONDS, left, person)
            elif person is not None:
                left(person)

        seat = "" if color is None else f"{table.key} {color.value}"
        return self._streamed(request, opened, closed, seat)

    def _streamed(
        self,
        request: Request,
        opened: Callable[[bot_api.LoopLine], None],
        closed: Callable[[bot_api.LoopLine], None],
        seat: str = "",
    ) -> Response:
        """Return a stream. Raises RoomRefusal for too many; viewers take no seat's place."""
        who, most = bot_api.address_of(request), most_connections()
        opens, each, share = self._watching, MOST_VIEWERS_OF_ONE, VIEWERS
        if seat:
            opens, each, share = self._playing, MOST_SEATS_OF_ONE, SEATS
        full = opens[who] >= each or opens.total() >= share * most
        if full or self._at_seats[seat] >= MOST_LINES_OF_SEAT:
            raise RoomRefusal(say("too many people watch now: come again later"), 429)
        counted = [(opens, who), *([(self._at_seats, seat)] if seat else ())]

        def begin(line: bot_api.LoopLine) -> None:
            for counter, key in counted:
                counter[key] += 1
            opened(line)
            if "once" in request.query_params:  # something on the way keeps streams back
                line.finish()

        def end(line: bot_api.LoopLine) -> None:
            for counter, key in counted:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]
            closed(line)

        return bot_api.StreamResponse(begin, end, bot_api.EVENT_STREAM)

    # What people send

    async def _post(self, call: Posted, request: Request) -> Response:
        """Answer our own pages alone, so often as is allowed."""
        try:
            self._check(request)
            return await call(request, await bot_api.body_of(request))
        except BoardError as error:
            return bot_api.json_error(error, self._words(request).sentence)

    def _check(self, request: Request) -> None:
        """Refuse what another site's page may have sent. Raises RoomRefusal."""
        given = request.headers
        if given.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise RoomRefusal(say("send JSON, as application/json"), 415)
        origin, host = given.get("origin"), given.get("host", "").lower()
        if origin is not None and origin.lower().partition("://")[2] != host:
            raise RoomRefusal(say("another site's page asks for this"), 403)
        self._spend(self._acted, request)

    async def _play(self, request: Request, wishes: Facts) -> Response:
        self._spend(self._played, request)
        room, address = self._room, bot_api.address_of(request)
        game = self._game(text_of(wishes.get("game")) or room.hosted.rules.name)
        setup = " ".join(text_of(wishes.get("setup")).split()) or None
        if setup is not None:
            game.rules.start(setup)
        control = control_of(wishes, "base", "increment") or UNTIMED
        terms = GameTerms(game.with_draws(DRAWS), PerColor.both(control), setup)
        wish = text_of(wishes.get("name")).strip() or self._words(request).text(GUEST)
        name, color = room.name_of_person(wish, terms.rules), text_of(wishes.get("color"))
        opponent = legible(text_of(wishes.get("opponent")), LONGEST_NAME).strip().casefold()
        side = Color(color) if color in ("white", "black") else choice([*Color])
        names = PerColor.both(opponent).put(side, name)
        table = await self._begun(game, terms, names, side, address)
        facts: dict[str, Json] = {"key": table.key}
        if not opponent:
            facts["invite"] = f"/game/{table.key}#seat={room.seat_token(table, side.other)}"
        return self._seated(facts, table, side)

    async def _begun(
        self,
        game: HostedGame,
        terms: GameTerms,
        names: PerColor[str],
        side: Color,
        address: str,
        *,
        again: bool = False,
    ) -> Table:
        """Return the table of a new game; without an opponent it waits. Raises RoomRefusal."""
        room, other = self._room, names[side.other].casefold()
        running = {table.key: table.computes_here for table in room.running}
        self._from = {key: since for key, since in self._from.items() if key in running}
        theirs = [running[key] for key, since in self._from.items() if since == address]
        computes = room.is_of_house(other, terms.rules)
        full = len(theirs) >= MOST_GAMES_FROM or self._asking[address] >= MOST_ASKED_FROM
        if full or (computes and sum(theirs) >= MOST_HOUSE_GAMES_FROM):
            raise RoomRefusal(TOO_MANY, 429)
        account = next((each for each in room.accounts if each.name.casefold() == other), None)
        if account is None:
            if other and not again and not computes:
                raise RoomRefusal(say("there is no player {name} here", name=other), 404)
            table = room.play_with_person(game, terms, names, waits=not other)
            self._from[table.key] = address
            return table
        if terms.control.untimed:
            raise RoomRefusal(say("{name} plays with a clock only", name=account.name))
        challenge = room.ask(Account(names[side]), account, terms, side.value)
        self._asking[address] += 1
        try:
            while not challenge.done:
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._asking -= Counter([address])
        if challenge.done != "accepted":
            raise RoomRefusal(say("{name} declines the challenge", name=account.name), 409)
        self._from[challenge.key] = address
        return room.table(challenge.key)

    async def _sit(self, request: Request, said: Facts) -> Response:
        table = self._table(request)
        side = self._room.color_of_seat(table, text_of(said.get("token")))
        if side is None:
            self._spend(self._failed, request)
            raise RoomRefusal(say("this link leads to no seat of this game"), 403)
        name = text_of(said.get("name")).strip() or self._words(request).text(GUEST)
        self._room.sit(table, side, name)
        return self._seated({"key": table.key}, table, side)

    def _color(self, request: Request, table: Table) -> Color | None:
        token = request.cookies.get(COOKIE, "")
        return self._room.color_of_seat(table, token) if token else None

    def _seated(self, facts: Json, table: Table, side: Color) -> Response:
        """Answer, and give the browser a seat."""
        answer = bot_api.json_answer(facts)
        token, path = self._room.seat_token(table, side), f"/game/{table.key}"
        answer.set_cookie(COOKIE, token, COOKIE_SECONDS, None, path, None, False, True, "strict")
        return answer

    # What a player does

    async def _act(self, request: Request, said: Facts) -> Response:
        table, yes = self._table(request), said.get("yes") is True
        game, side = table.broadcast, self._color(request, table)
        person = None if side is None else table.people[side]
        if side is None or person is None:
            raise RoomRefusal(say("this is not your game: only its players do that"), 403)
        match request.path_params["act"]:
            case "phone":
                return bot_api.json_answer({"seat": self._room.seat_token(table, side)})
            case "move":
                await self._move(table, side, person, said)
                await _heard(game, said["ply"])
            case "rematch" | "review" if not game.over:
                raise RoomRefusal(NOT_OVER, 409)
            case "rematch":
                return await self._rematch(table, side, bot_api.address_of(request))
            case "review":
                if game.reviewed is None:
                    line = AskedLine.of(game.view)
                    self._room.advisers.review(table.key, line, game.judged)
                    game.reviewed = game.reviewed or False
            case "takeback" | "draw" | "resign" | "claim" | "hint" if game.over or not table.game:
                raise RoomRefusal(OVER if game.over else say("the game has not begun yet"), 409)
            case "hint":
                return await self._hint(table, side)
            case "takeback" if said.get("ply", game.view.ply) != game.view.ply:
                raise RoomRefusal(NOT_NOW, 409)  # what was meant has been done, or is over
            case "takeback":
                ply = game.view.ply
                if self._take_back(table, side, yes=yes):
                    await _heard(game, ply)
            case "draw":
                (person.offer_draw if yes else person.decline_draw)()  # two offers agree
            case "resign":
                person.resign()
            case "claim":
                if not person.claim_draw():
                    raise RoomRefusal(say("claim a draw when it is your turn"), 409)
            case _:
                raise RoomRefusal(bot_api.NO_RESOURCE, 404)
        return bot_api.json_answer({})

    async def _move(self, table: Table, side: Color, person: Visitor, said: Facts) -> None:
        """Play a move; once more is as good as once. Raises BoardError."""
        game, ply = table.broadcast, said.get("ply")
        view = game.view
        text = legible(text_of(said.get("text")), MOST_MOVE)
        if not isinstance(ply, int) or not text:
            raise RoomRefusal(say("name a move, and how many were played before"))
        before = view.played[ply] if 0 <= ply < len(view.played) else None
        if before and before.color is side and before.before.parse(text) == before.move:
            return
        if view.ended is not None or ply != view.ply or view.to_move is not side:
            raise RoomRefusal(NOT_NOW, 409)
        move = str(view.position.parse(text))
        for _look in range(100):  # browsers hear of a turn an instant before the person is asked
            if person.move(move, ply, self._now()):
                return
            if game.over or game.view.ply != ply:
                break
            await asyncio.sleep(LOOK_SECONDS / 10)
        raise RoomRefusal(NOT_NOW, 409)

    def _take_back(self, table: Table, side: Color, *, yes: bool) -> bool:
        """Take a move back, and what followed; return False if that is only asked for, or refused.

        Raises BoardError.
        """
        game = table.broadcast
        by, what = game.offer or (None, "")
        asks = by if what == "takeback" else None
        if not yes:
            if asks is not None:
                game.tell_offer(None)
            return False
        whose = side.other if asks is side.other else side
        played = game.view.played
        since = len([*takewhile(lambda each: each.color is not whose, reversed(played))])
        if since == len(played) or table.game is None:
            raise RoomRefusal(say("you have played no move yet"), 409)
        if whose is side and table.people[side.other] is not None:
            game.tell_offer((side, "takeback"))
            return False
        table.game.take_back(since + 1)
        return True

    async def _rematch(self, table: Table, side: Color, address: str) -> Response:
        """Want another game with changed colours, or go to the one that both want."""
        game, other = table.broadcast, side.other
        by, key = game.rematch or (None, "")
        if key:
            return self._seated({"key": key}, self._room.table(key), other)
        if table.people[other] is not None and by is not other:
            game.ask_again(side)
            return bot_api.json_answer({})
        hosts, names = hosted(table.terms.rules), table.names.swapped
        setup = None if hosts.drawn_start is not None else table.terms.setup
        terms = replace(table.terms, setup=setup, paired=False)
        new = await self._begun(hosts, terms, names, other, address, again=True)
        game.ask_again(side, new.key)
        return self._seated({"key": new.key}, new, other)

    async def _hint(self, table: Table, side: Color) -> Response:
        view = table.broadcast.view
        if table.kinds[side.other] != HOUSE:
            raise RoomRefusal(say("there are hints against the programs of this room only"), 403)
        if view.to_move is not side:
            raise RoomRefusal(say("ask for a hint when it is your turn"), 409)
        line = AskedLine.of(view)
        move = (await run_in_threadpool(self._room.advisers.hint, table.key, line)).move
        held = hosted(view.rules).look.beside(view.position, side).held
        places = clicked(move, view.rules.places(view.position, move), held)
        notation = view.position.notation(move)
        return bot_api.json_answer({"places": places, "notation": notation, "text": str(move)})

    def _game(self, name: str) -> HostedGame:
        """Return a game of the board, or the room's own. Raises RoomRefusal."""
        own = self._room.hosted
        if name != own.rules.name and name not in HOSTED_GAMES:
            raise RoomRefusal(say("{variant} is not played here", variant=legible(name)), 404)
        return own if name == own.rules.name else HOSTED_GAMES[name]


async def _heard(game: Broadcast, ply: int) -> None:
    """Wait until a game has gone on from a ply, so that what follows finds it so; a second."""
    for _look in range(100):
        if game.over or game.view.ply != ply:
            return
        await asyncio.sleep(LOOK_SECONDS / 10)


def lobby_facts(room: Room, words: Words) -> dict[str, object]:
    """Return what the page of the lobby shows."""
    games = {room.hosted.rules.name: room.hosted, **HOSTED_GAMES}
    accounts = sorted(room.accounts, key=lambda each: (each.line is None, each.name.lower()))
    note = say(
        "These programs run on their authors' machines: the board sees their moves and their "
        "lines, and no sandbox confines them."
    )
    return {
        "room_title": words.sentence(room.title),
        "plays": room.plays,
        "games": [
            {
                "name": name,
                "title": words.text(GAME_TITLES.get(name, name)),
                "levels": [[each, words.text(LEVEL_NAMES.get(each, each))] for each in game.ais],
                "elos": [game.strengths.elos[at] for at in (0, -1)] if game.strengths else [],
                "untimed_ok": True,
            }
            for name, game in games.items()
        ],
        "opponents": [
            {
                "name": each.name,
                "kind": "joined" if getattr(each.line, "is_ours", False) else "bot",
                "there": each.line is not None,
            }
            for each in accounts
        ],
        "finished": [
            {
                "key": table.key,
                "names": names_told(table.names, table.kinds, words),
                "result": ended.outcome.result,
                "text": words.outcome(ended.outcome),
                "at": f"{table.begun:%Y-%m-%d %H:%M}",
            }
            for table in reversed(room.results[-FINISHED_SHOWN:])
            if (ended := table.view.ended) is not None
        ],
        "note": words.sentence(note) if accounts else "",
    }
