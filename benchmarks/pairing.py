"""Measures the time to pair a Swiss round, and checks that simulated tournaments keep the rules.

    python benchmarks/pairing.py [speed] [simulate] [--fide] [--tournaments N] [--first SEED]
        [--exact] [--checker PROGRAM]

Speed is measured in processor time. ``--exact`` also pairs everybody with everybody as candidates,
which says whether leaving out those far away in rank has cost anything. ``simulate`` plays
tournaments of 3 to 60 players with forfeits and withdrawals; where a round has no pairing, that is
proved by trying all of them, or by a matching that knows no costs.

``--fide`` is ``fide-swiss`` instead of ``swiss``. ``--checker`` compares each of its rounds with
those of a program that pairs a tournament report: ``PROGRAM --dutch FILE -p FILE``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import ModuleType
from unittest import mock

from measuring import goal, machine, table

from board_core.contest.exports import Heading, to_trf
from board_core.contest.field import CLASSROOM_SCORING, Field, PairingVerdict, Round, lot
from board_core.contest.pairing import swiss
from board_core.contest.pairing.invariants import SWISS_RULES
from board_core.contest.pairing.scheme import NoPairingError, PairingStep
from board_core.contest.pairing.swiss import FideSwiss, Swiss

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "contest"))
simulation = import_module("simulation")
Chance, after = simulation.Chance, simulation.after

SIZES = ((32, 7), (100, 9), (255, 9), (256, 9), (1023, 11), (1024, 11))
"""Numbers of players and of rounds."""

EXACT = 400
"""The most players for which all candidates are tried; more take minutes."""

GOALS = {256: 0.2, 1024: 2.0}
"""Seconds of processor time for a round."""

FIDE_GOALS = {256: 0.25, 1024: 10.0}
"""The same by the FIDE system, whose candidates have an order that takes long to find."""


def timed(scheme: Swiss | FideSwiss, field: Field) -> tuple[Round, float]:
    start = time.process_time()
    made = scheme.next_round(field)
    assert isinstance(made, Round)
    return made, time.process_time() - start


def tournament(players: int, rounds: int, exact: bool, fide: bool) -> tuple[list[float], int]:
    """Return the time of each round, and the number of rounds that all candidates would change."""
    field = Field(tuple(range(1, players + 1)), scoring=CLASSROOM_SCORING)
    scheme = FideSwiss(rounds, seed=players) if fide else Swiss(rounds, seed=players)
    chance = Chance(players, forfeits=0.01)
    times, others = [], 0
    for _ in range(rounds):
        made, seconds = timed(scheme, field)
        times.append(seconds)
        if exact and not fide and players <= EXACT:
            with mock.patch.object(swiss, "EXACT", players):
                others += scheme.next_round(field) != made
        field = after(field, made, chance)
    return times, others


def speed(exact: bool, fide: bool) -> None:
    rows, slowest = [], {}
    for players, rounds in SIZES:
        times, others = tournament(players, rounds, exact, fide)
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
    for players, seconds in (FIDE_GOALS if fide else GOALS).items():
        goal(f"a round of {players} players", [slowest[players]], "s of CPU", most=seconds)


def simulate(seeds: Sequence[int], fide: bool) -> None:
    tournaments = simulations()
    make = tournaments.fide_tournament if fide else tournaments.tournament
    audit = tournaments.Audit()
    start = time.process_time()
    for seed in seeds:
        tournaments.audited(audit, *make(seed))
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


def simulations() -> ModuleType:
    return import_module("tournaments")


def compare(seeds: Sequence[int], checker: Path) -> None:
    rounds = different = 0
    for seed in seeds:
        scheme, field, chance = simulations().fide_tournament(seed)
        white_first = lot(seed, "white") % 2 == 0
        while not isinstance(made := paired(scheme, field), PairingStep):
            rounds += 1
            ours = made and [(f.white, f.black) for f in made.pairings] + [
                (bye, 0) for bye in made.byes
            ]
            if ours != checked(checker, field, scheme.rounds, white_first):
                different += 1
                print(f"tournament {seed}, round {field.next_round} of {scheme.rounds}")
            if made is None:
                break
            field = without_drawn_forfeits(after(field, made, chance))
    goal("rounds as the checker pairs them", [rounds - different], "rounds", least=rounds)


def paired(scheme: FideSwiss, field: Field) -> Round | PairingStep | None:
    """Return the next round; None if there is no pairing."""
    if len(field.present) < 2:
        return PairingStep.OVER
    try:
        return scheme.next_round(field)
    except NoPairingError:
        return None


def without_drawn_forfeits(field: Field) -> Field:
    """Return the field with a winner in each: in a report a draw was played."""
    drawn = {f for f in field.forfeits if field.verdicts[f] is PairingVerdict.DRAW}
    return replace(field, verdicts={**field.verdicts, **dict.fromkeys(drawn, PairingVerdict.WHITE)})


def checked(
    checker: Path, field: Field, rounds: int, white_first: bool
) -> list[tuple[int, int]] | None:
    """Return White and Black of each game of the next round, 0 for a bye; None: no pairing."""
    names = {number: f"entrant {number}" for number in field.entrants}
    report = to_trf(field, names, Heading("simulated", rounds=rounds))
    with TemporaryDirectory() as folder:
        file, pairs = Path(folder, "report.trf"), Path(folder, "pairs")
        file.write_text(f"{report}152 {'W' if white_first else 'B'}\r\n", "utf-8", newline="")
        done = subprocess.run(
            [checker, "--dutch", file, "-p", pairs], capture_output=True, timeout=60
        )
        if done.returncode:
            assert done.returncode == 1, done.stderr
            return None
        lines = pairs.read_text().splitlines()[1:]
    return [(int(white), int(black)) for white, black in map(str.split, filter(None, lines))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", default=[], help="speed, simulate")
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--fide", action="store_true")
    parser.add_argument("--checker", type=Path)
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.tournaments)
    print(machine())
    if options.checker:
        compare(seeds, options.checker.resolve())
        return
    if "speed" in options.what or not options.what:
        speed(options.exact, options.fide)
    if "simulate" in options.what or not options.what:
        simulate(seeds, options.fide)


if __name__ == "__main__":
    main()
