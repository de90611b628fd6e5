"""The sequential test, held against published figures and against plain maximisation."""

from dataclasses import replace
from functools import partial
from math import isfinite, log
from random import Random

import pytest
from contests import field_of

from board_core.contest.field import PairingVerdict
from board_core.contest.ratings import prefixes
from board_core.match.elo import (
    NORMALISED_ELO_SCALE,
    BadSprt,
    Decision,
    Sprt,
    elo_of,
    normalized_elo,
    superiority,
)

PUBLISHED = [
    # counts, elo0, elo1, normalised, the ratio as the tests of a match program have it
    ((36027, 68692, 36433), 0, 2, True, 0.92),
    ((10650, 20431, 10871), -1.75, 0.25, True, 2.30),
    ((21184, 40708, 21404), 0.5, 2.5, False, -1.57),
    ((57030, 106593, 57433), 0, 2, False, -2.59),
    ((365, 16618, 36229, 16974, 390), 0, 2, True, 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, True, 3.01),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, False, -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, False, -4.98),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "normalized", "llr"), PUBLISHED)
def test_the_ratios_are_the_published_ones(counts, elo0, elo1, normalized, llr):
    state = Sprt(elo0, elo1, normalized=normalized).state(counts)
    assert state.llr == pytest.approx(llr, abs=0.01)


@pytest.mark.parametrize("counts", [(12, 40, 21), (3, 0, 5), (2, 9, 20, 15, 4), (1, 0, 7, 9, 0)])
@pytest.mark.parametrize("normalized", [False, True])
def test_the_ratio_is_what_plain_maximisation_finds(counts, normalized):
    """The likeliest distributions of both hypotheses, sought without the paper's formulas."""
    elo0, elo1 = 2.0, 30.0
    seen = [count or 1e-3 for count in counts]
    best = partial(likeliest, seen, normalized)
    found = Sprt(elo0, elo1, normalized=normalized).state(counts).llr
    assert found == pytest.approx(best(elo1) - best(elo0), abs=1e-5)


