"""Measures the host's cost of a program that prints without end.

python benchmarks/flood.py [--seconds 5] [--runs 3] [--sandbox off]

A program floods its output or its errors while a clock of some seconds runs, for all of that time:
it is not ended when it has lost. Measured is this process alone, with the start of the program:
processor time as a share of one core (median of the runs), and how much more memory it has held
than before, looked at every 50 ms. Linux only. The exit status is 0 if no flood costs too much.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from measuring import goal, machine, rss, table

from board_core import Color, PerColor, TimeControl
from board_core.game.clock import Clock
from board_core.game.loop import Loop
from board_core.game.player import Fail, Reply, Seat, Statement, Turn
from board_core.game.rules import MoveList
from board_core.games import CHESS
from board_core.players import ProcessAI

SHARE = 5.0
"""The most processor time of the host, in percent of a core."""

MEMORY = 8.0
"""The most additional memory of the host, in MB."""

LOOK = 0.05
START_SECONDS = 60


@dataclass(frozen=True)
class Flood:
    name: str
    code: str  # the program's act when it should move
    protocol: str = "san"


INFO = (
    "info depth 20 seldepth 30 multipv 1 score cp 35 nodes 123456 nps 1000000 hashfull 10 "
    "tbhits 0 time 1234 pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6"
)
WRITE = "import os\nwhile True: os.write({to}, {data})"

FLOODS = (
    Flood("no flood", "import time; time.sleep(600)"),
    Flood("endless lines", WRITE.format(to=1, data=r"b'thinking\n' * 7000")),
    Flood("endless blank lines", WRITE.format(to=1, data=r"b'\n' * 65536")),
    Flood("endless line", WRITE.format(to=1, data="b'x' * 65536")),
    Flood("endless errors", WRITE.format(to=2, data=r"b'warning: deprecated\n' * 3000")),
    Flood("endless error without a line break", WRITE.format(to=2, data="b'!' * 65536")),
    Flood("errors in small pieces", WRITE.format(to=2, data=r"b'warning\n'")),
    Flood("both", WRITE.format(to=2, data="b'x' * os.write(1, b'x' * 65536)")),
    Flood("endless infos", WRITE.format(to=1, data=r"b'info depth 1 score cp 3\n' * 2500"), "uci"),
    Flood("endless long infos", WRITE.format(to=1, data=rf"b'{INFO}\n' * 400"), "uci"),
    Flood("infos in small pieces", WRITE.format(to=1, data=r"b'info depth 1 score cp 3\n'"), "uci"),
)

SAN = "import sys\nsys.stdin.readline()\n"
UCI = """
import sys
for line in sys.stdin:
    if line == 'uci\\n': print('uciok', flush=True)
    if line == 'isready\\n': print('readyok', flush=True)
    if line.startswith('go'): break
"""


@dataclass(frozen=True)
class Cost:
    share: float  # percent of a core
    memory: float  # additional MB
    reason: str  # the loss recorded before its flag fell, if any


def measure(flood: Flood, seconds: float, sandbox: str) -> Cost:
    """Ask for a move and never report the loss, so that the flood goes on."""
    code = (UCI if flood.protocol == "uci" else SAN) + flood.code
    command = [sys.executable, "-I", "-S", "-c", code]
    player = ProcessAI(command, protocol=flood.protocol, name="flood", sandbox=sandbox)
    position = CHESS.start(None)
    clock = Clock.new(PerColor.both(TimeControl(per_move=seconds))).start(
        Color.WHITE, time.perf_counter()
    )
    loop = Loop[None]()
    ready, failed, stop, peak = threading.Event(), [], threading.Event(), Peak()
    watcher = threading.Thread(target=peak.watch, args=[stop.wait])

    def answer(reply: Reply | str, at: float | None = None) -> None:
        if isinstance(reply, Fail):
            failed.append(reply.reason.value)

    def tell(statement: Statement, at: float | None = None) -> None:
        if isinstance(statement, Fail):
            failed.append(statement.reason.value)

    before, cpu, began = rss(), time.process_time(), time.perf_counter()
    watcher.start()
    seat = Seat(Color.WHITE, CHESS, position, None, clock, "nobody", ready.set, tell, loop=loop)
    with loop.driven_here():
        player.seat(seat)
        loop.drive(ready.is_set, time.perf_counter() + START_SECONDS)
        player.ask(Turn(Color.WHITE, 0, 1, position, clock, MoveList()), answer)
        loop.drive(lambda: False, time.perf_counter() + seconds)
    took, used = time.perf_counter() - began, time.process_time() - cpu
    player.close()
    loop.close()
    stop.set()
    watcher.join()
    return Cost(100 * used / took, max(peak.highest, rss()) - before, "".join(failed[:1]))


class Peak:
    highest = 0.0

    def watch(self, wait: Callable[[float], bool]) -> None:
        while not wait(LOOK):
            self.highest = max(self.highest, rss())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sandbox", choices=("off", "auto"), default="off")
    options = parser.parse_args()
    print(machine())
    # a first run, in which everything is imported and started once
    measure(FLOODS[0], 0.5, options.sandbox)
    rows, most, highest = [], 0.0, 0.0
    for flood in FLOODS:
        costs = [measure(flood, options.seconds, options.sandbox) for _ in range(options.runs)]
        share = statistics.median(cost.share for cost in costs)
        memory = max(cost.memory for cost in costs)
        most, highest = max(most, share), max(highest, memory)
        rows.append((flood.name, f"{share:.1f}", f"{memory:.1f}", costs[0].reason or "time"))
    table(("flood", "% of a core", "MB more", "loses by"), rows)
    goal("processor time of a flood", [most], "% of a core", most=SHARE)
    goal("memory of a flood", [highest], "MB", most=MEMORY)
    return 0 if most <= SHARE and highest <= MEMORY else 1


if __name__ == "__main__":
    sys.exit(main())
