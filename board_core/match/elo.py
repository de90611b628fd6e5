"""How much stronger one player is than another, as far as their games can tell. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, inf, log10, sqrt

Z = 1.96
"""So many standard errors to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class EloDifference:
    """Elo points of the first player above the second, and where they lie with 95 % certainty.

    What is infinite (all games won, or lost) is so in ``difference`` and one of the bounds.
    """

    difference: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval: what is written after ``±``; infinite if there is no end to it."""
        return (self.high - self.low) / 2


def elo_difference(wins: int, draws: int, losses: int) -> EloDifference | None:
    """What a result says of the players; None without games. See :func:`elo_of`."""
    return elo_of((losses, draws, wins))


def elo_of(counts: Sequence[int]) -> EloDifference | None:
    """What observations say of the players; None without any.

    ``counts`` are how often each share of the points was seen, in even steps from none to all:
    losses, draws and wins of games; or pairs of games with 0, 1/2, 1, 3/2 and 2 points, which
    tell more than their games one by one, as an opening's favours cancel out in a pair.

    Elo's model in its logistic form: a player who is D points stronger scores 1/(1 + 10^(-D/400)).
    The interval is that of the mean of the points, whose variance is taken from the observations
    themselves, with draws as they were, by the normal approximation (as match programs such as
    cutechess-cli have it). Where that says nothing, as all ended alike, or leaves the scores
    there can be, the interval is Wilson's.
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
    """How likely it is that the first player is the stronger one (LOS), from 0 to 1.

    That the mean of the observations (see :func:`elo_of`) is above one half, by the normal
    approximation with their own variance. Where all ended alike they have none; the variance
    around one half then takes its place: (wins - losses)^2 / (wins + losses) for games, which is R.
    Coulom's formula.
    """
    seen = sum(counts)
    if not seen:
        return 0.5
    score = mean(counts)
    spread = variance(counts, score) or variance(counts, 0.5)
    return (1 + erf((score - 0.5) / sqrt(2 * spread / seen))) / 2 if spread else 0.5


def points(score: float) -> float:
    """Elo points for a share of the points, from 0 to 1 (A. E. Elo, The Rating of Chessplayers)."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, 209-212).

    It never leaves 0 to 1, holds for few games too, and takes each game for won or lost, which
    makes it too wide where many were drawn.
    """
    spread = Z * Z / games
    middle = (score + spread / 2) / (1 + spread)
    half = sqrt(spread * (score * (1 - score) + spread / 4)) / (1 + spread)
    low = 0.0 if score == 0 else middle - half
    return low, 1.0 if score == 1 else middle + half


def mean(counts: Sequence[float]) -> float:
    """The mean share of the points; ``counts`` as for :func:`elo_of`."""
    most = len(counts) - 1
    return sum(count * step for step, count in enumerate(counts)) / most / sum(counts)


def variance(counts: Sequence[float], around: float) -> float:
    """Of one observation, ``counts`` as for :func:`elo_of`."""
    most = len(counts) - 1
    squares = (count * (step / most - around) ** 2 for step, count in enumerate(counts))
    return sum(squares) / sum(counts)


def _normal(score: float, variance: float) -> tuple[float, float]:
    half = Z * sqrt(variance)
    return score - half, score + half
