"""What a contest does so that its games can be played on other machines, with their faults."""

from __future__ import annotations

import os
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rounds import AllAtOnce

from board_core.contest import jobs
from board_core.contest.beginning import entries_of
from board_core.contest.jobs import GameJob, GameResult, NotHere, PackagesWanted, job_for, play
from board_core.contest.packages import BadPackage, is_whole, pack, unpack
from board_core.contest.plan import plan_of
from board_core.contest.runner import NotFinished, Runner
from board_core.contest.store import ContestStore, Folder
from board_core.text.sentence import BoardError, say

PLAN = """
name = "Lab"
seed = 1
format = "match"
[sandbox]
mode = "off"
[[entrants]]
name = "Ada"
player = "ada.py:choose"
folder = "ada"
[[entrants]]
name = "Bob"
player = "bob.py:choose"
folder = "bob"
"""

FIRST_MOVE = "def choose(board):\n    return next(iter(board.legal_moves))\n"


def begun(home: Path, plan: str = PLAN) -> ContestStore:
    for name in ("ada", "bob"):
        (home / name).mkdir(parents=True)
        (home / name / f"{name}.py").write_text(FIRST_MOVE)
    read = plan_of(plan)
    packages = []
    entrants = entries_of(read, home, packages.append)
    return ContestStore.begin(Folder(home), read, entrants, (), tuple(packages))


class Machines(Executor):
    """Each game is played, on this thread, with another one's cache of packages."""

    def __init__(self, *caches: Path) -> None:
        self.caches = caches
        self.jobs: list[GameJob] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        (job,) = args
        cache = self.caches[len(self.jobs) % len(self.caches)]
        self.jobs.append(job)
        future.set_result(fn(replace(job, cache=cache)))
        return future


def test_two_machines_that_each_lack_another_package_do_not_ask_for_ever(tmp_path):
    with begun(tmp_path / "contest") as store:
        ada, bob = (entrant.package for entrant in store.contest.entrants)
        folder = store.folder
        for sha256, machine in ((ada, "one"), (bob, "two")):
            unpack(sha256, folder.package(sha256).read_bytes(), tmp_path / machine)
        machines = Machines(tmp_path / "one", tmp_path / "two")
        Runner(store, AllAtOnce(), machines, 1, local=False).run()
        assert [set(job.packages) for job in machines.jobs] == [set(), {bob}, {ada, bob}]
        assert store.contest.played[1].attempts == 1


def test_a_cache_that_was_changed_is_not_played_from(tmp_path):
    with begun(tmp_path / "contest") as store:
        machines = Machines(tmp_path / "cache")
        Runner(store, AllAtOnce(), machines, 1, local=False).run()
        program = tmp_path / "cache" / (store.contest.entrants[0].package or "") / "ada.py"
        (program.parent / "notes.txt").write_text("what it writes itself does not matter")
        job = job_for(store.contest, store.contest.pairings[1])
        on_machine = replace(job, cache=tmp_path / "cache")
        assert isinstance(play(on_machine), GameResult)
        program.write_text("raise SystemExit")
        wanted = play(on_machine)
        assert wanted == PackagesWanted(1, (store.contest.entrants[0].package,))
        sent = {sha: store.folder.package(sha).read_bytes() for sha in wanted.sha256s}
        assert isinstance(play(replace(on_machine, packages=sent)), GameResult)
        assert program.read_text() == FIRST_MOVE


def test_a_package_is_unpacked_whole_or_not_at_all(tmp_path, monkeypatch):
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "one.py").write_text("1")
    (tmp_path / "ada" / "two.py").write_text("2")
    package = pack(tmp_path / "ada")
    with pytest.raises(BadPackage, match="changed on the way"):
        unpack(package.sha256, package.data[:-1], tmp_path / "cache")

    def full(path: Path, mode: int) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "chmod", full)
        with pytest.raises(OSError, match="no space left"):
            unpack(package.sha256, package.data, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []
    home = unpack(package.sha256, package.data, tmp_path / "cache")
    assert is_whole(home, package.files)
    (home / "two.py").unlink()
    assert not is_whole(home, package.files)
    assert unpack(package.sha256, package.data, tmp_path / "cache") == home
    assert is_whole(home, package.files)
    assert list((tmp_path / "cache").iterdir()) == [home]


def test_many_who_unpack_the_same_at_once_get_the_same(tmp_path):
    (tmp_path / "ada").mkdir()
    for number in range(50):
        (tmp_path / "ada" / f"{number}.py").write_text("x" * 10_000)
    package = pack(tmp_path / "ada")
    start = threading.Barrier(8)

    def one_of_them() -> Path:
        start.wait()
        return unpack(package.sha256, package.data, tmp_path / "cache")

    with ThreadPoolExecutor(8) as pool:
        homes = [each.result() for each in [pool.submit(one_of_them) for _ in range(8)]]
    assert set(homes) == {tmp_path / "cache" / package.sha256}
    assert is_whole(homes[0], package.files)
    assert list((tmp_path / "cache").iterdir()) == [homes[0]]


@pytest.mark.parametrize(
    "program",
    [
        "no-such-engine",
        pytest.param(
            "/opt/no-such-engine",
            marks=pytest.mark.skipif(os.name != "posix", reason="elsewhere this is no whole path"),
        ),
    ],
)
def test_a_program_that_another_machine_does_not_have_is_not_a_lost_game(
    tmp_path, monkeypatch, program: str
):
    plan = PLAN.replace('"bob.py:choose"\nfolder = "bob"', f'"uci:{program}"')
    monkeypatch.setattr(jobs, "cache_folder", lambda: tmp_path / "cache")
    with begun(tmp_path / "contest", plan) as store:
        Runner(store, AllAtOnce(), Machines(tmp_path), 1, local=False).run()
        job = job_for(store.contest, store.contest.pairings[1])
        packages = {
            sha256: store.folder.package(sha256).read_bytes()
            for sha256 in (store.contest.entrants[0].package,)
            if sha256 is not None
        }
        with pytest.raises(NotHere, match=f"Bob needs '{program}', which is not installed"):
            play(replace(job, cache=None, packages=packages))


def test_when_nobody_can_be_asked_to_play_the_contest_stands_still(tmp_path):
    class Gone(Executor):
        asked = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.asked += 1
            raise BoardError(say("they have all gone home"))

    gone = Gone()
    with begun(tmp_path) as store, pytest.raises(NotFinished, match="they have all gone home"):
        Runner(store, AllAtOnce(rounds=9), gone, 5, local=False).run()
    assert gone.asked == 1


def test_slots_may_come_and_go(tmp_path):
    slots, most = [1], [0]
    waiting: list[tuple[Future[Any], GameJob]] = []

    class Slow(Executor):
        """Ends its games when all slots are taken; after the first there are more."""

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            waiting.append((future, replace(args[0], cache=tmp_path / "cache")))
            most.append(len(waiting))
            if len(waiting) == slots[0]:
                slots[0] = 3
                while waiting:
                    each, job = waiting.pop()
                    each.set_result(fn(job))
            return future

    plan = PLAN.replace("ada.py:choose", "random").replace("bob.py:choose", "random")
    plan = plan.replace('folder = "ada"', "").replace('folder = "bob"', "")
    with begun(tmp_path / "contest", plan) as store:
        Runner(store, AllAtOnce(rounds=4), Slow(), lambda: slots[0], local=False).run()
        assert len(store.contest.played) == 4
    assert max(most) == 3
