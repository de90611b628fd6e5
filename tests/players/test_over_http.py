"""A player that is asked by HTTP: whole games, and everything that a server can do instead."""

import os
import socket
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path

import pytest
from http_server import Server, answer
from patience import PATIENCE

from board_core import Cause, Color, Game, GameEnded, PlayerSaid, Reason, TimeControl
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.diagnosis import rows
from board_core.diagnosis.advice import advice_on
from board_core.games import CHESS, CHESS_3D, GOMOKU
from board_core.match.player_spec import BadPlayer, PlayerKind, parse_player
from board_core.players import Note, OfferDraw
from board_core.players.over_http import ANSWER_BYTES, BadURL, OverHTTP
from board_core.supervise.command import find_program
from board_core.text.findings import row_of

EXAMPLES = Path(__file__).parents[2] / "examples" / "http"


def played(url, black="random", control=None, rules=CHESS):
    """The end of a game in which an address has White, and all events."""
    game = Game(rules, white=url, black=black, time_control=control or TimeControl(60))
    events = []
    game.bus.subscribe(events.append)
    with game:
        if game.join(PATIENCE) is None:
            raise TimeoutError
    return events[-1], events


def end_of(answers, **options) -> GameEnded:
    with Server(answers) as server:
        return played(server.url, **options)[0]


def first_legal(question):
    return answer({"move": question["legal_moves"][0]})


@pytest.mark.parametrize("rules", [CHESS, GOMOKU, CHESS_3D], ids=lambda rules: rules.name)
def test_a_whole_game_is_played_against_a_server(rules):
    with Server(first_legal) as server:
        end, _events = played(f"Ann={server.url}", "random", rules=rules)
        assert end.outcome.reason.value not in ("time", "protocol", "crash", "absence")
        assert all(question["game"] == rules.name for _, _, question in server.questions)


