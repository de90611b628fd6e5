"""Compares the referee's cost between two engines with that of other runners.

    python benchmarks/referee.py [--quick]

Measured from outside: the engines (instant_engine.c, or .py without a C compiler) note when they
have read ``go`` and when they write ``bestmove``. The turnaround is from one engine's move to the
other's ``go``; a round trip of bare pipes is a line written, the engine's answer and that line
read, from one request to the next. Every runner plays in a fresh process, and the runners take
turns, so that what else the machine does hits all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any

from instant import build_engine, notes
from measuring import GAME, HERE, game, goal, machine, percentile, ratio, ratios, table

NAMES = {
    "ours": "this referee",
    "simple_engine": "SimpleEngine, draw claims",
    "bare_poll": "bare pipes, poll",
    "bare_thread": "bare pipes, thread and queue",
}
if not hasattr(select, "poll"):
    del NAMES["bare_poll"]
PAUSE = 0.05  # seconds that an engine sleeps, to measure timing errors


@dataclass
class Run:
    """The measurements of one runner, as the engines saw them, in microseconds."""

    turnarounds: list[float]  # from a move to the next request, within games
    round_trips: list[float]  # from a request to the next one, the engine's time included
    gaps: list[float]  # the same between two games
    slept: list[float]  # from a request to its answer
    charged: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


class Bench:
    def __init__(self, folder: Path, engine: list[str]) -> None:
        self._folder = folder
        self._engine = engine

    def run(
        self, runner: str, games: int, *, core: int | None = None, pause: float = 0, skip: int = 0
    ) -> Run:
        reports = [self._folder / "white", self._folder / "black"]
        engines = [[*self._engine, str(GAME), str(report), str(pause)] for report in reports]
        task = {"engines": engines, "games": games, "core": core, "skip": skip}
        command = [sys.executable, str(HERE / "referee_inside.py"), runner, json.dumps(task)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        told: dict[str, Any] = json.loads(done.stdout)
        plies = len(game()) - skip
        white, black = (notes(report.read_text()) for report in reports)
        both = [note for pair in zip(white, black, strict=True) for note in pair]
        stamps = [(note.asked, note.answered) for note in both]
        assert len(stamps) == plies * games
        turns = [(request - answer) / 1e3 for (_, answer), (request, _) in pairwise(stamps)]
        return Run(
            turnarounds=[turn for at, turn in enumerate(turns, 1) if at % plies and at > plies]
            or turns,  # the first game warms up, if there are others
            round_trips=[
                (next_request - request) / 1e3
                for (request, _), (next_request, _) in pairwise(stamps)
            ],
            gaps=turns[plies - 1 :: plies],
            slept=[(answer - request) / 1e3 for request, answer in stamps],
            charged=[seconds * 1e6 for seconds in told["charged"]],
            memory=told["memory"],
        )


def turnaround(bench: Bench, rounds: int, games: int) -> None:
    where: dict[str, int | None] = {"any core": None}
    if hasattr(os, "sched_setaffinity"):
        where = {"one core": max(os.sched_getaffinity(0)), **where}
    runs: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for _ in range(rounds):
        for place, core in where.items():
            for runner in NAMES:
                runs[place, runner].append(bench.run(runner, games, core=core))
    medians = {key: [median(run.turnarounds) for run in found] for key, found in runs.items()}
    trips = {key: [median(run.round_trips) for run in found] for key, found in runs.items()}
    rows = []
    for (place, runner), found in runs.items():
        turns = [turn for run in found for turn in run.turnarounds]
        rows.append(
            (
                f"{NAMES[runner]}, {place}",
                f"{median(turns):.1f}",
                f"{percentile(turns, 95):.1f}",
                f"{min(medians[place, runner]):.1f}",
                f"{ratio(medians[place, 'ours'], medians[place, runner]):.2f}",
                f"{median(trips[place, runner]):.1f}",
            )
        )
    print(f"From a move to the next request, {rounds} rounds of {games} games of 200 plies")
    table(("µs per ply", "median", "p95", "best round", "times ours", "round trip"), rows)
    for place in where:
        own = medians[place, "ours"]
        goal(f"turnaround, {place}", own, "µs", most=60)
        faster = ratios(own, medians[place, "simple_engine"])
        goal(f"SimpleEngine beside it, {place}", faster, "times as long", least=8, by=median)
        for runner in [name for name in NAMES if name.startswith("bare")]:
            slower = ratios(trips[place, runner], own)
            what = f"beside a round trip of {NAMES[runner]}, {place}"
            goal(what, slower, "times as long", most=6, by=median)
    print("        (set for one core; turnarounds by the best round, ratios by their median)\n")


def time_keeping(bench: Bench, skip: int) -> None:
    rows, error = [], 0.0
    for runner in ("ours", "simple_engine"):
        run = bench.run(runner, 1, pause=PAUSE, skip=skip)
        errors = [
            abs(charged - slept) / 1e3
            for charged, slept in zip(run.charged, run.slept, strict=True)
        ]
        rows.append((NAMES[runner], f"{mean(errors):.3f}", f"{max(errors):.3f}"))
        if runner == "ours":
            error = mean(errors)
    print(f"Charged beside what the engine took by itself, {len(errors)} moves of 50 ms, any core")
    table(("error, ms", "mean", "max"), rows)
    goal("time-keeping error, mean", [error], "ms", most=0.2)
    print()


def memory(bench: Bench, games: int) -> None:
    run = bench.run("ours", games)
    early, late = run.memory[9], run.memory[-1]
    print(f"{games} games between kept engines; the host's memory without the engines'")
    rows = [
        ("memory after 10 games, MB", f"{early:.1f}"),
        (f"memory after {games} games, MB", f"{late:.1f}"),
        ("most after any game, MB", f"{max(run.memory):.1f}"),
        ("from a game's last move to the next's first request, ms, median", _ms(median(run.gaps))),
        ("the same, p95", _ms(percentile(run.gaps, 95))),
    ]
    table(("", ""), rows)
    goal("memory after 10 games", [early], "MB", most=30)
    goal(f"growth from game 10 to {games}", [max(late - early, 0.0)], "MB", most=1)


def _ms(microseconds: float) -> str:
    return f"{microseconds / 1e3:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="half a minute instead of three")
    parser.add_argument("--engine", choices=("auto", "python"), default="auto")
    options = parser.parse_args()
    quick: bool = options.quick
    with tempfile.TemporaryDirectory() as name:
        engine = build_engine(Path(name), options.engine)
        bench = Bench(Path(name), engine)
        print(f"{machine()}; engine in {'C' if len(engine) == 1 else 'Python'}\n")
        turnaround(bench, rounds=3 if quick else 9, games=4 if quick else 10)
        time_keeping(bench, skip=160 if quick else 0)
        memory(bench, games=200 if quick else 2000)


if __name__ == "__main__":
    main()
