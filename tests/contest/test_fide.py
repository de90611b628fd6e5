from dataclasses import replace

import pytest
from simulation import Chance, after, simulated
from tournaments import Audit, audited, fide_tournament, new_field

from board_core.contest.field import ByeKind, Field, Round
from board_core.contest.pairing.invariants import SWISS_RULES, Rule, violations
from board_core.contest.pairing.scheme import NoPairingError, PairingStep
from board_core.contest.pairing.swiss import FideSwiss


@pytest.mark.parametrize("players", [6, 11, 24, 41])
def test_its_rounds_keep_the_rules(players: int):
    scheme = FideSwiss(min(7, players // 2), seed=players)
    chance = Chance(players, forfeits=0.03, withdrawals=0.01)
    field, rounds = new_field(players), 0
    for now, made in simulated(scheme, field, chance):
        assert violations(now, made, scheme.keeps(now)) == ()
        assert scheme.next_round(now) == made
        field, rounds = after(now, made, chance), rounds + 1
    assert rounds == scheme.rounds
    assert scheme.next_round(field) is PairingStep.OVER


@pytest.mark.parametrize("first", range(1, 13, 4))
def test_late_entries_byes_on_request_and_forbidden_pairs_are_kept(first: int):
    audit = Audit()
    for seed in range(first, first + 4):
        audited(audit, *fide_tournament(seed))
    assert audit.rounds > 10
    assert not +audit.violations
    assert not audit.not_repeated
    assert not audit.not_proved


def test_where_a_round_cannot_be_paired_no_legal_pairing_exists():
    audit = Audit()
    for seed in range(40):
        chance = Chance(seed, forfeits=0.1, withdrawals=0.03)
        audited(audit, FideSwiss(7, seed), new_field(5 + seed % 4), chance)
    assert audit.cut_short > 10
    assert not +audit.violations
    assert not audit.not_proved


def test_the_first_round_pairs_the_upper_half_with_the_lower():
    firsts = set()
    for seed in range(8):
        made = FideSwiss(3, seed).next_round(new_field(8))
        assert isinstance(made, Round)
        assert {frozenset((f.white, f.black)) for f in made.pairings} == {
            frozenset((n, n + 4)) for n in range(1, 5)
        }
        firsts.add(made.pairings[0].white)
    assert firsts == {1, 5}  # the colour is drawn


def test_points_are_those_of_the_contest():
    """A draw counts half of a win: who has two of them is with those who have one win."""
    field: Field = new_field(10)
    for now, made in simulated(FideSwiss(4, 1), field, Chance(1, draws=0.5)):
        field = after(now, made, Chance(1, draws=0.5))
        points = {n: sum(e.points or 0 for e in each) for n, each in now.encounters().items()}
        gaps = [abs(points[f.white] - points[f.black]) for f in made.pairings]
        assert max(gaps) <= 2


def test_it_waits_and_it_cannot_pair_what_cannot_be_paired():
    field = new_field(2)
    made = FideSwiss(3, 1).next_round(field)
    assert isinstance(made, Round)
    waiting = replace(field, rounds=(made,))
    assert FideSwiss(3, 1).next_round(waiting) is PairingStep.WAIT
    with pytest.raises(NoPairingError, match="absolute criteria"):
        FideSwiss(3, 1).next_round(after(field, made, Chance(1)))
    with pytest.raises(NoPairingError, match="fewer than two"):
        FideSwiss(3, 1).next_round(replace(field, withdrawn=frozenset({1})))


def test_two_who_had_a_forfeit_may_be_paired_again():
    field = new_field(2)
    made = FideSwiss(3, 1).next_round(field)
    assert isinstance(made, Round)
    forfeited = after(field, made, Chance(1, forfeits=1))
    again = FideSwiss(3, 1).next_round(forfeited)
    assert isinstance(again, Round)
    assert violations(forfeited, again, FideSwiss(3, 1).keeps(forfeited)) == ()


def test_byes_on_request_and_forbidden_pairs_are_kept():
    field = replace(
        new_field(6),
        requested_byes={(6, 1): ByeKind.HALF, (5, 1): ByeKind.ZERO},
        forbidden=frozenset({frozenset((1, 3))}),
    )
    for now, made in simulated(FideSwiss(3, 1), field, Chance(1)):
        assert violations(now, made, FideSwiss(3, 1).keeps(now)) == ()


def test_colours_are_not_promised_for_the_last_round():
    field = new_field(4)
    assert FideSwiss(2, 1).keeps(field) == SWISS_RULES - {Rule.FORFEIT_REMATCH}
    assert FideSwiss(1, 1).keeps(field) == SWISS_RULES - {Rule.FORFEIT_REMATCH, Rule.COLORS}


def test_a_late_entrant_has_no_number_before_it_arrives():
    """C.04.2, 2.4 and C.04.3, 5.2.5: the first, the third … of those who are there."""
    late = replace(new_field(9), requested_byes={(2, 1): ByeKind.ZERO})
    made = FideSwiss(3, seed=1).next_round(late)
    assert isinstance(made, Round)
    higher_has_white = [game.white < game.black for game in made.pairings]
    assert [min(game.white, game.black) for game in made.pairings] == [1, 3, 4, 5]
    assert higher_has_white in ([True, False] * 2, [False, True] * 2)
