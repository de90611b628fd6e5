"""Measures the speed of the window, beside PyChess if that is installed.

    python benchmarks/window.py [--quick] [--only start,feel,draw,idle,flood,games,close]

The windows are looked at from outside, on an X server of their own (Debian: xvfb libxtst6, and
pychess to compare with): processor time from ``/proc``, presses by XTEST, pixels by asking for
them until they change. What the window's thread spends on drawing and news is measured inside
(window_inside.py). Python's compiled modules are kept for the runs, as after an installation.
Figures are of the best round, with the median beside it, because noise only adds. Linux only. The
exit status is 0 if all gates are met.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from measuring import HERE, machine, percentile, table
from x11 import Missing, Place, Screen, children, cpu, memory, wakeups

from board_core.frontend.settings import BoardsShown
from board_core.games import CHESS
from board_pygame.board.cells import Cells
from board_pygame.layout import board_frame

SIZE = (1280, 800)
CLOSED = 2.0
"""The most seconds until everything has ended."""

SETTINGS = {"language": "en", "window": list(SIZE), "animation_ms": 0}

GAME = '[White "a"]\n[Black "b"]\n[Result "*"]\n\n1. e4 e5 *\n'
"""A game for PyChess, which shows the position after it."""

PYCHESS = """[General]
dont_show_externals_at_startup = True
show_tip_at_startup = False
"""


@dataclass
class Figure:
    """A measured figure, one number for each round, and its limit."""

    name: str
    unit: str
    ours: list[float]
    most: float | None = None
    theirs: list[float] = field(default_factory=list)

    @property
    def met(self) -> bool:
        return self.most is None or min(self.ours, default=float("nan")) <= self.most

    def row(self) -> tuple[str, ...]:
        gate = "" if self.most is None else f"{self.most:g}"
        verdict = "" if self.most is None else "met" if self.met else "MISSED"
        return f"{self.name}, {self.unit}", *_cells(self.ours), gate, verdict, *_cells(self.theirs)


def _cells(values: Sequence[float]) -> tuple[str, str]:
    if not values:
        return "-", "-"
    return f"{min(values):.3g}", f"{median(values):.3g}"


class Bench:
    """Owns the folder of the runs; starts programs on the screen."""

    def __init__(self, screen: Screen, folder: Path, quick: bool) -> None:
        self.screen, self.folder, self.quick = screen, folder, quick
        self.environment = {
            **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
            "DISPLAY": screen.name,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "PYTHONPATH": str(HERE.parent),
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        }
        self.choose()
        self._write("config/pychess/config", PYCHESS)
        self._game = self._write("game.pgn", GAME)

    def choose(self, **more: str) -> None:
        """Write the settings of the windows that are started from now on."""
        self._write("config/the-chess-board/settings.json", json.dumps({**SETTINGS, **more}))

    def _write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    @property
    def pychess(self) -> list[str]:
        found = shutil.which("pychess", path=f"{os.environ.get('PATH')}:/usr/games")
        return [found, str(self._game)] if found else []

    def rounds(self, many: int, few: int = 1) -> range:
        return range(few if self.quick else many)

    @contextmanager
    def started(self, command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
        """Start a program that ends with the block, with all that it started."""
        process = subprocess.Popen(
            command, env=self.environment, cwd=self.folder, text=True, **{**QUIET, **more}
        )
        try:
            yield process
        finally:
            started = children(process.pid)
            process.kill()
            process.wait()
            for child in started:
                with suppress(ProcessLookupError):
                    os.kill(child, 9)
            if process.stdout is not None:
                process.stdout.close()
            self.screen.until(lambda: self.screen.largest() is None, 5)

    def inside(self, *words: object) -> Any:
        """Return the figures that window_inside.py measured."""
        command = [sys.executable, str(HERE / "window_inside.py"), *map(str, words)]
        done = subprocess.run(
            command, env=self.environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return json.loads(done.stdout)

    def window(self, seconds: float = 20) -> Place:
        """Return the window of the started program once it is painted."""
        self.screen.until(lambda: self.screen.largest() is not None, seconds)
        place = self.screen.largest()
        if place is None:
            raise Missing("no window appeared")
        self.screen.until(lambda: self.screen.painted(place), seconds)
        return place


QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
OURS = [sys.executable, "-m", "board_pygame"]
FREE = [*OURS, "human", "human"]
LEVELS = [*FREE, "--game", "chess-3d"]
SERVE = [sys.executable, str(HERE / "window_inside.py"), "serve"]


# The start


def start(bench: Bench) -> list[Figure]:
    _start(bench, OURS)  # compiles the modules that will be imported
    found: list[list[tuple[float, ...]]] = [[], []]
    for _ in bench.rounds(9, 3):
        for index, command in enumerate((OURS, bench.pychess)):
            if command:
                found[index].append(_start(bench, command))
    ours, theirs = ([list(column) for column in zip(*runs, strict=True)] for runs in found)
    names = ("CPU to the first painted frame", "window mapped", "window painted")
    gates = (0.35, 0.5, 0.7)
    return [
        Figure(name, "s", one, gate, theirs[index] if theirs else [])
        for index, (name, gate, one) in enumerate(zip(names, gates, ours, strict=True))
    ]


def _start(bench: Bench, command: list[str]) -> tuple[float, float, float]:
    screen, began = bench.screen, time.perf_counter()
    with bench.started(command) as process:
        mapped = screen.until(lambda: screen.largest() is not None, 30)
        place = screen.largest()
        painted = screen.until(lambda: place is not None and screen.painted(place), 30)
        spent = cpu(process.pid)
    if mapped is None or painted is None:
        raise Missing(f"{command[0]} painted nothing")
    return spent, mapped - began, painted - began


# How it feels


@dataclass(frozen=True)
class Board:
    """The place of a board's squares on the screen."""

    left: float
    top: float
    cell: float

    def at(self, square: str, right: float = 0.5, down: float = 0.5) -> tuple[int, int]:
        column, row = ord(square[0]) - ord("a"), 8 - int(square[1])
        return round(self.left + (column + right) * self.cell), round(
            self.top + (row + down) * self.cell
        )


