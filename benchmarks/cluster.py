"""Runs a contest on two workers, kills one of them, and measures the loss and the cost.

python benchmarks/cluster.py [--games 200] [--kill-after 100] [--slots 1]

A real scheduler and real workers on this machine play games of packaged Python programs that replay
a game of four plies; after so many results one worker is killed (SIGKILL). Once it stays dead, and
once another is started in its place. The same games are played by as many local workers
beside them. The exit status is 0 if every game has one result, at most two were played again, and
no program is left. Linux only: what is left is looked up in ``/proc``.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from measuring import machine

from board_core.contest.beginning import entries_of
from board_core.contest.cluster.connection import read_lab
from board_core.contest.cluster.executor import cluster_executor
from board_core.contest.field import Entrant, Field, Pairing, Round
from board_core.contest.packages import Package
from board_core.contest.pairing.invariants import Rule
from board_core.contest.pairing.scheme import PairingStep
from board_core.contest.plan import plan_of
from board_core.contest.runner import GameOver, MachineFailed, News, Runner
from board_core.contest.store import ContestStore, Folder
from board_core.match.workers import LocalWorkers

PROGRAM = """
import sys
moves = ["f3", "g4"] if sys.stdin.readline().strip() == "white" else ["e5", "Qh4#"]
if moves[0] == "f3":
    print(moves.pop(0), flush=True)
for line in sys.stdin:
    if moves:
        print(moves.pop(0), flush=True)
