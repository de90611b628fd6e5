"""Bots in a room, over sockets: whole games, challenges, cut lines, restarts, strangers."""

import json
import socket
import threading
from itertools import pairwise
from queue import Queue

import pytest
from patience import PATIENCE
from rooms import SCHOLAR, Bot, Lines, Served, served_room

from board_core import Cause, Color, MovePlayed, Reason
from board_core.match.joining import Joined, Joining
from board_core.serving import connections, server
from board_core.serving import room as rooms_module
from board_core.serving.room import Room
from board_core.serving.table import Table


def begun(served: Served, pairs: bool = True) -> tuple[Bot, Bot, str, Lines, Lines]:
    """Return White, Black and their game's key and streams."""
    ada, bob = served.bot("ada"), served.bot("bob")
    heard = ada.events(), bob.events()
    key = ada.post("/api/challenge/bob", {"color": "white", "variant": "standard"})["id"]
    bob.post(f"/api/challenge/{heard[1].next('challenge')['challenge']['id']}/accept")
    for lines in heard:
        assert lines.next("gameStart")["game"]["gameId"] == key
    return ada, bob, key, ada.game(key), bob.game(key)


def play(white: Bot, black: Bot, key: str, moves: list[str], *follow: Lines) -> None:
    for ply, text in enumerate(moves):
        assert (white, black)[ply % 2].move(key, text) == (200, {"ok": True})
        for lines in follow:
            lines.state(ply + 1)


def test_a_whole_game_by_a_challenge_from_its_first_line_to_its_last():
    news: Queue[object] = Queue()
    with served_room(tell=news.put) as served:
        ada, bob, key, of_ada, of_bob = begun(served)
        full = of_ada.next()
        assert (full["type"], full["id"], full["initialFen"]) == ("gameFull", key, "startpos")
        assert (full["white"]["name"], full["black"]["name"]) == ("ada", "bob")
        assert full["clock"] == {"initial": 1_000_000, "increment": 0}
        assert full["variant"]["key"] == "standard"
        play(ada, bob, key, SCHOLAR[:-1], of_ada, of_bob)
        ada.move(key, SCHOLAR[-1])
        for lines in (of_ada, of_bob):
            last = lines.state(len(SCHOLAR))  # no line says that a game goes on that is over
            assert (last["status"], last["winner"]) == ("mate", "white")
            assert last["moves"] == " ".join(SCHOLAR)
            assert lines.rest() == (b"", True)
        while not isinstance(ended := news.get(timeout=PATIENCE), Table) or not ended.over:
            pass
        assert ended.view.ended.outcome.reason is Reason.CHECKMATE
        assert "Qxf7#" in ada.get(f"/game/export/{key}")
        assert ada.game(key).next()["state"]["status"] == "mate"
        assert ada.post(f"/api/bot/game/{key}/chat", {"room": "player", "text": "gg"})
        assert bob.move(key, "a7a6")[0] == 400


def test_the_room_pairs_those_who_are_there_and_turns_the_colours(monkeypatch):
    monkeypatch.setattr(rooms_module, "PAIRING_PAUSE", 0.0)
    monkeypatch.setattr(server, "TICK_SECONDS", 0.01)
    with served_room(pairs=True) as served:
        bots = {name: served.bot(name) for name in ("ada", "bob")}
        heard = {name: bot.events() for name, bot in bots.items()}
        whites = []
        for _ in range(2):
            started = {name: lines.next("gameStart")["game"] for name, lines in heard.items()}
            key = started["ada"]["gameId"]
            whites += [name for name, game in started.items() if game["color"] == "white"]
            status, _said, _ = bots[whites[-1]].ask("POST", f"/api/bot/game/{key}/abort")
            assert status == 400  # nobody asked for this game
            bots[whites[-1]].post(f"/api/bot/game/{key}/resign")
            for lines in heard.values():
                assert lines.next("gameFinish")["game"]["status"]["name"] == "resign"
        assert sorted(whites) == ["ada", "bob"]


