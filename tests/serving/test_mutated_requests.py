"""Requests of strangers, mutated: no error of the server, no growth, no move of somebody else."""

import json
from collections import Counter
from http.client import HTTPConnection, HTTPException
from random import Random

from patience import PATIENCE
from rooms import served_room

from board_core.serving import bot_api
from board_core.serving import room as rooms_module

GAME = "/api/bot/game/{key}/"
PATHS = (
    *("/api/account", "/api/account/playing", "/api/token/test", "/api/bot/online", "/", "/{junk}"),
    *("/api/users/status?ids={junk},{name}", "/api/user/{junk}", "/game/export/{key}"),
    *(GAME + rest for rest in ("move/{junk}", "chat", "abort", "resign", "draw/{junk}", "{junk}")),
    *(GAME + rest for rest in ("takeback/{junk}", "claim-draw", "claim-victory", "failed")),
    *("/api/challenge/{name}", "/api/challenge/{key}/accept", "/api/challenge/{key}/{junk}"),
)
JUNK = (
    *("%00", "%ff", "%2e%2e", "a" * 300, "%E2%80%AE", "e2e4", "e7e5", "yes", "<x>", "{", "", ".."),
)
NAMES = ("ada", "bob", "eve", "random", "nobody")
SENTENCE = {"template": "it {a}", "facts": {"a": {"template": "x", "facts": {}}}}
BODIES = (
    b"",
    b'{"clock.limit":60,"clock.increment":1,"color":"white","variant":"standard"}',
    b"clock.limit=60&clock.increment=1&variant=chess960&keepAliveStream=no",
    b"room=player&text=hi",
    json.dumps({"explanation": {"cause": "exited", "sentence": SENTENCE}}).encode(),
    b'{"cause":null,"sentence":"x","reason":1e999}',
    b"[" * 3000,
    b'{"fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1"}',
)
REQUESTS = 3_000


def mutated(body: bytes, chance: Random) -> bytes:
    data = bytearray(body)
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(data) + 1)
        data[place : place + chance.randrange(2)] = bytes(
            chance.choices(b'{}[]":,\\0199eE+-nul&=%\xff\x00', k=chance.randrange(3))
        )
    return bytes(data)


def test_no_mutated_request_is_an_error_of_the_server_or_moves_for_somebody_else(monkeypatch):
    for limit in ("REQUESTS", "FAILED_LOGINS"):
        monkeypatch.setattr(bot_api, limit, (10**9, 1e-9))
    monkeypatch.setattr(rooms_module, "MOST_HOUSE_GAMES", 0)
    chance, seen = Random(1), Counter()
    with served_room("ada", "bob", "eve") as served:
        ada, bob = served.bot("ada"), served.bot("bob")
        heard = bob.events()
        key = ada.post("/api/challenge/bob", {"color": "white"})["id"]
        bob.post(f"/api/challenge/{key}/accept")
        heard.next("gameStart")
        connection = HTTPConnection(served.url[7:-1], timeout=PATIENCE)
        tokens = [served.tokens["eve"], "x", ""]
        for _ in range(REQUESTS):
            path = chance.choice(PATHS).format(
                key=chance.choice((key, "XXXXXXXX")),
                junk=chance.choice(JUNK),
                name=chance.choice(NAMES),
            )
            method = chance.choice(("GET", "POST", "POST", "PUT", "HEAD"))
            headers = {"Authorization": f"Bearer {chance.choice(tokens)}"}
            try:
                connection.request(method, path, mutated(chance.choice(BODIES), chance), headers)
                answer = connection.getresponse()
                answer.read()
                seen[answer.status] += 1
                assert answer.status < 500, (method, path)
            except (HTTPException, ConnectionError):  # after a body that was not read
                connection.close()
        connection.close()
        assert {200, 400, 401, 404} <= seen.keys()
        assert served.room.table(key).seen.moves == []
        assert not served.room.table(key).over
        assert len(served.room._challenges) <= rooms_module.MOST_OPEN
        assert ada.move(key, "e2e4")[0] == 200
