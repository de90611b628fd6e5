"""Estimates of how much stronger one player is than another, and a test of it. Pure.

The test ends as early as the games allow.
It is the sequential probability ratio test (A. Wald, Ann. Math. Stat. 16, 1945) in the generalised
form that chess engines are tested with: the unknown shares of draws and of pairs of games are
estimated along the way. The formulas are those of M. Van den Bergh, "Comments on normalized Elo"
(normalized_elo_practical.pdf on cantate.be/Fishtest), quoted by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from math import erf, inf, log, log10, sqrt

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import BoardError, say

Z = 1.959963984540054
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


def elo_of(counts: Sequence[int]) -> EloDifference | None:
    """Return the Elo difference implied by observations; None without any.

    ``counts`` says how often each score was seen, in even steps from none to all points: losses,
    draws and wins of games; or pairs of games with 0, 1/2, 1, 3/2 and 2 points, which are more
    informative than single games, because an opening's advantage cancels out in a pair.

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


Counts = tuple[int, ...]
"""The number of times that each share of the points was seen, in even steps from none to all: 3
counts of games (lost, drawn, won) or 5 of pairs (0, 1/2, 1, 3/2 and 2 points).
"""

NORMALISED_ELO_SCALE = 800 / log(10)
"""Normalised Elo points for a mean that is one standard deviation of a game above one half."""

LARGEST_NORMALISED_ELO = 200.0
"""The normalised Elo points beyond which the method of the paper's section 4.1 may find nothing."""

LARGEST_LOGISTIC_ELO = 4000.0
"""The logistic Elo points beyond which a share of the points is hardly different from all."""

UNSEEN_COUNT = 1e-3
"""The stand-in for a count of 0: an outcome not seen yet is still possible."""


class BadSprt(BoardError):
    """Error: these numbers do not define a test."""


class Decision(Enum):
    """The result of a test."""

    H0 = "H0"  # not stronger by elo1
    H1 = "H1"  # stronger by more than elo0


