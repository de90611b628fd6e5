"""``board match --serve``: its games in the browser while they are played."""

import json
import subprocess
import sys
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from patience import PATIENCE

MATCH = [sys.executable, "-m", "board_cli", "--lang", "en", "match", "random", "greedy"]
ROOT = Path(__file__).parents[2]
SERVED = [*MATCH, "--quiet", "--serve", "--port", "0", "--move-time", "5"]


def asked(place: str, path: str, method: str = "GET"):
    """An answer, and its connection."""
    connection = HTTPConnection(place, timeout=PATIENCE)
    headers = {"Content-Type": "application/json"}
    connection.request(method, path, "{}" if method == "POST" else None, headers)
    return connection.getresponse(), connection


def text_of(place: str, path: str, method: str = "GET") -> tuple[int, str]:
    answer, connection = asked(place, path, method)
    with closing(connection):
        return answer.status, answer.read().decode()


def events(answer):
    for line in iter(answer.readline, b""):
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))


def test_the_games_of_a_match_are_watched_while_they_run(tmp_path):
    pause = ["--games", "40", "--concurrency", "2", "--viewing-pause", "30"]
    with (
        ExitStack() as closing_too,
        subprocess.Popen(
            [*SERVED, *pause], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as match,
    ):
        try:
            assert match.stderr is not None
            place = match.stderr.readline().split("//")[1].strip().rstrip("/")
            assert "<title>random – greedy</title>" in text_of(place, "/")[1]
            answer, line = asked(place, "/live")
            closing_too.callback(line.close)
            told = events(answer)
            running = next(t["games"] for t in told if len(t.get("games", ())) >= 2)
            assert {tuple(sorted(game["names"])) for game in running} == {("Greedy", "Random")}
            key = running[0]["key"]
            assert "play.js" in text_of(place, f"/game/{key}")[1]
            stream, other = asked(place, f"/game/{key}/stream")
            closing_too.callback(other.close)
            full = next(events(stream))
            assert (full["you"], full["kinds"], full["legal"]) == (None, ["house"] * 2, None)
            status, grown = text_of(place, f"/game/{key}/live.pgn")
            assert (status, grown.count("[White ")) == (200, 1)
            ended = next(t for t in events(stream) if t["type"] == "end")["ended"]
            assert ended["result"] in ("1-0", "0-1", "1/2-1/2")
            for path in ("/play", f"/game/{key}/sit", f"/game/{key}/resign", "/api/challenge/a"):
                assert text_of(place, path, "POST")[0] in (404, 405)
        finally:
            match.kill()


@pytest.mark.parametrize("at_once", ["1", "2"])
def test_the_log_has_what_the_board_and_a_program_say_to_each_other(at_once: str):
    program = f"own={sys.executable} {ROOT / 'examples' / 'san_line_ai.py'}"
    command = [*SERVED[:5], "match", program, *SERVED[7:], "--games", "20"]
    more = ["--concurrency", at_once, "--viewing-pause", "30", "--sandbox", "off"]
    with (
        subprocess.Popen(
            [*command, *more], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as match,
        ExitStack() as closing_too,
    ):
        closing_too.callback(match.terminate)
        assert match.stderr is not None
        said = match.stderr.readline()
        while "//" not in said:
            said = match.stderr.readline()
        place = said.split("//")[1].strip().rstrip("/")
        answer, line = asked(place, "/live")
        closing_too.callback(line.close)
        key = next(told["games"] for told in events(answer) if told.get("games"))[0]["key"]
        stream, other = asked(place, f"/game/{key}/stream")
        closing_too.callback(other.close)
        log = []
        for told in events(stream):
            log += told["log"] if told["type"] == "full" else [told]
            kinds = {each["kind"] for each in log if each.get("kind") in ("<", ">")}
            if kinds == {"<", ">"}:
                break
        sides = {each["by"] for each in log if each.get("kind") in ("<", ">")}
        assert len(sides) == 1, "greedy is no program"


def test_a_match_that_is_served_ends_as_others_do():
    ran = subprocess.run([*SERVED, "--games", "2"], capture_output=True, text=True, check=True)
    assert "2  greedy - random" in ran.stdout
    assert ran.stderr.startswith("The games are shown at http://127.0.0.1:")