def test_challenges_are_declined_taken_back_and_waited_for():
    with served_room() as served:
        ada, bob = served.bot("ada"), served.bot("bob")
        of_ada, of_bob = ada.events(), bob.events()
        ada.post("/api/challenge/bob", {"clock.limit": 60, "clock.increment": 1})
        told = of_bob.next("challenge")["challenge"]
        assert (told["challenger"]["name"], told["timeControl"]["limit"]) == ("ada", 60)
        bob.post(f"/api/challenge/{told['id']}/decline", {"reason": "tooFast"})
        assert of_ada.next("challengeDeclined")["challenge"]["declineReasonKey"] == "toofast"
        waiting = ada.stream("/api/challenge/bob", "POST", {"keepAliveStream": "true"})
        key = of_bob.next("challenge")["challenge"]["id"]
        assert waiting.next()["id"] == key
        bob.post(f"/api/challenge/{key}/accept")
        assert waiting.next() == {"done": "accepted"}
        assert waiting.rest() == (b"", True)
        assert of_ada.next("gameStart")["game"]["gameId"] == key
        other = ada.post("/api/challenge/bob")["id"]
        ada.post(f"/api/challenge/{other}/cancel")
        assert of_bob.next("challengeCanceled")["challenge"]["id"] == other
        assert bob.ask("POST", f"/api/challenge/{other}/accept")[0] == 404


def test_a_player_of_the_house_accepts_at_once_and_plays():
    with served_room() as served:
        ada = served.bot("ada")
        heard = ada.events()
        key = ada.post("/api/challenge/random", {"color": "white"})["id"]
        assert heard.next("gameStart")["game"]["opponent"]["username"] == "random"
        lines = ada.game(key)
        ada.move(key, "e2e4")
        assert lines.state(2)["moves"].startswith("e2e4 ")
        ada.post(f"/api/bot/game/{key}/resign")
        assert heard.next("gameFinish")["game"]["winner"] == "black"


def test_three_illegal_moves_lose_and_each_is_answered_with_its_reason():
    with served_room() as served:
        ada, _bob, key, of_ada, _ = begun(served)
        for text in ("e2e5", "a1a9", "zz"):
            status, said = ada.move(key, text)
            assert status == 400
            assert said["error"]
            if text != "zz":
                waits_for_rejections(served, key)
        last = of_ada.next("gameState")
        assert (last["status"], last["winner"]) == ("unknownFinish", "black")
        assert last["outcome"]["reason"] == "illegal-moves"


def waits_for_rejections(served: Served, key: str) -> None:
    """Wait until the referee has asked again."""
    player = served.room.table(key).remote.white
    while player._tries_again or player._answer is None:
        served.room.table(key).game.join(0.001)


def test_a_move_that_comes_twice_is_answered_twice_and_played_once():
    with served_room() as served:
        ada, bob, key, of_ada, _ = begun(served)
        assert ada.move(key, "e2e4") == ada.move(key, "e2e4") == (200, {"ok": True})
        of_ada.state(1)
        assert bob.move(key, "e7e5")[0] == 200
        assert ada.move(key, "e2e4")[0] == 200
        assert of_ada.state(2)["moves"] == "e2e4 e7e5"
        assert bob.move(key, "b8c6")[0] == 400


def test_draws_are_agreed_by_moves_that_offer_them():
    with served_room() as served:
        ada, bob, key, _, of_bob = begun(served)
        assert ada.move(key, "e2e4?offeringDraw=true")[0] == 200
        assert of_bob.state(1)["wdraw"] is True
        assert bob.move(key, "e7e5?offeringDraw=true")[0] == 200
        while (last := of_bob.next("gameState"))["status"] == "started":
            pass
        assert last["status"] == "draw"


def test_a_game_that_was_agreed_upon_can_be_aborted_before_both_have_moved():
    with served_room() as served:
        ada, _bob, key, of_ada, _ = begun(served)
        ada.post(f"/api/bot/game/{key}/abort")
        assert of_ada.next("gameState")["status"] == "aborted"


