"""Starts pairs of engines by nothing but ``Popen``; ``runners.py`` runs this file beside a match.

``python starts_inside.py '{"engine": ["…"], "pairs": 10}'`` prints a JSON object: the median of ms
from the first start until both have answered ``isready``, for the engine's own command, and for
the command by which the board starts it without a sandbox: it enters its control groups first.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack
from statistics import median

from board_core.supervise.command import resolve
from board_core.supervise.hold import hold
from board_core.supervise.sandbox import Confinement, Sandbox, confined
from board_core.supervise.watch import new_name

UNCONFINED = Confinement(Sandbox.OFF)
GAME_SECONDS = 0.25
"""The rest before each start: the system is slower to move a process if it has moved none."""
READY = (("uci\n", "uciok"), ("ucinewgame\nisready\n", "readyok"))


def start_of_pair(commands: list[list[str]]) -> float:
    """Return the ms until both engines are ready, and end them."""
    time.sleep(GAME_SECONDS)
    began = time.perf_counter()
    engines = [
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            start_new_session=True,
        )
        for command in commands
    ]
    for question, answer in READY:
        for engine in engines:
            assert engine.stdin is not None
            engine.stdin.write(question)
        for engine in engines:
            assert engine.stdout is not None
            assert any(line.startswith(answer) for line in iter(engine.stdout.readline, ""))
    took = time.perf_counter() - began
    for engine in engines:
        engine.communicate("quit\n")
    return took * 1e3


def start_of_held_pair(engine: list[str]) -> float:
    """Return the same of engines that are held as the board holds them."""
    with ExitStack() as closing:
        commands = []
        for _ in range(2):
            held = hold(new_name(), UNCONFINED.limits)
            closing.callback(held.close)
            held.make()
            commands.append(confined(resolve(engine), UNCONFINED, held, bwrap=None))
        return start_of_pair(commands)


def main() -> None:
    task = json.loads(sys.argv[1])
    pairs = [
        (start_of_pair([task["engine"]] * 2), start_of_held_pair(task["engine"]))
        for _ in range(task["pairs"])
    ]
    bare, held = map(median, zip(*pairs, strict=True))
    print(json.dumps({"bare": bare, "held": held}))


if __name__ == "__main__":
    main()
