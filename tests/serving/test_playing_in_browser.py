"""People at browsers in a room, over sockets: whole games, offers, second devices, strangers."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from patience import PATIENCE
from rooms import SCHOLAR, Bot, Served, served_room

from board_core import Cause, Color, Explanation, Reason
from board_core.author.analysis import NoAdvice
from board_core.game.clock import TimeControl
from board_core.match.known_games import game_named
from board_core.serving import play_pages
from board_core.serving import room as rooms_module
from board_core.serving.room import Room
from board_core.text.sentence import say

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "8/4P3/8/8/8/2k5/8/2K5 w - - 0 1"


class Events:
    """A stream of events; keep-alives are left out."""

    def __init__(self, host: str, path: str, headers: dict[str, str]) -> None:
        self._connection = HTTPConnection(host, timeout=PATIENCE)
        self._connection.request("GET", path, None, headers)
        self.answer = self._connection.getresponse()
        self.status = self.answer.status

    def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next event, of these kinds if any are given."""
        while True:
            line = self.answer.readline()
            assert line, "the stream has ended"
            if line.startswith(b"data: "):
                said = json.loads(line[6:])
                if not kinds or said["type"] in kinds:
                    return said

    def turn(self, ply: int) -> dict[str, Any]:
        """Return the event with which somebody is asked after so many plies."""
        while True:
            said = self.next("turn", "full")
            if said["type"] == "turn" and said["ply"] == ply:
                return said
            if said["type"] == "full" and said["legal"] and len(said["moves"]) == ply:
                return said

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


class Browser:
    """Keeps a cookie for each path, as a browser does."""

    def __init__(self, url: str, language: str = "en") -> None:
        self.host = url.removeprefix("http://").rstrip("/")
        self.cookies: dict[str, str] = {}
        self._language = language
        self._open: list[Events] = []

    def _headers(self, path: str, **more: str) -> dict[str, str]:
        cookie = next((value for at, value in self.cookies.items() if path.startswith(at)), "")
        headers = {"Accept-Language": self._language, **({"Cookie": cookie} if cookie else {})}
        return headers | {name.replace("_", "-"): value for name, value in more.items()}

    def ask(
        self, method: str, path: str, body: bytes | None = None, **more: str
    ) -> tuple[int, str, dict[str, str]]:
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.request(method, path, body, self._headers(path, **more))
            answer = connection.getresponse()
            text = answer.read().decode()
            if cookie := answer.headers.get("set-cookie"):
                value, *parts = cookie.split("; ")
                [at] = [part.partition("=")[2] for part in parts if part.startswith("Path=")]
                assert {"HttpOnly", "SameSite=strict"} <= set(parts)
                self.cookies[at] = value
            return answer.status, text, dict(answer.headers)
        finally:
            connection.close()

    def post(self, path: str, facts: object = None, **more: str) -> tuple[int, dict[str, Any]]:
        more = {"Content_Type": "application/json", **more}
        status, text, _headers = self.ask("POST", path, json.dumps(facts or {}).encode(), **more)
        return status, json.loads(text)

    def done(self, path: str, facts: object = None) -> dict[str, Any]:
        status, said = self.post(path, facts)
        assert status == 200, said
        return said

    def get(self, path: str) -> str:
        status, text, _headers = self.ask("GET", path)
        assert status == 200, text
        return text

    def stream(self, path: str) -> Events:
        self._open.append(Events(self.host, path, self._headers(path)))
        return self._open[-1]

    def play(self, opponent: str = "random", **wishes: Any) -> str:
        """Begin a game with White, and return its key."""
        usual = {"name": "Ann", "game": "chess", "color": "white", "base": None}
        return self.done("/play", {**usual, "opponent": opponent, **wishes})["key"]

    def watch(self, key: str) -> Events:
        return self.stream(f"/game/{key}/stream")

    def move(self, key: str, text: str, ply: int) -> tuple[int, dict[str, Any]]:
        return self.post(f"/game/{key}/move", {"text": text, "ply": ply})

    def close(self) -> None:
        for each in self._open:
            each.close()


@contextmanager
def browsers(served: Served, *languages: str) -> Iterator[list[Browser]]:
    made = [Browser(served.url, language) for language in languages or ("en",)]
    try:
        yield made
    finally:
        for each in made:
            each.close()


@contextmanager
def one(**more: Any) -> Iterator[tuple[Served, Browser]]:
    with served_room(**more) as served, browsers(served) as [ann]:
        yield served, ann