"""

MOST_REPLAYS = 2
WARM_UP = 8
"""The number of games before the clock starts: processes start, packages are sent."""


@dataclass(frozen=True)
class Rounds:
    """A schedule with all games in one round and alternating colours."""

    games: int

    def next_round(self, field: Field) -> Round | PairingStep:
        if field.rounds:
            return PairingStep.OVER
        pairs = [(1, 2), (2, 1)] * self.games
        games = [Pairing(n, 1, *pair) for n, pair in enumerate(pairs[: self.games], start=1)]
        return Round(1, tuple(games))

    def keeps(self, field: Field) -> frozenset[Rule]:
        return frozenset({Rule.NUMBERS})


@dataclass
class Figures:
    """The figures of one run."""

    results: int = 0
    played_again: int = 0
    failures: int = 0
    seconds: float = 0.0
    counted: int = 0
    left: int = 0  # programs that still run after everything was closed

    @property
    def speed(self) -> float:
        return self.counted / self.seconds


class Command:
    """A command of ``board`` that runs until it is closed or killed."""

    def __init__(self, home: Path, *arguments: str) -> None:
        here = str(Path(__file__).parents[1])
        environment = {**os.environ, "PYTHONPATH": here, "LANGUAGE": "en", "TMPDIR": str(home)}
        environment["XDG_CACHE_HOME"] = str(home)
        home.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "board_cli", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # output of a resource tracker that misses a killed process
            text=True,
            env=environment,
        )

    def said(self, beginning: str) -> str:
        assert self.process.stdout is not None
        return next(line for line in self.process.stdout if line.startswith(beginning)).strip()

    def close(self) -> None:
        with self.process:
            self.process.terminate()


def begun(home: Path, games: int) -> ContestStore:
    entrants = ""
    for name in ("Ada", "Bob"):
        (home / name).mkdir(parents=True)
        (home / name / "program.py").write_text(PROGRAM + f"# {home.parent}, {name}\n")
        player = f'player = "{sys.executable} program.py"'
        entrants += f'[[entrants]]\nname = "{name}"\n{player}\nfolder = "{name}"\n'
    settings = f'name = "Lab"\nseed = 1\nformat = "match"\ngames = {games}\n'
    plan = plan_of(f'{settings}[sandbox]\nmode = "off"\n{entrants}')
    packages = list[Package]()
    entries = entries_of(plan, home, packages.append)
    players = tuple(each for each in entries if isinstance(each, Entrant))
    return ContestStore.begin(Folder(home), plan, players, (), tuple(packages))


def run(
    home: Path,
    games: int,
    executor: Executor,
    slots: int | Callable[[], int],
    *,
    local: bool,
    half: Callable[[], None] = lambda: None,
    kill_after: int = 0,
) -> Figures:
    figures, began = Figures(), 0.0

    def tell(news: News) -> None:
        nonlocal began
        if isinstance(news, MachineFailed):
            figures.failures += 1
        elif isinstance(news, GameOver):
            figures.results += 1
            if figures.results == WARM_UP:
                began = time.perf_counter()
            if figures.results == kill_after:
                half()

    with begun(home, games) as store:
        runner = Runner(store, Rounds(games), executor, slots, local=local, tell=tell)
        contest = runner.run()
        figures.seconds = time.perf_counter() - began
        figures.counted = games - WARM_UP
        assert set(contest.played) == set(range(1, games + 1))
        figures.played_again = sum(each.attempts - 1 for each in contest.played.values())
    return figures


def on_cluster(home: Path, options: argparse.Namespace, *, kill: bool, anew: bool) -> Figures:
    with ExitStack() as closing:

        def started(name: str, *arguments: str) -> Command:
            command = Command(home / name, *arguments)
            closing.callback(command.close)
            return command

        lab = home / "lab.pem"
        scheduler = started("scheduler", "scheduler", "--port", "0", "--lab", str(lab))
        address = scheduler.said("Scheduler").split()[-1]
        more = ("--lab", str(lab), "--slots", str(options.slots))
        workers = [started(name, "worker", address, *more) for name in ("one", "two")]
        for worker in workers:
            worker.said("Worker ")

        def half() -> None:
            os.kill(workers[0].process.pid, signal.SIGKILL)
            if anew:
                started("three", "worker", address, *more)

        executor, slots = closing.enter_context(cluster_executor(address, read_lab(lab)))
        figures = run(
            home / "contest",
            options.games,
            executor,
            slots,
            local=False,
            half=half,
            kill_after=options.kill_after if kill else 0,
        )
        held = len(executor.client.futures)
        assert held <= 1, f"{held} futures are still held"
    figures.left = left(home)
    return figures


def on_this(home: Path, options: argparse.Namespace) -> Figures:
    with LocalWorkers(2 * options.slots) as workers:
        figures = run(home / "contest", options.games, workers, 2 * options.slots, local=True)
    figures.left = left(home)
    return figures


def left(home: Path) -> int:
    """Return the processes with a folder of this run in their command line, after at most 2 s."""
    for _ in range(20):
        mark, found = str(home).encode(), 0
        for process in Path("/proc").iterdir():
            try:
                found += process.name.isdigit() and mark in (process / "cmdline").read_bytes()
            except OSError:
                continue
        if not found:
            break
        time.sleep(0.1)
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kill-after", type=int, default=100)
    parser.add_argument("--slots", type=int, default=1, help="of each of the two workers")
    options = parser.parse_args()
    print(machine())
    print(f"{options.games} games, two workers with {options.slots} slots each")
    ways: dict[str, Callable[[Path], Figures]] = {
        "local workers": lambda home: on_this(home, options),
        "cluster": lambda home: on_cluster(home, options, kill=False, anew=False),
        "one is killed": lambda home: on_cluster(home, options, kill=True, anew=False),
        "one is killed, another comes": lambda home: on_cluster(
            home, options, kill=True, anew=True
        ),
    }
    print(f"{'':30}{'results':>9}{'failures':>10}{'again':>7}{'left':>6}{'games/s':>9}")
    good = True
    for name, way in ways.items():
        with tempfile.TemporaryDirectory(prefix="cluster-") as folder:
            found = way(Path(folder))
        print(
            f"{name:30}{found.results:9}{found.failures:10}{found.played_again:7}"
            f"{found.left:6}{found.speed:9.1f}",
            flush=True,
        )
        exact = found.results == options.games and not found.left
        good = good and exact and found.played_again <= MOST_REPLAYS
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