def likeliest(seen, normalized, elo):
    import numpy as np
    from scipy.optimize import minimize

    steps, seen = np.linspace(0, 1, len(seen)), np.array(seen)
    games = len(seen) // 2

    def shares(logs):
        weights = np.exp(logs - logs.max())
        return weights / weights.sum()

    def away(logs):
        p = shares(logs)
        middle = p @ steps
        if not normalized:
            return middle - 1 / (1 + 10 ** (-elo / 400))
        return (middle - 0.5) / np.sqrt(
            p @ (steps - middle) ** 2 * games
        ) - elo / NORMALISED_ELO_SCALE

    done = minimize(
        lambda logs: -(seen @ np.log(shares(logs))) / seen.sum(),
        np.log(seen),
        method="SLSQP",
        constraints={"type": "eq", "fun": away},
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    assert abs(away(done.x)) < 1e-9
    return -done.fun * seen.sum()


def test_the_bounds_are_walds():
    test = Sprt(0, 5)
    assert test.upper == pytest.approx(log(19))
    assert test.lower == pytest.approx(-log(19))
    uneven = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert (uneven.lower, uneven.upper) == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


@pytest.mark.parametrize(
    ("counts", "decision"),
    [
        ((10, 30, 60, 90, 40), Decision.H1),
        ((40, 90, 60, 30, 10), Decision.H0),
        ((1, 2, 3, 2, 1), None),
        ((0, 0, 0), None),
    ],
)
def test_a_bound_that_is_reached_decides(counts, decision):
    assert Sprt(0, 20).state(counts).decision is decision


@pytest.mark.parametrize("normalized", [False, True])
def test_mirrored_counts_and_questions_have_the_mirrored_answer(normalized):
    one = Sprt(-3, 8, normalized=normalized).state((4, 9, 20, 17, 6))
    other = Sprt(-8, 3, normalized=normalized).state((6, 17, 20, 9, 4))
    assert one.llr == pytest.approx(-other.llr, abs=1e-9)


def test_any_counts_have_a_ratio():
    chance = Random(5)
    for _ in range(300):
        counts = tuple(chance.choice((0, 1, 7, 900)) for _ in range(chance.choice((3, 5))))
        elo0, elo1 = sorted(chance.uniform(-200, 200) for _ in range(2))
        for normalized in (False, True):
            llr = Sprt(elo0, elo1, normalized=normalized).state(counts).llr
            assert abs(llr) < 2 * sum(counts) + 1


@pytest.mark.parametrize(
    ("numbers", "quoted"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 is 5 and elo1 is 5"),
        ({"elo0": float("nan"), "elo1": 5}, "nan"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha is 0"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.5, "beta": 0.5}, "beta is 0.5"),
        ({"elo0": 0, "elo1": 300, "normalized": True}, "between -200 and 200"),
    ],
)
def test_numbers_that_make_no_test_are_refused(numbers, quoted):
    with pytest.raises(BadSprt, match=quoted):
        Sprt(**numbers)


@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize(("elo0", "elo1"), [(-200, 200), (-3999, 4000), (0, 6400), (-1e5, 0)])
def test_any_bounds_give_a_number_or_a_refusal(elo0, elo1, normalized):
    if max(-elo0, elo1) > (200 if normalized else 4000):
        with pytest.raises(BadSprt, match="logistic Elo between -4000 and 4000"):
            Sprt(elo0, elo1, normalized=normalized)
        return
    test = Sprt(elo0, elo1, normalized=normalized)
    for counts in ((0, 0, 0), (10**6, 0, 0), (0, 10**6, 0), (0, 0, 0, 0, 10**6), (3, 4, 5, 4, 3)):
        assert isfinite(test.state(counts).llr)


def test_other_counts_than_three_or_five_are_refused():
    with pytest.raises(ValueError, match=r"\(1, 2\)"):
        Sprt(0, 5).state((1, 2))


def test_two_games_of_one_opening_are_a_pair():
    field = field_of(2, "1-2 1-0 #0", "2-1 = #0", "1-2 0-1 #1", "2-1 1-0 #1", "1-2 = #2")
    assert list(prefixes(field)) == [(0, 0, 0, 1, 0), (1, 0, 0, 1, 0)]
    assert list(prefixes(field, 2)) == [(0, 1, 0, 0, 0), (0, 1, 0, 0, 1)]


def test_games_of_different_openings_are_single_games():
    field = field_of(2, "1-2 1-0 #0", "2-1 = #1", "1-2 0-1 #2")
    assert list(prefixes(field)) == [(0, 0, 1), (0, 1, 1), (1, 1, 1)]


def test_only_pairs_before_the_first_unfinished_one_count():
    played = ["1-2 1-0 #0", "2-1 = #0", "1-2 0-1 #1", "2-1 * #1", "1-2 1-0 #2", "2-1 0-1 #2"]
    assert list(prefixes(field_of(2, *played))) == [(0, 0, 0, 1, 0)]


def test_a_pair_with_a_game_that_was_not_played_is_left_out():
    field = field_of(
        2,
        "1-2 1-0 #0",
        "2-1 1-0 forfeit #0",
        "1-2 0-0 #1",
        "2-1 = #1",
        "1-2 1-0 #2",
        "2-1 0-1 #2",
    )
    assert list(prefixes(field)) == [(0, 0, 0, 0, 1)]


def pairs(*results):
    """A match of two from what its first player got in both games of each pair."""
    as_black = {"1-0": "0-1", "0-1": "1-0", "=": "="}
    return field_of(
        2,
        *(
            text
            for opening, (one, other) in enumerate(results)
            for text in (f"1-2 {one} #{opening}", f"2-1 {as_black[other]} #{opening}")
        ),
    )


def test_a_test_ends_where_it_first_could_whatever_came_after():
    won, lost = ("1-0", "1-0"), ("0-1", "0-1")
    test = Sprt(0, 50)
    alone = pairs(*[won, ("1-0", "=")] * 30)
    ended = test.run(prefixes(alone))
    assert ended.decision is Decision.H1
    needed = sum(ended.counts)
    assert 2 < needed < 60
    turned = pairs(*([won, ("1-0", "=")] * 30)[:needed], *[lost] * 200)
    assert test.run(prefixes(turned)) == ended
    assert test.run(prefixes(turned)).decision is not None
    shorter = pairs(*([won, ("1-0", "=")] * 30)[: needed - 1])
    assert test.run(prefixes(shorter)).decision is None


def test_games_that_end_in_another_order_end_the_test_at_the_same_pair():
    test, field = Sprt(0, 50), pairs(*[("1-0", "=")] * 40)
    ended = test.run(prefixes(field))
    late = dict(field.verdicts)
    del late[1]
    assert test.run(prefixes(replace(field, verdicts=late))).decision is None
    assert test.run(prefixes(replace(field, verdicts={**late, 1: PairingVerdict.WHITE}))) == ended


@pytest.mark.parametrize(
    ("counts", "elo", "error", "los", "normal"),
    [
        ((96, 111, 136), 40.70, 30.43, 0.9960, 49.77),
        ((34, 54, 63, 64, 75), 55.58, 27.65, 1.0, 57.94),
        ((332, 433, 498, 333, 334), -8.64, 10.33, 0.0505, -9.17),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.0, -19.01),
    ],
)
def test_elo_and_superiority_are_the_published_ones(counts, elo, error, los, normal):
    assert elo_of(counts).difference == pytest.approx(elo, abs=0.01)
    assert elo_of(counts).margin == pytest.approx(error, abs=0.01)
    assert superiority(counts) == pytest.approx(los, abs=0.0001)
    assert normalized_elo(counts).difference == pytest.approx(normal, abs=0.01)


def test_the_error_of_normalised_elo_is_the_published_one():
    assert normalized_elo((96, 111, 136)).margin == pytest.approx(36.77, abs=0.01)
    assert normalized_elo((34, 54, 63, 64, 75)).margin == pytest.approx(28.28, abs=0.01)


@pytest.mark.parametrize("counts", [(0, 0, 0), (0, 9, 0), (0, 0, 4)])
def test_games_that_ended_alike_have_no_normalised_elo(counts):
    assert normalized_elo(counts) is None


@pytest.mark.parametrize(
    ("counts", "los"),
    [((0, 0, 0), 0.5), ((0, 7, 0), 0.5), ((0, 0, 4), 0.9772), ((9, 0, 0), 0.00135)],
)
def test_superiority_after_games_that_ended_alike(counts, los):
    """As many standard deviations as the root of the games."""
    assert superiority(counts) == pytest.approx(los, abs=0.0001)


def test_simulated_matches_are_decided_rightly_as_often_as_was_asked():
    """40 matches of a player who is elo1 stronger: about 2 of them may say elo0."""
    test, chance = Sprt(0, 120), Random(11)
    wrong = 0
    for _ in range(40):
        counts = [0, 0, 0]
        while (decision := test.state(tuple(counts)).decision) is None:
            counts[chance.choices((0, 1, 2), (0.184, 0.3, 0.516))[0]] += 1
        wrong += decision is Decision.H0
    assert wrong <= 6