@contextmanager
def two(**more: Any) -> Iterator[tuple[Served, Browser, Browser, str]]:
    """Yield a room and two people at a game that has begun; Ann is White."""
    with served_room(**more) as served, browsers(served, "en", "zh-CN") as [ann, bao]:
        said = ann.done("/play", {"name": "Ann", "game": "chess", "color": "white", "base": 600})
        path, _, token = said["invite"].partition("#seat=")
        bao.done(f"{path}/sit", {"token": token, "name": "Bǎo"})
        yield served, ann, bao, said["key"]


def played_out(browser: Browser, key: str, events: Events, most: int, random: Random) -> list[str]:
    """Play legal moves by lot until the game is over or long enough; check what is told."""
    boards = []
    while True:
        said = events.next("full", "turn", "move", "end")
        if said["type"] == "end":
            return boards
        if said["type"] == "full":
            boards, said = said["boards"]["squares"], {**said, "ply": len(said["moves"])}
        if said["type"] == "move":
            boards.append(said["board"]["squares"])
            assert said["ply"] == len(boards) - 1
            continue
        if said["legal"] is None:
            continue
        if said["ply"] >= most:
            browser.done(f"/game/{key}/resign")
        else:
            move = random.choice([each for each in said["legal"] if not each.get("alias")])
            assert browser.move(key, move["text"], said["ply"]) == (200, {})


@pytest.mark.parametrize("name", ["chess", "gomoku", "chess-3d", "crazyhouse", "chess960"])
def test_a_whole_game_is_played_by_http_alone_and_others_see_the_same(name):
    with one() as (served, ann), browsers(served) as [eve]:
        key = ann.play(game=name)
        watched = eve.watch(key)
        boards = played_out(ann, key, ann.watch(key), 30, Random(7))
        while watched.next()["type"] != "end":
            pass
        full = eve.watch(key).next("full")
        assert full["boards"]["squares"] == boards
        assert (full["you"], full["kinds"]) == (None, ["person", "house"])
        assert len(full["places"]) == full["columns"] * full["rows"] == len(boards[0])
        assert full["ended"]["result"] in ("1-0", "0-1", "1/2-1/2")
        record = eve.get(full["ended"]["record"])
        form = game_named(name).record
        assert len(form.read(record)[0].game.moves) == len(full["moves"]) == len(boards) - 1


def test_pieces_in_hand_are_told_and_can_be_dropped():
    setup = "r3k3/8/8/8/8/8/8/4K2R[Nn] w - - 0 1"
    with one() as (_served, ann):
        key = ann.play(game="crazyhouse", setup=setup)
        events = ann.watch(key)
        assert events.next("full")["boards"]["held"] == [[["N"], ["n"]]]
        legal = events.turn(0)["legal"]
        drop = next(each for each in legal if each["places"] == ["N@", "e4"])
        assert (drop["n"], drop.get("alias")) == ("N@e4", None)
        assert ann.move(key, drop["text"], 0) == (200, {})
        assert events.next("move")["board"]["held"] == [[], ["n"]]


def test_promotions_come_in_the_order_of_their_offer_and_castling_has_its_other_places():
    with one() as (_served, ann):
        events = ann.watch(ann.play(setup=PROMOTION))
        legal = events.turn(0)["legal"]
        assert next(each["n"] for each in legal if each["places"] == ["e7", "e8"]).startswith(
            "e8=Q"
        )
        events = ann.watch(ann.play(setup=CASTLING))
        alias = [each for each in events.turn(0)["legal"] if each.get("alias")]
        assert {"text": "e1g1", "n": "O-O", "places": ["e1", "h1"], "alias": True} in alias


def test_a_move_that_comes_twice_is_played_once_and_another_is_refused():
    with one() as (_served, ann):
        key = ann.play()
        events = ann.watch(key)
        events.turn(0)
        assert ann.move(key, "e4", 0) == (200, {})
        assert ann.move(key, "e2e4", 0) == (200, {})
        events.turn(2)
        assert ann.move(key, "e2e4", 0) == (200, {})
        assert ann.move(key, "d2d4", 0)[0] == 409
        assert ann.move(key, "d2d4", 1)[0] == 409
        assert ann.move(key, "d2d4", 3)[0] == 409
        status, said = ann.move(key, "e2e5", 2)
        assert (status, "not legal" in said["error"]) == (400, True)
        assert ann.move(key, "d2d4", 2) == (200, {})
        assert events.turn(4)["ply"] == 4
        assert [each["text"] for each in ann.watch(key).next("full")["moves"]][::2] == [
            "e2e4",
            "d2d4",
        ]