def test_a_line_that_is_cut_is_opened_again_and_tells_the_whole_game(monkeypatch):
    monkeypatch.setattr(rooms_module, "CALL_BACK_SECONDS", 0.0)
    monkeypatch.setattr(server, "TICK_SECONDS", 0.01)
    with served_room() as served:
        ada, bob, key, of_ada, of_bob = begun(served)
        heard = ada.events()
        assert heard.next("gameStart")["game"]["gameId"] == key  # it is back, and the game goes on
        play(ada, bob, key, SCHOLAR[:3], of_ada, of_bob)
        of_ada.close()
        assert bob.move(key, SCHOLAR[3])[0] == 200
        while not heard.next("gameStart")["game"]["isMyTurn"]:
            pass  # it is told of the game again and again until it follows
        assert ada.game(key).next()["state"]["moves"] == " ".join(SCHOLAR[:4])


def test_a_second_stream_of_a_token_aborts_the_first_which_never_ends_cleanly():
    with served_room() as served:
        ada, _bob, key, of_ada, _ = begun(served)
        again = ada.game(key)
        assert again.next()["type"] == "gameFull"
        assert of_ada.rest()[1] is False
        first, second = ada.events(), ada.events()
        assert first.rest()[1] is False
        assert second.next("gameStart")["game"]["gameId"] == key
        assert served.room.table(key).remote.white.here


def test_a_silent_stream_has_an_empty_line_now_and_then(monkeypatch):
    monkeypatch.setattr(connections, "KEEP_ALIVE_SECONDS", 0.01)
    with served_room() as served:
        lines = served.bot("ada").events()
        assert [lines.answer.readline() for _ in range(3)] == [b"\n"] * 3


def test_who_does_not_read_its_stream_is_cut_and_nobody_waits_for_it(monkeypatch):
    monkeypatch.setattr(connections, "MOST_LINES_UNSENT", 20)
    with served_room() as served:
        ada, bob, key, _of_ada, of_bob = begun(served)
        player = served.room.table(key).remote.white
        head = (
            f"GET /api/bot/game/stream/{key} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        )
        with socket.create_connection(of_bob.connection.sock.getpeername()) as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            slow.sendall(f"{head}{ada.token}\r\n\r\n".encode())
            assert slow.recv(1)
            table = served.room.table(key)
            for _ in range(20_000):
                table.chat("bob", "player", "x" * 140)
                if not player.here:
                    break
                table.game.join(0.0001)
            assert not player.here
        bob.move(key, "e2e4")  # nobody waits for it


def test_strangers_get_401_and_others_nothing_of_a_game():
    with served_room("ada", "bob", "eve") as served:
        _ada, _bob, key, *_ = begun(served)
        eve, nobody = served.bot("eve"), Bot(served.url, "x", "wrong-token")
        assert eve.move(key, "e2e4") == (404, {"error": "Not your game"})
        assert eve.ask("GET", f"/api/bot/game/stream/{key}")[0] == 404
        assert eve.ask("POST", f"/api/bot/game/{key}/resign")[0] == 404
        for path in ("/api/account", "/api/stream/event", f"/api/bot/game/stream/{key}"):
            status, said, headers = nobody.ask("GET", path)
            assert (status, said) == (401, {"error": "No such token"})
            assert headers["www-authenticate"] == "Bearer"
        assert nobody.ask("POST", "/api/token/test", b"wrong-token")[1] == {"wrong-token": None}
        told = eve.post("/api/token/test", eve.token.encode())
        assert told[eve.token]["scopes"].startswith("bot:play")


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/nothing", None, 404),
        ("DELETE", "/api/account", None, 405),
        ("GET", "/api/bot/game/stream/XXXXXXXX", None, 404),
        ("POST", "/api/bot/game/XXXXXXXX/move/e2e4", None, 404),
        ("POST", "/api/challenge/nobody", None, 404),
        ("POST", "/api/challenge/bob", None, 400),  # who is not there
        ("POST", "/api/challenge/ada", None, 400),
        ("POST", "/api/challenge/random", b'{"clock.limit": "x"}', 400),
        ("POST", "/api/challenge/random", b'{"variant": "gomoku"}', 400),
        ("POST", "/api/challenge/random", b'{"fen": "x"}', 400),
        ("POST", "/api/challenge/random", b"{" * 10_000, 400),
        ("POST", "/api/challenge/random", b"\xff", 400),
        ("POST", "/api/challenge/random", b"[1]", 200),  # a form without a field of ours
        ("POST", "/api/challenge/random", b"x" * 100_000, 413),
    ],
)
def test_errors_are_json(method, path, body, status):
    with served_room() as served:
        got, said, headers = served.bot("ada").ask(method, path, body)
        assert got == status, said
        assert headers["content-type"] == "application/json"
        assert status == 200 or isinstance(said["error"], str)


