"""The room in a browser: games by mouse, finger, keys and words, and lines that are cut."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from chromium import Chromium
from hands import WAYS, Person
from patience import PATIENCE
from rooms import Cable, port_of, served_room, wait_for

from board_core import Cause, Color, Explanation, Outcome, Reason, Thought
from board_core.game.events import GameEnded, PlayerSaid, Thinking
from board_core.game.player import Note, NoteKind, Turn
from board_core.text.sentence import say

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "{{7*7}} ${alert(1)}",
    "javascript:alert(1)//",
    "\u202egnihton\u202c",
    "</script><script>alert(1)</script>",
    "' onmouseover=alert(1) x='",
]
"""Names of people who want them to be more than names."""

GAMES = ("chess", "gomoku", "chess-3d", "crazyhouse")
SCHOLAR = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7")


@contextmanager
def opened(browser: str, home: Path, width: int = 1280, height: int = 800) -> Iterator[Chromium]:
    with Chromium(browser, home) as page:
        page.size(width, height)
        yield page


@pytest.fixture
def room() -> Iterator[str]:
    with served_room() as served:
        yield served.url


@pytest.fixture
def person(browser: str, room: str, tmp_path: Path) -> Iterator[Person]:
    with opened(browser, tmp_path / "one") as page:
        yield Person(page, room)
        assert complaints(page) == []


def complaints(page: Chromium) -> list[Any]:
    """What the browser has said against the page; that the server refuses something is no fault."""
    said = [each.get("entry", each) for each in page.complaints]
    return [each for each in said if each.get("source") != "network"]


class Elsewhere:
    """The other person, at a browser without a page."""

    def __init__(self, invite: str, url: str, name: str = "Bob") -> None:
        path, _, token = invite.partition("#seat=")
        self.path, self._host = path, url.removeprefix("http://").rstrip("/")
        self._cookie = f"seat={token}"
        self.post("sit", token=token, name=name)

    def post(self, action: str, **facts: object) -> Any:
        line = HTTPConnection(self._host, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "Cookie": self._cookie}
        line.request("POST", f"{self.path}/{action}", json.dumps(facts), headers)
        answer = line.getresponse()
        said = json.loads(answer.read())
        line.close()
        assert answer.status == 200, said
        return said

    def watch(self) -> HTTPConnection:
        """Be there, until the line is closed."""
        line = HTTPConnection(self._host, timeout=PATIENCE)
        line.request("GET", f"{self.path}/stream", headers={"Cookie": self._cookie})
        line.getresponse()
        return line


@contextmanager
def keeping_back(url: str) -> Iterator[str]:
    """Yield the address of a proxy that passes an answer on when it has all of it."""
    host, held = url.removeprefix("http://").rstrip("/"), list[HTTPConnection]()

    class Passes(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            line = HTTPConnection(host, timeout=PATIENCE)
            held.append(line)
            with suppress(OSError, HTTPException):
                line.request(self.command, self.path, body, dict(self.headers))
                answer = line.getresponse()
                whole = answer.read()
                self.send_response(answer.status)
                for name in ("Content-Type", "Set-Cookie", "Cache-Control"):
                    if value := answer.headers.get(name):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(whole)))
                self.end_headers()
                self.wfile.write(whole)
            line.close()

        do_POST = do_GET

        def log_message(self, *_facts: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Passes) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{proxy.server_port}"
        finally:
            proxy.shutdown()
            thread.join()
            for line in held:
                if line.sock is not None:
                    line.sock.shutdown(socket.SHUT_RDWR)


def move_named(person: Person, text: str) -> dict[str, Any]:
    """Wait for the turn, and return this legal move."""
    person.title("Your move")
    while not (legal := person.full()["legal"]):
        pass
    return next(each for each in legal if each["text"] == text)


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game_is_played_in_every_way(person: Person, room: str, way: str):
    other = Elsewhere(person.begin(opponent="")["invite"], room)
    line = other.watch()
    for ply, text in enumerate(SCHOLAR):
        if ply % 2:
            other.post("move", text=text, ply=ply)
        else:
            person.play(move_named(person, text), way)
    person.title("You won")
    assert person.squares_of("moves")[-1] == "Qxf7#"
    line.close()


def test_keys_alone_lead_from_the_lobby_to_a_move(person: Person, room: str):
    page = person.page
    page.go(room)
    page.type("[name=name]", "Ada")
    page.key("Tab", "Tab", "Tab", "Tab", "ArrowLeft")
    page.events.clear()
    page.key("Enter")
    page.loaded()
    page.wait_for("document.querySelector('#frame [aria-label]')", PATIENCE)
    page.run("document.querySelector('#frame [tabindex=\"0\"]').focus()")
    person.title("Your move")
    before = person.focused
    page.key("ArrowRight", "ArrowLeft")
    assert person.focused == before
    page.key("ArrowDown")
    assert person.focused != before
    page.key("Escape", "/")
    assert page.run("document.activeElement.closest('form.say') !== null")


def test_a_game_is_played_and_asked_about_by_words(person: Person, room: str):
    other = Elsewhere(person.begin(opponent="")["invite"], room)
    line, page, heard = other.watch(), person.page, []
    page.key("t", alt=True)
    page.run(
        "heard = []; new MutationObserver(() => heard.push(document.querySelector('#spoken')"
        ".textContent)).observe(document.querySelector('#spoken'), {childList: true}); 0"
    )

    def say(text: str, answer: str) -> None:
        page.type(".say input", text)
        page.key("Enter")
        page.wait_for(f"heard.some(said => said.includes({json.dumps(answer)}))", PATIENCE)
        heard.extend(page.run("heard.splice(0)"))

    for ply, text in enumerate(("e4", "e7e5", "Qh5", "b8c6", "bc4", "g8f6", "Qxf7")):
        if ply % 2:
            other.post("move", text=text, ply=ply)
        else:
            move_named(person, SCHOLAR[ply])
            say(text, "You: ")
        if ply == 1:
            move_named(person, "d1h5")
            for question, answer in {
                "l": "e5",
                "c": "0:0",
                "o": "Bob",
                "p N": "b1, white knight; g1, white knight",
                "s 4": "e4, white pawn",
                "s e": "e8, black king",
                "b": "h1, white rook",
                "moves": "e4; e5",
                "m": "queen h5",
                "Qh9": "Qh9",
            }.items():
                say(question, answer)
    person.title("You won")
    assert any("queen takes f7, checkmate" in said for said in heard)
    assert "Bob (guest): e5. Your move" in heard
    page.run("localStorage.clear()")
    line.close()


def test_a_proxy_that_keeps_streams_back_slows_a_game_and_does_not_end_it(
    browser: str, room: str, tmp_path: Path
):
    with keeping_back(room) as url, opened(browser, tmp_path) as page:
        person = Person(page, url)
        page.go(f"{url}/")
        wish = {"name": "Ada", "game": "chess", "opponent": "", "color": "white", "base": 60}
        said = person.post("/play", wish)
        other = Elsewhere(said["invite"], room)
        page.go(f"{url}/game/{said['key']}")
        person.title("Your move")
        page.click(person.cell("e2"))
        page.run("new Promise(done => setTimeout(done, 2500))")  # the board is asked for meanwhile
        page.click(person.cell("e4"))
        page.wait_for("document.querySelectorAll('.mv[data-ply]').length === 1", PATIENCE)
        other.post("move", text="e7e5", ply=1)
        page.wait_for("document.querySelectorAll('.mv[data-ply]').length === 2", PATIENCE)
        person.title("Your move")
        assert person.squares_of("moves") == ["e4", "e5"]
        page.go("about:blank")


def test_little_time_is_told_once_in_words(person: Person, room: str):
    other = Elsewhere(person.begin(opponent="", base=8)["invite"], room)
    line, told = other.watch(), "document.querySelector('#said').textContent"
    person.play(move_named(person, "e2e4"), "clicks")  # the first move costs nothing
    other.post("move", text="e7e5", ply=1)
    person.page.wait_for(f"{told}.includes('You 0:0')", PATIENCE)
    person.page.run("new Promise(done => setTimeout(done, 500))")
    assert person.page.run(f"{told}.split('You 0:0').length") == 2
    line.close()


@pytest.mark.parametrize("game", GAMES)
def test_random_moves_are_played_in_mixed_ways(person: Person, game: str):
    chance = Random(game)
    person.begin(game, color=chance.choice(["white", "black"]))
    assert person.game(chance, 10) > 4


def test_a_second_device_and_a_page_loaded_again_show_the_same(
    browser: str, person: Person, room: str, tmp_path: Path
):
    key = person.begin()["key"]
    person.play(move_named(person, "e2e4"), "clicks")
    person.title("Your move")
    shown = person.squares_of("cells"), person.squares_of("moves")
    person.page.go(person.page.url)
    person.title("Your move")
    assert (person.squares_of("cells"), person.squares_of("moves")) == shown
    seat = person.post(f"/game/{key}/phone", {})["seat"]
    with opened(browser, tmp_path / "phone", 390, 844) as phone:
        phone.go(f"{room.rstrip('/')}/game/{key}#seat={seat}")
        there = Person(phone, room)
        there.title("Your move")
        assert seat not in phone.url
        assert (there.squares_of("cells"), there.squares_of("moves")) == shown
        there.play(move_named(there, "g1f3"), "taps")
        person.page.wait_for("document.querySelectorAll('.mv[data-ply]').length > 2", PATIENCE)
        assert person.squares_of("moves")[:3] == there.squares_of("moves")[:3]


def test_what_a_cut_line_missed_is_shown_when_it_is_back(person: Person, room: str):
    other = Elsewhere(person.begin(opponent="")["invite"], room)
    line, page = other.watch(), person.page
    person.play(move_named(person, "e2e4"), "clicks")
    page.call("Network.enable")
    cut = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    page.call("Network.emulateNetworkConditions", offline=True, **cut)
    person.title("Connection lost, trying again")
    other.post("move", text="e7e5", ply=1)
    page.call("Network.emulateNetworkConditions", offline=False, **cut)
    person.title("Your move")
    assert person.squares_of("moves") == ["e4", "e5"]
    assert person.squares_of("cells")[28] == "p"
    line.close()


def test_a_server_that_comes_back_finds_the_page(browser: str, tmp_path: Path):
    with opened(browser, tmp_path / "one") as page:
        with served_room(folder=tmp_path / "room") as served:
            person, port = Person(page, served.url), int(served.url.rsplit(":", 1)[1].strip("/"))
            other = Elsewhere(person.begin(opponent="")["invite"], served.url)
            other.watch().close()
            person.play(move_named(person, "e2e4"), "clicks")
        person.title("Connection lost, trying again")
        with served_room(folder=tmp_path / "room", port=port):
            page.wait_for("!/lost/.test(document.querySelector('#title').textContent)", PATIENCE)
            assert person.squares_of("moves") == ["e4"]
            other.post("move", text="e7e5", ply=1)
            person.play(move_named(person, "g1f3"), "drag")
            assert person.squares_of("moves") == ["e4", "e5", "Nf3"]


def test_two_seconds_without_a_network_lose_no_move_and_play_none_twice(
    browser: str, tmp_path: Path
):
    with (
        served_room() as served,
        closing(Cable(port_of(served.url))) as network,
        opened(browser, tmp_path / "one") as page,
    ):
        person = Person(page, network.url)
        begun = person.begin(opponent="", base=600)
        table, other = served.room.table(begun["key"]), Elsewhere(begun["invite"], served.url)
        line, move = other.watch(), move_named(person, "e2e4")
        network.hold()
        later = threading.Timer(2.0, network.hold, [False])
        later.start()
        person.play(move, "clicks")
        later.join()
        other.post("move", text="e7e5", ply=1)
        move_named(person, "g1f3")
        network.to_client.clear()  # the server hears the move, and the answer is lost
        page.click(person.cell("g1")), page.click(person.cell("f3"))
        wait_for(lambda: len(table.view.played) == 3)
        network.cut(), network.hold(False)
        other.post("move", text="b8c6", ply=3)
        page.wait_for("document.querySelectorAll('.mv[data-ply]').length === 4", PATIENCE)
        person.play(move_named(person, "f1c4"), "drag")
        assert person.squares_of("moves") == ["e4", "e5", "Nf3", "Nc6", "Bc4"]
        assert [each.notation for each in table.view.played] == person.squares_of("moves")
        line.close()


def test_a_computer_that_slept_finds_the_position_and_its_seat(browser: str, tmp_path: Path):
    """Its lines have died meanwhile and nobody has told it; once the server was another, too."""
    with ExitStack() as ends, opened(browser, tmp_path / "one") as page, ExitStack() as sleep:
        with served_room(folder=tmp_path / "room") as served:
            network = ends.enter_context(closing(Cable(port_of(served.url))))
            person = Person(page, network.url)
            other = Elsewhere(person.begin(opponent="")["invite"], served.url)
            other.watch().close()
            person.play(move_named(person, "e2e4"), "clicks")
            with page.asleep():
                other.post("move", text="e7e5", ply=1)
                network.forget()
                time.sleep(6)  # more than a page may miss of its beats
            page.wait_for("document.querySelectorAll('.mv[data-ply]').length === 2", PATIENCE)
            person.play(move_named(person, "g1f3"), "clicks")
            assert person.squares_of("moves") == ["e4", "e5", "Nf3"]
            sleep.enter_context(page.asleep())
            other.post("move", text="b8c6", ply=3)
        with served_room(folder=tmp_path / "room") as again:
            network.port = port_of(again.url)
            sleep.close()
            page.wait_for("document.querySelectorAll('.mv[data-ply]').length === 4", PATIENCE)
            person.play(move_named(person, "f1c4"), "drag")
            assert person.squares_of("moves") == ["e4", "e5", "Nf3", "Nc6", "Bc4"]
            page.go("about:blank")


def test_a_hidden_page_hears_nothing_until_it_is_seen(person: Person, room: str):
    other = Elsewhere(person.begin(opponent="")["invite"], room)
    line, page = other.watch(), person.page
    person.play(move_named(person, "e2e4"), "clicks")
    hide = (
        "Object.defineProperty(document, 'hidden', {{value: {}, configurable: true}});"
        "document.dispatchEvent(new Event('visibilitychange')); 0"
    )
    page.run(hide.format("true"))
    other.post("move", text="e7e5", ply=1)
    while len(other_sees := person.full()["moves"]) < 2:
        pass
    assert [move["n"] for move in other_sees] == ["e4", "e5"]
    assert person.squares_of("moves") == ["e4"]
    page.run(hide.format("false"))
    person.title("Your move")
    assert person.squares_of("moves") == ["e4", "e5"]
    line.close()


NOTED = """EventSource = class extends EventSource {
  constructor(url) {
    super(url);
    if (url.includes("lang=")) document.documentElement.dataset.asked = url;
  }
};"""
"""Lets a page show how it asked for its news last."""


@pytest.mark.parametrize("count", [6, 8])
def test_all_pages_of_one_browser_play_on(person: Person, room: str, count: int):
    page, others, pages = person.page, list[Elsewhere](), list[str]()

    def another() -> None:
        pages.append(page.another())
        page.call("Page.addScriptToEvaluateOnNewDocument", source=NOTED)

    def holds(name: str, *, line: bool) -> None:
        page.turn_to(name)
        page.wait_for(f"/once/.test(document.documentElement.dataset.asked) != {line:d}", PATIENCE)

    for _ in range(count - 2):
        another()
        others.append(Elsewhere(person.begin(opponent="")["invite"], room))
    another()
    page.go(f"{room.rstrip('/')}{others[0].path}")
    another()
    page.go(room)
    assert not page.run("document.hidden")
    for name, other in zip(pages, others, strict=False):
        page.turn_to(name)
        person.play(move_named(person, "e2e4"), "clicks")
        other.post("move", text="e7e5", ply=1)
    for name in pages[:-1]:
        page.turn_to(name)
        page.wait_for("document.querySelectorAll('.mv[data-ply]').length == 2", PATIENCE)
        person.title("Your move")
        assert person.squares_of("moves") == ["e4", "e5"]
        assert person.squares_of("cells")[28] == "p"
    page.turn_to(pages[-1])
    moved = "[...document.querySelectorAll('.mini .board')].filter(each => each.children[28]"
    page.wait_for(f"{moved}.dataset.p === 'p').length == {len(others)}", PATIENCE)
    for at, name in enumerate(pages):
        holds(name, line=at < 4)
    for name in pages[:2]:
        page.turn_to(name)
        page.go("about:blank")
    for name in pages[2:6]:
        holds(name, line=True)


def test_a_premove_is_played_when_its_turn_has_come(person: Person, room: str):
    other = Elsewhere(person.begin(opponent="")["invite"], room)
    line, page = other.watch(), person.page
    person.play(move_named(person, "e2e4"), "clicks")
    page.drag(person.cell("g1"), person.cell("f3"))
    assert page.run("document.querySelectorAll('.pre').length") == 2
    other.post("move", text="e7e5", ply=1)
    page.wait_for("document.querySelectorAll('.mv[data-ply]').length == 3", PATIENCE)
    assert person.squares_of("moves") == ["e4", "e5", "Nf3"]
    line.close()


def test_offers_are_answered_and_the_next_game_has_other_colours(person: Person, room: str):
    other = Elsewhere(person.begin(opponent="")["invite"], room)
    line, page = other.watch(), person.page
    for ply, text in enumerate(SCHOLAR[:2]):
        if ply:
            other.post("move", text=text, ply=ply)
        else:
            person.play(move_named(person, text), "drag")
    other.post("takeback", yes=True)
    page.wait_for("document.querySelector('#asks .btn.p')", PATIENCE)
    page.click("#asks .btn.p")
    page.wait_for("document.querySelectorAll('.mv[data-ply]').length == 1", PATIENCE)
    other.post("resign")
    person.title("You won")
    here = page.url
    other.post("rematch")
    page.wait_for("document.querySelector('#asks .btn.p')", PATIENCE)
    page.events.clear()
    page.click("#asks .btn.p")
    page.loaded()
    page.wait_for("document.querySelector('.turned .board')", PATIENCE)
    assert page.url != here
    line.close()


def test_marks_and_promotion(person: Person, room: str):
    setup, page = "8/P6k/8/8/8/8/7K/8 w - - 0 1", person.page
    line = Elsewhere(person.begin(setup=setup, opponent="")["invite"], room).watch()
    person.title("Your move")
    page.drag(person.cell("a7"), person.cell("h2"), "right")
    page.click(person.cell("h7"), "right")
    assert page.run("document.querySelectorAll('.shapes > *').length") == 2
    page.click(person.cell("a7"))
    assert page.run("document.querySelectorAll('.shapes > *, .board .to').length") == 1
    page.touch(person.cell("a8"))  # whose end is not yet a choice
    assert page.run("document.querySelectorAll('.chooser button').length") == 4
    page.key("Escape")
    assert page.run("document.querySelector('.chooser')") is None
    person.play(move_named(person, "a7a8n"), "clicks")
    assert person.squares_of("cells")[0] == "N"
    line.close()


def test_a_game_that_ends_joins_the_finished_ones_of_an_open_lobby(person: Person, room: str):
    page = person.page
    key = person.begin(name="<b>Ada")["key"]
    page.go(room)
    page.wait_for("document.querySelector('.mini')", PATIENCE)
    rows = f"document.querySelectorAll('.done[href=\"/game/{key}\"]')"
    assert page.run(f"{rows}.length") == 0
    person.post(f"/game/{key}/resign", {})
    page.wait_for(f"{rows}.length === 1", PATIENCE)
    row = page.run(f"{rows}[0].textContent")
    assert row.startswith("<b>Ada – Random0–1")
    page.go(room)
    assert page.run(f"{rows}.length") == 1
    assert page.run(f"{rows}[0].textContent").startswith(row)


@pytest.mark.parametrize("way", ["typed", "clicks"])
def test_a_drop_is_not_a_move_of_a_piece_on_the_board(person: Person, way: str):
    person.begin("crazyhouse", setup="4k3/8/8/8/8/8/8/R3K3[R] w - - 0 1")
    person.play(move_named(person, "R@a5"), way)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_name_of_a_stranger_is_a_name(person: Person, room: str, name: str):
    page = person.page
    said = person.begin(opponent="", name=name)
    shown = said["names"][0]
    other = Elsewhere(said["invite"], room, name)
    line = other.watch()
    person.play(move_named(person, "e2e4"), "clicks")
    for path in (f"/game/{said['key']}", "/"):
        page.run("onerror = alert = () => { ran = true; }; 0")
        page.go(f"{room.rstrip('/')}{path}")
        page.wait_for("document.querySelector('.board i[data-p]')", PATIENCE)
        assert page.run("typeof ran") == "undefined"
        assert page.run("document.querySelectorAll('img, main script:not([type])').length") == 0
        if path == "/":
            assert shown in page.text
    line.close()


def test_what_a_program_wrote_is_text(browser: str, tmp_path: Path):
    with served_room() as served, opened(browser, tmp_path) as page:
        person = Person(page, served.url)
        said = person.begin(opponent="")
        other = Elsewhere(said["invite"], served.url)
        line, game = other.watch(), served.room.table(said["key"]).broadcast
        person.title("Your move")
        page.run("onerror = alert = () => { ran = true; }; 0")
        for text in HOSTILE:
            game.hear(PlayerSaid(Color.BLACK, 0, Note(text, NoteKind.COMMENT)))
        game.hear(Thinking(Color.WHITE, 0, Thought(depth=3, pv=(HOSTILE[0],), text=HOSTILE[1])))
        turn = Turn(Color.BLACK, 0, 1, game.view.position, game.view.clock, ())
        printed = f"Traceback:\n  File {HOSTILE[0]!r}, line 1\nValueError: {HOSTILE[5]}"
        why = Explanation(Cause.EXITED, say("it ended: {why}", why=HOSTILE[1]), stderr=printed)
        game.hear(GameEnded(Outcome(Color.WHITE, Reason.CRASH), turn, why))
        page.wait_for("document.querySelector('#why').textContent.includes('ValueError')", PATIENCE)
        page.wait_for("document.querySelectorAll('#log p').length > 3", PATIENCE)
        assert page.run("typeof ran") == "undefined"
        assert page.run("document.querySelectorAll('img, main script:not([type])').length") == 0
        assert complaints(page) == []
        page.go("about:blank")
        line.close()


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_nothing_keeps_anybody_out(person: Person, room: str, language: str, axe: str):
    page = person.page
    page.language(language)

    def look() -> None:
        tabs = "Array.from(document.querySelectorAll('.tab:not([hidden])'), e => e.id)"
        for tab in page.run(tabs):
            page.click(f"#{tab}")
            assert page.barriers(axe) == [], tab

    for game in GAMES:
        key = person.begin(game)["key"]
        person.game(Random(1), 3, ("typed",))
        look()
    page.key("t", alt=True)
    page.click("#more")
    look()
    page.run("localStorage.clear()")
    person.post(f"/game/{key}/resign", {})
    page.wait_for("document.querySelector('.res')", PATIENCE)
    look()
    said = person.begin(opponent="")
    page.run(f"sessionStorage.setItem('invite {said['key']}', '{said['invite']}')")
    page.go(page.url)
    page.wait_for("document.querySelector('#asks .link')", PATIENCE)
    look()
    page.call("Network.clearBrowserCookies")
    page.go(page.url)  # as somebody who watches
    page.wait_for("document.querySelector('#frame [aria-label]')", PATIENCE)
    look()
    page.go(room)
    page.wait_for("document.querySelector('.mini')", PATIENCE)
    assert page.barriers(axe) == []


def test_every_width_has_everything(person: Person, room: str):
    page = person.page
    for game in GAMES:
        person.begin(game)
        for width, height in ((320, 200), (390, 844), (768, 1024), (1024, 768), (1280, 800)):
            page.size(width, height)
            assert page.overflow() <= 0, (game, width)
            assert (
                page.run("document.querySelector('#actions button').getBoundingClientRect().width")
                > 0
            )
        page.size(1280, 800)
        before = page.place("#frame > .board")
        person.game(Random(2), 2, ("clicks",))
        assert page.place("#frame > .board") == before  # it never jumps
    page.go(room)
    for width in (320, 390, 768, 1280, 1920):
        page.size(width)
        assert page.overflow() <= 0, width


def test_who_wants_less_motion_sees_none(person: Person):
    page = person.page
    page.run("0")
    for wish, most in (("no-preference", 1), ("reduce", 0)):
        page.media(prefers_reduced_motion=wish)
        person.begin()
        page.run(
            "gliding = 0; const was = Element.prototype.animate; Element.prototype.animate ="
            " function (...how) { gliding += 1; return was.apply(this, how); }; 0"
        )
        person.play(move_named(person, "e2e4"), "typed")
        person.title("Your move")
        assert (page.run("gliding") > 0) == bool(most)
