"""What a match says of the players' strength."""

from math import inf

import pytest

from board_core.match.elo import (
    Sprt,
    Z,
    elo_of,
    normalized_elo,
    points,
    superiority,
    wilson,
)


@pytest.mark.parametrize(
    ("score", "elo"),
    [(0.5, 0), (0.64, 100), (0.76, 200), (0.849, 300), (0.909, 400), (0.24, -200), (10 / 11, 400)],
)
def test_points_are_those_of_the_usual_table(score, elo):
    assert points(score) == pytest.approx(elo, abs=1.0)


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [(0.8, 10, 0.490, 0.943), (1, 10, 0.722, 1), (0, 10, 0, 0.278), (0.5, 100, 0.404, 0.596)],
)
def test_wilsons_interval_is_that_of_the_textbooks(score, games, low, high):
    assert wilson(score, games) == pytest.approx((low, high), abs=0.001)


def test_an_interval_without_draws_is_the_binomial_one():
    found = elo_of((36, 0, 64))
    assert found.difference == pytest.approx(99.95, abs=0.01)
    half = Z * (0.64 * 0.36 / 100) ** 0.5
    assert (found.low, found.high) == pytest.approx((points(0.64 - half), points(0.64 + half)))
    assert found.margin == pytest.approx(72.2, abs=0.1)


def test_draws_make_the_interval_narrower():
    """20 wins, 20 losses, 60 draws: a game's variance is 0.1, and not 0.25."""
    found = elo_of((20, 60, 20))
    assert found.difference == 0
    bound = points(0.5 + Z * 0.1**0.5 / 10)
    assert (found.low, found.high) == pytest.approx((-bound, bound))
    assert found.margin < elo_of((50, 0, 50)).margin


def test_the_mirrored_result_is_the_mirrored_difference():
    one, other = elo_of((5, 10, 30)), elo_of((30, 10, 5))
    assert one.difference == pytest.approx(-other.difference)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_a_clean_sweep_has_a_lower_bound_only():
    found = elo_of((0, 0, 50))
    assert found.difference == found.high == found.margin == inf
    assert found.low == pytest.approx(400 * 1.1146, abs=1)  # Wilson: 50 of 53.84
    lost = elo_of((50, 0, 0))
    assert (lost.low, lost.high) == (-inf, pytest.approx(-found.low))


def test_an_interval_never_ends_at_more_points_than_there_are():
    found = elo_of((1, 0, 49))
    assert found.low < found.difference < found.high < inf


def test_draws_alone_leave_a_doubt():
    found = elo_of((0, 4, 0))
    assert found.difference == 0
    assert found.low == pytest.approx(-found.high)
    assert found.high > 100


def test_no_games_say_nothing():
    assert elo_of((0, 0, 0)) is None


@pytest.mark.parametrize(
    ("pairs", "elo", "normalized", "los", "llr"),
    [
        ((3, 0, 10, 5, 7), "92.46 +/- 92.92", "103.29 +/- 96.30", "98.22", "0.38"),
        ((3, 1, 9, 2, 10), "107.54 +/- 105.49", "108.67 +/- 96.30", "98.65", "0.41"),
    ],
)
def test_the_figures_are_those_that_fastchess_prints_for_these_pairs(
    pairs, elo, normalized, los, llr
):
    """They were printed by fastchess after matches of Stockfish against Toga II."""
    found, unit = elo_of(pairs), normalized_elo(pairs)
    assert found is not None
    assert unit is not None
    assert f"{found.difference:.2f} +/- {found.margin:.2f}" == elo
    assert f"{unit.difference:.2f} +/- {unit.margin:.2f}" == normalized
    assert f"{100 * superiority(pairs):.2f}" == los
    assert f"{Sprt(-5, 5).state(pairs).llr:.2f}" == llr
