"""Measures the time to pair a Swiss round, and checks that simulated tournaments keep the rules.

    python benchmarks/pairing.py [speed] [simulate] [--tournaments N] [--first SEED] [--exact]

Speed is measured in processor time. ``--exact`` also pairs everybody with everybody as candidates,
which says whether leaving out those far away in rank has cost anything. ``simulate`` plays
tournaments of 3 to 60 players with forfeits and withdrawals; where a round has no pairing, that is
proved by trying all of them, or by a matching that knows no costs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from statistics import median
from unittest import mock

from measuring import goal, machine, table

from board_core.contest.field import CLASSROOM_SCORING, Field, Round
from board_core.contest.pairing import swiss
from board_core.contest.pairing.invariants import SWISS_RULES
from board_core.contest.pairing.swiss import Swiss
from board_core.contest.simulation import Chance, after

SIZES = ((32, 7), (100, 9), (255, 9), (256, 9), (1023, 11), (1024, 11))
"""Numbers of players and of rounds."""

EXACT = 400
"""The most players for which all candidates are tried; more take minutes."""

GOALS = {256: 0.2, 1024: 2.0}
"""Seconds of processor time for a round."""


def timed(scheme: Swiss, field: Field) -> tuple[Round, float]:
    start = time.process_time()
    made = scheme.next_round(field)
    assert isinstance(made, Round)
    return made, time.process_time() - start


def tournament(players: int, rounds: int, exact: bool) -> tuple[list[float], int]:
    """Return the time of each round, and the number of rounds that all candidates would change."""
    field = Field(tuple(range(1, players + 1)), scoring=CLASSROOM_SCORING)
    scheme, chance = Swiss(rounds, seed=players), Chance(players, forfeits=0.01)
    times, others = [], 0
    for _ in range(rounds):
        made, seconds = timed(scheme, field)
        times.append(seconds)
        if exact and players <= EXACT:
            with mock.patch.object(swiss, "EXACT", players):
                others += scheme.next_round(field) != made
        field = after(field, made, chance)
    return times, others


def speed(exact: bool) -> None:
    rows, slowest = [], {}
    for players, rounds in SIZES:
        times, others = tournament(players, rounds, exact)
        slowest[players] = max(times)
        rows.append(
            [
                f"{players}",
                f"{rounds}",
                *(f"{each * 1000:.0f}" for each in (min(times), median(times), max(times))),
                f"{others}" if exact and players <= EXACT else "-",
            ]
        )
    table(["players", "rounds", "least ms", "median ms", "most ms", "not exact"], rows)
    for players, seconds in GOALS.items():
        goal(f"a round of {players} players", [slowest[players]], "s of CPU", most=seconds)


def simulate(seeds: Sequence[int]) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "contest"))
    tournaments = import_module("tournaments")
    audit = tournaments.Audit()
    start = time.process_time()
    for seed in seeds:
        tournaments.audited(audit, *tournaments.tournament(seed))
    print(f"{audit.tournaments} tournaments, {audit.rounds} rounds paired twice", end=", ")
    print(f"{time.process_time() - start:.0f} s of CPU")
    table(
        ["what is wrong", "times"],
        [
            [rule.value, str(audit.violations[rule])]
            for rule in sorted(SWISS_RULES, key=lambda r: r.value)
        ]
        + [["another round the second time", str(audit.not_repeated)]],
    )
    table(
        ["cut short: no pairing", "tournaments"],
        [[fit.value, str(count)] for fit, count in audit.cut_short.items()]
        + [["with a legal pairing all the same", str(audit.not_proved)]],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", default=[], help="speed, simulate")
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--exact", action="store_true")
    options = parser.parse_args()
    print(machine())
    if "speed" in options.what or not options.what:
        speed(options.exact)
    if "simulate" in options.what or not options.what:
        simulate(range(options.first, options.first + options.tournaments))


if __name__ == "__main__":
    main()