@dataclass(frozen=True, slots=True)
class SprtState:
    """The state of a sequential test."""

    llr: float  # the logarithm of the likelihood of elo1 to that of elo0
    lower: float  # at this llr or below, H0 is accepted
    upper: float  # at this llr or above, H1 is accepted
    decision: Decision | None  # None: more games are needed
    counts: Counts


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test between two hypotheses: the first player is ``elo0``, or ``elo1``, points stronger.

    ``alpha`` is the probability of answering elo1 if elo0 is true, ``beta`` that of the reverse
    error. Elo is normalised: in units of a game's standard deviation, which needs about the same
    number of games whatever the share of draws; or it is logistic. Raises BadSprt.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = True

    def __post_init__(self) -> None:
        if not -inf < self.elo0 < self.elo1 < inf:
            raise BadSprt(
                say(
                    "elo0 is {elo0} and elo1 is {elo1}: elo0 must be the smaller number",
                    elo0=self.elo0,
                    elo1=self.elo1,
                )
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise BadSprt(
                say(
                    "alpha is {alpha} and beta is {beta}: "
                    "both must be above 0, and their sum below 1",
                    alpha=self.alpha,
                    beta=self.beta,
                )
            )
        largest = LARGEST_NORMALISED_ELO if self.normalized else LARGEST_LOGISTIC_ELO
        if max(-self.elo0, self.elo1) > largest:
            raise BadSprt(
                say(
                    "elo0 is {elo0} and elo1 is {elo1}: "
                    "normalized Elo must be between -200 and 200, logistic Elo between -{largest} "
                    "and {largest}",
                    elo0=self.elo0,
                    elo1=self.elo1,
                    largest=f"{LARGEST_LOGISTIC_ELO:.0f}",
                )
            )

    @property
    def lower(self) -> float:
        """The bound at which ``elo0`` is accepted, in log-likelihood."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at which ``elo1`` is accepted, in log-likelihood."""
        return log((1 - self.beta) / self.alpha)

    def state(self, counts: Counts) -> SprtState:
        """Return the test's state after these counts, 3 of them or 5.

        Raises BoardError for another number.
        """
        if len(counts) not in (3, 5):
            raise BoardError(f"{counts!r}: give 3 counts of games or 5 of pairs of games")
        llr = _llr(self, tuple(counts)) if any(counts) else 0.0
        decision = None
        if llr >= self.upper:
            decision = Decision.H1
        elif llr <= self.lower:
            decision = Decision.H0
        return SprtState(llr, self.lower, self.upper, decision, counts)

    def run(self, seen: Iterable[Counts]) -> SprtState:
        """Return how the test ended or stands, from the counts after each game or pair.

        It ends at the first decision and ignores later games, so that the answer does not depend on
        the order in which concurrent games end.
        """
        state = self.state((0, 0, 0))
        for counts in seen:
            state = self.state(counts)
            if state.decision is not None:
                break
        return state


def normalized_elo(counts: Counts) -> EloDifference | None:
    """Return the normalised Elo of these counts; None if all ended alike, or without any.

    A pair's mean has half the variance of a game's, provided its games are independent.
    """
    if not sum(counts):
        return None
    score = mean(counts)
    deviation = sqrt(variance(counts, score) * (len(counts) // 2))
    if not deviation:
        return None
    middle = NORMALISED_ELO_SCALE * (score - 0.5) / deviation
    half = NORMALISED_ELO_SCALE * Z / sqrt(sum(counts) * (len(counts) // 2))
    return EloDifference(middle, middle - half, middle + half)


@lru_cache(maxsize=65_536)  # a match asks after each game about all earlier ones again
def _llr(sprt: Sprt, counts: Counts) -> float:
    """Return the log-likelihood ratio: the number of observations times the mean contribution."""
    seen = [count or UNSEEN_COUNT for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    if sprt.normalized:
        per_unit = NORMALISED_ELO_SCALE / sqrt(len(counts) // 2)
        zero, one = (_with_t_value(shares, elo / per_unit) for elo in (sprt.elo0, sprt.elo1))
    else:
        zero, one = (
            _with_mean(shares, 1 / (1 + 10 ** (-elo / 400))) for elo in (sprt.elo0, sprt.elo1)
        )
    return total * sum(
        share * log(under1 / under0)
        for share, under0, under1 in zip(shares, zero, one, strict=True)
    )


def _with_mean(shares: Sequence[float], score: float) -> list[float]:
    """Return the likeliest distribution with this mean (proposition 1.1)."""
    most = len(shares) - 1
    return _tilted(shares, [step / most - score for step in range(most + 1)])


def _with_t_value(shares: Sequence[float], t: float) -> list[float]:
    """Return the likeliest distribution whose mean is t deviations above 1/2 (section 4.1)."""
    steps = [step / (len(shares) - 1) for step in range(len(shares))]
    found = [1 / len(shares)] * len(shares)
    for _ in range(100):
        middle = mean(found)
        deviation = sqrt(variance(found, middle))
        slopes = [
            step - 0.5 - t * deviation * (1 + ((step - middle) / deviation) ** 2) / 2
            for step in steps
        ]
        last, found = found, _tilted(shares, slopes)
        if max(abs(one - other) for one, other in zip(last, found, strict=True)) < 1e-10:
            break
    return found


def _tilted(shares: Sequence[float], slopes: Sequence[float]) -> list[float]:
    """Return the shares, weighted by their slopes so that the mean slope is 0.

    The function decreases between its two poles, so bisection finds the root.
    """
    low, high = -1 / max(slopes), -1 / min(slopes)
    while True:
        tilt = (low + high) / 2
        if not low < tilt < high:
            return [share / (1 + tilt * a) for share, a in zip(shares, slopes, strict=True)]
        if sum(share * a / (1 + tilt * a) for share, a in zip(shares, slopes, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
