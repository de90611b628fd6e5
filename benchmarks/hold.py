"""Measures the cost of holding programs, for each kind of hold.

    python benchmarks/hold.py [--rounds 200]

For control groups of version 2 and 1 and for signals: how long a program in its sandbox takes to
stand still and to go on, alone and with 20 children that compute; from a line that is written after
the thaw to the answer; and how long ``/bin/echo`` takes to its first line and to the end of its
clean-up. The ways take turns, so that what else the machine does hits all of them. Linux only.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from measuring import goal, machine, percentile, table

from board_core.game.loop import Loop
from board_core.supervise import hold
from board_core.supervise.command import Command
from board_core.supervise.hold import HoldKind
from board_core.supervise.output_pipe import always
from board_core.supervise.program import Program
from board_core.supervise.program_news import ProgramNews
from board_core.supervise.sandbox import TRUSTED_CODE, Confinement, Sandbox

ECHO = """
import os, sys
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        while True:
            pass
print("ready", flush=True)
for line in sys.stdin:
    print(line, end="", flush=True)
"""
KINDS = ("v2", "v1", "signals")
REQUIRED = Confinement(Sandbox.REQUIRED, allow_root=True)
GOALS = {"v2": 0.3, "v1": 0.3, "signals": 1.0}  # ms for a freeze and a thaw


class Heard:
    """Drives a loop, which reads one program, until :meth:`close`."""

    def __init__(self, command: Command, how: Confinement) -> None:
        self._loop = Loop[None]()
        self._news = 0
        self.program = Program(command, self._hear, confinement=how, is_awaited=always)
        self.program.attach(self._loop)

    def wait(self) -> None:
        """Wait until the program has said something since the last call."""
        self._loop.drive(lambda: self._news > 0, time.perf_counter() + 60)
        self._news = 0

    def close(self) -> None:
        self.program.close()
        self._loop.close()

    def _hear(self, program: Program, news: ProgramNews, at: float) -> None:
        self._news += 1


def milliseconds(act: Callable[[], object]) -> float:
    before = time.perf_counter()
    act()
    return (time.perf_counter() - before) * 1e3


def turns(rounds: int, children: int) -> dict[str, list[float]]:
    command = Command((sys.executable, "-S", "-u", "-c", ECHO, str(children)), None)
    heard = Heard(command, REQUIRED)
    program = heard.program
    heard.wait()
    taken: dict[str, list[float]] = defaultdict(list)

    def ask() -> None:
        program.write("x\n")
        heard.wait()

    for _ in range(rounds):
        taken["freeze"].append(milliseconds(program.freeze))
        time.sleep(0.004)
        taken["thaw"].append(milliseconds(program.thaw))
        taken["answer"].append(milliseconds(ask))
        time.sleep(0.002)
    heard.close()
    return taken


def life(how: Confinement) -> tuple[float, float]:
    before = time.perf_counter()
    heard = Heard(Command(("/bin/echo", "x"), None), how)
    heard.wait()
    first = time.perf_counter()
    heard.close()
    return (first - before) * 1e3, (time.perf_counter() - before) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=200)
    rounds: int = parser.parse_args().rounds
    print(machine(), "\n")
    kinds = []
    for kind in KINDS:
        os.environ[hold.HOLD_VARIABLE] = kind
        if hold.kind() is HoldKind(kind):
            kinds.append(kind)
    rows = []
    for children in (0, 20):
        for kind in kinds:
            os.environ[hold.HOLD_VARIABLE] = kind
            taken = turns(rounds, children)
            figures = [f"{median(t):.3f} / {percentile(t, 95):.3f}" for t in taken.values()]
            rows.append((f"{kind}, {children} spinning children", *figures))
            if not children:
                both = [f + t for f, t in zip(taken["freeze"], taken["thaw"], strict=True)]
                goal(f"freeze and thaw, {kind}", [median(both)], "ms", most=GOALS[kind])
    table(("ms, median / p95", "freeze", "thaw", "answer"), rows)
    print()
    lives: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(max(rounds // 4, 1)):
        lives["trusted"].append(life(TRUSTED_CODE))
        for kind in kinds:
            os.environ[hold.HOLD_VARIABLE] = kind
            lives[f"with limits, {kind}"].append(life(Confinement(Sandbox.OFF)))
            lives[f"with limits, in the sandbox, {kind}"].append(life(REQUIRED))
    rows = [
        (what, *(f"{median(times):.1f}" for times in zip(*found, strict=True)))
        for what, found in lives.items()
    ]
    table(("ms, median", "first line", "whole life"), rows)


if __name__ == "__main__":
    main()
