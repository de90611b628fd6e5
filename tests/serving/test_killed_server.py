"""``board serve``, killed in the middle of a game with nobody told."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from patience import PATIENCE
from rooms import SCHOLAR, Bot
from test_playing_in_browser import Browser

SERVE = [sys.executable, "-m", "board_cli", "--lang", "en", "serve", "--port", "0"]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, dict[str, str], "subprocess.Popen[str]"]]:
    """Start the server; yield its address, the tokens that it prints and its process."""
    command = [*SERVE, "--players", "ada,bob", "--folder", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url, tokens = process.stdout.readline().split()[4], {}
            while not (folder / "room.json").exists() or len(tokens) < 2:
                line = process.stdout.readline()
                if not line.startswith("The token of"):
                    break
                tokens[line.split()[3].rstrip(",")] = line.split()[-1]
            yield url, tokens, process
        finally:
            process.kill()


def test_after_kill_9_the_game_goes_on_with_all_moves_and_the_end_is_printed(tmp_path):
    with serving(tmp_path) as (url, tokens, _process):
        ada, bob = (Bot(url, name, tokens[name]) for name in ("ada", "bob"))
        heard = bob.events()
        key = ada.post("/api/challenge/bob", {"color": "white"})["id"]
        bob.post(f"/api/challenge/{heard.next('challenge')['challenge']['id']}/accept")
        heard.next("gameStart")
        of_ada = ada.game(key)
        for ply, text in enumerate(SCHOLAR[:3]):
            assert (ada, bob)[ply % 2].move(key, text)[0] == 200
            of_ada.state(ply + 1)
    assert of_ada.rest()[1] is False
    ada.close(), bob.close()
    with serving(tmp_path) as (url, _, process):
        ada, bob = (Bot(url, name, tokens[name]) for name in ("ada", "bob"))
        heard = ada.events()
        assert heard.next("gameStart")["game"]["gameId"] == key
        of_bob = bob.game(key)
        assert of_bob.next()["state"]["moves"] == " ".join(SCHOLAR[:3])
        for ply, text in list(enumerate(SCHOLAR))[3:]:
            assert (ada, bob)[ply % 2].move(key, text)[0] == 200
            last = of_bob.state(ply + 1)
        assert (last["status"], last["winner"]) == ("mate", "white")
        lines = iter(process.stdout.readline, "")
        assert any("ada - bob  1-0" in line for line in lines)
        ada.close(), bob.close()


def test_after_kill_9_a_person_s_page_comes_back_to_its_seat_in_the_right_position(tmp_path):
    with serving(tmp_path) as (url, _tokens, _process):
        ann = Browser(url)
        key = ann.play("random", game="gomoku", color="black", base=60)
        events = ann.watch(key)
        events.turn(0)
        assert ann.move(key, "h8", 0) == (200, {})
        events.turn(2)
        before = ann.watch(key).next("full")
        cookies = ann.cookies
    ann.close()
    with serving(tmp_path) as (url, _tokens, _process):
        ann = Browser(url)
        ann.cookies = cookies
        events = ann.watch(key)
        full = events.next("full")
        for same in ("boards", "names", "kinds", "you", "key"):
            assert full[same] == before[same]
        assert [each["text"] for each in full["moves"]] == [
            each["text"] for each in before["moves"]
        ]
        assert full["clock"]["sides"][1]["left"] == 60.0  # its first move was free
        assert ann.move(key, "h8", 0) == (200, {})  # sent again, as the answer was lost
        if full["legal"] is None:
            full = events.turn(2)
        text = full["legal"][0]["text"]
        assert ann.move(key, text, 2) == (200, {})
        assert events.next("move")["ply"] == 3
        ann.done(f"/game/{key}/resign")
        assert events.next("end")["ended"]["result"] == "1-0"
        ann.close()


def test_what_is_no_address_of_a_proxy_is_refused_before_the_room_opens():
    command = [sys.executable, "-m", "board_cli", "serve", "--port", "0", "--proxy", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert "--proxy: not an address: 'nowhere'" in done.stderr
    assert not done.stdout
