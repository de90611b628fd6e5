"""Estimates of how much stronger one player is than another, from their games. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, inf, log10, sqrt

from board_core.fast_dataclass import dataclass

Z = 1.96
"""The number of standard errors on either side of the mean that hold 95 % of a normal distribution.
"""


@dataclass(frozen=True, slots=True)
class EloDifference:
    """The Elo points of the first player above the second, with an interval of 95 % certainty.

    If all games were won, or all lost, ``difference`` and one of the bounds are infinite.
    """

    difference: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Return half the width of the interval, written after ``±``; it may be infinite."""
        return (self.high - self.low) / 2


def elo_difference(wins: int, draws: int, losses: int) -> EloDifference | None:
    """Return the Elo difference that a result shows; None without games. See :func:`elo_of`."""
    return elo_of((losses, draws, wins))


def elo_of(counts: Sequence[int]) -> EloDifference | None:
    """Return the Elo difference that observations show; None without any.

    ``counts`` says how often each share of the points was seen, in even steps from none to all:
    losses, draws and wins of games; or pairs of games with 0, 1/2, 1, 3/2 and 2 points, which tell
    more than the same games one by one, because the advantage of an opening cancels out in a pair.

    The model is the logistic form of Elo's: a player who is D points stronger scores 1/(1 +
    10^(-D/400)). The interval is that of the mean of the points in the normal approximation, with
    the variance of the observations themselves, draws included (as in cutechess-cli). If that
    variance is 0, because all games ended alike, or if the interval leaves the possible scores,
    Wilson's interval takes its place.
    """
    seen = sum(counts)
    if not seen:
        return None
    score = mean(counts)
    low, high = _normal(score, variance(counts, score) / seen)
    if low == high or low <= 0 or high >= 1:
        low, high = wilson(score, seen)
    return EloDifference(points(score), points(low), points(high))


def superiority(counts: Sequence[int]) -> float:
    """Return the likelihood (LOS), from 0 to 1, that the first player is the stronger one.

    It is the likelihood that the mean of the observations (see :func:`elo_of`) is above one half,
    in the normal approximation with their own variance. If all games ended alike, that variance is
    0 and the variance around one half takes its place: for games, (wins - losses)^2 / (wins +
    losses), which is R. Coulom's formula.
    """
    seen = sum(counts)
    if not seen:
        return 0.5
    score = mean(counts)
    spread = variance(counts, score) or variance(counts, 0.5)
    return (1 + erf((score - 0.5) / sqrt(2 * spread / seen))) / 2 if spread else 0.5


def points(score: float) -> float:
    """Return the Elo points for a share of the points, from 0 to 1 (A.

    E. Elo, The Rating of Chessplayers).
    """
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def wilson(score: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, 209-212).

    It never leaves 0 to 1 and holds for few games too. It treats each game as won or lost, so it is
    too wide if many games were drawn.
    """
    spread = Z * Z / games
    middle = (score + spread / 2) / (1 + spread)
    half = sqrt(spread * (score * (1 - score) + spread / 4)) / (1 + spread)
    low = 0.0 if score == 0 else middle - half
    return low, 1.0 if score == 1 else middle + half


def mean(counts: Sequence[float]) -> float:
    """Return the mean share of the points; ``counts`` as for :func:`elo_of`."""
    most = len(counts) - 1
    return sum(count * step for step, count in enumerate(counts)) / most / sum(counts)


def variance(counts: Sequence[float], around: float) -> float:
    """Return the variance of one observation; ``counts`` as for :func:`elo_of`."""
    most = len(counts) - 1
    squares = (count * (step / most - around) ** 2 for step, count in enumerate(counts))
    return sum(squares) / sum(counts)


def _normal(score: float, variance: float) -> tuple[float, float]:
    half = Z * sqrt(variance)
    return score - half, score + half
