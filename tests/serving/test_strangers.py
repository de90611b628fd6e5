"""Strangers at a room: floods, slow and huge requests, broken lines; what nobody may read."""

import json
import logging
import os
import socket
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event

import pytest
from patience import PATIENCE
from rooms import Bot, Served, served_room
from test_room import SCHOLAR, begun, play

from board_cli.commands import serve
from board_core.serving import bot_api, play_pages
from board_core.serving import room as rooms_module
from board_core.serving.connections import DISCARD_UNSENT, ConnectionLimits
from board_core.serving.room import Room


@contextmanager
def knock(served: Served, said: bytes):
    """A connection on which this was said."""
    host, port = served.url.removeprefix("http://").rstrip("/").rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        with suppress(ConnectionError):  # it may be refused before its end
            connection.sendall(said)
        yield connection


def request(bot: Bot, line: str, *more: str, body: bytes = b"") -> bytes:
    head = [f"{line} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {bot.token}", *more]
    return "\r\n".join([*head, "", ""]).encode() + body


def answer(connection: socket.socket) -> bytes:
    """Return what comes until the server ends the connection."""
    got = b""
    with suppress(ConnectionError):
        while chunk := connection.recv(65_536):
            got += chunk
    return got


def test_floods_of_challenges_and_chat_are_told_when_to_come_again(monkeypatch):
    monkeypatch.setattr(bot_api, "CHALLENGES", (3, 100.0))
    monkeypatch.setattr(bot_api, "CHATS", (2, 100.0))
    with served_room() as served:
        ada, _bob, key, *_ = begun(served)  # which took one challenge
        floods = {
            "/api/challenge/bob": [200, 200, 429],
            f"/api/bot/game/{key}/chat": [200, 200, 429],
        }
        for path, expected in floods.items():
            asked = [ada.ask("POST", path, {"text": "x", "room": "player"}) for _ in expected]
            assert [status for status, *_ in asked] == expected
            assert int(asked[-1][2]["retry-after"]) > 0
        assert ada.ask("POST", f"/api/bot/game/{key}/failed", b"{}")[0] == 429


def test_a_flood_of_requests_without_a_token_is_told_when_to_come_again(monkeypatch):
    monkeypatch.setattr(bot_api, "LOOKS", (2, 100.0))
    with served_room() as served:
        ada, _bob, key, *_ = begun(served)
        asked = [ada.ask("GET", f"/game/export/{key}") for _ in range(3)]
        assert [status for status, *_ in asked] == [200, 200, 429]
        assert ada.ask("GET", "/api/bot/online")[0] == 429
        assert ada.move(key, "e2e4")[0] == 200


def test_a_page_is_drawn_again_only_when_something_has_happened(monkeypatch):
    drawn = []
    facts = play_pages.lobby_facts
    monkeypatch.setattr(
        play_pages, "lobby_facts", lambda *given: drawn.append(given) or facts(*given)
    )
    with served_room() as served:
        ada, bob, key, of_ada, of_bob = begun(served)
        for _ in range(3):
            assert "ada" in ada.get("/")
        assert len(drawn) == 1
        play(ada, bob, key, SCHOLAR[:1], of_ada, of_bob)
        ada.get("/")
        ada.post(f"/api/bot/game/{key}/resign")
        of_ada.rest()
        ada.get("/"), ada.get("/")
        assert len(drawn) == 2


def test_only_the_last_games_are_replayed_when_a_room_begins_again(tmp_path, monkeypatch):
    with served_room(folder=tmp_path) as served:
        ada = served.bot("ada")
        keys = []
        for _ in range(2):
            keys.append(ada.post("/api/challenge/random")["id"])
            ada.post(f"/api/bot/game/{keys[-1]}/resign")
            while served.room.running:
                served.room.tick()
    monkeypatch.setattr(rooms_module, "MOST_FINISHED", 1)
    with served_room(folder=tmp_path, tokens=served.tokens) as again:
        ada = again.bot("ada")
        assert list(again.room._finished) == keys[1:]
        assert [each.key for each in again.room.results] == keys[1:]
        assert ada.post("/api/challenge/random")["id"] not in keys


