"""Measures how many games a ladder needs, and kills one that is running.

    python benchmarks/ladder.py [strength] [kills] [--programs 50] [--precision 30]
                                [--tournaments 1] [--kills 20]

``strength`` simulates programs whose strengths are drawn from 1,200 Elo points, until all ratings
are exact to ``--precision`` Elo points (95 %), and counts the games of a round robin in as many
cycles as it needs for the same: the ladder may take half of them, and is looked at again when it
has. Simulated means that games are drawn by the strengths, and that ratings are compared with them.
The errors of one tournament are not independent, since all strengths hang together by the games:
of 50 true strengths 41 to 50 are within their bars. So the share is judged over all
``--tournaments``, if they are eight at least: it must be 92 to 98 %.

``kills`` runs ``board contest run --forever`` and kills it (SIGKILL) at random points. Every game
that was announced must be in the journal with its result, each once, and rounds and games must be
numbered on. The exit status is 0 if all is well.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

from measuring import machine, table

from board_core.contest.field import Field, Round
from board_core.contest.pairing.fixed_pairings import RoundRobin
from board_core.contest.pairing.ladder import Ladder
from board_core.contest.ratings import Rating, ratings

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "contest"))
simulation = import_module("simulation")
Chance, after = simulation.Chance, simulation.after

MOST_CYCLES = 256

FEW_TOURNAMENTS = 8
"""Fewer say nothing of how often the bars hold the truth."""

ANNOUNCED = re.compile(r"^ +(\d+)  .*?  (1-0|0-1|1/2-1/2|0-0)  ")
"""The line of a finished game: its number, and its result."""


def worst(found: tuple[Rating, ...]) -> float:
    return max(each.error for each in found)


def laddered(start: Field, chance: Any, precision: float, games: float = inf) -> Field:
    """Go on until all ratings are exact enough, or so many games were played."""
    field, scheme = start, Ladder(precision)
    while field.next_pairing <= games and isinstance(made := scheme.next_round(field), Round):
        field = after(field, made, chance)
    return field


def true_ones(field: Field, chance: Any) -> int:
    """Return how many true strengths are within the bars."""
    mean = sum(map(chance.strength, field.entrants)) / len(field.entrants)
    return sum(
        abs(each.elo - (chance.strength(each.number) - mean)) <= each.error
        for each in ratings(field)
    )


def cycles_needed(start: Field, chance: Any, precision: float) -> int:
    """Return the cycles after which a round robin is as exact: by halving the interval."""
    scheme, field, ends = RoundRobin(MOST_CYCLES), start, [start]
    low, high = 0, MOST_CYCLES
    while high - low > 1:
        middle = min((low + high) // 2, max(2 * len(ends), 8))
        while len(ends) <= middle:
            for _ in range(scheme.rounds(len(start.entrants)) // MOST_CYCLES):
                made = scheme.next_round(field)
                assert isinstance(made, Round)
                field = _cheaply_after(field, made, chance)
            ends.append(replace(field, verdicts=dict(field.verdicts)))
        exact = worst(ratings(ends[middle])) <= precision
        low, high = (low, middle) if exact else (middle, high)
    return high


def _cheaply_after(field: Field, made: Round, chance: Any) -> Field:
    verdicts = field.verdicts if isinstance(field.verdicts, dict) else dict(field.verdicts)
    verdicts.update((game.number, chance.verdict(game)) for game in made.pairings)
    return replace(field, rounds=(*field.rounds, made), verdicts=verdicts)


def strength(programs: int, precision: float, seeds: range) -> bool:
    rows, well, true = [], True, 0
    for seed in seeds:
        start, chance = Field(tuple(range(1, programs + 1))), Chance(seed, draws=0.0)
        began = time.process_time()
        field = laddered(start, chance, precision)
        seconds = time.process_time() - began
        games, within = field.next_pairing - 1, true_ones(field, chance)
        cycles = cycles_needed(start, chance, precision)
        round_robin = cycles * programs * (programs - 1) // 2
        half = laddered(field, chance, precision / 2, round_robin / 2)
        well = well and worst(ratings(field)) <= precision and 2 * games <= round_robin
        true += within
        rows.append(
            [
                f"{seed}",
                f"{worst(ratings(field)):.1f}",
                f"{within}/{programs}",
                f"{games}",
                f"{round_robin} ({cycles})",
                f"{100 * games / round_robin:.0f} %",
                f"{worst(ratings(half)):.1f}",
                f"{true_ones(half, chance)}/{programs}",
                f"{1000 * seconds / len(field.rounds):.0f}",
            ]
        )
    share = true / (programs * len(seeds))
    headings = ["seed", "widest bar", "truth within", "games", "round robin", "share"]
    table([*headings, "at half: bar", "truth within", "ms a round"], rows)
    print(f"{100 * share:.1f} % of all true strengths are within the bars of 95 %")
    return well and (len(seeds) < FEW_TOURNAMENTS or 0.92 <= share <= 0.98)


PLAN = """
name = "Ladder"
preset = "engine"
format = "ladder"
precision = 1
seed = 1

