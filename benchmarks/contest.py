"""Runs whole contests from the command line, as an organiser does.

python benchmarks/contest.py course FOLDER [--programs 32] [--rounds 7] [--time 10]
python benchmarks/contest.py kills [--kills 50] [--seed 1] [--programs 8]
python benchmarks/contest.py throughput [--games 200] [--jobs 1 2]

``course`` writes a contest with hostile and crashing entrants among the honest, runs it to the end
and checks what came of it: every game has a result and a reason, and the points add up. ``kills``
runs a contest of programs that always play the same, kills the organiser's process (SIGKILL)
at random moments and runs it again, and compares the end with that of a contest that nobody killed.
``throughput`` lets players that answer at once meet: games a second, and what the contest adds
to the game itself. The exit status is 0 if all was well.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

from board_core.contest.beginning import begin
from board_core.contest.jobs import job_for, play
from board_core.contest.plan import read_plan, scheme_of
from board_core.contest.runner import Runner
from board_core.contest.state import Contest
from board_core.contest.store import ContestStore, Folder, has_begun, read_contest
from board_core.match.workers import LocalWorkers

ROOT = Path(__file__).resolve().parent.parent
ZOO = ROOT / "tests" / "programs" / "zoo.py"

HOSTILE = (
    "hangs",
    "segfaults",
    "raises",
    "illegal",
    "endless_lines",
    "gibibyte_without_newline",
    "ends_at_once",
    "closes_output",
    "ignores_every_signal",
    "again_and_again",
    "invalid_utf8",
    "unflushed",
    "daemon_with_pipes",
    "suspends_itself",
    "never_reads",
    "kills_its_group",
)

STEADY = """\
import sys
from hashlib import sha256

import chess

board, name = chess.Board(), sys.argv[1]


def choose():
    moves = sorted(board.legal_moves, key=str)
    digest = sha256((name + board.fen()).encode()).digest()
    move = moves[int.from_bytes(digest[:4], "big") % len(moves)]
    san = board.san(move)
    board.push(move)
    print(san, flush=True)


color = sys.stdin.readline().strip()
if color == "white":
    choose()
for line in sys.stdin:
    board.push_san(line.strip())
    if any(board.legal_moves):
        choose()