def test_a_terminal_that_is_held_holds_up_no_game(monkeypatch):
    held, printed = Event(), []

    def prints(text: str, flush: bool) -> None:
        held.wait()
        printed.append(text)

    monkeypatch.setattr(serve, "print", prints, raising=False)
    with ThreadPoolExecutor(1) as printing:
        tell = partial(serve._tell, partial(printing.submit, serve._print))
        with served_room(tell=tell) as served:
            ada, bob, key, of_ada, of_bob = begun(served)
            play(ada, bob, key, SCHOLAR[:-1], of_ada, of_bob)
        held.set()
    assert "ada - bob: the game begins" in printed


def test_who_waits_for_too_many_answers_is_told_when_to_come_again(monkeypatch):
    monkeypatch.setattr(rooms_module, "MOST_OPEN", 1)
    with served_room() as served:
        ada = served.bot("ada")
        served.bot("bob").events()
        assert ada.ask("POST", "/api/challenge/bob")[0] == 200
        status, said, headers = ada.ask("POST", "/api/challenge/bob")
        assert (status, said["error"]) == (429, "wait until a challenge of yours is answered")
        assert int(headers["retry-after"]) > 0


def test_a_head_of_a_stream_ends_and_leaves_the_stream_that_is_there():
    with served_room() as served:
        ada, _bob, key, of_ada, _ = begun(served)
        for path in ("/api/stream/event", f"/api/bot/game/stream/{key}"):
            said = request(ada, f"HEAD {path}", "Connection: close")
            with knock(served, said) as connection:
                assert answer(connection).startswith(b"HTTP/1.1 200 ")
        assert ada.move(key, "e2e4")[0] == 200
        assert of_ada.state(1)["moves"] == "e2e4"


def test_a_game_whose_programs_are_starting_has_no_record_yet(monkeypatch):
    monkeypatch.setattr(Room, "_play", lambda self, table: None)
    with served_room() as served:
        ada = served.bot("ada")
        key = ada.post("/api/challenge/random")["id"]
        status, said, _headers = ada.ask("GET", f"/game/export/{key}")
        assert (status, said) == (404, {"error": "No such game"})


def test_a_position_with_line_breaks_reaches_nobody_s_engine_as_commands():
    with served_room() as served:
        ada, bob = served.bot("ada"), served.bot("bob")
        heard = bob.events()
        ada.post("/api/challenge/bob", {"fen": "4k3/8/8/8/8/8/8/4K2R\nw\nK - 0 1\n"})
        told = heard.next("challenge")["challenge"]
        bob.post(f"/api/challenge/{told['id']}/accept")
        heard.next("gameStart")
        fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        assert told["initialFen"] == bob.game(told["id"]).next()["initialFen"] == fen