def test_a_move_is_taken_back_at_once_against_a_program():
    with one() as (_served, ann):
        key = ann.play()
        events = ann.watch(key)
        events.turn(0)
        assert ann.post(f"/game/{key}/takeback", {"yes": True})[0] == 409
        ann.move(key, "e2e4", 0)
        events.turn(2)
        ann.done(f"/game/{key}/takeback", {"yes": True, "ply": 2})
        assert ann.post(f"/game/{key}/takeback", {"yes": True, "ply": 2})[0] == 409  # it is done
        assert events.next("back")["ply"] == 0
        assert events.turn(0)["legal"]
        ann.move(key, "d2d4", 0)
        assert events.next("move")["move"]["n"] == "d4"


def test_two_people_by_a_link_with_offers_a_rematch_and_two_languages():
    with two() as (served, ann, bao, key):
        white, black = ann.watch(key), bao.watch(key)
        full = black.next("full")
        assert (full["names"], full["you"], full["control"]) == (["Ann", "Bǎo"], 1, "10 分钟")
        white.turn(0)
        ann.move(key, "e2e4", 0)
        assert black.turn(1)["legal"]
        bao.move(key, "e7e5", 1)
        white.turn(2)
        ann.done(f"/game/{key}/takeback", {"yes": True})
        assert black.next("offer")["offer"] == {"by": 0, "what": "takeback"}
        bao.done(f"/game/{key}/takeback", {"yes": False})
        assert black.next("offer")["offer"] is None
        ann.done(f"/game/{key}/takeback", {"yes": True})
        black.next("offer")
        bao.done(f"/game/{key}/takeback", {"yes": True})
        assert black.next("back")["ply"] == 0
        white.turn(0)
        bao.done(f"/game/{key}/draw", {"yes": True})
        assert white.next("offer")["offer"] == {"by": 1, "what": "draw"}
        ann.done(f"/game/{key}/draw", {"yes": False})
        assert white.next("offer")["offer"] is None
        ann.move(key, "d2d4", 0)
        black.turn(1)
        ann.done(f"/game/{key}/draw", {"yes": True})
        while black.next("offer")["offer"] != {"by": 0, "what": "draw"}:
            pass
        bao.done(f"/game/{key}/draw", {"yes": True})
        assert black.next("end")["ended"]["text"] == "和棋：双方协议"
        assert white.next("end")["ended"]["text"] == "Draw by agreement"
        assert bao.done(f"/game/{key}/rematch") == {}
        assert white.next("rematch")["rematch"] == {"by": 1}
        new = ann.done(f"/game/{key}/rematch")["key"]
        assert black.next("rematch")
        assert black.next("rematch")["rematch"]["key"] == new
        assert bao.done(f"/game/{key}/rematch") == {"key": new}
        assert ann.watch(new).next("full")["you"] == 1
        assert bao.watch(new).next("full")["names"] == ["Bǎo", "Ann"]
        assert served.room.table(new).game is not None


def test_an_invited_person_may_come_late_and_the_first_sees_it():
    with one() as (served, ann), browsers(served) as [bob]:
        said = ann.done("/play", {"name": "Ann", "game": "gomoku", "color": "black", "base": 60})
        key = said["key"]
        events = ann.watch(key)
        full = events.next("full")
        assert (full["here"], full["legal"], full["names"][0]) == ([False, True], None, "")
        assert ann.move(key, "h8", 0)[0] == 409
        assert ann.ask("GET", f"/game/{key}/live.sgf")[0] == 404
        token = said["invite"].partition("#seat=")[2]
        for wrong in ("wrong", "", "é", "\ud800"):
            assert bob.post(f"/game/{key}/sit", {"token": wrong})[0] == 403
        bob.done(f"/game/{key}/sit", {"token": token, "name": "Dora"})
        assert events.next("full")["names"] == ["Dora", "Ann"]
        bob.watch(key)
        assert events.turn(0)["legal"]
        bob.done(f"/game/{key}/sit", {"token": token, "name": "Other"})
        assert served.room.table(key).names.white == "Dora"