def test_too_many_requests_are_told_when_to_come_again(monkeypatch):
    from board_core.serving import bot_api

    monkeypatch.setattr(bot_api, "REQUESTS", (3, 100.0))
    monkeypatch.setattr(bot_api, "FAILED_LOGINS", (2, 100.0))
    with served_room() as served:
        ada, nobody = served.bot("ada"), Bot(served.url, "x", "wrong")
        asked = [ada.ask("GET", "/api/account") for _ in range(4)]
        assert [status for status, *_ in asked] == [200, 200, 200, 429]
        assert int(asked[-1][2]["retry-after"]) > 0
        assert [nobody.ask("GET", "/api/account")[0] for _ in range(3)] == [401, 401, 429]
        assert served.bot("bob").get("/api/account")["username"] == "bob"


def test_who_comes_back_is_told_of_its_own_move_that_was_taken(monkeypatch):
    held, plain = threading.Event(), Table.hear

    def hear(table: Table, event: object) -> None:
        if isinstance(event, MovePlayed):
            held.wait(PATIENCE)
        plain(table, event)

    with served_room() as served:
        ada, _bob, key, of_ada, _of_bob = begun(served)
        monkeypatch.setattr(Table, "hear", hear)
        assert ada.move(key, "e2e4")[0] == 200
        told: Queue[dict] = Queue()
        again = threading.Thread(target=lambda: told.put(ada.game(key).next()))
        again.start()
        of_ada.rest()  # the new line has taken its place
        held.set()
        assert told.get(timeout=PATIENCE)["state"]["moves"] == "e2e4"
        again.join()


def test_a_lost_token_is_renewed_and_the_old_one_is_void(tmp_path):
    with served_room(folder=tmp_path) as served:
        old, before = served.bot("ada"), served.tokens["ada"]
        assert served.room.add(["ada"]) == {}
        made = served.room.add(["ADA"], renew=True)
        assert [*made] == ["ada"]
        assert old.ask("GET", "/api/account")[0] == 401
        served.tokens.update(made)
        assert served.bot("ada").get("/api/account")["username"] == "ada"
    again = Room(served.room.hosted, served.room.control, folder=tmp_path)
    assert again.account_of(made["ada"]).name == "ada"
    assert again.account_of(before) is None
    again.close()


@pytest.mark.parametrize("head", [b"BREW\0 /api/account\r\n\r\n", b"GET /api/account\r\n\r\n"])
def test_what_is_no_http_is_answered_in_json(head):
    with served_room() as served:
        host, port = served.url.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((host, int(port)), PATIENCE) as sock:
            sock.sendall(head)
            answer = sock.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"application/json" in answer
        assert "error" in json.loads(answer.split(b"\r\n\r\n")[1])


@pytest.mark.parametrize(("most", "kept"), [(1, "a line"), (0, "")])
def test_the_journal_keeps_the_lines_of_so_many_reports(most, kept, monkeypatch):
    monkeypatch.setattr("board_core.serving.bot_api.REPORTS", (most, 1000.0))
    said = {
        "cause": "exited",
        "sentence": {"template": "it ended", "facts": {}},
        "stderr": "a line",
    }
    with served_room() as served:
        ada, _bob, key, of_ada, _of_bob = begun(served)
        assert ada.post(f"/api/bot/game/{key}/failed", json.dumps({"explanation": said}).encode())
        while of_ada.next()["type"] != "gameState":
            pass
        found = served.room.table(key).view.ended.explanation
        assert (found.cause, found.stderr) == (Cause.EXITED, kept)
        assert str(found) == "its own machine says: it ended"


