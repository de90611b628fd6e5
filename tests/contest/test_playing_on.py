"""Programs that play on from one game of a contest to the next, in the same worker."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from board_core.contest.beginning import begin, entry_of
from board_core.contest.decisions import Update
from board_core.contest.field import Pairing
from board_core.contest.jobs import EntrantMaker, GameJob, GameResult, KeptPrograms, job_for, play
from board_core.contest.plan import BadPlan, Plan, plan_of
from board_core.contest.state import Contest
from board_core.contest.store import ContestStore, Folder, keep_package, unpack_kept
from board_core.game.rules import Reason
from board_core.game.sides import Color, PerColor
from board_core.games import CHESS
from board_core.match import GameSpec
from board_core.match.player_spec import parse_player
from board_core.match.workers import LocalWorkers
from board_core.supervise import hold
from board_core.supervise.sandbox import Confinement, Sandbox

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs cannot be stopped")

UCI = """\
import os, sys
LINE = "f2f3 e7e5 g2g4 d8h4".split()
print("info string pid", os.getpid(), flush=True)
games = 0
for line in sys.stdin:
    word, *rest = line.split()
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "ucinewgame":
        games += 1
        print("game", games, file=sys.stderr, flush=True)
    elif word == "position":
        played = len(rest) - 2 if len(rest) > 1 else 0
    elif word == "go":
        print("bestmove", LINE[played] if games != WRONG_IN else "a1a8", flush=True)
    elif word == "quit":
        break
"""
FUNCTION = """\
import os
def choose(board):
    print("pid", os.getpid())
    return "f3 e5 g4 Qh4#".split()[board.ply()]
