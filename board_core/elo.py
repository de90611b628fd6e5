"""How much stronger one player is than another, as far as their games can tell. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log10, sqrt

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
    """What a result says of the players; None without games.

    Elo's model in its logistic form: a player who is D points stronger scores 1/(1 + 10^(-D/400)).
    The interval is that of the mean of the points, whose variance is taken from the games
    themselves, with draws as they were, by the normal approximation (as match programs such as
    cutechess-cli have it). Where that says nothing, as all games ended alike, or leaves the scores
    there can be, the interval is Wilson's.
    """
    games = wins + draws + losses
    if not games:
        return None
    score = (wins + draws / 2) / games
    low, high = _normal(score, _variance(score, wins, draws, losses) / games)
    if low == high or low <= 0 or high >= 1:
        low, high = wilson(score, games)
    return EloDifference(points(score), points(low), points(high))


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


def _variance(score: float, wins: int, draws: int, losses: int) -> float:
    """Of the points of one game."""
    squares = wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2
    return squares / (wins + draws + losses)


def _normal(score: float, variance: float) -> tuple[float, float]:
    half = Z * sqrt(variance)
    return score - half, score + half