"""


def write_contest(
    home: Path, players: Sequence[tuple[str, str, str]], rounds: int, seconds: float, seed: int
) -> None:
    """Write a contest; ``players`` are names, commands, and folders."""
    lines = ['name = "Course"', f"seed = {seed}", f"rounds = {rounds}", "start_limit = 10"]
    lines += ["[clock]", f"time = {seconds:g}"]
    for name, player, folder in players:
        lines += ["[[entrants]]", f'name = "{name}"', f"player = '{player}'"]
        lines += [f'folder = "{folder}"'] if folder else []
    (home / "contest.toml").write_text("\n".join(lines) + "\n")


def steady_programs(home: Path, count: int) -> list[tuple[str, str, str]]:
    players = []
    for number in range(1, count + 1):
        folder = home / "entries" / f"steady{number}"
        folder.mkdir(parents=True)
        (folder / "steady.py").write_text(STEADY)
        players.append((f"Steady {number}", f"san:steady.py {number}", f"entries/{folder.name}"))
    return players


def hostile_programs(home: Path, count: int) -> list[tuple[str, str, str]]:
    players = []
    for animal in HOSTILE[:count]:
        folder = home / "entries" / animal
        folder.mkdir(parents=True)
        shutil.copy(ZOO, folder)
        players.append((animal.replace("_", " "), f"san:zoo.py {animal}", f"entries/{animal}"))
    return players


def board(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "board_cli", "contest", *arguments]
    return subprocess.Popen(command, cwd=ROOT, text=True, **more)


def programs_of(home: Path) -> list[int]:
    """Return the processes that run unpacked submissions. Linux only."""
    found, mark = [], os.fsencode(str(home.resolve()))
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def wait_until_gone(home: Path, patience: float) -> float | None:
    began = time.monotonic()
    while programs_of(home):
        if time.monotonic() - began > patience:
            return None
        time.sleep(0.02)
    return time.monotonic() - began


def problems(contest: Contest) -> list[str]:
    """Return the problems of a finished contest."""
    found = []
    if contest.ended is None:
        found.append("it has not ended")
    per_game = contest.plan.scoring.win
    for number in contest.pairings:
        if number not in contest.results:
            found.append(f"game {number} has no result")
        elif (played := contest.played.get(number)) is not None:
            outcome, explanation = played.game.outcome, played.game.explanation
            if outcome.winner is not None and not (explanation or outcome.reason.value):
                found.append(f"game {number} has a winner and no reason")
    byes = sum(len(each.byes) for each in contest.rounds)
    whole = sum(standing.points for standing in contest.table)
    expected = per_game * len(contest.pairings) + contest.plan.scoring.bye * byes
    if whole != expected:
        found.append(f"{whole} points were given, and there were {expected}")
    return found


def table(contest: Contest) -> list[tuple[int, int, float]]:
    rows = contest.table
    return [(row.rank, row.number, row.points) for row in rows]


def course(home: Path, programs: int, rounds: int, seconds: float, jobs: int) -> int:
    home.mkdir(parents=True)
    hostile = hostile_programs(home, min(len(HOSTILE), programs // 2))
    built_in = [
        (f"built-in {name}", name, "") for name in ("random", "greedy", "beginner", "casual")
    ]
    steady = steady_programs(home, programs - len(hostile) - len(built_in))
    players = [*hostile, *built_in, *steady]
    write_contest(home, players, rounds, seconds, seed=2026)
    began = time.monotonic()
    with board("run", str(home), "--jobs", str(jobs), "--quiet") as running:
        code = running.wait()
    contest = read_contest(Folder(home))
    wrong = problems(contest)
    left = wait_until_gone(home, 5)
    print(f"{len(contest.played)} games in {time.monotonic() - began:.0f} s, exit status {code}")
    reasons: dict[str, int] = {}
    for played in contest.played.values():
        reason = played.game.outcome.reason.value
        reasons[reason] = reasons.get(reason, 0) + 1
    print(", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items())))
    print("programs left: " + ("none" if left is not None else str(programs_of(home))))
    print("problems: " + ("; ".join(wrong) or "none"))
    return int(bool(wrong) or code != 0 or left is None)


def kills(count: int, seed: int, programs: int, rounds: int) -> int:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="board-kills-") as temporary:
        whole, cut = Path(temporary, "whole"), Path(temporary, "cut")
        for home in (whole, cut):
            home.mkdir()
            write_contest(home, steady_programs(home, programs), rounds, 60, seed)
        with board("run", str(whole), "--jobs", "2", "--quiet", stdout=subprocess.DEVNULL) as run:
            run.wait()
        expected = read_contest(Folder(whole))
        print(f"not killed: {len(expected.played)} games, problems: {problems(expected) or 'none'}")
        left = lost = done = resumed = 0
        known: set[int] = set()
        while done < count:
            home = cut
            run = board("run", str(home), "--jobs", "2", "--quiet", stdout=subprocess.DEVNULL)
            try:
                run.wait(chance.uniform(0.2, 3.0))
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
                run.wait()
                done += 1
            if wait_until_gone(home, 5) is None:
                left += 1
                print("left:", programs_of(home))
            if has_begun(Folder(home)):
                contest = read_contest(Folder(home))
                lost += len(known - set(contest.played))
                known = set(contest.played)
                resumed += 1
                if contest.ended is not None:
                    lost += contest.results != expected.results
                    shutil.rmtree(home / "contest")
                    known = set()
        with board("run", str(cut), "--jobs", "2", "--quiet", stdout=subprocess.DEVNULL) as run:
            run.wait()
        ended = read_contest(Folder(cut))
        same = table(ended) == table(expected) and ended.results == expected.results
        print(f"{done} kills, {resumed} resumed: {lost} results lost, {left} times programs left")
        print("the final table is " + ("the same" if same else "ANOTHER"))
        return int(not same or lost > 0 or left > 0 or bool(problems(ended)))


def throughput(games: int, jobs: Sequence[int]) -> int:
    with tempfile.TemporaryDirectory(prefix="board-throughput-") as temporary:
        rates: dict[str, float] = {}
        for count in jobs:
            home = Path(temporary, f"jobs{count}")
            home.mkdir()
            text = f'name = "x"\npreset = "engine"\nseed = 3\ngames = {games}\nopenings = ""\n'
            text += "[adjudication]\nresign_moves = 0\ndraw_moves = 0\n"
            text += '[[entrants]]\nname = "a"\nplayer = "random"\n'
            text += '[[entrants]]\nname = "b"\nplayer = "random"\n'
            (home / "contest.toml").write_text(text)
            store = begin(Folder(home), read_plan(home / "contest.toml"))
            with store, LocalWorkers(count) as workers:
                warm: list[Future[int]] = [workers.submit(os.getpid) for _ in range(count)]
                for future in warm:
                    future.result()
                began = time.perf_counter()
                contest = Runner(store, scheme_of(store.contest.plan), workers, count).run()
                rates[f"{count} at a time"] = games / (time.perf_counter() - began)
                plies = sum(len(played.game.moves) for played in contest.played.values())
        contest = ContestStore(Folder(home)).contest
        some = [
            replace(job_for(contest, f), cache=Path(temporary)) for f in contest.pairings.values()
        ]
        began = time.perf_counter()
        for job in some:
            play(job)
        alone = games / (time.perf_counter() - began)
        print(f"{games} games, {plies / games:.0f} plies each")
        print(f"the games alone, on one thread: {alone:.1f} games/s")
        for name, rate in rates.items():
            over = 1000 * (1 / rate - 1 / alone)
            print(f"{name}: {rate:.1f} games/s, {rate / alone:.2f} of that; {over:+.2f} ms a game")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="contests")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("course")
    one.add_argument("folder", type=Path)
    one.add_argument("--programs", type=int, default=32)
    one.add_argument("--rounds", type=int, default=7)
    one.add_argument("--time", type=float, default=10)
    one.add_argument("--jobs", type=int, default=2)
    two = commands.add_parser("kills")
    two.add_argument("--kills", type=int, default=50)
    two.add_argument("--seed", type=int, default=1)
    two.add_argument("--programs", type=int, default=8)
    two.add_argument("--rounds", type=int, default=4)
    three = commands.add_parser("throughput")
    three.add_argument("--games", type=int, default=200)
    three.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    asked = parser.parse_args()
    match asked.command:
        case "course":
            return course(asked.folder, asked.programs, asked.rounds, asked.time, asked.jobs)
        case "kills":
            return kills(asked.kills, asked.seed, asked.programs, asked.rounds)
        case _:
            return throughput(asked.games, asked.jobs)


if __name__ == "__main__":
    sys.exit(main())