def test_a_second_device_has_the_same_seat_and_leaving_with_one_is_not_leaving():
    with one() as (served, ann), browsers(served) as [phone]:
        key = ann.play()
        at_home = ann.watch(key)
        at_home.turn(0)
        token = ann.done(f"/game/{key}/phone")["seat"]
        assert phone.post(f"/game/{key}/move", {"text": "e4", "ply": 0})[0] == 403
        phone.done(f"/game/{key}/sit", {"token": token})
        on_phone = phone.watch(key)
        assert on_phone.next("full")["you"] == 0
        assert phone.move(key, "e2e4", 0) == (200, {})
        assert at_home.next("move")["move"]["n"] == on_phone.next("move")["move"]["n"] == "e4"
        person = served.room.table(key).people.white
        on_phone.close()
        at_home.turn(2)
        assert person.here


def test_a_joined_player_is_challenged_and_may_decline():
    with one() as (served, ann):
        assert ann.post("/play", {"opponent": "ada", "base": 60})[0] == 400  # who is not there
        ada = served.bot("ada")
        heard = ada.events()

        def answers(*said: str) -> None:
            for answer in said:
                key = heard.next("challenge")["challenge"]["id"]
                ada.post(f"/api/challenge/{key}/{answer}")

        thread = threading.Thread(target=answers, args=("decline", "accept"))
        thread.start()
        wish = {"name": "Ann", "opponent": "Ada", "color": "white", "base": 60}
        assert ann.post("/play", wish) == (409, {"error": "ada declines the challenge"})
        key = ann.done("/play", wish)["key"]
        thread.join(PATIENCE)
        events, lines = ann.watch(key), ada.game(key)
        assert lines.next()["white"]["name"] == "Ann"
        events.turn(0)
        ann.move(key, SCHOLAR[0], 0)
        lines.state(1)
        assert ada.move(key, SCHOLAR[1])[0] == 200
        events.turn(2)
        status, said = ann.post(f"/game/{key}/takeback", {"yes": True})
        assert (status, "cannot take moves back" in said["error"]) == (400, True)
        assert ann.post(f"/game/{key}/hint")[0] == 403
        ada.post(f"/api/bot/game/{key}/resign")
        assert events.next("end")["ended"]["result"] == "1-0"
        assert ann.post("/play", {**wish, "base": None})[0] == 400


def test_what_a_remote_program_wrote_is_for_its_author_and_a_house_program_s_for_all():
    error = 'Traceback (most recent call last):\n  File "my_ai.py", line 3, in choose\nKeyError: 5'
    why = Explanation(Cause.EXCEPTION, say("the player raised KeyError"), traceback=error)
    with served_room() as served, browsers(served) as [eve]:
        ada, bob = served.bot("ada"), served.bot("bob")
        heard = ada.events(), bob.events()
        key = ada.post("/api/challenge/bob", {"color": "white"})["id"]
        bob.post(f"/api/challenge/{heard[1].next('challenge')['challenge']['id']}/accept")
        for each in heard:
            each.next("gameStart")
        events, table = eve.watch(key), served.room.table(key)
        table.remote.white.failed(why, Reason.CRASH)
        ended = events.next("end")["ended"]
        assert (ended["why"], ended["text"]) == (None, "White loses by a crash")
        assert "KeyError" not in eve.get("/")
        told = table.broadcast
        told.kinds = told.kinds.put(Color.WHITE, "house")
        card = eve.watch(key).next("full")["ended"]["why"]
        assert (card["headline"], card["where"]) == ("KeyError: 5", "my_ai.py, line 3, in choose")
        assert card["code"]
        assert card["lines"][0].startswith("Traceback")