@pytest.mark.parametrize("fen", [None, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
def test_a_game_that_is_over_before_a_move_has_a_record(fen):
    with served_room() as served:
        ada = served.bot("ada")
        heard = ada.events()
        wishes = {"color": "white"} if fen is None else {"color": "white", "fen": fen}
        key = ada.post("/api/challenge/random", wishes)["id"]
        if fen is None:
            ada.post(f"/api/bot/game/{key}/resign")
        heard.next("gameFinish")
        assert f'[Result "{"0-1" if fen is None else "1/2-1/2"}"]' in ada.get(f"/game/export/{key}")
        assert f"/game/{key}" in ada.get("/")


def test_a_request_of_two_lengths_is_refused():
    with served_room() as served:
        lengths = "Content-Length: 5", "Transfer-Encoding: chunked"
        said = request(served.bot("ada"), "GET /api/account", *lengths, body=b"0\r\n\r\n")
        with knock(served, said * 2) as connection:
            got = answer(connection)
        assert got.startswith(b"HTTP/1.1 400 ")
        assert got.count(b"HTTP/1.1 ") == 1


KINDS = (
    "GET /api/stream/event",
    "GET /api/bot/game/stream/{key}",
    "GET /game/export/{key}",
    "GET /",
    "POST /api/challenge/bob",
    "POST /api/bot/game/{key}/chat",
    "POST /api/bot/game/{key}/failed",
    "POST /api/token/test",
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_client_that_breaks_off_leaves_nothing_behind(kind, caplog):
    with served_room() as served:
        ada, bob, key, *_ = begun(served)
        loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")]
        for each in loggers:
            each.addHandler(caplog.handler)
        line, wishes = kind.format(key=key), b"keepAliveStream=true&text=x"
        whole = request(ada, line, f"Content-Length: {len(wishes)}", body=wishes)
        for cut in (len(whole), len(whole) - 3, 40):
            for reads in (False, True):
                with knock(served, whole[:cut]) as connection:
                    if reads and cut == len(whole):
                        assert connection.recv(9) == b"HTTP/1.1 "
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DISCARD_UNSENT)
        for bot in (ada, bob):  # all that came before is dealt with
            bot.get("/api/account")
        while served.room._challenges:
            served.room.table(key).game.join(0.001)
        play(ada, bob, key, SCHOLAR[:-1], ada.game(key), bob.game(key))
        for each in loggers:
            each.removeHandler(caplog.handler)
        assert not caplog.records


@pytest.mark.parametrize(
    "path",
    [
        "/api/challenge/bob",
        "/api/bot/game/{key}/failed",
        "/api/bot/game/{key}/move/e2e4",
        "/api/token/test",
        "/api/nothing",
        "/",
    ],
)
def test_ten_megabytes_are_refused_or_dropped(path):
    with served_room() as served:
        ada, _bob, key, *_ = begun(served)
        size = 10_000_000
        said = request(
            ada, f"POST {path.format(key=key)}", f"Content-Length: {size}", "Connection: close"
        )
        with knock(served, said + b"x" * size) as connection:
            got = answer(connection)
        assert b"HTTP/1.1 5" not in got
        assert ada.get("/api/account")


def test_slow_requests_and_idle_connections_keep_nobody_away():
    limits = ConnectionLimits(head=0.2, answer=1.0, most=20, each=10)
    with served_room(connections=limits) as served:
        ada, _bob, key, of_ada, _ = begun(served)
        slow = request(ada, "POST /api/challenge/bob", "Content-Length: 9000", body=b"x")
        with knock(served, slow) as one, knock(served, slow[:30]) as other:
            assert answer(one) + answer(other) == b""
        idle = [knock(served, b"") for _ in range(100)]
        for each in idle:
            each.__enter__()
        assert ada.move(key, "e2e4")[0] == 200
        assert of_ada.state(1)["moves"] == "e2e4"  # which no newcomer ends
        for each in idle:
            each.__exit__(None, None, None)


def test_tokens_are_in_no_file_answer_or_report(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    told: list[object] = []
    with served_room(folder=tmp_path, tell=told.append) as served:
        ada, bob, key, *lines = begun(served)
        play(ada, bob, key, SCHOLAR, *lines)
        answers = [
            str(ada.ask(method, path, {"text": ada.token, "room": bob.token}))
            for method, path in (
                ("GET", "/"),
                ("GET", f"/game/export/{key}"),
                ("GET", "/api/account"),
                ("GET", "/api/users/status?ids=ada,bob"),
                ("GET", "/api/challenge"),
                ("POST", "/api/challenge/nobody"),
                ("POST", f"/api/bot/game/{key}/move/x"),
                ("POST", "/api/account"),
            )
        ]
        nobody = Bot(served.url, "x", ada.token + "x")
        answers += [str(nobody.ask("GET", "/api/account"))]
    files = [each.read_text() for each in tmp_path.rglob("*") if each.is_file()]
    assert len(files) > 1
    everything = "\n".join([*answers, *files, caplog.text, repr(told)])
    assert not [name for name, token in served.tokens.items() if token in everything]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "room.json").stat().st_mode) == 0o600


def test_what_a_player_says_moves_no_cursor_and_is_no_markup():
    nasty = '\u202e\x1b[31m<script>alert(1)</script>\r\n[Result "1-0"]'
    sentence = {"template": f"a {{b}} {nasty}", "facts": {"b": nasty}}
    told = {"cause": "computing", "sentence": sentence, "last_heard": nasty, "traceback": nasty}
    with served_room() as served:
        ada, _bob, key, of_ada, of_bob = begun(served)
        ada.post(f"/api/bot/game/{key}/chat", {"text": nasty, "room": "player"})
        assert of_bob.next("chatLine")["text"].isprintable()
        ada.post(f"/api/bot/game/{key}/failed", json.dumps({"explanation": told}).encode())
        of_ada.rest()
        shown = [ada.ask("GET", path)[1] for path in ("/", f"/game/export/{key}")]
        for text in shown:
            assert text.replace("\n", "").isprintable()
            assert '\n[Result "1-0"]' not in text
        assert "<script>" not in shown[0]
