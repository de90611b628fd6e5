"""Programs that play on from game to game, and players that end beside the next game."""

import gc
import sys
import threading
import weakref
from pathlib import Path

import pytest
from leaks import is_running
from patience import PATIENCE

from board_core import Player, Reason, TimeControl
from board_core.games import CHESS
from board_core.match import GameSpec, MatchResult, MatchSpec, Restart, RunningMatch, play_match
from board_core.players import InProcessAI, Seat
from board_core.supervise.sandbox import Confinement, Sandbox

MINUTE = TimeControl(60)

UCI_PROGRAM = """
import os, sys
log, crash_in = sys.argv[1], int(sys.argv[2])
with open(log, "a") as file:
    file.write(f"{os.getpid()}\\n")
LINE = "f2f3 e7e5 g2g4 d8h4".split()
games, played = 0, 0
for line in sys.stdin:
    word, *rest = line.split()
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "ucinewgame":
        games += 1
    elif word == "position":
        played = len(rest) - 2 if len(rest) > 1 else 0
    elif word == "go":
        if games == crash_in:
            sys.exit(3)
        print("bestmove", LINE[played], flush=True)
    elif word == "quit":
        break
"""

SAN_PROGRAM = """
import os, sys
with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()}\\n")
LINE = "f3 e5 g4 Qh4#".split()
color = sys.stdin.readline().strip()
for move in LINE[color == "black" :: 2]:
    if color == "black" or move != "f3":
        sys.stdin.readline()
    print(move, flush=True)
sys.stdin.read()
"""