"""
NAMES = ("Ada", "Bob", "Cid")


def source(wrong_in: int = 0) -> str:
    """A program that makes an illegal move in one of its games."""
    return UCI.replace("WRONG_IN", str(wrong_in))


class Games:
    """A contest of three; its games are played one after another by one worker."""

    def __init__(self, home: Path, restart: str, wrong_in: int, player: str) -> None:
        self.folder = Folder(home)
        for name in NAMES:
            (home / name).mkdir()
            (home / name / "ai.py").write_text(
                FUNCTION if player.startswith("ai.py") else source(wrong_in)
            )
        with begin(self.folder, self.plan(restart, player)) as store:
            self.contest: Contest = store.contest
        self._workers = LocalWorkers(1)

    def plan(self, restart: str, player: str) -> Plan:
        entrants = "".join(
            f'[[entrants]]\nname = "{name}"\nplayer = "{player}"\nfolder = "{name}"\n'
            for name in NAMES
        )
        return plan_of(
            f'name = "x"\nseed = 1\nrounds = 2\n{restart}\n[sandbox]\nmode = "off"\n{entrants}'
        )

    def job(self, number: int, white: int, black: int) -> GameJob:
        unpack_kept(self.folder, self.contest.entrants)
        job = job_for(self.contest, Pairing(number, number, white, black))
        return replace(job, cache=self.folder.unpacked)

    def play(self, number: int, white: int, black: int) -> GameResult:
        result = self._workers.submit(play, self.job(number, white, black)).result()
        assert isinstance(result, GameResult)
        return result

    def pids(self, number: int, white: int, black: int) -> PerColor[str]:
        """Play a game; return what the programs that were started in it said of themselves."""
        logs = self.play(number, white, black).logs
        return logs.map(lambda log: "".join(re.findall(r"pid (\d+)", log)[:1]))

    def close(self) -> None:
        self._workers.shutdown()


@pytest.fixture
def games(tmp_path, request) -> Iterator[Games]:
    asked = getattr(request, "param", {})
    restart = asked.get("restart", 'restart = "auto"')
    player = asked.get("player", f"uci:{sys.executable} -I -S ai.py")
    with closing(Games(tmp_path, restart, asked.get("wrong_in", 0), player)) as games:
        yield games


def test_a_program_plays_on_and_each_log_has_its_own_game(games):
    first, second = games.play(1, 1, 2), games.play(2, 2, 1)
    for result in (first, second):
        assert result.game.outcome.reason is Reason.CHECKMATE
    for log in (first.logs.white, first.logs.black):
        assert log.count("< uci\n") == log.count("! game 1") == log.count("> info string pid") == 1
    for log in (second.logs.white, second.logs.black):
        assert "< uci\n" not in log
        assert "info string pid" not in log
        assert log.count("! game 2") == log.count("ucinewgame") == 1


@pytest.mark.parametrize("games", [{"restart": ""}], indirect=True)
def test_without_the_setting_every_game_has_new_programs(games):
    started = [games.pids(1, 1, 2), games.pids(2, 2, 1)]
    assert len({pid for pair in started for pid in (pair.white, pair.black)}) == 4


@pytest.mark.parametrize(
    "games", [{}, {"restart": 'restart = "auto"\ncores_per_game = 2'}], indirect=True
)
def test_who_is_not_in_the_next_game_has_ended_and_who_is_plays_on(games):
    gone = games.pids(1, 1, 2).black
    second = games.pids(2, 3, 1)
    assert (bool(second.white), second.black) == (True, "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(gone), 0)
    third = games.pids(3, 2, 3)
    assert (bool(third.white), third.black) == (True, "")


@pytest.mark.parametrize("games", [{"wrong_in": 2}], indirect=True)
def test_a_program_that_lost_by_its_fault_is_started_anew(games):
    games.play(1, 1, 2)
    wrong = games.play(2, 1, 2)
    assert (wrong.game.outcome.reason, wrong.game.outcome.winner) == (
        Reason.ILLEGAL_MOVES,
        Color.BLACK,
    )
    third = games.play(3, 2, 1)
    assert "info string pid" in third.logs.black
    assert "info string pid" not in third.logs.white


def test_a_new_version_is_another_program(games):
    games.play(1, 1, 2)
    (games.folder.path / "Ada" / "ai.py").write_text(source() + "# new\n")
    plan = games.contest.plan
    keep = partial(keep_package, games.folder)
    entrant = entry_of(plan, 1, plan.entrants[0], games.folder.path, plan.rules, keep)
    with ContestStore(games.folder) as store:
        store.request(Update(entrant, plan.entrants[0], author="Ann", reason="new"))
        games.contest = store.contest
    started = games.pids(2, 1, 2)
    assert (bool(started.white), started.black) == (True, "")


@pytest.mark.parametrize("games", [{"player": "ai.py:choose"}], indirect=True)
def test_a_function_whose_seed_belongs_to_its_game_is_loaded_anew_in_its_kept_process(games):
    first, second = games.pids(1, 1, 2), games.pids(2, 2, 1)
    assert len({first.white, first.black} - {""}) == 2
    assert (second.white, second.black) == (first.black, first.white)  # it says so when loaded


def test_the_setting_has_two_words():
    entrants = '[[entrants]]\nname = "A"\nplayer = "random"\n' * 1
    text = f'name = "x"\nseed = 1\nrestart = "often"\n{entrants}'
    with pytest.raises(BadPlan, match="restart"):
        plan_of(text)


def spec_of(tmp_path: Path) -> GameSpec:
    file = tmp_path / "ai.py"
    file.write_text(source())
    limits = Confinement(Sandbox.OFF)
    players = (
        parse_player(f"{name}=uci:{sys.executable} -I -S {file}", rules=CHESS) for name in NAMES
    )
    white, black, _ = (EntrantMaker(each, limits, CHESS, "chess") for each in players)
    return GameSpec(CHESS, white, black)


def played(kept: KeptPrograms, spec: GameSpec) -> list[int]:
    """Play a game, and return the processes that play on."""
    with kept.seated(spec, PerColor(None, None)) as players:
        assert spec.game(players).run().outcome.reason is Reason.CHECKMATE
        return [players[color].program.pid for color in Color]


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_program_stands_still_between_its_games(tmp_path, monkeypatch):
    monkeypatch.setenv(hold.HOLD_VARIABLE, "signals")
    spec = spec_of(tmp_path)
    with closing(KeptPrograms()) as kept:
        pids = played(kept, spec)
        while any(state(pid) != "T" for pid in pids):
            threading.Event().wait(0.01)
        assert played(kept, spec) == pids
    assert {state(pid) for pid in pids} <= {"", "Z"}


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_programs_end_if_no_game_comes(tmp_path):
    spec = spec_of(tmp_path)
    with closing(KeptPrograms(seconds=0.05)) as kept:
        pids = played(kept, spec)
        while any(state(pid) not in ("", "Z") for pid in pids):
            threading.Event().wait(0.01)
        assert not set(played(kept, spec)) & set(pids)