def test_a_question_holds_the_position_both_clocks_and_the_legal_moves():
    with Server(lambda question: answer({"move": ["e4", "Nf3"][question["ply"] // 2]})) as server:
        game = Game(
            CHESS,
            white=server.url,
            black=ScriptedPlayer(FakeTime(), "e5"),
            time_control=TimeControl(60, 2),
        )
        game.bus.subscribe(lambda event: getattr(event, "ply", 0) == 3 and game.stop(wait=False))
        game.run()
    (line, headers, first), (_, _, second) = server.questions
    assert line == "POST /move HTTP/1.1"
    assert headers["content-type"] == "application/json"
    assert (first["color"], first["ply"], first["moves"]) == ("white", 0, [])
    assert len(first["legal_moves"]) == 20
    assert "e2e4" in first["legal_moves"]
    assert first["clock"]["white"] == first["clock"]["black"] == first["clock"]["this_move"] == 60
    assert first["clock"]["increment"] == 2
    assert second["moves"] == ["e2e4", "e7e5"]
    assert second["position"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3")
    assert second["start"] == first["position"]
    assert second["id"] == first["id"]
    assert second["draw_offered"] is False


def test_without_a_clock_its_times_are_null():
    with Server(lambda question: answer({"resign": True})) as server:
        end, _events = played(server.url, control=TimeControl())
    assert end.outcome.reason is Reason.RESIGNATION
    assert server.questions[0][2]["clock"] == {
        "white": None,
        "black": None,
        "increment": 0.0,
        "this_move": None,
    }


def test_an_offer_is_told_and_an_answer_may_accept_it_comment_and_take_its_time():
    def answers(question):
        if not question["moves"]:
            return answer({"move": "e4", "comment": "a\x1b[31m test"})
        assert question["draw_offered"]
        return answer({"move": "Nf3", "offer_draw": True})

    class Offers(ScriptedPlayer):
        def ask(self, turn, answer):
            self.seated.tell(OfferDraw())
            super().ask(turn, answer)

    black = Offers(FakeTime(), "e5")
    with Server(answers) as server:
        end, events = played(server.url, black)
    assert end.outcome.reason is Reason.AGREEMENT
    said = [event.note for event in events if isinstance(event, PlayerSaid)]
    assert [type(note) for note in said] == [Note]
    assert "\x1b" not in said[0].text
    assert any(getattr(event, "thought", None) and event.thought.time > 0 for event in events)


GARBAGE = bytes(range(256))

FAILURES = {
    "500": (lambda _: answer(b"boom", "500 Oops"), "http-status", Reason.CRASH),
    "418": (lambda _: answer(b"tea", "418 I'm a teapot"), "http-status", Reason.PROTOCOL),
    "404": (lambda _: answer(b"no", "404 Not Found"), "http-not-found", Reason.PROTOCOL),
    "405": (lambda _: answer(b"", "405 No"), "http-not-allowed", Reason.PROTOCOL),
    "redirect": (
        lambda _: answer(b"", "302 Found", more="Location: http://127.0.0.1:1/\r\n"),
        "http-redirect",
        Reason.PROTOCOL,
    ),
    "text": (lambda _: answer(b"e4", kind="text/plain"), "http-no-json", Reason.PROTOCOL),
    "html": (
        lambda _: answer(b"<h1>It works</h1>", kind="text/html"),
        "http-no-json",
        Reason.PROTOCOL,
    ),
    "garbage in the body": (lambda _: answer(GARBAGE), "http-no-json", Reason.PROTOCOL),
    "deep": (lambda _: answer(b"[" * 60_000), "http-no-json", Reason.PROTOCOL),
    "no move": (lambda _: answer({"best": "e4"}), "http-no-move", Reason.PROTOCOL),
    "a list": (lambda _: answer(["e4"]), "http-no-move", Reason.PROTOCOL),
    "a number": (lambda _: answer({"move": 4}), "http-no-move", Reason.PROTOCOL),
    "null": (lambda _: answer({"move": None}), "http-no-move", Reason.PROTOCOL),
    "10 MB": (
        lambda _: answer(b'{"move": "e4"' + b" " * 10_000_000 + b"}"),
        "http-too-long",
        Reason.OUTPUT,
    ),
    "endless": (
        lambda _: (
            part
            for head in [b"HTTP/1.1 200 OK\r\n\r\n"]
            for part in (head, *(b" " * 65536 for _ in range(200)))
        ),
        "http-too-long",
        Reason.OUTPUT,
    ),
    "cut before": (lambda _: b"", "http-cut", Reason.ABSENCE),
    "cut within the head": (
        lambda _: b"HTTP/1.1 200 OK\r\nContent-",
        "http-no-json",
        Reason.PROTOCOL,
    ),
    "cut within": (
        lambda _: answer({"move": "e4"})[:-3],
        "http-cut-within",
        Reason.ABSENCE,
    ),
    "cut within a chunk": (
        lambda _: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{",
        "http-cut-within",
        Reason.ABSENCE,
    ),
    "a bad chunk": (
        lambda _: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{",
        "http-cut-within",
        Reason.ABSENCE,
    ),
    "garbage": (lambda _: GARBAGE + b"\r\n\r\n", "http-no-http", Reason.PROTOCOL),
    "another protocol": (lambda _: b"220 mail ready\r\n", "http-no-http", Reason.PROTOCOL),
    "a thousand headers": (
        lambda _: b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 1000 + b"\r\n",
        "http-no-http",
        Reason.PROTOCOL,
    ),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_each_failure_of_a_server_has_words_of_its_own(failure):
    answers, code, reason = FAILURES[failure]
    end = end_of(answers)
    assert end.outcome.winner is Color.BLACK
    assert end.outcome.reason is reason
    assert end.explanation.codes[0] == code
    assert end.explanation.last_sent.startswith("POST /move {")
    assert str(end.explanation).isprintable()
    assert advice_on(end.explanation)


def test_a_redirect_names_where_it_leads_and_a_status_what_came_with_it():
    end = end_of(FAILURES["redirect"][0])
    assert "'http://127.0.0.1:1/'" in str(end.explanation.sentence)
    end = end_of(FAILURES["500"][0])
    assert "status 500, and not 200: 'boom'" in str(end.explanation.sentence)


def test_the_type_of_an_answer_does_not_matter_if_it_is_json():
    end = end_of(
        lambda question: answer(
            {"move": "e4"} if not question["moves"] else {"resign": True}, kind="text/html"
        )
    )
    assert end.outcome.reason is Reason.RESIGNATION


def test_an_illegal_move_loses_with_the_position_it_was_asked_for():
    end = end_of(lambda question: answer({"move": "e5"}))
    assert end.outcome.reason is Reason.ILLEGAL_MOVES
    assert end.explanation.cause is Cause.ILLEGAL
    assert end.explanation.last_heard == '{"move": "e5"}'


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        (lambda question: None, "http-silent"),
        (lambda question: held(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), "http-unfinished"),
    ],
)
def test_a_server_that_is_slow_loses_on_time_by_what_it_was_doing(answers, code):
    end = end_of(answers, control=TimeControl(0.3))
    assert end.outcome.reason is Reason.TIME
    assert end.explanation.codes[0] == code
    assert end.explanation.legal_moves == 20


def held(*parts):
    """Answer with some bytes, and then with a blank now and then: as slow as can be."""
    yield from parts
    stop = Held.event
    for _ in count():
        if stop.wait(0.05):
            return
        yield b" "


class Held:
    event = None


@pytest.fixture(autouse=True)
def _released(monkeypatch):
    event = threading.Event()
    monkeypatch.setattr(Held, "event", event)
    yield
    event.set()


def test_a_connection_that_is_refused_begins_no_game():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    end, _events = played(f"http://127.0.0.1:{port}/")
    assert end.outcome.reason is Reason.NOT_STARTED
    assert row_of(end.explanation.sentence) is rows.HTTP_REFUSED


def test_a_server_that_goes_away_in_mid_game_is_absent_and_has_not_crashed():
    server = Server(lambda question: answer({"move": "e4"}))
    closed = []

    def hear(event):
        if getattr(event, "ply", None) == 1 and not closed:
            closed.append(server.close())

    game = Game(CHESS, white=server.url, black="random", time_control=TimeControl(60))
    game.bus.subscribe(hear)
    events = []
    game.bus.subscribe(events.append)
    game.run()
    assert events[-1].outcome.reason is Reason.ABSENCE
    assert row_of(events[-1].explanation.sentence) is rows.HTTP_REFUSED


def test_a_host_without_an_address_is_named():
    end, _events = played("http://no-such-host.invalid:8000/")
    assert row_of(end.explanation.sentence) is rows.HTTP_NO_HOST


def test_a_server_without_tls_is_named():
    with Server(lambda question: b"") as server:
        end, _events = played(f"https://{server.address}/")
    assert end.outcome.reason is Reason.NOT_STARTED
    assert row_of(end.explanation.sentence) is rows.HTTP_NO_TLS


def test_a_stopped_game_leaves_no_thread_with_a_server_that_never_answers():
    with Server(lambda question: None) as server:
        game = Game(CHESS, white=server.url, black="random", time_control=TimeControl())
        game.start()
        assert server.asked.wait(PATIENCE)
        game.stop()
    assert game.join(PATIENCE).outcome.reason is Reason.STOPPED


@pytest.mark.parametrize(
    "text",
    [
        "http://",
        "http://localhost:port/",
        "http://localhost:99999/",
        "http:localhost:8000",
        "http:ftp://localhost/",
        "http://localhost/a b",
        "http://localhost/#there",
        "http://user:secret@localhost/",
        f"http://{'a' * 64}.de/",
        "http://ümlaut.de/",
        "http://[::1/",
    ],
)
def test_an_address_that_cannot_be_asked_is_refused_and_keeps_its_password(text):
    with pytest.raises(BadPlayer) as caught:
        parse_player(text)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "url", "name"),
    [
        ("http://localhost:8000/move", "http://localhost:8000/move", "localhost:8000"),
        ("http:https://ai.example/", "https://ai.example/", "ai.example"),
        ("Ann=http://ai.example/?level=3", "http://ai.example/?level=3", "Ann"),
        ("HTTP://localhost", "http://localhost", "localhost"),
    ],
)
def test_an_address_is_a_player(text, url, name):
    spec = parse_player(text)
    assert (spec.kind, spec.url, spec.name) == (PlayerKind.URL, url, name)
    assert parse_player(spec.text) == parse_player(url)


def test_the_query_of_an_address_is_sent():
    with Server(lambda question: answer({"resign": True})) as server:
        played(f"http://{server.address}?level=3")
    assert server.questions[0][0] == "POST /?level=3 HTTP/1.1"


def test_a_wrong_address_is_refused_from_python_too():
    with pytest.raises(BadURL):
        OverHTTP("ftp://localhost")
    assert ANSWER_BYTES == 65536


@pytest.mark.parametrize("command", [(sys.executable, "moves.py"), ("node", "moves.js")])
def test_the_sample_servers_play_every_game(command):
    if find_program(command[0]) is None:
        why = f"{command[0]} is not installed (Debian: apt install nodejs)"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    server = subprocess.Popen(
        (*command, "0"), cwd=EXAMPLES, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        url = server.stdout.readline().strip().replace("localhost", "127.0.0.1")
        for rules in (CHESS, GOMOKU, CHESS_3D):
            end, _events = played(url, rules=rules)
            assert end.outcome.reason.value not in ("time", "protocol", "crash", "absence")
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