class Programs:
    """Two programs, and the process ids with which each has been started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def uci(self, name: str, crash_in: int = 0) -> str:
        return self._player("uci", UCI_PROGRAM, name, str(crash_in))

    def san(self, name: str) -> str:
        return self._player("san", SAN_PROGRAM, name)

    def _player(self, protocol: str, source: str, name: str, *arguments: str) -> str:
        file = self.folder / f"{protocol}.py"
        file.write_text(source)
        words = [sys.executable, "-I", "-S", str(file), str(self.folder / name), *arguments]
        return f"{name}={protocol}:{' '.join(words)}"

    def started(self, name: str) -> list[int]:
        return [int(line) for line in (self.folder / name).read_text().split()]


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path)


def play(first, second, games=4, **facts) -> MatchResult:
    return play_match(
        first, second, games=games, time_control=MINUTE, sandbox="off", keep_lost=games, **facts
    )


def test_a_program_plays_all_games_of_a_match_with_both_colours(programs):
    result = play(programs.uci("ann"), programs.uci("bob"))
    assert [len(programs.started(name)) for name in ("ann", "bob")] == [1, 1]
    assert (result.score.wins, result.score.losses) == (2, 2)  # Black always wins
    assert not any(map(is_running, programs.started("ann") + programs.started("bob")))


def test_restarted_programs_play_the_same_games(programs):
    kept = play(programs.uci("ann"), programs.uci("bob"))
    anew = play(programs.uci("cid"), programs.uci("dan"), restart="on")
    assert [len(programs.started(name)) for name in ("cid", "dan")] == [4, 4]
    assert kept.score == anew.score
    assert not any(map(is_running, programs.started("cid") + programs.started("dan")))


def test_a_program_whose_protocol_plays_one_game_is_started_for_each(programs):
    result = play(programs.san("ann"), programs.uci("bob"))
    assert [len(programs.started(name)) for name in ("ann", "bob")] == [4, 1]
    assert (result.score.wins, result.score.losses) == (2, 2)
    assert not any(map(is_running, programs.started("ann")))


def test_a_program_that_waits_for_its_game_starts_in_it(programs, tmp_path):
    unconfined = Confinement(Sandbox.OFF)
    spec = GameSpec(CHESS, programs.uci("ann"), programs.uci("bob"), MINUTE, confinement=unconfined)
    with spec.players() as players:
        players.white.start_ahead(MINUTE)
        assert not (tmp_path / "ann").exists()
        assert spec.game(players).run().outcome.reason is Reason.CHECKMATE
        assert [len(programs.started(name)) for name in ("ann", "bob")] == [1, 1]
        players.black.close()
        players.black.start_ahead(MINUTE)  # for no game
    assert len(programs.started("bob")) == 1


def test_a_program_that_fails_is_replaced_for_the_next_game(programs):
    result = play(programs.uci("ann", crash_in=2), programs.uci("bob"))
    assert [len(programs.started(name)) for name in ("ann", "bob")] == [2, 1]
    crashes = [game for game in result.lost if game.played.outcome.reason is Reason.CRASH]
    assert [game.number for game in crashes] == [2, 4]


def test_each_worker_keeps_its_own_programs_and_ends_them(programs):
    result = play(programs.uci("ann"), programs.uci("bob"), games=8, concurrency=2)
    assert result.ended == 8
    for name in ("ann", "bob"):
        assert 1 <= len(programs.started(name)) <= 2
        assert not any(map(is_running, programs.started(name)))


def test_kept_programs_end_with_a_match_that_is_stopped(programs):
    unconfined = Confinement(Sandbox.OFF)
    spec = GameSpec(CHESS, programs.uci("ann"), programs.uci("bob"), MINUTE, confinement=unconfined)
    played = threading.Event()
    match = RunningMatch(MatchSpec(spec, games=1_000_000), lambda news: played.set(), events=False)
    match.start()
    assert played.wait(PATIENCE)
    match.stop("enough")
    match.join(PATIENCE)
    assert not any(map(is_running, programs.started("ann") + programs.started("bob")))


def test_kept_programs_end_when_the_watcher_of_a_match_fails(programs):
    class Oops(Exception):
        pass

    def fail(news):
        raise Oops

    with pytest.raises(Oops):
        play(programs.uci("ann"), programs.uci("bob"), games=50, tell=fail)
    assert not any(map(is_running, programs.started("ann") + programs.started("bob")))


class SlowToEnd(Player):
    """Plays like an inner player; notes at its end if the player after it has been seated."""

    def __init__(self, generation: int, generations: "Generations") -> None:
        self._inner = InProcessAI(lambda board: next(iter(board.legal_moves)), name="slow")
        self.name = "slow"
        self._generation, self._generations = generation, generations

    def seat(self, seat: Seat) -> None:
        self._generations.seated[self._generation].set()
        self._inner.seat(seat)

    def ask(self, turn, answer) -> None:
        self._inner.ask(turn, answer)

    def withdraw(self) -> None:
        self._inner.withdraw()

    def finish(self, turn, outcome) -> None:
        self._inner.finish(turn, outcome)

    def close(self) -> None:
        following = self._generations.seated[self._generation + 1]
        if self._generation + 1 < self._generations.count:
            self._generations.met.append(following.is_set())
        self._inner.close()
        self._generations.closed.append(self._generation)


class Generations:
    """Makes the players of a match, each of which looks for the one after it."""

    name = "slow"

    def __init__(self, count: int) -> None:
        self.count, self.made = count, 0
        self.seated = [threading.Event() for _ in range(count + 1)]
        self.met: list[bool] = []
        self.closed: list[int] = []

    def make(self, seed=None, isolate=False, sandbox="auto", transcript=None) -> Player:
        # at most three generations are alive
        assert set(self.closed) >= set(range(self.made - 2))
        self.made += 1
        return SlowToEnd(self.made - 1, self)


def test_players_end_when_the_next_game_has_begun_and_before_the_second_one_after_it():
    generations = Generations(5)
    play(generations, "random", games=5, seed=1)
    assert generations.met == [True] * 4
    assert sorted(generations.closed) == [0, 1, 2, 3, 4]


def test_a_match_can_be_told_to_restart_by_its_word():
    assert Restart("on") is Restart.ON
    with pytest.raises(ValueError, match="often"):
        play("random", "random", restart="often")


def test_a_game_that_is_over_is_forgotten_though_its_programs_play_on(programs):
    ann, bob = programs.uci("ann"), programs.uci("bob")
    spec = GameSpec(CHESS, ann, bob, MINUTE, confinement=Confinement(Sandbox.OFF))
    gc.disable()  # it comes seldom: many games with all their positions would wait for it
    try:
        with spec.players() as players:
            game = spec.game(players)
            assert game.run().outcome.reason is Reason.CHECKMATE
            forgotten = weakref.ref(game)
            del game
            assert forgotten() is None
    finally:
        gc.enable()
