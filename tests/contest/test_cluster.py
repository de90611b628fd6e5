"""Contests whose games are played by workers of their own, which may die."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from labs import needs_cluster, scheduler, worker
from patience import PATIENCE
from rounds import AllAtOnce

from board_core.contest.beginning import entries_of
from board_core.contest.cluster import connection
from board_core.contest.cluster.connection import (
    EDITION_PREFIX,
    GAME_SLOT,
    NoCluster,
    edition,
    module,
)
from board_core.contest.cluster.executor import Machine, Silence, cluster_executor
from board_core.contest.field import PairingVerdict
from board_core.contest.plan import plan_of
from board_core.contest.runner import MachineFailed, NotFinished, Runner
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.files.extras import NotInstalled
from board_core.text.sentence import BoardError

needs_pipes = pytest.mark.skipif(
    not hasattr(os, "mkfifo") or not hasattr(os, "pidfd_open"),
    reason="it needs named pipes",
)

MOVER = """
import os, sys
moves = ["f3", "g4"] if sys.stdin.readline().strip() == "white" else ["e5", "Qh4#"]
if moves[0] == "f3":
    print(moves.pop(0), flush=True)
for line in sys.stdin:
    if moves:
        print(moves.pop(0), flush=True)
"""

HOLDER = """
import os, sys
folder = sys.argv[1]
try:
    os.close(os.open(folder + "/begun", os.O_CREAT | os.O_EXCL))
except FileExistsError:
    import mover
else:
    with open(folder + "/pipe", "w") as pipe:
        print(os.getpid(), file=pipe)
    sys.stdin.read()