def test_a_hint_and_a_review():
    with one() as (_served, ann):
        key = ann.play("random", setup="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
        events = ann.watch(key)
        events.turn(0)
        assert ann.post(f"/game/{key}/review")[0] == 409
        hint = ann.done(f"/game/{key}/hint")
        assert hint == {"places": ["a1", "a8"], "notation": "Ra8#", "text": "a1a8"}
        ann.move(key, "a1b1", 0)
        events.turn(2)
        ann.done(f"/game/{key}/resign")
        events.next("end")
        assert ann.post(f"/game/{key}/hint")[0] == 409
        ann.done(f"/game/{key}/review")
        ann.done(f"/game/{key}/review")
        while not (said := events.next("review"))["done"]:
            pass
        assert [each["ply"] for each in said["marks"]] == [1, 2]
        assert (said["marks"][0]["mark"], said["marks"][0]["best"]) == ("??", "Ra8#")
        late = ann.watch(key)
        assert late.next("review")["marks"] == said["marks"]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"Content_Type": "text/plain"}, 415),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
    ],
)
def test_only_our_own_pages_may_post(more, status):
    with one() as (served, ann):
        assert ann.post("/play", {"opponent": "random"}, **more)[0] == status
        assert not served.room.running
        ours = {"Origin": served.url.rstrip("/")}
        assert ann.post("/play", {"opponent": "random"}, **ours)[0] == 200


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "nothing"},
        {"game": "spiel:othello"},
        {"game": "/etc/passwd:CHESS"},
        {"opponent": "uci:/bin/sh"},
        {"opponent": "elo:999999"},
        {"base": "x"},
        {"base": -1},
        {"base": 0, "increment": 0},
        {"base": 1e300},
        {"base": True},
        {"increment": 1e9},
        {"setup": "x"},
        {"setup": "8/" * 300},
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused_in_words(wish):
    with one() as (served, ann):
        usual = {"name": "Ann", "game": "chess", "opponent": "random", "base": 60}
        status, said = ann.post("/play", {**usual, **wish})
        assert status in (400, 404, 413)
        assert isinstance(said["error"], str)
        assert not served.room.running


def test_levels_by_elo_and_a_clock_whose_first_move_is_free():
    with one() as (_served, ann):
        key = ann.play("elo:1200", base=60, increment=1, color="black")
        events = ann.watch(key)
        assert events.next("full")["names"] == ["elo:1200", "Ann"]
        clock = events.turn(1)["clock"]
        assert clock["running"] is None  # until its first move
        ann.move(key, "e7e5", 1)
        assert events.next("move")["move"]["used"] == 0.0
        assert events.turn(3)["clock"]["running"] == 1


@pytest.mark.parametrize("name", ["random", "ADA", "elo:1500"])
def test_a_person_has_no_name_of_a_player(name):
    with one() as (served, ann):
        key = ann.play(name=name)
        assert served.room.table(key).names.white == f"{name} (guest)"
        assert served.room.table(key).kinds.white == "person"


def test_names_of_strangers_are_harmless_and_short():
    with one() as (_served, ann):
        key = ann.play(name="<b>\x1b[31m\u202e" + "x" * 900)
        name = ann.watch(key).next("full")["names"][0]
        assert name.isprintable()
        assert "\x1b" not in name
        assert len(name) < 60
        assert "<b>" not in ann.get(f"/game/{key}")


def test_a_room_has_a_bound_of_games_with_its_own_programs(monkeypatch):
    monkeypatch.setattr(rooms_module, "MOST_HOUSE_GAMES", 1)
    with one() as (served, ann):
        ann.play()
        assert ann.post("/play", {"opponent": "random", "base": 60})[0] == 429
        assert len(served.room.running) == 1
        assert ann.done("/play", {"opponent": "", "base": 60})["invite"]


def test_one_address_begins_only_so_many_games_at_a_time(monkeypatch):
    monkeypatch.setattr(play_pages, "MOST_GAMES_FROM", 1)
    with one() as (served, ann):
        key = ann.play("", base=60)
        assert ann.post("/play", {"opponent": "", "base": 60})[0] == 429
        served.room._forget(served.room.table(key))
        assert ann.play("", base=60)


@pytest.mark.parametrize(("limit", "opponent"), [("GAMES", ""), ("HOUSE_GAMES", "random")])
def test_a_rematch_is_one_more_game_of_its_address(limit, opponent, monkeypatch):
    with one() as (_served, ann):
        key = ann.play()
        events = ann.watch(key)
        events.turn(0)
        ann.done(f"/game/{key}/resign")
        events.next("end")
        ann.done(f"/game/{key}/rematch")
        monkeypatch.setattr(play_pages, f"MOST_{limit}_FROM", 1)
        assert ann.post("/play", {"opponent": opponent, "base": 60})[0] == 429


def test_a_review_that_goes_on_ends_with_the_room():
    with one() as (_served, ann):
        key = ann.play()
        events = ann.watch(key)
        for ply, text in enumerate(("e2e4", "d2d4", "g1f3")):
            events.turn(2 * ply)
            ann.move(key, text, 2 * ply)
        events.turn(6)
        ann.done(f"/game/{key}/resign")
        events.next("end")
        ann.done(f"/game/{key}/review")  # and conftest.py looks for what is left behind