def feel(bench: Bench) -> list[Figure]:
    """Measure free boards: ours, and a game of two people in PyChess."""
    ours = _feel(bench, FREE, _our_board)
    theirs: list[list[float]] = [[], [], [], []]
    if bench.pychess:
        try:
            theirs = _feel(bench, bench.pychess, _their_board)
        except Missing as why:
            print(f"PyChess: {why}")
    names = [
        f"{what} to pixel, {which}" for what in ("press", "drag") for which in ("median", "p95")
    ]
    gates = (8.0, 16.0, 5.0, 12.0)
    return [
        Figure(name, "ms", one, gate, other)
        for name, one, gate, other in zip(names, ours, gates, theirs, strict=True)
    ]


def _feel(
    bench: Bench, command: list[str], find: Callable[[Bench, Place], Board]
) -> list[list[float]]:
    found: list[list[float]] = [[], [], [], []]
    with bench.started(command):
        board = find(bench, bench.window())
        _presses(bench.screen, board, 5)
        for _ in bench.rounds(5, 2):
            presses = _presses(bench.screen, board, 40)
            drags = _drags(bench.screen, board, 40)
            for at, times in enumerate((presses, drags)):
                found[2 * at].append(median(times))
                found[2 * at + 1].append(percentile(times, 95))
    return found


def _our_board(bench: Bench, place: Place) -> Board:
    time.sleep(0.5)
    rect = board_frame((place.width, place.height), head=lambda _wide: 0)["board"]
    cells = Cells.fit(rect, CHESS.geometry)
    return Board(place.x + cells.origin[0], place.y + cells.origin[1], cells.cell)


def _their_board(bench: Bench, place: Place) -> Board:
    """Return places in the window of PyChess 1.0.3: its list of games, a button, the board."""
    time.sleep(4)
    bench.screen.click(place.x + 120, place.y + 149, times=2)
    time.sleep(3)
    bench.screen.click(place.x + 708, place.y + 640)
    time.sleep(4)
    return Board(place.x + 87, place.y + 128, 52.7)