[clock]
time = 60

[adjudication]
max_moves = 12
"""


def kills(times: int, seed: int) -> bool:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="board-ladder-") as home:
        entrants = "".join(
            f'[[entrants]]\nname = "P{n}"\nplayer = "{kind}"\n'
            for n, kind in enumerate(("greedy", "random") * 4)
        )
        Path(home, "contest.toml").write_text(PLAN + entrants)
        command = [sys.executable, "-u", "-m", "board_cli", "contest", "run", home]
        announced: dict[int, str] = {}
        contradicted = 0
        for _ in range(times):
            log = Path(home, "out.txt")
            with log.open("w") as out:
                process = subprocess.Popen(
                    [*command, "--forever", "--quiet", "--jobs", "2", "--force"], stdout=out
                )
                time.sleep(chance.uniform(2, 5))
                process.kill()
                process.wait()
            for line in log.read_text().splitlines():
                if (match := ANNOUNCED.match(line)) is not None:
                    number, result = int(match[1]), match[2]
                    contradicted += announced.setdefault(number, result) != result
        return _judged(Path(home), announced, contradicted, times)


def _judged(home: Path, announced: dict[int, str], contradicted: int, times: int) -> bool:
    from board_core.contest.store import Folder, read_contest

    contest = read_contest(Folder(home))
    lines = [
        json.loads(line)
        for line in (home / "contest" / "journal.jsonl").read_text().splitlines()
        if line.endswith("}")
    ]
    played = Counter(line["fixture"] for line in lines if line.get("event") == "played")
    lost = sum(
        contest.results[number].verdict.value != result if number in contest.results else True
        for number, result in announced.items()
    )
    doubled = sum(count - 1 for count in played.values())
    numbers = [*contest.pairings]
    gaps = numbers != [*range(1, len(numbers) + 1)]
    table(
        ["kills", "games", "announced", "lost", "contradicted", "doubled", "gaps"],
        [
            [
                *(f"{each}" for each in (times, len(played), len(announced))),
                *(f"{each}" for each in (lost, contradicted, doubled, int(gaps))),
            ]
        ],
    )
    return bool(announced) and not (lost or contradicted or doubled or gaps)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", default=[], help="strength, kills")
    parser.add_argument("--programs", type=int, default=50)
    parser.add_argument("--precision", type=float, default=30)
    parser.add_argument("--tournaments", type=int, default=1)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(machine())
    well = True
    if "strength" in options.what or not options.what:
        seeds = range(options.seed, options.seed + options.tournaments)
        well &= strength(options.programs, options.precision, seeds)
    if "kills" in options.what or not options.what:
        well &= kills(options.kills, options.seed)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