def test_too_many_requests_and_viewers_are_refused(monkeypatch):
    monkeypatch.setattr(play_pages, "ACTS", (3, 1000.0))
    monkeypatch.setattr(play_pages, "MOST_VIEWERS_OF_ONE", 2)
    with one() as (served, ann), browsers(served) as [eve]:
        key = ann.play()
        watching = [eve.watch(key) for _ in range(3)]
        assert [each.status for each in watching] == [200, 200, 429]
        assert ann.watch(key).next("full")["you"] == 0  # a player is let in
        at_seat = [ann.watch(key).status for _ in range(play_pages.MOST_LINES_OF_SEAT)]
        assert at_seat[-2:] == [200, 429]
        asked = [ann.post(f"/game/{key}/draw", {"yes": True}) for _ in range(3)]
        assert [status for status, _said in asked] == [200, 200, 429]
        watching[0].close()
        while eve.stream("/live").status != 200:  # once the server has heard it
            pass


def test_a_game_that_all_people_have_left_is_stopped(monkeypatch):
    with one() as (served, ann):
        key = ann.play()
        events = ann.watch(key)
        events.turn(0)
        invited = ann.done("/play", {"base": 60})["key"]
        table, now = served.room.table(key), served.room._now()
        assert table.look_at_people(now) == 0.0
        monkeypatch.setattr(rooms_module, "GONE_SECONDS", -1.0)
        served.room.tick()
        assert invited not in {each.key for each in served.room.running}
        assert events.next("end")["ended"]["result"] == "*"


def test_all_see_what_a_program_of_the_house_thinks():
    with one() as (_served, ann), browsers(_served) as [eve]:
        key = ann.play("hard", base=60)
        events = ann.watch(key)
        events.turn(0)
        ann.move(key, "a2a3", 0)
        said = events.next("thought")
        assert said["by"] == 1
        assert said["depth"] >= 1
        assert said["line"]
        events.turn(2)
        told = eve.watch(key).next("full")["thoughts"]
        assert told[0] is None
        position = game_named("chess").rules.start(None)
        position = position.play(position.parse("a3"))
        for name in told[1]["line"].split():
            position = position.play(position.parse(name))  # or raises


def test_the_lobby_hears_of_all_games_in_one_stream():
    with one() as (_served, ann):
        live = ann.stream("/live")
        assert live.next("games")["games"] == []
        key = ann.play()
        events = ann.watch(key)
        assert [each["key"] for each in live.next("games")["games"]] == [key]
        events.turn(0)
        ann.move(key, "e2e4", 0)
        assert (said := live.next("move"))["ply"] == 1
        assert said["key"] == key
        assert said["squares"].count("P") == 8
        ann.done(f"/game/{key}/resign")
        assert live.next("games")["games"][0]["ended"]["result"] == "0-1"


def test_the_pages_are_there_in_both_languages_with_their_files():
    with one() as (served, ann), browsers(served, "zh-CN") as [bao]:
        key = ann.play()
        ann.watch(key).turn(0)
        status, page, headers = ann.ask("GET", "/")
        assert status == 200
        assert "script-src 'self'" in headers["content-security-policy"]
        assert page != bao.get("/") == ann.get("/?lang=zh_CN")
        assert key in ann.get(f"/game/{key}")
        assert ann.ask("GET", "/game/XXXXXXXX")[0] == 404
        for file in ("/page.css", "/style/chess.css", f"/game/{key}/live.pgn"):
            status, _text, headers = ann.ask("GET", file)
            assert (status, "etag" in headers) == (200, True), file
            assert ann.ask("GET", file, If_None_Match=headers["etag"])[0] == 304
        assert ann.get("/style/chess.css").startswith(".g-chess {")
        for file in ("/base.html", "/lobby.html", "/nothing.js", "/style/x.css", "/..%2fpages.js"):
            assert ann.ask("GET", file)[0] == 404, file


def test_a_room_without_accounts_keeps_the_keys_of_its_games(tmp_path):
    keys = set()
    for _ in range(2):
        room = Room(game_named("chess"), TimeControl(60), folder=tmp_path)
        keys.add(room._key(1))
        room.close()
    assert len(keys) == 1