def _presses(screen: Screen, board: Board, count: int) -> list[float]:
    """Return milliseconds from pressing a piece until its square changes colour."""
    found = []
    for number in range(count):
        square = "abcdfgh"[number % 7] + "2"
        corner = board.at(square, 0.06, 0.06)
        screen.move(*board.at(square))
        screen.settle(*corner)
        took = screen.changes(*corner, screen.press, 0.5)
        screen.press(False)
        found += [took] if took is not None else []
        screen.settle(*corner)
    if len(found) < count // 2:
        raise Missing("a press changes nothing on its board")
    return found


def _drags(screen: Screen, board: Board, count: int) -> list[float]:
    """Return milliseconds from dragging a piece until it appears under the pointer."""
    screen.move(*board.at("d2"))
    screen.press()
    screen.move(*board.at("d2", 0.5, 0.2))
    found = []
    for number in range(count):
        square = "bcfg"[number % 4] + "36"[number % 2]
        x, y = board.at(square)
        below = x, y + round(board.cell * 0.2)
        screen.settle(*below)

        def go(x: int = x, y: int = y) -> None:
            screen.move(x, y)

        took = screen.changes(*below, go, 0.5)
        found += [took] if took is not None else []
    screen.move(*board.at("d2"))
    screen.press(False)
    screen.settle(*board.at("d2", 0.06, 0.06))
    if len(found) < count // 2:
        raise Missing("a drag changes nothing on its board")
    return found


# What drawing costs


def draw(bench: Bench) -> list[Figure]:
    small, large = [], []
    for _ in bench.rounds(5, 2):
        small.append(bench.inside("draw", 1280, 800))
        large.append(bench.inside("draw", 1920, 1080))
    found = [
        Figure("full redraw at 1280x800, CPU", "ms", [one["redraw"] for one in small], 8),
        Figure("full redraw at 1920x1080, CPU", "ms", [one["redraw"] for one in large], 12),
    ]
    for name, gate in (("two squares", 0.2), ("clock", 0.1), ("log line", 1.0), ("pointer", None)):
        found.append(Figure(f"{name}, CPU", "ms", [one[name] for one in small], gate))
    levels = [bench.inside("boards", *SIZE) for _ in bench.rounds(5, 2)]
    for name in levels[0]:
        gate = 10 if "turning" in name else 4
        found.append(Figure(f"3D chess, {name}, CPU", "ms", [one[name] for one in levels], gate))
    return found


# At rest


def idle(bench: Bench) -> list[Figure]:
    seconds = 5.0 if bench.quick else 15.0
    still = _rest(bench, FREE, _our_board, seconds)
    running = _rest(bench, [*SERVE, "clock"], _our_board, seconds)
    theirs = _rest(bench, bench.pychess, _their_board, seconds) if bench.pychess else None
    levels = {}
    for view in get_args(BoardsShown):
        bench.choose(boards_view=view)
        levels[view] = _rest(bench, LEVELS, _our_board, seconds)

    def figure(name: str, unit: str, at: int, found: Rest, most: float) -> Figure:
        other = [theirs[at]] if theirs is not None and found is still else []
        return Figure(name, unit, [found[at]], most, other)

    return [
        figure("idle, CPU", "%", 0, still, 0.1),
        figure("idle, wake-ups", "a second", 1, still, 2),
        figure("idle, PSS", "MB", 2, still, 60),
        figure("idle, RSS", "MB", 3, still, 75),
        *(figure(f"3D chess, {view}, CPU", "%", 0, rest, 0.1) for view, rest in levels.items()),
        *(
            figure(f"3D chess, {view}, wake-ups", "a second", 1, rest, 2)
            for view, rest in levels.items()
        ),
        figure("a clock runs, CPU", "%", 0, running, 1),
        figure("a clock runs, wake-ups", "a second", 1, running, 25),
        figure("a clock runs, PSS", "MB", 2, running, 60),
    ]


