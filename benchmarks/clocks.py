"""Measures the error of the clock: what a program is charged beside what it took by its own notes.

    python benchmarks/clocks.py [--landed PYTHON] [--moves 30] [--rounds 3] [--only CASE]

White (instant_engine.c) sleeps 50 ms for each move and notes when it has read ``go`` and when it
answers; its opponent plays at once. The cases are what may disturb the clock meanwhile: the
opponent's floods, from its first move to the end of the game; a thread of the same process that
works as a window does, 6 ms of Python 60 times a second; a thread that computes without end; and
a subscriber that takes 5 or 60 ms when a turn starts. A bare script that asks the engine shows what
the system takes to wake both of them: no referee charges less. For each: the mean and the most of
``|charged - slept|``, and the mean of ``charged - slept``, in ms. A negative one is in the player's
favour. PYTHON is the interpreter of another checkout in which the board is installed. Each game is
played in a fresh process, and the versions and the cases take turns.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median

from instant import build_engine, notes
from measuring import GAME, HERE, goal, machine, table

from board_core import Color, Event, Game, MovePlayed, TimeControl, TurnStarted
from board_core.game import EventBus
from board_core.games.chess import ENGINE, chess_rules
from board_core.players import ProcessAI

PAUSE_SECONDS = 0.05
WINDOW_SECONDS = 0.006
FRAME_SECONDS = 1 / 60

FLOODER = """
import os, runpy, sys, threading, time

def flood():
    while True:
        real(TO, LINES)
        time.sleep(REST)

def write(to, data):
    written = real(to, data)
    if data.startswith(b"bestmove") and not flooding.is_alive():
        flooding.start()
    return written

flooding = threading.Thread(target=flood, daemon=True)
real, os.write = os.write, write
runpy.run_path(sys.argv.pop(1))
"""


def flooder(to: int, lines: int, rest: float) -> list[str]:
    """Return the command of an opponent that writes so many lines, rests, and so on."""
    text = b"info string x\n" * lines
    code = FLOODER.replace("TO", str(to)).replace("LINES", repr(text)).replace("REST", str(rest))
    engine = [str(HERE / "instant_engine.py"), str(GAME), os.devnull, "0"]
    return [sys.executable, "-I", "-S", "-u", "-c", code, *engine]


FLOODS = {
    "stderr without end": flooder(2, 4000, 0),
    "200 lines every 10 ms": flooder(1, 200, 0.01),
    "40 lines every 0.5 ms": flooder(1, 40, 0.0005),
}


def work(seconds: float) -> None:
    """Compute in Python, as long as the clock says."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def window() -> None:
    """Work as a window that draws frames."""
    while True:
        work(WINDOW_SECONDS)
        time.sleep(FRAME_SECONDS - WINDOW_SECONDS)


def hog() -> None:
    """Compute without end."""
    while True:
        work(1.0)


def sleeper(seconds: float) -> Callable[[Event], None]:
    """Return a subscriber that takes so long when a turn starts."""

    def hear(event: Event) -> None:
        if isinstance(event, TurnStarted):
            time.sleep(seconds)

    return hear


THREADS = {"a window-like thread": window, "a thread that computes": hog}
SUBSCRIBERS = {"a subscriber of 5 ms": sleeper(0.005), "a subscriber of 60 ms": sleeper(0.06)}
BARE, ALONE = "a bare script", "alone"
CASES = (BARE, ALONE, *FLOODS, *THREADS, *SUBSCRIBERS)

MOST_MS = {
    ALONE: 0.15,
    **dict.fromkeys(FLOODS, 0.3),
    "a window-like thread": 0.6,
    **dict.fromkeys(SUBSCRIBERS, 1.0),
}


def play(case: str, engine: list[str], report: Path, moves: int) -> list[float]:
    """Play one game here; return what White was charged for each move, in seconds."""
    charged = []
    given = GAME.read_text().split()[: -2 * moves]

    def listen(event: Event) -> None:
        if isinstance(event, MovePlayed) and event.ply >= len(given) and event.color is Color.WHITE:
            charged.append(event.elapsed)

    instant = [*engine, str(GAME), os.devnull, "0"]
    sleeping = [*engine, str(GAME), str(report), str(PAUSE_SECONDS)]
    bus = EventBus()
    bus.subscribe(listen)
    if case in SUBSCRIBERS:
        bus.subscribe(SUBSCRIBERS[case])
    if case in THREADS:
        threading.Thread(target=THREADS[case], daemon=True).start()
    white, black = (
        ProcessAI(command, protocol="uci", sandbox="off")
        for command in (sleeping, FLOODS.get(case, instant))
    )
    try:
        Game(
            chess_rules(ENGINE),
            white=white,
            black=black,
            time_control=TimeControl(60, 0.1),
            moves=given,
            bus=bus,
        ).run()
    finally:
        white.close()
        black.close()
    return charged


def ask(engine: list[str], report: Path, moves: int) -> list[float]:
    """Ask the sleeping engine without a referee; return the seconds until each answer came."""
    command, took = [*engine, str(GAME), str(report), str(PAUSE_SECONDS)], []
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(moves):
            began = time.perf_counter()
            process.stdin.write(b"position startpos\ngo\n")
            process.stdout.read(4096)
            took.append(time.perf_counter() - began)
    return took


def errors(python: str, case: str, engine: list[str], moves: int, folder: Path) -> list[float]:
    """Return ``charged - slept`` in ms, for each of White's moves but the first."""
    report = folder / "report"
    task = json.dumps([case, engine, str(report), moves])
    command = [python, str(HERE / "clocks.py"), "--inside", task]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    charged: list[float] = json.loads(done.stdout)
    slept = [(note.answered - note.asked) / 1e9 for note in notes(report.read_text())]
    if len(charged) != moves:
        raise SystemExit(f"{case}: {len(charged)} of {moves} moves were played")
    pairs = zip(charged, slept, strict=True)
    return [(one - other) * 1e3 for one, other in pairs][1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--landed", metavar="PYTHON", help="of a checkout to compare with")
    parser.add_argument("--moves", type=int, default=30, help="White's moves in a game")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", metavar="CASE")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.inside:
        case, engine, report, moves = json.loads(wanted.inside)
        given = engine, Path(report), moves
        took = ask(*given) if case == BARE else play(case, *given)
        print(json.dumps(took), flush=True)
        os._exit(0)  # threads may compute for ever
    pythons = {"ours": sys.executable} | ({"landed": wanted.landed} if wanted.landed else {})
    found: dict[tuple[str, str], list[list[float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = build_engine(folder)
        print(f"{machine()}\n")
        for _ in range(wanted.rounds):
            for case in [case for case in CASES if wanted.only in case]:
                for who, python in pythons.items():
                    found[case, who].append(errors(python, case, engine, wanted.moves, folder))
    means = {key: [mean(map(abs, each)) for each in rounds] for key, rounds in found.items()}
    print(f"|charged - slept| of {wanted.moves} moves of 50 ms, {wanted.rounds} rounds, ms")
    table(
        ("", "mean", "best round", "worst move", "to the player's cost"),
        [
            (
                f"{case}, {who}",
                f"{median(means[case, who]):.3f}",
                f"{min(means[case, who]):.3f}",
                f"{max(abs(error) for each in rounds for error in each):.3f}",
                f"{median(mean(each) for each in rounds):+.3f}",
            )
            for (case, who), rounds in found.items()
        ],
    )
    for case, most in MOST_MS.items():
        if (case, "ours") in means:
            goal(f"mean error, {case}", means[case, "ours"], "ms", most=most)
    print(machine())


if __name__ == "__main__":
    main()
