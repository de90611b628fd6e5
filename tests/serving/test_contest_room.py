"""Contests with entrants on other machines: mixed fields, absence, kills, and what is refused."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from patience import PATIENCE
from rooms import SCHOLAR, Bot, Guest

from board_cli.app import app
from board_cli.contest.serving import served_room
from board_cli.options import ServerOptions
from board_core import Reason
from board_core.contest.beginning import begin
from board_core.contest.field import PairingVerdict
from board_core.contest.hand_in_log import HandInLog, issue_tokens
from board_core.contest.jobs import NotHere, job_for, play
from board_core.contest.plan import plan_of, read_plan, scheme_of
from board_core.contest.runner import Runner
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.game.words import Words
from board_core.match.joining import Joined, Joining
from board_core.match.result import MatchGame
from board_core.match.workers import LocalWorkers
from board_core.serving.contest_room import ContestRoom, WithGuests
from board_core.text.sentence import BoardError

FIRST_LEGAL = "def choose(board, turn):\n    return turn.position.legal_moves()[0]\n"
BOTH = {"Ada L": "remote", "bob": "bot"}


def written(home: Path, players: dict[str, str], more: str = "rounds = 1") -> Folder:
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nplayer = "{player}"\n' for name, player in players.items()
    )
    (home / "contest.toml").write_text(
        f'name = "Cup"\nseed = 7\n{more}\n[sandbox]\nmode = "off"\n{entrants}'
    )
    (home / "first.py").write_text(FIRST_LEGAL)
    return Folder(home)


def tokens_of(folder: Folder) -> dict[str, str]:
    away = [each.name for each in read_plan(folder.plan).entrants if each.elsewhere]
    return issue_tokens(HandInLog(folder), away)


class Held:
    """A contest that is served here, with guests by their names."""

    def __init__(self, store: ContestStore, room: ContestRoom, url: str, tokens: dict[str, str]):
        self.store, self.room, self.url, self.tokens = store, room, url, tokens
        self.guests: dict[str, Guest] = {}

    def comes(self, name: str, **more: Any) -> Guest:
        self.guests[name] = Guest(self.url, name, self.tokens[name], **more)
        return self.guests[name]

    def run(self) -> None:
        """Play the contest to its end."""
        with LocalWorkers(1) as workers:
            guests = WithGuests(self.room, workers)
            try:
                Runner(self.store, scheme_of(self.store.contest.plan), guests, 1).run()
            finally:
                guests.end(PATIENCE)

    def ends(self) -> list[tuple[str, str, Reason]]:
        """White, the result and the reason of each game."""
        games = [each.game for _, each in sorted(self.store.contest.played.items())]
        return [(each.names.white, each.outcome.result, each.outcome.reason) for each in games]


@contextmanager
def held(home: Path, players: dict[str, str] = BOTH, more: str = "rounds = 1") -> Iterator[Held]:
    folder = written(home, players, more)
    tokens = tokens_of(folder)
    with ExitStack() as closing:
        store = closing.enter_context(begin(folder, read_plan(folder.plan)))
        found: list[str] = []
        closing.enter_context(pytest.MonkeyPatch.context()).setattr(
            "builtins.print", lambda text, **more: found.append(str(text))
        )
        wish = ServerOptions(port=0)
        room = closing.enter_context(served_room(store, wish, lambda said: None))
        url = re.findall(r"http://[^ ]+", found[0])[0]
        contest = Held(store, room, url, tokens)
        closing.callback(lambda: [guest.close() for guest in contest.guests.values()])
        yield contest


def test_two_entrants_elsewhere_play_a_whole_game_and_hear_its_end(tmp_path):
    with held(tmp_path) as contest:
        guests = [contest.comes(name) for name in BOTH]
        contest.run()
        [(white, result, reason)] = contest.ends()
        assert (result, reason) == ("1-0", Reason.CHECKMATE)
        for guest in guests:
            [last] = guest.ended()
            assert (last["status"], last["winner"]) == ("mate", "white")
            assert last["moves"] == " ".join(SCHOLAR)
        key = guests[0].games.pop()
        assert "Qxf7#" in guests[0].bot.get(f"/game/export/{key}")
    assert not [*contest.store.folder.running.iterdir()]
    with ContestStore(contest.store.folder) as store:  # who was away asks again
        room = ContestRoom(store, lambda news: None)
        assert room.table(key).view.ended.outcome.reason is Reason.CHECKMATE
        assert room.seat(room.named(white), key)[0].over


def test_a_mixed_contest_where_nobody_plays_two_games_at_once(tmp_path):
    players = {"Ada": "remote", "Bob": "joined", "Cid": "first.py:choose", "Lot": "random"}
    at_once: list[int] = []

    def resigns(moves: list[str]) -> str | None:
        at_once.append(max(len(each.tables) for each in contest.room.accounts))
        return "resign"

    with held(tmp_path, players, 'format = "round-robin"\nconcurrency = 4') as contest:
        for name in ("Ada", "Bob"):
            contest.comes(name, choose=resigns)
        contest.run()
        assert len(contest.ends()) == 6
        reasons = [reason for _, _, reason in contest.ends()]
        assert reasons.count(Reason.RESIGNATION) == 5
        assert set(at_once) == {1}
        assert contest.store.contest.ended is not None


def test_each_side_is_told_its_own_increment(tmp_path):
    own = '[[entrants]]\nname = "Cid"\nplayer = "remote"\nclock = { increment = 5 }\n'
    with held(tmp_path, {"bob": "bot"}, f"rounds = 1\n{own}") as contest:
        guests = [contest.comes(name) for name in ("bob", "Cid")]
        contest.run()
        [played] = contest.store.contest.played.values()
        side = "w" if played.game.names.white == "Cid" else "b"
        for guest in guests:
            [last] = guest.ended()
            assert [last[f"{each}inc"] for each in "wb"] == [5000 * (each == side) for each in "wb"]


SHUFFLE = """\
def choose(board):
    return (("Nf3", "Ng1") if board.turn else ("Nf6", "Ng8"))[(board.fullmove_number + 1) % 2]