def test_a_client_of_ours_is_asked_why_it_lost_and_its_words_count():
    from board_core.game.clock import TimeControl

    explanation = {"cause": "computing", "sentence": {"template": "it looped", "facts": {}}}
    with served_room(time=TimeControl(0.05)) as served:
        ada, bob, key, _of_ada, of_bob = begun(served)
        joined = served.bot("ada", "the-chess-board/1 join").game(key)
        assert joined.next()["type"] == "gameFull"
        play(ada, bob, key, ["e2e4", "e7e5"], of_bob)
        assert joined.next("explain") == {"type": "explain", "reason": "time"}
        for no_sentence in ({"sentence": 7}, {"sentence": {"template": "{a!r}"}}, {}):
            body = json.dumps({"explanation": no_sentence}).encode()
            assert ada.ask("POST", f"/api/bot/game/{key}/failed", body)[0] == 400
        body = json.dumps({"explanation": explanation, "reason": "time"}).encode()
        assert ada.post(f"/api/bot/game/{key}/failed", body) == {"ok": True}
        while (last := joined.next("gameState"))["status"] == "started":
            pass
        assert (last["status"], last["why"]["facts"]["why"]["template"]) == (
            "outoftime",
            "it looped",
        )
        assert served.room.table(key).view.ended.explanation.cause is Cause.COMPUTING


def test_after_a_restart_accounts_are_known_and_games_go_on(tmp_path):
    with served_room(folder=tmp_path) as served:
        ada, bob, key, of_ada, of_bob = begun(served)
        play(ada, bob, key, SCHOLAR[:4], of_ada, of_bob)
        tokens = served.tokens
    assert all(token not in (tmp_path / "room.json").read_text() for token in tokens.values())
    with served_room(folder=tmp_path, tokens=tokens) as served:
        ada, bob = served.bot("ada"), served.bot("bob")
        assert ada.events().next("gameStart")["game"]["gameId"] == key
        of_ada = ada.game(key)
        assert of_ada.next()["state"]["moves"] == " ".join(SCHOLAR[:4])
        of_bob = bob.game(key)
        for ply, text in list(enumerate(SCHOLAR))[4:]:
            assert (ada, bob)[ply % 2].move(key, text)[0] == 200
            last = of_bob.state(ply + 1)  # then the other is asked
        assert (last["status"], last["moves"]) == ("mate", " ".join(SCHOLAR))
    with served_room(folder=tmp_path, tokens=tokens) as served:
        assert served.bot("ada").game(key).next()["state"]["status"] == "mate"
        assert "Qxf7#" in served.bot("bob").get(f"/game/export/{key}")
        [result] = served.room.results
        assert result.view.ended.outcome.winner is Color.WHITE


def test_other_games_are_played_by_their_own_names():
    with served_room(game="gomoku") as served:
        ada, bob = served.bot("ada"), served.bot("bob")
        bob_hears = bob.events()
        key = ada.post("/api/challenge/bob", {"color": "black"})["id"]
        bob.post(f"/api/challenge/{bob_hears.next('challenge')['challenge']['id']}/accept")
        bob_hears.next("gameStart")
        lines = ada.game(key)
        full = lines.next()
        assert full["variant"]["key"] == "gomoku"
        assert full["initialFen"] == served.room.hosted.rules.start(None).setup
        assert ada.move(key, "h8")[0] == 200
        assert lines.state(1)["moves"] == "h8"


@pytest.mark.parametrize("name", ["", "x", "a b", "<b>", "n" * 31, "Random"])
def test_a_name_that_cannot_be_one_gets_no_account(name):
    with served_room() as served, pytest.raises(Exception, match="name"):
        served.room.add([name])


def test_the_page_names_players_and_results_in_both_languages():
    with served_room("ada", "bob", "eve_X") as served:
        ada, _bob, key, of_ada, _ = begun(served)
        page = ada.get("/")
        assert "eve_X" in page
        ada.post(f"/api/bot/game/{key}/resign")
        of_ada.rest()
        assert "White resigns" in (page := ada.get("/"))
        assert key in page
        chinese = ada.ask("GET", "/", **{"Accept-Language": "zh-CN"})[1]
        assert "白方认输" in chinese


