"""Measures games per second and memory: from Python, in the terminal, and with another version.

    python benchmarks/matches.py [--games 200] [--rounds 3] [--other FOLDER]

``--other`` is a checkout of another version (``git worktree add FOLDER COMMIT``), whose ``board
match`` plays the same games. All are measured in turn, round by round, each in a process of its
own, with its start and its end.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from measuring import HERE, machine, table

ENGINE = (
    f"uci:{sys.executable} -I -S -u {HERE / 'instant_engine.py'} {HERE / 'game.txt'} {os.devnull} 0"
)

OWN = """
import random

def mine(board):
    return random.choice(list(board.legal_moves))
"""

MATCH = """
import sys
from mine import mine
from board_core.match import play_match

first, second, games, concurrency = sys.argv[1:]
if first == "mine.py:mine":
    first = mine
result = play_match(
    first, second, games=int(games), concurrency=int(concurrency), seed=1, sandbox="off"
)
assert result.played == int(games), result
"""

PAIRS = [("random", "random"), ("greedy", "random"), ("mine.py:mine", "greedy"), (ENGINE, ENGINE)]


def cost(command: list[str], root: Path, folder: Path) -> tuple[float, float]:
    """Return the seconds that a command takes, and the megabytes of its process at most."""
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{folder}"}
    began = time.perf_counter()
    started = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _pid, status, used = os.wait4(started.pid, 0)  # subprocess tells no memory
    started.returncode = os.waitstatus_to_exitcode(status)
    assert started.returncode == 0, command
    return time.perf_counter() - began, used.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--other", type=Path)
    wanted = parser.parse_args()
    here = HERE.parent
    rows = []
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        (folder / "mine.py").write_text(OWN)
        (folder / "match.py").write_text(MATCH)
        for first, second in PAIRS:
            for concurrency in (1, 2):
                games = wanted.games // (4 if first == ENGINE else 1)
                facts = [first, second, str(games), str(concurrency)]
                python = [sys.executable, "match.py", *facts]
                terminal = [sys.executable, "-m", "board_cli", "match", first, second, "-q"]
                terminal += ["-n", facts[2], "-c", facts[3], "--seed", "1", "--sandbox", "off"]
                ways = {"play_match": (python, here), "board match": (terminal, here)}
                if wanted.other is not None:
                    ways["the other"] = (terminal, wanted.other)
                taken: dict[str, list[float]] = {name: [] for name in ways}
                memory: dict[str, list[float]] = {name: [] for name in ways}
                for _ in range(wanted.rounds):
                    for name, (command, root) in ways.items():
                        seconds, megabytes = cost(command, root, folder)
                        taken[name].append(seconds)
                        memory[name].append(megabytes)
                who = "two programs" if first == ENGINE else f"{first} - {second}"
                speeds = [f"{games / median(times):.1f}" for times in taken.values()]
                rows.append([who, str(concurrency), str(games), *speeds])
                rows[-1] += [f"{median(peaks):.1f}" for peaks in memory.values()]
                print(*rows[-1], sep="  ", flush=True)
    print(machine())
    heads = ["play_match", "board match", *(["the other"] if wanted.other else [])]
    table(["players", "at once", "games", *heads, *(f"{head}, MB" for head in heads)], rows)


if __name__ == "__main__":
    main()
