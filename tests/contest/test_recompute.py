"""The standings follow from the exported JSON, by a program that shares nothing with the board."""

from __future__ import annotations

import json
import runpy
from contextlib import suppress
from pathlib import Path

import pytest
from simulation import after, simulated
from small import entrants_of, plan_with
from tournaments import tournament

from board_core.contest.field import Field
from board_core.contest.json_facts import contest_facts
from board_core.contest.pairing.scheme import NoPairingError
from board_core.contest.standings import TieBreak
from board_core.contest.state import Contest, Result

DIFFERENCES = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "recompute.py"))[
    "differences"
]
EVERY = tuple(each.value for each in TieBreak if each is not TieBreak.PERFORMANCE)


def exported(contest: Contest) -> object:
    return json.loads(json.dumps(contest_facts(contest)))


def contest_with(field: Field) -> Contest:
    """A contest with the results of a simulated one."""
    names = [f"Program number {number:03}" for number in field.entrants]
    plan = plan_with(names, f"tie_breaks = {[*EVERY]}")
    contest = Contest(plan, entrants_of(plan), rounds=field.rounds)
    results = {n: Result(verdict, n in field.forfeits) for n, verdict in field.verdicts.items()}
    vars(contest).update(field=field, results=results)
    return contest


def last_of(seed: int) -> Field:
    """The field after the last round of a simulated tournament that could be paired."""
    scheme, field, chance = tournament(seed)
    with suppress(NoPairingError):
        for before, made in simulated(scheme, field, chance):
            field = after(before, made, chance)
    return field


@pytest.mark.parametrize("seed", [5, 18, 24])
def test_the_table_of_a_simulated_swiss_follows_from_its_json(seed):
    assert DIFFERENCES(exported(contest_with(last_of(seed)))) == []


def test_the_table_of_a_contest_with_rulings_and_a_withdrawal_follows_too(ended):
    assert DIFFERENCES(exported(ended)) == []


def test_a_wrong_table_is_found(ended):
    facts = exported(ended)
    facts["standings"][0]["points"] += 1
    first, second, *_ = facts["standings"]
    first["rank"], second["rank"] = 2, 1
    assert len(DIFFERENCES(facts)) == 2
