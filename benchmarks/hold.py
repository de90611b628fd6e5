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
from queue import SimpleQueue
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from measuring import goal, machine, percentile, table

from board_core.supervise import hold
from board_core.supervise.command import Command
from board_core.supervise.hold import HoldKind
from board_core.supervise.program import Program
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
    def __init__(self) -> None:
        self.queue: SimpleQueue[object] = SimpleQueue()

    def lines(self, program: Program, texts: list[str], at: float) -> None:
        for text in texts:
            self.queue.put(text)

    def flood(self, program: Program) -> None: ...

    def garbled(self, program: Program, shown: str) -> None: ...

    def ended(self, program: Program, returncode: int | None) -> None:
        self.queue.put(returncode)

    def interfered(self, program: Program, signal_name: str) -> None: ...


def milliseconds(act: Callable[[], object]) -> float:
    before = time.perf_counter()
    act()
    return (time.perf_counter() - before) * 1e3


def turns(rounds: int, children: int) -> dict[str, list[float]]:
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", ECHO, str(children)), None)
    program = Program(command, heard, confinement=REQUIRED)
    heard.queue.get(timeout=60)
    taken: dict[str, list[float]] = defaultdict(list)

    def ask() -> None:
        program.write("x\n")
        heard.queue.get(timeout=60)

    for _ in range(rounds):
        taken["freeze"].append(milliseconds(program.freeze))
        time.sleep(0.004)
        taken["thaw"].append(milliseconds(program.thaw))
        taken["answer"].append(milliseconds(ask))
        time.sleep(0.002)
    program.close()
    return taken


def life(how: Confinement) -> tuple[float, float]:
    heard = Heard()
    before = time.perf_counter()
    program = Program(Command(("/bin/echo", "x"), None), heard, confinement=how)
    heard.queue.get(timeout=60)
    first = time.perf_counter()
    program.close()
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