"""


@pytest.mark.parametrize(
    ("draws", "reason"),
    [("no-claims", Reason.FIFTY_MOVES), ("engine", Reason.THREEFOLD_REPETITION)],
)
def test_who_has_joined_plays_by_the_contest_s_rules_of_draws(draws, reason, tmp_path):
    (tmp_path / "shuffle.py").write_text(SHUFFLE)
    player, threads = f"{tmp_path / 'shuffle.py'}:choose", list[threading.Thread]()
    with held(tmp_path, more=f'rounds = 1\ndraws = "{draws}"\nclock = {{ time = 5 }}') as contest:
        told: list[object] = []
        for name in BOTH:
            wish = Joining(contest.url, contest.tokens[name], player, 1, confinement="off")
            threads.append(threading.Thread(target=Joined(wish, told.append).run))
            threads[-1].start()
        contest.run()
        assert [each[1:] for each in contest.ends()] == [("1/2-1/2", reason)]
        for thread in threads:
            thread.join()
        ends = [each.played.outcome.reason for each in told if isinstance(each, MatchGame)]
        assert ends == [reason, reason]


@pytest.mark.parametrize("comes", ["bob", "Ada L"])
def test_who_never_comes_loses_by_absence_in_words(comes, tmp_path):
    with held(tmp_path, more="rounds = 1\ngrace = 0.3\nfirst_move = 0.1") as contest:
        guest = contest.comes(comes)
        contest.run()
        [played] = contest.store.contest.played.values()
        assert played.game.names[played.game.outcome.winner] == comes
        assert played.game.outcome.reason is Reason.ABSENCE
        assert played.game.explanation.codes == ("never-came",)
        assert not contest.store.contest.field.forfeits
        [last] = guest.ended()
        assert (last["status"], last["outcome"]["reason"]) == ("timeout", "absence")
        assert "why" in last


def test_where_neither_comes_both_lose_and_the_contest_goes_on(tmp_path):
    with held(tmp_path, more="rounds = 1\ngrace = 0.1") as contest:
        contest.run()
        [(pairing, result)] = contest.store.contest.results.items()
        assert (result.verdict, result.forfeit) == (PairingVerdict.NEITHER, True)
        game = contest.store.contest.played[pairing].game
        assert game.outcome.reason is Reason.ABSENCE
        said = Words("en").outcome(game.outcome, game.explanation)
        assert said.startswith("No result: neither side was there: it was not there")
        assert [row.standing.points for row in contest.store.contest.rows] == [0, 0]
        assert contest.store.contest.ended is not None


def test_a_token_that_is_replaced_is_void_and_nobody_is_challenged(tmp_path):
    with held(tmp_path) as contest:
        old = Bot(contest.url, "bob", contest.tokens["bob"])
        lines = old.events()
        assert old.ask("POST", "/api/challenge/Ada L".replace(" ", "%20"))[0] == 400
        assert old.get("/api/bot/online").count("bob") > 0
        new = issue_tokens(HandInLog(contest.store.folder), ["bob"])["bob"]
        contest.room.tick()
        assert lines.rest()[1] is False
        lines.close()
        assert old.ask("GET", "/api/account")[0] == 401
        assert Bot(contest.url, "bob", new).get("/api/account")["username"] == "bob"
        page = Bot(contest.url, "", "").get("/")
        assert page.count("no sandbox of the contest confines it") >= 2


def served(folder: Folder, port: int, *more: str) -> subprocess.Popen[str]:
    words = ["contest", "run", str(folder.path), "--serve", "--port", str(port), "--quiet", *more]
    return subprocess.Popen(
        [sys.executable, "-m", "board_cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
    )


def address_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"play at (http://\S+)", line):
            return found[1]
    raise AssertionError(process.wait())


@pytest.mark.parametrize("end", ["SIGKILL", "SIGINT"])
def test_after_the_end_of_the_process_in_mid_game_it_goes_on(end, tmp_path):
    if not hasattr(signal, end):
        pytest.skip("no such signal here")
    folder = written(tmp_path, BOTH)
    tokens = tokens_of(folder)
    half, go_on = threading.Event(), threading.Event()

    def choose(moves: list[str]) -> str:
        if len(moves) == 4 and not go_on.is_set():
            half.set()
            go_on.wait(PATIENCE)
        return SCHOLAR[len(moves)]

    first = served(folder, 0)
    url = address_of(first)
    guests = [Guest(url, name, tokens[name], choose) for name in BOTH]
    try:
        assert half.wait(PATIENCE)
        first.send_signal(getattr(signal, end))
        first.communicate(timeout=PATIENCE)
        [started] = [*folder.running.iterdir()]
        assert not read_contest(folder).played
        second = served(folder, int(url.rstrip("/").rpartition(":")[2]))
        go_on.set()
        said, _ = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0, said
        assert "broken off and go on now: 1" in said
        for guest in guests:
            assert [each["moves"] for each in guest.ended()] == [" ".join(SCHOLAR)]
        assert {text for guest in guests for _, text in guest.sent} == set(SCHOLAR)
        [played] = read_contest(folder).played.values()
        assert [str(move) for move in played.game.line] == SCHOLAR
        assert played.game.outcome.reason is Reason.CHECKMATE
        assert not started.exists()
    finally:
        first.kill()
        for guest in guests:
            guest.close()


SAN = """\
import sys
white = sys.stdin.readline().strip() == "white"
moves = iter(["e4", "Qh5", "Bc4", "Qxf7#"] if white else ["e5", "Nc6", "Nf6"])
if white:
    print(next(moves), flush=True)