Rest = tuple[float, float, float, float]


def _rest(
    bench: Bench, command: list[str], find: Callable[[Bench, Place], Board], seconds: float
) -> Rest:
    bench.screen.move(1900, 1190)  # the pointer is elsewhere
    with bench.started(command) as process:
        find(bench, bench.window())
        bench.screen.move(1900, 1190)
        time.sleep(2)
        spent, woken, began = cpu(process.pid), wakeups(process.pid), time.perf_counter()
        time.sleep(seconds)
        took = time.perf_counter() - began
        share = 100 * (cpu(process.pid) - spent) / took
        return share, (wakeups(process.pid) - woken) / took, *memory(process.pid)


# News and games


def flood(bench: Bench) -> list[Figure]:
    seconds = 4 if bench.quick else 10
    runs = [bench.inside("flood", 1000, seconds) for _ in bench.rounds(3)]
    growth = [max(run["backlogs"][-3:]) / max(run["backlogs"][:3]) for run in runs]
    hard = bench.inside("flood", 5000, seconds)
    return [
        Figure("1,000 news a second, window's thread", "%", [run["share"] for run in runs], 40),
        Figure("1,000 news a second, frames", "a second", [run["frames"] for run in runs], 60),
        Figure("1,000 news a second, backlog", "news", [max(run["backlogs"]) for run in runs]),
        Figure("its last seconds beside its first", "times", growth, 2),
        Figure("5,000 news a second, window's thread", "%", [hard["share"]]),
        Figure("5,000 news a second, backlog", "news", [max(hard["backlogs"])]),
    ]


def games(bench: Bench) -> list[Figure]:
    """Measure growth: only the log may grow, which keeps its 100,000 lines."""
    count = 40 if bench.quick else 200
    told = bench.inside("games", count)
    found, log, early = told["memory"], told["log"], count // 10
    grown = found[-1] - found[early - 1]
    return [
        Figure(f"RSS after {early} games", "MB", [found[early - 1]]),
        Figure(f"RSS after {count} games", "MB", [found[-1]]),
        Figure("of it the log's lines", "MB", [log]),
        Figure("other growth between them", "MB", [grown - log * (count - early) / count], 4),
    ]


# The end


def close(bench: Bench) -> list[Figure]:
    states = {
        "idle": "nothing happens",
        "thinking": "an engine computes",
        "stubborn": "a program hangs and ignores SIGTERM",
        "trial": "a trial start hangs",
    }
    return [
        Figure(
            f"closing while {words}", "s", [_close(bench, state) for _ in bench.rounds(10, 2)], 2
        )
        for state, words in states.items()
    ]


def _close(bench: Bench, state: str) -> float:
    """Return seconds until the window's process and all it started have ended."""
    with bench.started([*SERVE, state], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)  # the program now does what is measured
        started, place = children(process.pid), bench.screen.largest()
        assert place is not None
        began = time.perf_counter()
        bench.screen.close_window(place.window)
        bench.screen.until(lambda: process.poll() is not None and not any(map(_alive, started)), 30)
        return time.perf_counter() - began


def _alive(process: int) -> bool:
    """Return False for a process that only waits for its exit status to be read."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


PARTS = {
    "start": start,
    "feel": feel,
    "draw": draw,
    "idle": idle,
    "flood": flood,
    "games": games,
    "close": close,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="one minute instead of six")
    parser.add_argument("--only", default=",".join(PARTS), help="some of " + ", ".join(PARTS))
    options = parser.parse_args()
    print(machine())
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            with Screen() as screen:
                bench = Bench(screen, Path(folder), options.quick)
                if not bench.pychess:
                    print("PyChess is not installed (Debian: apt install pychess)")
                for part in options.only.split(","):
                    figures += PARTS[part](bench)
        except Missing as why:
            print(why)
            return 1
    head = ("figure", "best", "median", "gate", "", "PyChess", "median")
    table(head, [figure.row() for figure in figures])
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