"""
"""Holds up the first game it is in, until somebody ends it."""


def begun(home: Path, programs: dict[str, str]) -> ContestStore:
    """A contest of programs that are handed in as folders."""
    lines = ['name = "Lab"', "seed = 1", 'format = "round-robin"', "[sandbox]", 'mode = "off"']
    for name, arguments in programs.items():
        (home / name).mkdir(parents=True)
        (home / name / "mover.py").write_text(MOVER)
        (home / name / "holder.py").write_text(HOLDER)
        (home / name / "name").write_text(name)
        lines += ["[[entrants]]", f'name = "{name}"', f'player = "{sys.executable} {arguments}"']
        lines += [f'folder = "{name}"']
    plan = plan_of("\n".join(lines))
    packages = []
    entrants = entries_of(plan, home, packages.append)
    return ContestStore.begin(Folder(home), plan, entrants, (), tuple(packages))


def ancestors(pid: int) -> list[int]:
    found = [pid]
    while found[-1] > 1:
        with open(f"/proc/{found[-1]}/stat") as file:  # noqa: PTH123
            found.append(int(file.read().rsplit(")", 1)[1].split()[1]))
    return found


def wait_for_end(pid: int) -> bool:
    """Whether a process, that of a program that may have ended already, is gone."""
    with suppress(ProcessLookupError):
        descriptor = os.pidfd_open(pid)
        try:
            return bool(select.select([descriptor], [], [], 10)[0])
        finally:
            os.close(descriptor)
    return True


@needs_cluster
@needs_pipes
def test_when_a_worker_is_killed_its_game_is_played_again_and_no_other(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    programs = {"Ada": "mover.py", "Bob": "mover.py", "Eve": "mover.py"}
    programs["Joe"] = f"holder.py {tmp_path}"
    homes = [tmp_path / "one", tmp_path / "two"]
    held: list[int] = []
    news: list[Any] = []
    with (
        scheduler(tmp_path) as lab,
        worker(homes[0], lab, "--slots", "1") as one,
        worker(homes[1], lab, "--slots", "1") as two,
        begun(tmp_path / "contest", programs) as store,
        cluster_executor(lab.address, lab.member, patience=PATIENCE) as (executor, slots),
    ):
        one.ready()
        two.ready()

        def kill() -> None:
            held.append(int((tmp_path / "pipe").read_text()))
            above = ancestors(held[0])
            victim = next(each.process for each in (one, two) if each.process.pid in above)
            os.kill(victim.pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        contest = Runner(
            store, AllAtOnce(rounds=4), executor, slots, local=False, tell=news.append
        ).run()
        killer.join()
        assert wait_for_end(held[0])
        assert {one.process.poll(), two.process.poll()} == {None, -signal.SIGKILL}
    assert contest.ended is not None
    assert len(contest.pairings) == 24
    assert set(contest.results) == set(contest.pairings) == set(contest.played)
    assert {result.verdict for result in contest.results.values()} == {PairingVerdict.BLACK}
    assert sorted(each.attempts for each in contest.played.values()) == [1] * 23 + [2]
    assert [str(each.why) for each in news if isinstance(each, MachineFailed)] == [
        "the process that played the game died"
    ]
    assert read_contest(Folder(tmp_path / "contest")).results == contest.results
    for home in homes:
        unpacked = [path.name for path in home.glob("the-chess-board/packages/*")]
        assert set(unpacked) <= {entrant.package for entrant in contest.entrants}
        assert unpacked


@needs_cluster
@needs_pipes
def test_a_call_that_nobody_waits_for_any_more_is_broken_off(tmp_path):
    """Its worker plays on; what was called has raised, or given its value, or said why not."""
    with (
        scheduler(tmp_path) as lab,
        worker(tmp_path, lab, "--slots", "1", "--name", "lab") as player,
    ):
        with cluster_executor(lab.address, lab.member, patience=PATIENCE) as (executor, slots):
            assert slots() == 1
            assert executor.submit(pow, 3, 2).result() == 9
            assert len(executor.submit(bytes, 20_000_000).result()) == 20_000_000
            assert executor.submit(len, bytes(20_000_000)).result() == 20_000_000
            with pytest.raises(ZeroDivisionError):
                executor.submit(divmod, 1, 0).result()
            with pytest.raises(BoardError, match=r"^on .*: this needs the extra"):
                executor.submit(module, "no_such_module").result()
            with pytest.raises(BrokenExecutor):
                executor.submit(os._exit, 1).result()
            for_ever = executor.submit(signal.pause)
            waiting = executor.submit(pow, 2, 3)
        for future in (for_ever, waiting):
            with pytest.raises(BrokenExecutor):
                future.result()
        with cluster_executor(lab.address, lab.member) as (executor, slots):
            for number in range(5):  # the slot is free again
                assert executor.submit(pow, 2, number).result() == 2**number
            assert len(executor.client.futures) <= 1  # but for the last, which may be going
            stuck = executor.submit(signal.pause)
            lab.process.process.kill()
            with pytest.raises(BrokenExecutor):
                stuck.result()
            store = begun(tmp_path / "contest", {"Ada": "mover.py", "Bob": "mover.py"})
            with store, pytest.raises(NotFinished, match=r"the scheduler at .* has ended"):
                Runner(store, AllAtOnce(), executor, slots, local=False).run()
            assert store.contest.ended is None
        assert player.process.wait() == 1
        assert player.process.stdout
        assert "has ended" in player.process.stdout.read()  # to the end of all who could write it


@needs_cluster
@needs_pipes
def test_a_call_may_end_while_it_is_broken_off(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    with (
        scheduler(tmp_path) as lab,
        worker(tmp_path, lab, "--slots", "1"),
        cluster_executor(lab.address, lab.member, patience=PATIENCE) as (executor, _slots),
    ):
        call = executor.submit(Path.read_text, tmp_path / "pipe")
        pipe = (tmp_path / "pipe").open("w")  # now it has begun
        cancel = executor.client.cancel

        def cancel_late(futures: list[Any], **options: Any) -> None:
            pipe.close()
            for _ in range(2):  # the second time, whoever waited before has its result too
                assert futures[0].result()
            cancel(futures, **options)

        monkeypatch.setattr(executor.client, "cancel", cancel_late)
    assert pipe.closed
    with pytest.raises(BrokenExecutor):
        call.result()


@needs_cluster
@needs_pipes
def test_a_client_may_close_while_a_call_is_broken_off(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")

    def closed(futures: list[Any], **options: Any) -> None:
        raise RuntimeError("IOLoop is closed")

    with (
        scheduler(tmp_path) as lab,
        worker(tmp_path, lab, "--slots", "1"),
        cluster_executor(lab.address, lab.member, patience=PATIENCE) as (executor, _slots),
    ):
        call = executor.submit(Path.read_text, tmp_path / "pipe")
        with (tmp_path / "pipe").open("w"):
            monkeypatch.setattr(executor.client, "cancel", closed)
            executor.shutdown()
    with pytest.raises(BrokenExecutor):
        call.result()


@needs_cluster
def test_without_a_scheduler_or_a_worker_it_is_said_what_to_start(tmp_path):
    own = connection.make_lab(tmp_path / "lab.pem")
    for wrong in ("tcp://127.0.0.1:1", "lab:one", "lab", "carrier-pigeon://lab:1"):
        with (
            pytest.raises(NoCluster, match=f"'{wrong}' is not an address of a scheduler: ..*"),
            cluster_executor(wrong, own, patience=0.1),
        ):
            pass
    with (
        pytest.raises(NoCluster, match=r"there is no scheduler at 'tls://127.0.0.1:1': ..*"),
        cluster_executor("127.0.0.1:1", own, patience=0.1),
    ):
        pass
    with (
        scheduler(tmp_path) as lab,
        pytest.raises(NoCluster, match=f"start some with 'board worker {lab.address}'"),
        cluster_executor(lab.address, lab.member, patience=1.0),
    ):
        pass


def test_a_worker_without_news_is_silent_until_it_speaks_again():
    silence, heard = Silence(), Machine("tls://one", "one", 1)
    assert silence.of(heard, 100.0) == 0
    assert silence.of(heard, 131.0) == 31
    assert silence.of(replace(heard, heard=7.0), 132.0) == 0


def test_a_worker_with_another_edition_is_named():
    def machine(*resources: str) -> Machine:
        told = {"name": "lab-3", "resources": dict.fromkeys(resources, 2.0), "status": "running"}
        told["last_seen"] = 1.0
        return Machine.of("tcp://10.0.0.3:4000", told)

    own = machine(GAME_SLOT, EDITION_PREFIX + edition())
    assert own.slots == 2
    assert own.trouble is None
    assert "lab-3 is not used: it has the board's edition 9.9-ab" in str(
        machine(GAME_SLOT, EDITION_PREFIX + "9.9-ab").trouble
    )
    assert "'board worker'" in str(machine(GAME_SLOT).trouble)
    assert machine().slots == 0


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NotInstalled, match=r"the extra 'cluster': .*\[cluster\]"):
        module("distributed")