def test_a_folder_that_is_no_room_is_refused(tmp_path):
    (tmp_path / "room.json").write_text("[")
    with pytest.raises(Exception, match="cannot be read"), served_room(folder=tmp_path):
        pass
    assert Room


def test_an_answer_in_two_parts_does_not_wait_for_the_reader_s_system(monkeypatch):
    """Or each request on a connection that is kept takes 40 ms."""
    at_once = Queue()

    def made(self, transport):
        before(self, transport)
        sock = transport.get_extra_info("socket")
        at_once.put(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    before = connections.LimitedConnection.connection_made
    monkeypatch.setattr(connections.LimitedConnection, "connection_made", made)
    with served_room() as served:
        served.bot("ada").get("/api/account")
        assert at_once.get(timeout=PATIENCE)


def test_who_is_back_before_the_game_goes_on_sees_all_its_moves(tmp_path, monkeypatch):
    with served_room(folder=tmp_path) as served:
        ada, bob, key, of_ada, of_bob = begun(served)
        play(ada, bob, key, SCHOLAR[:4], of_ada, of_bob)
        tokens = served.tokens
    go_on, held = threading.Event(), Room._play
    monkeypatch.setattr(Room, "_play", lambda room, table: go_on.wait() and held(room, table))
    with served_room(folder=tmp_path, tokens=tokens) as served:
        ada = served.bot("ada")
        of_ada = ada.game(key)
        assert of_ada.next()["state"]["moves"] == " ".join(SCHOLAR[:4])
        assert "1. e4" in ada.get(f"/game/export/{key}")
        go_on.set()
        assert ada.events().next("gameStart")["game"]["gameId"] == key
        served.bot("bob").game(key)
        assert ada.move(key, SCHOLAR[4])[0] == 200
        assert of_ada.state(5)["moves"] == " ".join(SCHOLAR[:5])


def test_a_stream_is_answered_before_there_is_anything_to_say(monkeypatch):
    monkeypatch.setattr(connections, "KEEP_ALIVE_SECONDS", 1000.0)
    with served_room() as served:
        lines = served.bot("ada").events()  # waits for the head of the answer
        assert lines.answer.readline() == b"\n"


def test_two_clients_with_one_token_do_not_keep_it_from_being_paired(monkeypatch):
    monkeypatch.setattr(rooms_module, "PAIRING_PAUSE", 1000.0)
    with served_room() as served:
        ada = served.bot("ada")
        ada.events()
        since = served.room.named("ada").free_since
        ada.events()
        assert served.room.named("ada").free_since == since > 0.0


def test_the_first_line_of_a_game_is_no_empty_one():
    """The client lichess-bot reads it as JSON whatever it is."""
    with served_room() as served:
        ada, _bob, key, of_ada, _ = begun(served)
        assert json.loads(of_ada.answer.readline())["type"] == "gameFull"
        assert json.loads(ada.events().answer.readline())["type"] == "gameStart"
        assert json.loads(ada.game(key).answer.readline())["type"] == "gameFull"


def test_who_meets_again_changes_colours(monkeypatch: pytest.MonkeyPatch):
    """Of three, two had always the same."""
    monkeypatch.setattr("board_core.serving.room.PAIRING_PAUSE", 0.0)
    games: list[tuple[str, str]] = []
    over = threading.Semaphore(0)

    def tell(news: object) -> None:
        if isinstance(news, Table) and news.over:
            games.append((news.names.white, news.names.black))
            over.release()

    with served_room("ada", "bob", "cyd", pairs=True, tell=tell) as room:
        wishes = [Joining(room.url, room.tokens[name], "random") for name in ("ada", "bob", "cyd")]
        players = [Joined(wish, lambda news: None) for wish in wishes]
        threads = [threading.Thread(target=player.run) for player in players]
        for thread in threads:
            thread.start()
        for _ in range(9):
            assert over.acquire(timeout=PATIENCE)
        for player, thread in zip(players, threads, strict=True):
            player.end()
            thread.join(PATIENCE)
    for one in {frozenset(pair) for pair in games}:
        whites = [white for white, black in games if {white, black} == one]
        assert all(first != second for first, second in pairwise(whites)), games