def test_after_a_restart_the_person_goes_on_at_its_seat_and_no_clock_was_charged(tmp_path):
    def begun(folder: Path) -> Any:
        return served_room(folder=folder, time=TimeControl(60))

    with begun(tmp_path) as served, browsers(served) as [ann]:
        key = ann.play(base=60)
        events = ann.watch(key)
        events.turn(0)
        ann.move(key, "e2e4", 0)
        ply = events.turn(2)["ply"]
        cookies = ann.cookies
    with begun(tmp_path) as served, browsers(served) as [ann]:
        ann.cookies = cookies
        table = served.room.table(key)
        assert [*table.kinds] == ["person", "house"]
        table.game and table.game.join(0.01)
        events = ann.watch(key)
        full = events.next("full")
        assert (full["you"], len(full["moves"]), full["turn"]) == (0, ply, 0)
        assert full["clock"]["sides"][0]["left"] == 60.0
        assert ann.move(key, "e2e4", 0) == (200, {})  # it was heard before
        while full["legal"] is None and (said := events.next())["type"] != "turn":
            full = said if said["type"] == "full" else full
        assert ann.move(key, "g1f3", ply) == (200, {})
        assert events.next("move")["move"]["n"] == "Nf3"
        ann.done(f"/game/{key}/resign")
        events.next("end")
    with begun(tmp_path) as served, browsers(served) as [ann]:
        ann.cookies = cookies
        full = ann.watch(key).next("full")
        assert (full["you"], full["ended"]["result"]) == (0, "0-1")
        assert ann.done(f"/game/{key}/rematch")["key"] != key


def test_bots_still_play_and_people_watch_them():
    with served_room() as served, browsers(served) as [eve]:
        ada: Bot = served.bot("ada")
        heard = ada.events()
        key = ada.post("/api/challenge/random", {"color": "white"})["id"]
        heard.next("gameStart")
        events = eve.watch(key)
        assert events.next("full")["kinds"] == ["remote", "house"]
        assert ada.move(key, "e2e4")[0] == 200
        assert events.next("move")["move"]["n"] == "e4"
        assert eve.post(f"/game/{key}/resign")[0] == 403


def test_an_invitation_that_nobody_has_taken_up_outlives_the_server(tmp_path):
    with served_room(folder=tmp_path) as served, browsers(served) as [ann]:
        wish = {"name": "Ann", "game": "gomoku", "opponent": "", "color": "black", "base": 60}
        said = ann.done("/play", wish)
        key, cookies = said["key"], ann.cookies
    for _ in range(2):
        with served_room(folder=tmp_path) as served, browsers(served, "en", "en") as [ann, bob]:
            ann.cookies = cookies
            full = ann.watch(key).next("full")
            assert (full["names"], full["you"], full["game"]) == (["", "Ann"], 1, "gomoku")
            status, refused = ann.post(f"/game/{key}/resign")
            assert (status, refused["error"]) == (409, "the game has not begun yet")
            other = ann.play()
            assert other != key
    with served_room(folder=tmp_path) as served, browsers(served, "en", "en") as [ann, bob]:
        ann.cookies = cookies
        events = ann.watch(key)
        token = said["invite"].partition("#seat=")[2]
        bob.done(f"/game/{key}/sit", {"token": token, "name": "Dora"})
        bob.watch(key)
        assert events.turn(0)["clock"]["sides"][1]["left"] == 60.0
        assert ann.move(key, "h8", 0)[0] == 200
    with served_room(folder=tmp_path) as served:
        assert [*served.room.table(key).names] == ["Dora", "Ann"]


def test_a_person_keeps_the_seat_when_an_account_of_that_name_is_made(tmp_path):
    with served_room(folder=tmp_path) as served, browsers(served) as [carol]:
        key, cookies = carol.play(name="Carol"), carol.cookies
        carol.watch(key).turn(0)
        carol.move(key, "e2e4", 0)
    with served_room("carol", folder=tmp_path) as served, browsers(served) as [carol]:
        assert [*served.room.table(key).kinds] == ["person", "house"]
        carol.cookies = cookies
        assert carol.watch(key).next("full")["you"] == 0


def test_an_adviser_that_fails_is_told_of_in_plain_words(monkeypatch):
    with one() as (_served, ann):
        key = ann.play()
        ann.watch(key).turn(0)

        def fails(*_args: object) -> None:
            raise NoAdvice(say("it reads no input"))

        monkeypatch.setattr("board_core.author.analysis.Adviser.advise", fails)
        status, said = ann.post(f"/game/{key}/hint")
        assert status == 400
        assert said["error"] == "no advice can be had now: ask again in a moment"