for line in sys.stdin:
    print(next(moves), flush=True)
"""


def test_against_a_program_that_knows_the_first_position_only_the_game_begins_anew(tmp_path):
    players = {"bob": "bot", "Lin": f"san:{sys.executable} -I -S san.py"}
    folder = written(tmp_path, players)
    (tmp_path / "san.py").write_text(SAN)
    tokens, half, go_on = tokens_of(folder), threading.Event(), threading.Event()

    def choose(moves: list[str]) -> str:
        if len(moves) >= 4 and not go_on.is_set():
            half.set()
            go_on.wait(PATIENCE)
        return SCHOLAR[len(moves)]

    first = served(folder, 0)
    url = address_of(first)
    guest = Guest(url, "bob", tokens["bob"], choose)
    try:
        assert half.wait(PATIENCE)
        first.kill()
        first.communicate()
        second = served(folder, int(url.rstrip("/").rpartition(":")[2]))
        go_on.set()
        said, _ = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0, said
        [played] = read_contest(folder).played.values()
        assert [str(move) for move in played.game.line] == SCHOLAR
        assert played.attempts == 2
        assert [last["moves"] for last in guest.ended()] == [" ".join(SCHOLAR)]
    finally:
        first.kill()
        guest.close()


def invoked(*words: object) -> Any:
    return CliRunner().invoke(app, ["contest", *map(str, words)], env={"LANGUAGE": "en"})


def test_without_a_server_or_on_a_cluster_it_is_refused_with_what_to_do(tmp_path):
    folder = written(tmp_path, BOTH)
    ran = invoked("run", folder.path)
    assert ran.exit_code == 2
    assert "only 'board contest run --serve' plays its games" in ran.output
    ran = invoked("run", folder.path, "--serve", "--cluster", "tls://lab:8786")
    assert ran.exit_code == 2
    assert "only 'board contest run --serve' plays its games" in ran.output
    assert not folder.journal.exists()
    assert invoked("run", folder.path, "--rounds", 0).exit_code == 0
    ran = invoked("run", folder.path, "--hand-in")
    assert ran.exit_code == 2
    assert "add --serve" in ran.output
    paired = invoked("run", folder.path, "--pair")
    assert paired.exit_code == 0, paired.output
    contest = read_contest(folder)
    with pytest.raises(NotHere, match="--serve"):
        play(job_for(contest, contest.pairings[1]))


def test_programs_are_handed_in_at_the_same_address(tmp_path):
    folder = written(tmp_path, BOTH)
    tokens_of(folder)
    process = served(folder, 0, "--hand-in")
    try:
        url = address_of(process)
        status, _body, headers = Bot(url, "", "").ask("GET", "/hand-in")
        assert (status, headers["location"]) == (303, "hand-in.html")
        assert "<form" in Bot(url, "", "").get("/hand-in.html")
    finally:
        process.kill()
        process.communicate()


def test_tokens_are_made_for_those_elsewhere_and_the_check_passes_over_them(tmp_path):
    folder = written(tmp_path, {**BOTH, "Lot": "random"})
    made = invoked("tokens", folder.path)
    assert {"Ada L", "bob"} == HandInLog(folder).read().tokens.keys(), made.output
    checked = invoked("check", folder.path, "--quick", "--only", "bob")
    assert checked.exit_code == 0, checked.output


def test_an_entrant_elsewhere_has_no_folder(tmp_path):
    plan = plan_of(
        'name = "x"\nseed = 1\nrounds = 1\n'
        '[[entrants]]\nname = "A"\nplayer = "remote"\nfolder = "a"\n'
        '[[entrants]]\nname = "B"\nplayer = "random"\n'
    )
    with pytest.raises(BoardError, match="has no folder"):
        begin(Folder(tmp_path), plan)
