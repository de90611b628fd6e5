"""Compares ``board match`` with other runners of engine matches, and with another version of it.

    python benchmarks/runners.py [--fastchess PATH] [--c-chess-cli PATH] [--landed PYTHON]
        [--rounds 5] [--games 10] [--realtime] [--only TEXT] [--quick]

PATH are the programs of fastchess and c-chess-cli; PYTHON is the interpreter of another checkout
in which the board is installed. What is not given is left out.

All runners let the same engine (instant_engine.c) play the same 200 plies against itself, at
60 + 0.1 s, and write the games to a PGN file. They take turns, round by round, each in a fresh
process, so that what else the machine does hits all of them. The engines note when they have read
``go`` and when they write their answer, and nothing else is looked at: the start and the end of
the runners are not counted, and no runner tells its own times. What is printed, for each setting:

* µs a ply: from one engine's answer to the other's ``go``, the median of the run's plies without
  the first game, in which everything is warmed up; the median of the rounds.
* gap: from the last answer of a game to the first ``go`` of the next, ms. Every runner keeps its
  engines between games if it can, but in the settings with a restart. There the start of two
  engines by a bare script is measured in turn with the runs, and how much longer our gap is.
* plies/s: all plies by the time from the first ``go`` to the last answer, gaps included.
* whole: µs a ply of the time that the longer of two runs takes more than the shorter, gaps and
  engines included. It stands for the rest where programs are in a sandbox, which lets no note out.
* MB: the most memory that the runner's own process held, read from /proc every 20 ms; the
  processes of the games' own (``--concurrency 2`` of the board) are not added.

"one core" ties the runner and its engines to one core; ``--realtime`` gives them real-time priority
there (chrt, for root), which takes the rest of the machine out of the figures. Then games with the
library in one process: 20 info lines with a listener that wants them all, 8 and 100 games at once;
and between two inline functions, the µs of CPU a ply above them.
Ratios are taken round by round; their median stands in the table. Linux only.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import select
import shlex
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from statistics import median

from instant import Note, build_engine, notes
from measuring import GAME, HERE, game, machine, ratio, table

PLIES = len(game())
OURS, LANDED, FASTCHESS, C_CHESS_CLI = "ours", "landed", "fastchess", "c-chess-cli"
LOOK_SECONDS = 0.02
PIPE_BYTES = 1 << 20
THINKING_SECONDS = 0.001
"""For a move of engines that are started anew: those of the last game end in the next one."""


@dataclass(frozen=True)
class Setting:
    one_core: bool
    infos: int
    at_once: int = 1
    sandbox: bool = False
    restart: bool = False  # programs are started anew for each game

    def __str__(self) -> str:
        return (
            f"{'one core' if self.one_core else 'any core'}, {self.infos} info, "
            f"{self.at_once} at once, sandbox {'auto' if self.sandbox else 'off'}"
            f"{', restart' if self.restart else ''}"
        )

    def has(self, runner: str) -> bool:
        """Return True if the runner can play so: others have no sandbox, one no restart."""
        if self.sandbox:
            return runner in (OURS, LANDED)
        return not self.restart or runner != C_CHESS_CLI


SETTINGS = [
    *(
        Setting(one_core, infos, 1, sandbox)
        for sandbox in (False, True)
        for one_core in (True, False)
        for infos in (1, 20)
    ),
    *(Setting(False, infos, 2, sandbox) for sandbox in (False, True) for infos in (1, 20)),
    *(Setting(one_core, 1, restart=True) for one_core in (True, False)),
]


Command = Callable[[list[str], Setting, int], list[str]]
"""Makes the command line of a runner: from the engine's, the setting, and the number of games."""


@dataclass(frozen=True)
class Task:
    """Games with the library in one process, with kept programs and without a sandbox."""

    infos: int
    at_once: int
    listens: bool = False
    one_core: bool = False
    share: int = 1  # of a run's games, that the many do not take too long

    def __str__(self) -> str:
        listener = ", a listener for each thought" if self.listens else ""
        place = "one core" if self.one_core else "any core"
        return f"one process, {place}, {self.infos} info, {self.at_once} at once{listener}"


