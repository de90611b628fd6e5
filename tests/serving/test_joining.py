"""Programs of one machine in the room of another: whole games, failures, cut lines, restarts."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from patience import PATIENCE
from rooms import LONG, Cable, port_of, served_room, wait_for

from board_core.game.clock import TimeControl
from board_core.game.rules import Reason
from board_core.games import CHESS
from board_core.match.joining import MOST_GAMES, Joined, JoinEnded, Joining, JoinNews
from board_core.match.result import MatchGame
from board_core.players.remote import RemoteLimits
from board_core.record import PlayedGame
from board_core.serving.table import Table

PAUSED = 0.0


class Player:
    """A player that has joined, on a thread of its own, and the news that it heard."""

    def __init__(
        self, address: str, token: str, player: str, games: int | None = 1, **more: Any
    ) -> None:
        self.news: list[JoinNews] = []
        self._came = threading.Condition()
        wish = Joining(address, token, player, games, confinement="off", **more)
        self.joined = Joined(wish, self._hear)
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _hear(self, news: JoinNews) -> None:
        with self._came:
            self.news.append(news)
            self._came.notify_all()

    def _run(self) -> None:
        try:
            self.joined.run()
        except BaseException as error:
            self.error = error

    def until(self, is_there: Callable[[JoinNews], bool], count: int = 1) -> None:
        with self._came:
            there = lambda: sum(map(is_there, self.news)) >= count  # noqa: E731
            assert self._came.wait_for(there, PATIENCE), self.news

    def played(self) -> list[MatchGame]:
        """Wait for the end, and return the games."""
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), [str(each) for each in self.news]
        assert self.error is None, self.error
        return [each for each in self.news if isinstance(each, MatchGame)]

    def said(self) -> str:
        return "\n".join(str(each) for each in self.news if not isinstance(each, MatchGame))

    def close(self) -> None:
        self.joined.end()
        self.thread.join(PATIENCE)


@contextmanager
def joined(*wishes: tuple[Any, ...], **more: Any) -> Iterator[list[Player]]:
    players = [Player(*wish, **more) for wish in wishes]
    try:
        yield players
    finally:
        for player in players:
            player.close()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("board_core.serving.room.PAIRING_PAUSE", PAUSED)
    monkeypatch.setattr("board_core.match.joining_line.FIRST_PAUSE", 0.02)


def function(folder: Path, body: str) -> str:
    """A player: a function of a file, which is called with the board and the turn."""
    file = folder / "own.py"
    file.write_text(f"import time\n\n\ndef choose(board, turn):\n    {body}\n")
    return f"{file}:choose"


FIRST = "return next(iter(board.legal_moves))"


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "chess960", "gomoku", "chess-3d"])
def test_whole_games_are_played_and_both_machines_tell_the_same(game: str):
    results: list[PlayedGame] = []
    with served_room("ada", "bob", game=game, pairs=True, tell=kept(results)) as room:
        tokens = room.tokens
        wishes = [(room.url, tokens["ada"], "random", 2), (room.url, tokens["bob"], "random", 2)]
        with joined(*wishes) as players:
            mine, others = (player.played() for player in players)
    assert len(results) == len(mine) == len(others) == 2
    for one, other, there in zip(mine, others, results, strict=True):
        assert one.played.outcome == other.played.outcome == there.outcome
        assert [str(m) for m in one.played.line] == [str(m) for m in other.played.line]
        assert one.played.names == other.played.names == there.names
        assert one.pairing.first_color is other.pairing.first_color.other
        assert one.played.rules.name == game
        assert there.outcome.reason not in (Reason.ABSENCE, Reason.CRASH, Reason.TIME)


def kept(results: list[PlayedGame]) -> Callable[[object], object]:
    def hear(news: object) -> None:
        if isinstance(news, Table) and news.over:
            results.append(news.recorder.record)

    return hear


def failing(body: str, folder: Path, time: TimeControl | None = None) -> tuple[Any, MatchGame]:
    """The result in the room, and the game on its own machine, of a player that fails."""
    results: list[PlayedGame] = []
    limits = RemoteLimits(first_move=1000, grace=1000, explanation=1000, late=1000)
    with served_room(
        "ada", "bob", pairs=True, tell=kept(results), time=time, limits=limits
    ) as room:
        own = (room.url, room.tokens["ada"], function(folder, body))
        with joined(own, (room.url, room.tokens["bob"], "random")) as players:
            games = [player.played() for player in players]
    assert games[1][0].played.explanation is None, "what it wrote is for its author"
    return results[0], games[0][0]


def test_a_crash_is_explained_where_it_happened_and_told_to_the_room(tmp_path: Path):
    there, here = failing("raise RuntimeError('lost my book')", tmp_path)
    assert there.outcome.reason is here.played.outcome.reason is Reason.CRASH
    assert "lost my book" in str(there.explanation)
    assert str(there.explanation) == f"its own machine says: {here.played.explanation}"
    assert here.loser == 0


def test_a_loss_on_time_is_explained_by_the_machine_on_which_it_happened(tmp_path: Path):
    body = "time.sleep(1000) if turn.ply > 1 else None; " + FIRST
    there, here = failing(body, tmp_path, TimeControl(1))
    assert there.outcome.reason is Reason.TIME
    assert there.explanation is not None
    assert "own.py" in str(there.explanation)
    assert here.played.explanation is not None
    assert here.played.explanation.codes == there.explanation.codes


def test_an_illegal_move_is_judged_here_and_its_words_reach_the_room(tmp_path: Path):
    there, here = failing("return 'e2e5'", tmp_path)
    assert there.outcome.reason is Reason.ILLEGAL_MOVES
    assert there.explanation is not None
    assert here.played.explanation is not None
    assert there.explanation.codes == here.played.explanation.codes


def test_the_player_hears_the_clocks_of_the_room(tmp_path: Path):
    heard = tmp_path / "heard"
    body = f"print(turn.left, file=open({str(heard)!r}, 'a')); " + FIRST
    with (
        served_room("ada", time=TimeControl(77, 2)) as room,
        joined((room.url, room.tokens["ada"], function(tmp_path, body), None)) as (player,),
    ):
        player.until(lambda news: "waits for a game" in str(news))
        bot = room.bot("ada")
        bot.post("/api/challenge/random", {"color": "white"})
        player.until(lambda news: "begins" in str(news))
        wait_for(lambda: heard.exists() and len(heard.read_text().split()) > 1)
    first = float(heard.read_text().split()[0])
    assert 70 < first <= 77


def test_lines_that_are_cut_cost_no_game_and_no_move_twice(tmp_path: Path):
    results: list[PlayedGame] = []
    with (
        served_room("ada", "bob", pairs=True, tell=kept(results), limits=LONG) as room,
        closing(Cable(port_of(room.url))) as cable,
    ):
        wishes = [
            (cable.url, room.tokens["ada"], "greedy"),
            (room.url, room.tokens["bob"], "random"),
        ]
        with joined(*wishes) as (ada, bob):
            ada.until(lambda news: "begins" in str(news))
            for plies in (2, 6, 10, 16):
                wait_for(lambda plies=plies: bool(results) or reached(room, plies))
                cable.cut()
            mine, others = ada.played(), bob.played()
    assert len(results) == len(mine) == 1
    assert mine[0].played.outcome == others[0].played.outcome == results[0].outcome
    assert mine[0].played.line == others[0].played.line
    assert results[0].outcome.reason not in (Reason.ABSENCE, Reason.TIME, Reason.CRASH)


def reached(room: Any, plies: int) -> bool:
    games = (table.game for table in room.room.running)
    return any(game is not None and len(game.moves) >= plies for game in games)


def test_a_room_that_ends_in_mid_game_and_comes_back_finds_its_players(tmp_path: Path):
    slow = function(tmp_path, "time.sleep(0.02); " + FIRST)
    results: list[PlayedGame] = []
    folder = tmp_path / "room"
    with served_room("ada", "bob", pairs=True, folder=folder) as room:
        tokens = room.tokens
        cable = Cable(port_of(room.url))
        players = [
            Player(cable.url, tokens["ada"], slow),
            Player(cable.url, tokens["bob"], "random"),
        ]
        players[0].until(lambda news: "begins" in str(news))
        wait_for(lambda: reached(room, 6))
    try:
        with served_room("ada", "bob", folder=folder, tokens=tokens, tell=kept(results)) as again:
            cable.port = port_of(again.url)
            mine, others = (player.played() for player in players)
    finally:
        for player in players:
            player.close()
        cable.close()
    assert len(mine) == len(others) == len(results) == 1
    assert mine[0].played.outcome == others[0].played.outcome == results[0].outcome
    assert mine[0].played.line == others[0].played.line
    assert "the line is open again" in players[0].said()
    assert results[0].outcome.reason not in (Reason.ABSENCE, Reason.TIME, Reason.CRASH)


def test_whoever_leaves_resigns_nothing_and_goes_on_when_he_is_back(tmp_path: Path):
    results: list[PlayedGame] = []
    slow = function(tmp_path, "time.sleep(0.02); " + FIRST)
    with (
        served_room("ada", "bob", pairs=True, tell=kept(results)) as room,
        joined((room.url, room.tokens["bob"], "random")) as (bob,),
    ):
        with joined((room.url, room.tokens["ada"], slow)) as (ada,):
            ada.until(lambda news: "begins" in str(news))
            wait_for(lambda: reached(room, 4))
        assert ada.joined.left == 1
        assert results == []
        with joined((room.url, room.tokens["ada"], slow)) as (ada,):
            (mine,) = ada.played()
        (other,) = bob.played()
    assert mine.played.outcome == other.played.outcome == results[0].outcome
    assert len(results) == 1


def test_who_joins_with_a_token_that_is_in_use_takes_its_place_and_the_other_is_told():
    with served_room("ada") as room:
        wish = (room.url, room.tokens["ada"], "random", None)
        with joined(wish) as (first,):
            first.until(lambda news: "waits for a game" in str(news))
            with joined(wish) as (second,):
                second.until(lambda news: "waits for a game" in str(news))
                first.thread.join(PATIENCE)
                assert isinstance(first.error, JoinEnded)
                assert "with this token" in str(first.error)
                assert second.thread.is_alive()


def test_where_all_is_over_nobody_waits_for_the_line_to_be_opened_again():
    with served_room("ada") as room:
        with joined((room.url, room.tokens["ada"], "random", None)) as (player,):
            player.until(lambda news: "waits for a game" in str(news))
            room.room.close(over=True)
            assert player.played() == []
        assert "is over" in player.said()


def test_a_token_that_is_not_known_ends_it_in_words():
    with served_room("ada") as room, joined((room.url, "no-such-token", "random")) as (player,):
        player.thread.join(PATIENCE)
    assert isinstance(player.error, JoinEnded)
    assert "does not know this token" in str(player.error)


def test_a_room_that_is_not_there_yet_is_waited_for():
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    with joined((f"127.0.0.1:{port}", "token", "random")) as (player,):
        player.until(lambda news: "tried again until Ctrl-C" in str(news))
        assert "nothing takes connections" in player.said()
        with served_room("ada", port=port) as room:
            player.thread.join(PATIENCE)
    assert "does not know this token" in str(player.error)
    assert room.url == f"http://127.0.0.1:{port}/"


def test_what_is_no_room_says_so():
    class Other(BaseHTTPRequestHandler):
        def log_message(self, format: str, *given: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, args=(0.02,)).start()
        with joined((f"127.0.0.1:{other.server_port}", "token", "random")) as (player,):
            player.thread.join(PATIENCE)
        other.shutdown()
    assert "there is no room at this address" in str(player.error)


class Script(ThreadingHTTPServer):
    """A room that says what a test wants. ``lines`` are those of streams, by their paths."""

    daemon_threads = False

    def __init__(self, lines: dict[str, list[bytes]]) -> None:
        self.lines = lines
        self.posted: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self.over = threading.Event()
        self.refusals: list[tuple[int, str]] = []
        self.refused: list[str] = []
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()
        self._thread.join()

    def break_streams(self) -> None:
        """End the streams that are open; later ones stay open."""
        over, self.over = self.over, threading.Event()
        over.set()

    def next_post(self) -> tuple[str, Any]:
        return self.posted.get(timeout=PATIENCE)


class Handler(BaseHTTPRequestHandler):
    server: Script
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/api/account":
            self._answer(200, {"username": "ada"})
            return
        over = self.server.over
        self.send_response(200)
        self.end_headers()
        self.close_connection = True
        with suppress(OSError):
            for line in self.server.lines.get(self.path, ()):
                self.wfile.write(line + b"\n")
            over.wait()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.server.refusals:
            status, wait = self.server.refusals.pop()
            self.server.refused.append(self.path)
            self.send_response(status)
            self.send_header("Retry-After", wait)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.server.posted.put((self.path, json.loads(body) if body else None))
        self._answer(200, {"ok": True})

    def _answer(self, status: int, facts: Any) -> None:
        data = json.dumps(facts).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *given: Any) -> None:
        pass


def line(**facts: Any) -> bytes:
    return json.dumps(facts).encode()


START = line(type="gameStart", game={"gameId": "abc", "id": "abc"})
EVENTS, GAME = "/api/stream/event", "/api/bot/game/stream/abc"


def full(moves: str = "", key: str = "standard", **state: Any) -> bytes:
    return line(
        type="gameFull",
        variant={"key": key},
        white={"name": "ada"},
        black={"name": "bob"},
        initialFen="startpos",
        clock={"initial": 60000, "increment": 0},
        state={"moves": moves, "wtime": 60000, "btime": 60000, "status": "started", **state},
    )


@contextmanager
def scripted(*game: bytes, events: tuple[bytes, ...] = (START,)) -> Iterator[tuple[Script, Player]]:
    with (
        closing(Script({EVENTS: [*events], GAME: [*game]})) as script,
        joined((script.url, "token", "random", None)) as (player,),
    ):
        yield script, player


def test_a_game_that_is_told_twice_is_begun_once():
    with scripted(full(), events=(START, START)) as (script, player):
        assert script.next_post()[0].startswith("/api/bot/game/abc/move/")
        player.until(lambda news: "begins" in str(news))
    assert player.said().count("begins") == 1
    assert script.posted.empty()


def test_a_program_that_only_begins_at_the_start_is_told_the_move_that_it_missed(tmp_path: Path):
    program = tmp_path / "own.py"
    program.write_text("for said in ('black', 'e4'):\n    assert input() == said\nprint('e5')\n")
    sides = {"white": {"name": "bob"}, "black": {"name": "ada"}}
    game = json.dumps({**json.loads(full("e2e4")), **sides}).encode()
    with closing(Script({EVENTS: [START], GAME: [game]})) as script:
        own = f"'{sys.executable}' '{program}'"
        with joined((script.url, "token", own, None)):
            assert script.next_post()[0] == "/api/bot/game/abc/move/e7e5"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_move_that_is_not_taken_now_is_sent_again(status: int):
    with closing(Script({EVENTS: [START], GAME: [full()]})) as script:
        script.refusals = [(status, "0"), (status, "0")]
        with joined((script.url, "token", "greedy", None)):
            path, _body = script.next_post()
        assert script.refused == [path, path]


def test_a_move_that_the_room_has_lost_is_sent_again_when_the_line_is_back():
    with scripted(full()) as (script, player):
        first = script.next_post()
        script.break_streams()
        assert script.next_post() == first
    assert player.said().count("begins") == 1


def test_where_the_room_tells_other_moves_the_game_begins_anew_from_them():
    other = line(type="gameState", moves="d2d4 d7d5", wtime=9, btime=9, status="started")
    with scripted(full("e2e4"), other) as (script, _player):
        path, _body = script.next_post()
        assert path.startswith("/api/bot/game/abc/move/")
        position = CHESS.start(None)
        for text in ("d2d4", "d7d5", path.rpartition("/")[2]):
            position = position.play(position.parse(text))


def test_a_room_that_begins_a_thousand_games_gets_a_few():
    starts = [line(type="gameStart", game={"gameId": f"game{n}"}) for n in range(1000)]
    last = line(type="challenge", challenge={"id": "xyz", "variant": {"key": "chess"}})
    with scripted(events=(*starts, last)) as (script, player):
        assert script.next_post()[0] == "/api/challenge/xyz/decline"
    assert player.joined.left == MOST_GAMES


def test_a_game_that_is_over_is_not_begun_again():
    end = full("e2e4", status="resign", outcome={"winner": "white", "reason": "resignation"})
    with scripted(end, events=(START, START)) as (script, player):
        player.until(lambda news: isinstance(news, MatchGame))
        script.break_streams()
        player.until(lambda news: "open again" in str(news))
        player.until(lambda news: "open again" in str(news))
    assert len([each for each in player.news if isinstance(each, MatchGame)]) == 1


@pytest.mark.parametrize("key", ["own.py:GAME", "spiel:chess", "no-game", "", "../../x.py:Y"])
def test_a_game_that_is_not_known_is_refused_and_no_file_is_loaded_for_it(key: str):
    with scripted(full(key=key)) as (script, player):
        path, said = script.next_post()
        assert path == "/api/bot/game/abc/failed"
        assert said["reason"] == "not-started"
        player.until(lambda news: "is not known here" in str(news))


def test_a_loss_that_the_room_tells_is_shown_with_its_words():
    why = {"template": "its line was lost, and it did not come back within {seconds:g} s"}
    end = line(
        type="gameState",
        moves="e2e4",
        status="timeout",
        outcome={"winner": "black", "reason": "absence", "detail": ""},
        why={**why, "facts": {"seconds": 60}},
    )
    with scripted(full("e2e4"), end) as (_script, player):
        player.until(lambda news: isinstance(news, MatchGame))
    (game,) = (each for each in player.news if isinstance(each, MatchGame))
    assert game.played.outcome.reason is Reason.ABSENCE
    assert game.played.explanation is not None
    assert game.played.explanation.codes == ("stayed-away",)
    assert game.played.names.white == "ada"
    assert [str(move) for move in game.played.line] == ["e2e4"]


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff\xfe no JSON",
        b"[" * 100_000,
        b"x" * (1024 * 1024 + 10),
        line(type="gameFull", variant=3, white=[], black=None, clock="x", state=[[]]),
        line(type="gameState", moves=7, wtime="soon", btime=None, status={}),
        line(type="explain", reason={}),
        line(type=["gameFull"]),
        b"17",
    ],
    ids=range(8),
)
def test_what_is_no_sense_ends_nothing_but_the_line(garbage: bytes):
    with scripted(garbage, full(), events=(garbage, START)) as (_script, player):
        # it opens the line again and again; here it only must not break, nor load anything
        player.until(lambda news: "waits for a game" in str(news) or "is lost" in str(news))
    assert player.error is None


def test_moves_of_the_opponent_that_are_not_legal_here_are_no_fault_of_the_player():
    with scripted(full("e2e4 e7e5 e1e8")) as (script, _player):
        path, said = script.next_post()
        assert path == "/api/bot/game/abc/failed"
        assert said["explanation"]["cause"] == "refused"


def test_a_challenge_is_accepted_when_it_can_be_played_and_nothing_is():
    asked = line(
        type="challenge",
        challenge={"id": "xyz", "challenger": {"name": "bob"}, "variant": {"key": "antichess"}},
    )
    with scripted(events=(asked,)) as (script, _player):
        assert script.next_post() == ("/api/challenge/xyz/accept", None)
    strange = asked.replace(b"antichess", b"shogi")
    with scripted(events=(strange,)) as (script, _player):
        assert script.next_post() == ("/api/challenge/xyz/decline", {"reason": "variant"})
    with scripted(full(), events=(START, asked)) as (script, _player):
        posts = dict(script.next_post() for _ in range(2))
        assert posts["/api/challenge/xyz/decline"] == {"reason": "later"}


def test_whoever_listens_no_more_ends_it():
    def gone(news: JoinNews) -> None:
        raise BrokenPipeError

    with served_room("ada") as room:
        wish = Joining(room.url, room.tokens["ada"], "random")
        with pytest.raises(BrokenPipeError):
            Joined(wish, gone).run()


def test_a_room_s_draw_ends_the_game_here_with_the_same_moves(tmp_path: Path):
    """A program shuffles its knights: the third time the same position is there is a draw."""
    body = (
        "return ({0: 'Nf3', 2: 'Ng1'} if turn.color.is_white else {1: 'Nf6', 3: 'Ng8'})"
        "[turn.ply % 4]"
    )
    knights, results = function(tmp_path, body), list[PlayedGame]()
    with served_room("ada", "bob", pairs=True, tell=kept(results)) as room:
        wishes = [(room.url, room.tokens[name], knights) for name in ("ada", "bob")]
        with joined(*wishes, rules=CHESS) as players:
            games = [player.played()[0].played for player in players]
    assert {game.outcome.reason for game in games} == {Reason.THREEFOLD_REPETITION}
    assert [game.line for game in games] == [results[0].line] * 2


def board_join(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "board_cli", "join", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "BOARD_LANG": "en", **more},
        check=False,
    )


def test_the_command_tells_each_game_its_reason_and_what_to_do(tmp_path: Path):
    (tmp_path / "own.py").write_text("import sys\n\nraise SystemExit('lost my book')\n")
    player = f"Own=san:{sys.executable} {tmp_path / 'own.py'}"
    with (
        served_room("ada", "bob", pairs=True) as room,
        joined((room.url, room.tokens["bob"], "random")),
    ):
        token = room.tokens["ada"]
        told = board_join(room.url, player, "--games", "1", "--sandbox", "off", BOARD_TOKEN=token)
    assert told.returncode == 0
    assert "lost my book" in told.stdout
    assert "see 'board why " in told.stdout
    assert "0 of 1 points" in told.stdout
    assert room.tokens["ada"] not in told.stdout + told.stderr


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("localhost:1", "random"), 2, "--token"),
        (("localhost:1", "human", "--token", "x"), 2, "only programs"),
        (("localhost:1", "no-such-player", "--token", "x"), 2, "names no player"),
        (("ftp://localhost", "random", "--token", "x"), 2, "ADDRESS"),
    ],
)
def test_the_command_refuses_what_cannot_be(words: tuple[str, ...], status: int, said: str):
    told = board_join(*words, BOARD_TOKEN="")
    assert told.returncode == status
    assert said in told.stderr
    assert told.stdout == ""
