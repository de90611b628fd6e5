"""Ratings by maximum likelihood, held against another program's and against plain arithmetic."""

from itertools import combinations
from math import exp, log
from random import Random

import pytest
from contests import field_of

from board_core.contest.ratings import PRIOR_GAMES, ratings
from board_core.match.elo import Z, points

POINTS = 400 / log(10)


def by_number(field, **options):
    return {rating.number: rating for rating in ratings(field, **options)}


def random_contest(seed, entrants, rounds):
    """Games of random pairs, the lower number the stronger, with draws."""
    chance = Random(seed)
    for _ in range(rounds):
        order = chance.sample(range(1, entrants + 1), entrants)
        results = (
            (white, black, chance.choices(("1-0", "=", "0-1"), (black, entrants / 2, white))[0])
            for white, black in zip(order[::2], order[1::2], strict=False)
        )
        yield ", ".join(f"{white}-{black} {result}" for white, black, result in results)


def as_choix_sees_it(field, games_of_prior):
    """Whole comparisons only: each game counts four times, half a drawn game once each way."""
    anchor = len(field.entrants)
    data = []
    for pairing in field.pairings:
        pair = (pairing.white - 1, pairing.black - 1)
        winner = field.verdicts[pairing.number].winner
        if winner is None:
            data += [pair, pair[::-1]] * 2
        else:
            data += [pair if winner.value == "white" else pair[::-1]] * 4
    each_way = round(4 * games_of_prior / 2)
    for index in range(anchor):
        data += [(index, anchor), (anchor, index)] * each_way
    return anchor, data


@pytest.mark.parametrize(
    ("seed", "entrants", "rounds", "prior"),
    [(1, 8, 7, 0.5), (2, 32, 7, 0.5), (3, 5, 40, 0.5), (4, 12, 3, 2.0)],
)
def test_choix_finds_the_same_strengths(seed, entrants, rounds, prior):
    import choix  # takes a second: only this test waits for it

    field = field_of(entrants, *random_contest(seed, entrants, rounds))
    count, data = as_choix_sees_it(field, prior)
    found = choix.opt_pairwise(count + 1, data, alpha=1e-12, tol=1e-10)
    mean = sum(found[:count]) / count
    mine = by_number(field, prior=prior)
    for index in range(count):
        assert mine[index + 1].elo / POINTS == pytest.approx(found[index] - mean, abs=1e-4)


def test_two_players_are_as_far_apart_as_their_score_says():
    field = field_of(2, *["1-2 1-0"] * 30, *["2-1 1-0"] * 10)
    mine = by_number(field, prior=1e-6)
    assert mine[1].elo - mine[2].elo == pytest.approx(points(0.75), abs=0.01)
    assert mine[1].elo == pytest.approx(-mine[2].elo)


def test_the_error_of_two_players_is_that_of_a_share():
    """From n games with chance p the log odds have the variance 1 / (n p (1 - p))."""
    field = field_of(2, *["1-2 1-0"] * 30, *["2-1 1-0"] * 10)
    mine = by_number(field, prior=1e-6, anchor=(2, 1500))
    assert mine[2].elo == 1500
    assert mine[2].error == pytest.approx(0, abs=1e-6)
    assert mine[1].elo == pytest.approx(1500 + points(0.75), abs=0.01)
    assert mine[1].error == pytest.approx(Z * POINTS / (40 * 0.75 * 0.25) ** 0.5, rel=1e-4)


def test_the_mean_is_zero_and_the_strongest_is_first():
    found = ratings(field_of(12, *random_contest(7, 12, 9)))
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)
    assert [rating.elo for rating in found] == sorted((r.elo for r in found), reverse=True)
    assert {rating.games for rating in found} == {9}


def test_more_games_make_errors_smaller():
    few = ratings(field_of(6, *random_contest(3, 6, 5)))
    many = ratings(field_of(6, *random_contest(3, 6, 80)))
    assert max(rating.error for rating in many) < min(rating.error for rating in few) / 2


def test_who_won_everything_has_a_finite_rating():
    won, lost = ratings(field_of(2, *["1-2 1-0"] * 100))
    assert won.number == 1
    assert 400 < won.elo - lost.elo < 2500