TASKS = [
    Task(1, 1, one_core=True),
    Task(20, 1, one_core=True),
    Task(20, 1, one_core=True, listens=True),
    Task(1, 2),
    Task(1, 8),
    Task(1, 100, share=5),
]


INLINE = "one process, one core, two inline functions"


@dataclass
class Run:
    """One process that has ended: what its engines noted, and what was seen from outside."""

    notes: list[Note]
    seconds: float
    memory: float  # MB
    printed: str

    @property
    def turnaround(self) -> float:
        """Return the median of the games after the first, in µs; games may not overlap."""
        return median(step for ply, step in self._steps()[PLIES - 1 :] if ply)

    @property
    def gap(self) -> float:
        """Return the usual gap between two games, in ms; games may not overlap."""
        return median(step for ply, step in self._steps() if not ply) / 1e3

    @property
    def plies_per_second(self) -> float:
        ended = max(note.answered for note in self.notes)
        return len(self.notes) / (ended - self.notes[0].asked) * 1e9

    def _steps(self) -> list[tuple[int, float]]:
        """Return the plies but the first, each with the µs since the answer before it."""
        return [
            (after.ply, (after.asked - note.answered) / 1e3) for note, after in pairwise(self.notes)
        ]


class Bench:
    """Runs commands whose engines write their notes into one named pipe."""

    def __init__(self, folder: Path, engine: list[str], realtime: bool) -> None:
        self._folder = folder
        self.records = folder / "games.pgn"
        self._engine = engine
        self._priority = ["chrt", "-f", "50"] if realtime else []
        self._core = max(os.sched_getaffinity(0))
        self._report = folder / "notes"
        os.mkfifo(self._report)
        self._pipe = os.open(self._report, os.O_RDWR | os.O_NONBLOCK)
        fcntl.fcntl(self._pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)

    def engine(self, infos: int, silent: bool = False, seconds: float = 0.0) -> list[str]:
        """Return the engine's command; a silent one keeps its notes for itself."""
        report = os.devnull if silent else str(self._report)
        return [*self._engine, str(GAME), report, f"{seconds:g}", str(infos)]

    def run(self, command: Sequence[str], plies: int, one_core: bool = False) -> Run:
        """Run the command to its end; so many plies must have been noted then."""
        began, report = time.perf_counter(), bytearray()
        place = ["taskset", "-c", str(self._core), *self._priority] if one_core else []
        environment = {name: each for name, each in os.environ.items() if name != "PYTHONPATH"}
        printed, memory = self._folder / "printed", 0.0
        self.records.unlink(missing_ok=True)
        with printed.open("wb") as output:
            process = subprocess.Popen(
                [*place, *command],
                cwd=self._folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            exited, ended = select.poll(), os.pidfd_open(process.pid)
            exited.register(ended, select.POLLIN)
            while not exited.poll(LOOK_SECONDS * 1e3):
                memory = max(memory, peak_memory(process.pid))
                report += self._noted()
            seconds = time.perf_counter() - began
            os.close(ended)
            process.wait()
        report += self._noted()
        found = sorted(notes(report.decode()), key=lambda note: note.asked)
        text = printed.read_text()
        if process.returncode or len(found) != plies:
            raise SystemExit(f"{shlex.join(command)} played {len(found)} of {plies} plies:\n{text}")
        return Run(found, seconds, memory, text)

    def _noted(self) -> bytes:
        try:
            return os.read(self._pipe, PIPE_BYTES)
        except BlockingIOError:
            return b""


def peak_memory(pid: int) -> float:
    """Return the most MB that a process has held; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


# The commands of the runners


def board(python: str, engine: list[str], setting: Setting, games: int) -> list[str]:
    player = f"uci:{shlex.join(engine)}"
    sandbox = ["--sandbox", "auto" if setting.sandbox else "off", "--readable", str(GAME.parent)]
    times = ["--time", "60", "--increment", "0.1", "--concurrency", str(setting.at_once)]
    match = [python, "-m", "board_cli", "match", player, player, "--games", str(games), "--quiet"]
    restart = ["--restart", "on"] if setting.restart and can_restart(python) else []
    return [*match, *times, *sandbox, *restart, "--pgn", "games.pgn"]


@cache
def can_restart(python: str) -> bool:
    """Return False for a version that knows nothing else than to start programs anew."""
    command = [python, "-m", "board_cli", "match", "--help"]
    told = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    return "--restart" in told.stdout


def fastchess(path: str, engine: list[str], setting: Setting, games: int) -> list[str]:
    program, *words = engine
    engines = [
        word
        for name in ("first", "second")
        for word in ("-engine", f"cmd={program}", f"name={name}", f"args={shlex.join(words)}")
    ]
    each = ["-each", "tc=60+0.1", f"restart={'on' if setting.restart else 'off'}"]
    match = [*each, "-rounds", str(games), "-games", "1"]
    records = ["-pgnout", "file=games.pgn", "-concurrency", str(setting.at_once)]
    return [path, *engines, *match, *records]


def c_chess_cli(path: str, engine: list[str], setting: Setting, games: int) -> list[str]:
    engines = [
        word
        for name in ("first", "second")
        for word in ("-engine", f"cmd={shlex.join(engine)}", f"name={name}")
    ]
    match = ["-each", "tc=60+0.1", "-games", str(games), "-pgn", "games.pgn"]
    return [path, *engines, *match, "-concurrency", str(setting.at_once)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fastchess", metavar="PATH")
    parser.add_argument("--c-chess-cli", metavar="PATH")
    parser.add_argument("--landed", metavar="PYTHON", help="of a checkout to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=10, help="games of a run")
    parser.add_argument("--realtime", action="store_true", help="with real-time priority")
    parser.add_argument("--only", default="", metavar="TEXT", help="settings with this text")
    parser.add_argument("--quick", action="store_true", help="one short round")
    wanted = parser.parse_args()
    rounds, games = (1, 2) if wanted.quick else (wanted.rounds, wanted.games)
    runners: dict[str, Command] = {OURS: partial(board, sys.executable)}
    if wanted.landed:
        runners[LANDED] = partial(board, wanted.landed)
    if wanted.fastchess:
        runners[FASTCHESS] = partial(fastchess, wanted.fastchess)
    if wanted.c_chess_cli:
        runners[C_CHESS_CLI] = partial(c_chess_cli, wanted.c_chess_cli)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "engine")
        folder.mkdir()
        bench = Bench(Path(name), build_engine(folder), wanted.realtime)
        print(f"{machine()}; {rounds} rounds\n")
        for setting in SETTINGS:
            if wanted.only in str(setting):
                there = {name: runners[name] for name in runners if setting.has(name)}
                compare(bench, there, setting, rounds, games)
        pythons = {OURS: sys.executable} | ({LANDED: wanted.landed} if wanted.landed else {})
        for task in TASKS:
            if wanted.only in str(task):
                in_one_process(bench, pythons, task, rounds, games)
        if wanted.only in INLINE:
            inline(bench, pythons, rounds, games)
        print(machine())


def compare(
    bench: Bench, runners: dict[str, Command], setting: Setting, rounds: int, games: int
) -> None:
    runs: dict[str, list[Run]] = defaultdict(list)
    wholes: dict[str, list[float]] = defaultdict(list)
    if setting.at_once > 1 and not setting.sandbox:
        games *= 3  # so that the end, when one game is left, weighs less
    starts: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        if setting.restart:
            for way, took in own_starts(bench, setting, games).items():
                starts[way].append(took)
        for name, command in runners.items():
            if setting.sandbox:
                longer, shorter = (
                    silent_run(bench, command, setting, number) for number in (3 * games, games)
                )
                runs[name].append(longer)
                wholes[name].append((longer.seconds - shorter.seconds) / (2 * games * PLIES) * 1e6)
            else:
                seconds = THINKING_SECONDS if setting.restart else 0.0
                engine = bench.engine(setting.infos, seconds=seconds)
                whole = command(engine, setting, games)
                runs[name].append(bench.run(whole, games * PLIES, setting.one_core))
    print(f"{setting}; {games} games in each run")
    memory = {name: [run.memory for run in found] for name, found in runs.items()}
    if setting.sandbox:
        show({"whole": wholes}, {"MB": memory})
        return
    speeds = {name: [run.plies_per_second for run in found] for name, found in runs.items()}
    if setting.at_once > 1:
        show({"plies/s": speeds}, {"MB": memory})
        return
    turns = {name: [run.turnaround for run in found] for name, found in runs.items()}
    gaps = {name: [run.gap for run in found] for name, found in runs.items()}
    show({"µs a ply": turns, "gap, ms": gaps}, {"plies/s": speeds, "MB": memory})
    for way, own in starts.items():
        more = median(gap - start for gap, start in zip(gaps[OURS], own, strict=True))
        print(f"start of two engines, {way}: {median(own):.3g} ms; our gap: {more:+.3g} ms")
    print()


def own_starts(bench: Bench, setting: Setting, pairs: int) -> dict[str, float]:
    """Return the ms in which a script starts two engines, bare and held as the board holds them."""
    task = json.dumps({"engine": bench.engine(setting.infos, silent=True), "pairs": pairs})
    command = [sys.executable, str(HERE / "starts_inside.py"), task]
    told: dict[str, float] = json.loads(bench.run(command, 0, setting.one_core).printed)
    return told


def silent_run(bench: Bench, command: Command, setting: Setting, games: int) -> Run:
    """Run games of which only the records tell: each must end with the mate."""
    whole = command(bench.engine(setting.infos, silent=True), setting, games)
    run = bench.run(whole, 0, setting.one_core)
    if bench.records.read_text().count("#") != games:
        raise SystemExit(f"{shlex.join(whole)} did not play {games} games:\n{run.printed}")
    return run


Figures = dict[str, list[float]]
"""The figures of each runner, one for each round."""


def show(compared: dict[str, Figures], others: dict[str, Figures]) -> None:
    """Print a row for each runner; what is compared with its best round and its ratios."""
    runners = list(next(iter(compared.values())))
    beside = [name for name in (LANDED, FASTCHESS) if name in runners]
    head = [""]
    for title in compared:
        head += [title, "best", *(f"to {name}" for name in beside)]
    rows = []
    for name in runners:
        row = [name]
        for title, figures in compared.items():
            own = figures[name]
            row += [plain(median(own)), plain(max(own) if title == "plies/s" else min(own))]
            row += [f"{ratio(figures[other], own):.2f}" for other in beside]
        rows.append(row + [plain(median(figures[name])) for figures in others.values()])
    table([*head, *others], rows)


def plain(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 1000 else f"{figure:.3g}"


def in_one_process(
    bench: Bench, pythons: dict[str, str], task: Task, rounds: int, games: int
) -> None:
    games = max(1, games // task.share)
    inside = {
        "engine": bench.engine(task.infos),
        "at_once": task.at_once,
        "games": games,
        "listens": task.listens,
    }
    plies = task.at_once * (games + 1) * PLIES
    runs: dict[str, list[Run]] = defaultdict(list)
    told: dict[str, list[dict[str, float]]] = defaultdict(list)
    for _ in range(rounds):
        for name, python in pythons.items():
            command = [python, str(HERE / "runners_inside.py"), json.dumps(inside)]
            run = bench.run(command, plies, task.one_core)
            runs[name].append(run)
            told[name].append(json.loads(run.printed.splitlines()[-1]))
    print(f"{task}; {games} games one after another")
    memory = {name: [run.memory for run in found] for name, found in runs.items()}
    if task.at_once == 1:
        turns = {name: [run.turnaround for run in found] for name, found in runs.items()}
        show({"µs a ply": turns}, {"MB": memory})
        return
    speeds, threads, endings = (
        {name: [each[what] for each in found] for name, found in told.items()}
        for what in ("plies_per_second", "threads", "endings")
    )
    show({"plies/s": speeds}, {"MB": memory, "threads": threads, "right endings": endings})


def inline(bench: Bench, pythons: dict[str, str], rounds: int, games: int) -> None:
    above: Figures = defaultdict(list)
    for _ in range(rounds):
        for name, python in pythons.items():
            command = [python, str(HERE / "in_process.py"), "--inline", str(games)]
            above[name].append(float(bench.run(command, 0, one_core=True).printed.split()[-1]))
    print(INLINE)
    show({"µs above": above}, {})


if __name__ == "__main__":
    main()
