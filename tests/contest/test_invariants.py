from dataclasses import replace

import pytest

from board_core.contest.field import ByeKind, Field, Pairing, PairingVerdict, Round
from board_core.contest.pairing.invariants import STATIC_RULES, SWISS_RULES, Rule, violations

BEFORE = Field(
    entrants=(1, 2, 3, 4, 5),
    rounds=(
        Round(1, (Pairing(1, 1, 1, 2), Pairing(2, 1, 3, 4)), byes=(5,)),
        Round(2, (Pairing(3, 2, 1, 3), Pairing(4, 2, 5, 2)), byes=(4,)),
    ),
    verdicts={
        1: PairingVerdict.WHITE,
        2: PairingVerdict.DRAW,
        3: PairingVerdict.BLACK,
        4: PairingVerdict.NEITHER,
    },
)

GOOD = Round(3, (Pairing(5, 3, 4, 1), Pairing(6, 3, 3, 5)), byes=(2,))


def games(*pairs: tuple[int, int]) -> tuple[Pairing, ...]:
    return tuple(Pairing(number, 3, white, black) for number, (white, black) in enumerate(pairs, 5))


def test_a_good_round_keeps_all_rules():
    assert violations(BEFORE, GOOD) == ()


@pytest.mark.parametrize(
    ("rule", "planted", "says"),
    [
        (Rule.NUMBERS, replace(GOOD, number=4), "the round is number 4 and should be 3"),
        (Rule.NUMBERS, replace(GOOD, pairings=GOOD.pairings[::-1]), "game 6 should be number 5"),
        (
            Rule.NUMBERS,
            replace(GOOD, pairings=(replace(GOOD.pairings[0], round=2), GOOD.pairings[1])),
            "game 5 says round 2 and is in round 3",
        ),
        (Rule.OPPONENTS, replace(GOOD, pairings=games((4, 1), (3, 9))), "9 is not an entrant"),
        (Rule.OPPONENTS, replace(GOOD, pairings=games((4, 1), (3, 3))), "3 is paired with itself"),
        (
            Rule.OPPONENTS,
            replace(GOOD, pairings=games((4, 1), (4, 5))),
            "4 has several opponents in one round: 1, 5",
        ),
        (Rule.COVERAGE, replace(GOOD, pairings=games((4, 1))), "3 is left out"),
        (Rule.COVERAGE, replace(GOOD, byes=()), "2 is left out"),
        (Rule.COVERAGE, replace(GOOD, byes=(4,)), "4 is in the round 2 times"),
        (
            Rule.COVERAGE,
            replace(GOOD, pairings=games((4, 1), (3, 5), (3, 5))),
            "3 is in the round 2 times",
        ),
        (Rule.REMATCH, replace(GOOD, pairings=games((2, 1))), "2 and 1 already met in round 1"),
        (
            Rule.REMATCH,
            replace(GOOD, pairings=games((4, 1), (1, 4))),
            "1 and 4 have 2 games in the round",
        ),
        (Rule.BYE, replace(GOOD, byes=(4,)), "4 already had a bye in round 2"),
        (Rule.BYE, replace(GOOD, byes=(2, 3)), "several entrants have a bye in one round: 2, 3"),
        (
            Rule.COLORS,
            replace(GOOD, pairings=games((1, 4))),
            "1 has the same colour three times in a row",
        ),
        (
            Rule.COLORS,
            replace(GOOD, pairings=games((1, 4))),
            "3 times more than the other colour",
        ),
    ],
)
def test_each_planted_violation_is_caught_by_its_rule(rule: Rule, planted: Round, says: str):
    assert any(says in str(each) for each in violations(BEFORE, planted))
    assert any(says in str(each) for each in violations(BEFORE, planted, frozenset({rule})))
    assert not any(says in str(each) for each in violations(BEFORE, planted, SWISS_RULES - {rule}))


def test_who_has_withdrawn_may_be_left_out_and_not_be_paired():
    field = replace(BEFORE, withdrawn=frozenset({2}))
    assert violations(field, replace(GOOD, byes=())) == ()
    assert [str(each) for each in violations(field, GOOD)] == ["2 has withdrawn and is paired"]


def test_who_asked_for_a_bye_is_not_paired():
    field = replace(BEFORE, requested_byes={(2, 3): ByeKind.HALF})
    assert violations(field, replace(GOOD, byes=())) == ()
    assert [str(each) for each in violations(field, GOOD)] == ["2 asked for a bye in the round"]


def test_a_forbidden_pair_is_caught():
    pairing = GOOD.pairings[0]
    field = replace(BEFORE, forbidden=frozenset({frozenset((pairing.white, pairing.black))}))
    found = [str(each) for each in violations(field, GOOD)]
    assert found == [f"{pairing.white} and {pairing.black} must not be paired"]


def test_two_games_a_pairing_are_wanted_with_colours_reversed():
    field = Field((1, 2, 3), games_per_pairing=2)
    both = Round(1, (Pairing(1, 1, 1, 2), Pairing(2, 1, 2, 1)), (3,))
    assert violations(field, both) == ()
    same_colors = replace(both, pairings=(Pairing(1, 1, 1, 2), Pairing(2, 1, 1, 2)))
    single = replace(both, pairings=both.pairings[:1])
    for wrong in (same_colors, single):
        assert violations(field, wrong, frozenset({Rule.REMATCH}))


def test_forfeited_games_have_no_colour():
    white_again = replace(GOOD, pairings=games((1, 4), (3, 5)))
    assert violations(replace(BEFORE, forfeits=frozenset({3})), white_again) == ()


def test_a_difference_of_three_is_caught_without_three_in_a_row():
    """W W B W W: never three in a row."""
    colors = [1, 1, -1, 1]
    rounds = tuple(
        Round(n, (Pairing(n, n, 1, n + 1) if color > 0 else Pairing(n, n, n + 1, 1),))
        for n, color in enumerate(colors, 1)
    )
    field = Field(tuple(range(1, 8)), rounds, dict.fromkeys(range(1, 5), PairingVerdict.DRAW))
    found = violations(field, Round(5, (Pairing(5, 5, 1, 6),)), frozenset({Rule.COLORS}))
    assert len(found) == 1
    assert found[0].facts["difference"] == 3


def test_static_schemes_may_repeat_and_leave_out():
    twice = Round(3, games((1, 2), (2, 1)), byes=())
    assert violations(BEFORE, twice, STATIC_RULES) == ()
