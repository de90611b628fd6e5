"""People play against the entries of a contest that is over, on its own server."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

from board_core.contest.beginning import begin
from board_core.contest.plan import read_plan
from board_core.contest.report.live import Live
from board_core.contest.store import Folder
from board_core.serving import room as rooms_module
from board_core.serving.entries_room import EntriesRoom
from board_core.serving.server import address, listen, server_of

SECRET = "its author alone may read this"
CRASHES = f"import sys\ninput()\nsys.exit('{SECRET}')\n"
FIRST_LEGAL = "def choose(board, turn):\n    return turn.position.legal_moves()[0]\n"
PLAN = """name = "Cup"
seed = 7
rounds = 1
[sandbox]
mode = "off"
[page]
logs = "LOGS"
[[entrants]]
name = "Grüße <b>"
player = "first.py:choose"
[[entrants]]
name = "Bob"
player = "python3 crashes.py"
[[entrants]]
name = "Far"
player = "remote"
"""


class Guest:
    """Somebody at a browser, who keeps the cookie of a seat."""

    def __init__(self, place: str) -> None:
        self.place, self.cookie = place, ""

    def ask(self, path: str, facts: dict[str, Any] | None = None) -> tuple[int, Any]:
        with closing(HTTPConnection(self.place, timeout=PATIENCE)) as connection:
            headers = {"Content-Type": "application/json", "Cookie": self.cookie}
            body = None if facts is None else json.dumps(facts)
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            self.cookie = (answer.getheader("Set-Cookie") or self.cookie).split(";")[0]
            text = answer.read().decode()
            return answer.status, json.loads(text) if facts is not None else text

    def play(self, opponent: str, **wishes: Any) -> tuple[int, Any]:
        facts = {"name": "Ada", "opponent": opponent, "color": "white", "base": 60, **wishes}
        return self.ask("/play", facts)

    @contextmanager
    def watching(self, key: str) -> Iterator[Iterator[dict[str, Any]]]:
        """The messages of a game; they come as long as somebody reads them."""
        with closing(HTTPConnection(self.place, timeout=PATIENCE)) as connection:
            connection.request("GET", f"/game/{key}/stream", headers={"Cookie": self.cookie})
            with closing(connection.getresponse()) as answer:
                lines = iter(answer.readline, b"")
                yield (json.loads(each[6:]) for each in lines if each.startswith(b"data: "))

    def moves(self, key: str, said: Iterator[dict[str, Any]], text: str) -> dict[str, Any]:
        """Move when it is our turn; return the first message, with the whole game."""
        full = next(said)
        if not full["legal"]:
            next(each for each in said if each["type"] == "turn" and each["legal"])
        assert self.ask(f"/game/{key}/move", {"text": text, "ply": 0})[0] == 200
        return full


@contextmanager
def served(home: Path, logs: str = "author", *, over: bool = True) -> Iterator[Guest]:
    (home / "contest.toml").write_text(PLAN.replace("LOGS", logs), encoding="utf-8")
    (home / "first.py").write_text(FIRST_LEGAL)
    (home / "crashes.py").write_text(CRASHES)
    folder = Folder(home)
    with begin(folder, read_plan(folder.plan)) as store:
        if over:
            store.ended("")
    room, listening = EntriesRoom(folder), listen("127.0.0.1", 0)
    server = server_of(Live(folder, play=True), room=room)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield Guest(address(listening).removeprefix("http://").rstrip("/"))
    finally:
        room.close()
        server.should_exit = True
        thread.join()
        listening.close()


def test_an_entry_is_played_by_its_name_and_answers(tmp_path):
    with served(tmp_path) as guest:
        page = guest.ask("/entrant001.html")[1]
        assert 'value="Grüße &lt;b&gt;"' in page
        assert "against" not in guest.ask("/entrant003.html")[1].split("<main")[1].split("<h2>")[0]
        status, said = guest.play("grÜSSe <b>")
        assert (status, list(said)) == (200, ["key"])
        key = said["key"]
        with guest.watching(key) as said:
            assert guest.moves(key, said, "e4")["names"] == ["Ada", "Grüße <b>"]
            assert [next(e for e in said if e["type"] == "move")["move"]["by"] for _ in "ab"] == [
                *(0, 1)
            ]
        for name in ("play.css", "play.js", "board.js", "clock.js", "panels.js", "stream.js"):
            assert guest.ask(f"/{name}")[0] == 200
        assert "play.js" in guest.ask(f"/game/{key}")[1]


@pytest.mark.parametrize("logs", ["author", "public"])
def test_why_an_entry_failed_is_told_only_if_logs_are_public(tmp_path, logs):
    with served(tmp_path, logs) as guest:
        key = guest.play("bob")[1]["key"]
        with guest.watching(key) as said:
            guest.moves(key, said, "e4")
            told = []
            for each in said:
                told.append(each)
                if each["type"] == "end":
                    break
        assert told[-1]["ended"]["result"] == "1-0"
        assert (SECRET in json.dumps(told)) == (logs == "public")


def test_only_entries_are_played_and_not_before_the_end(tmp_path, monkeypatch):
    with served(tmp_path, over=False) as guest:
        assert "against" not in guest.ask("/entrant001.html")[1].split("<main")[1]
        assert guest.play("Bob")[0] == 403
    (tmp_path / "over").mkdir()
    with served(tmp_path / "over") as guest:
        assert guest.play("Far")[0] == 404
        assert guest.play("casual")[0] == 404
        assert guest.play("")[0] == 403
        assert guest.play("Bob", game="gomoku")[0] == 404
        monkeypatch.setattr(rooms_module, "MOST_HOUSE_GAMES", 1)
        assert guest.play("Grüße <b>")[0] == 200
        assert guest.play("Grüße <b>")[0] == 429
        assert guest.ask("/api/account")[0] == 404