@pytest.mark.parametrize(
    "won",
    [
        dict.fromkeys(combinations(range(1, 21), 2), 5),
        # here whole steps of Newton's go further and further away
        {(6, 3): 202, (2, 1): 1, (1, 6): 40, (3, 4): 10, (6, 4): 100, (2, 5): 40, (4, 5): 40},
        # here rounding leaves nothing of what is known of some
        {(4, 1): 2, (1, 4): 100, (1, 2): 10_000, (1, 5): 10_000, (4, 2): 10, (3, 4): 10_000}
        | {(5, 3): 10_000},
        # and here no step is ever small, as far as numbers can tell
        {(1, 2): 30_300, (2, 1): 111},
    ],
)
def test_one_sided_results_end_in_a_maximum(won):
    field = field_of(
        max(map(max, won)),
        *(", ".join([f"{one}-{other} 1-0"] * count) for (one, other), count in won.items()),
    )
    prior = 1e-4 if len(won) == 2 else PRIOR_GAMES
    found = {number: each.elo / POINTS for number, each in by_number(field, prior=prior).items()}
    assert slopes_at(found, won, prior) == pytest.approx(dict.fromkeys(found, 0), abs=1e-4)


def slopes_at(strengths, won, prior):
    """Of the likelihood. The mean was put to 0, and the prior knows where it had been."""

    def chance(difference):
        return 1 / (1 + exp(-difference))

    def slopes(shift):
        return {
            one: prior * (0.5 - chance(strengths[one] + shift))
            + sum(
                won.get((one, other), 0) * chance(strengths[other] - strengths[one])
                - won.get((other, one), 0) * chance(strengths[one] - strengths[other])
                for other in strengths
            )
            for one in strengths
        }

    low, high = -50.0, 50.0
    for _ in range(100):  # all slopes together are those of the prior, and fall with the shift
        middle = (low + high) / 2
        low, high = (middle, high) if sum(slopes(middle).values()) > 0 else (low, middle)
    return slopes(low)


def test_two_groups_that_never_met_are_both_around_the_mean():
    field = field_of(4, *["1-2 1-0, 3-4 1-0"] * 3, "2-1 1-0, 4-3 1-0")
    mine = by_number(field)
    assert mine[1].elo == pytest.approx(mine[3].elo)
    assert mine[2].elo == pytest.approx(-mine[1].elo)
    assert mine[1].error > by_number(field_of(2, *["1-2 1-0"] * 3, "2-1 1-0"))[1].error


def test_who_has_not_played_is_average_and_hardly_known():
    mine = by_number(field_of(3, *["1-2 1-0, 3 bye"] * 4))
    assert (mine[3].games, mine[1].games) == (0, 4)
    assert mine[3].elo == pytest.approx(0, abs=1e-6)
    assert mine[3].error > mine[1].error


def test_games_without_play_change_nothing():
    played = field_of(3, "1-2 1-0, 3 bye", "2-3 =, 1 bye", "1-3 1-0, 2 bye")
    beside = field_of(
        3,
        "1-2 1-0, 3 bye",
        "2-3 =, 1 bye",
        "1-3 1-0, 2 bye",
        "2-1 1-0 forfeit, 3 bye",
        "3-1 0-0, 2 bye",
        "3-2 *, 1 bye",
    )
    assert ratings(played) == ratings(beside)


def test_no_entrants_have_no_ratings():
    assert ratings(field_of(0)) == ()


@pytest.mark.parametrize("options", [{"prior": 0}, {"prior": float("nan")}, {"anchor": (9, 0)}])
def test_what_cannot_be_is_refused(options):
    with pytest.raises(ValueError, match=r"0|nan|9"):
        ratings(field_of(2, "1-2 ="), **options)


def test_the_prior_is_half_a_game():
    """One won game and half a drawn one: the slope of the likelihood is zero there, by hand."""
    won, _ = ratings(field_of(2, "1-2 1-0"))
    strength = won.elo / POINTS

    slope = 1 / (1 + exp(2 * strength)) + PRIOR_GAMES * (0.5 - 1 / (1 + exp(-strength)))
    assert slope == pytest.approx(0, abs=1e-9)
