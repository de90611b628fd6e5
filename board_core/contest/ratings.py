"""How strong everyone who played in a contest is, by all of its games together. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log1p, sqrt

from board_core.match.elo import Z

from .field import Field, Number, PairingVerdict

PRIOR_GAMES = 0.5
"""So many games everyone is thought to have drawn with somebody average, before the first one."""

ELO_PER_LOGIT = 400 / log(10)
"""Elo points for one unit of the natural logarithm of the odds."""

SMALLEST_STEP = 1e-9
"""Steps smaller than this, in natural logarithms of odds, are not halved any more."""

ROUNDING_TRACE = 1e-14
"""Of a number: about what rounding leaves of it."""

Pairs = Mapping[tuple[int, int], float]
"""Wins of one over another, by their places in a list; a draw is half a win for each."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What the games say of one entrant's strength."""

    number: Number
    elo: float  # points above the mean of all, or on the scale of the anchor
    error: float  # Elo points to either side that hold the truth with 95 %
    games: int  # that were played


def ratings(
    field: Field, *, prior: float = PRIOR_GAMES, anchor: tuple[Number, float] | None = None
) -> tuple[Rating, ...]:
    """Every entrant's rating, the strongest first.

    The model is that of Zermelo (Math. Z. 29, 1929) and of Bradley and Terry (Biometrika 39,
    1952), in which a player scores 1/(1 + 10^(-D/400)) against one who is D points weaker; a draw
    is half a win for both. The ratings maximise its likelihood times a prior: ``prior`` drawn games
    against a player of strength 0, for everyone. This is the conjugate prior of Davidson and
    Solomon (Biometrika 60, 1973). With it everyone has a finite rating, who won or lost all games
    or met only part of the field, and who has not played at all is average.

    The mean is then put to 0, or ``anchor``, an entrant and its Elo, to its place. Errors are those
    of the difference to the mean, or to the anchor, from the Fisher information. A drawn game tells
    more than the model knows, so that they are rather too wide.

    Byes, forfeits and games that nobody got anything for say nothing of strength. Newton's
    method on all ratings at once: each of its few steps costs as much as n^3 / 6 multiplications
    for n entrants. Raises ValueError for a prior that is not positive and an anchor who is no
    entrant.
    """
    if not prior > 0:
        raise ValueError(f"a prior of {prior!r} games: give a number above 0")
    entrants = field.entrants
    place = {number: index for index, number in enumerate(entrants)}
    if anchor is not None and anchor[0] not in place:
        raise ValueError(f"the anchor {anchor[0]!r} is none of the {len(entrants)} entrants")
    if not entrants:
        return ()
    wins, games = _counted(field, place)
    strengths = _most_likely(len(entrants), wins, prior)
    if anchor is None:
        weights = [1 / len(entrants)] * len(entrants)
        origin = 0.0
    else:
        weights = [float(number == anchor[0]) for number in entrants]
        origin = anchor[1]
    middle = _product(weights, strengths)
    errors = _errors(_information(strengths, wins, prior), weights)
    found = (
        Rating(
            number,
            origin + ELO_PER_LOGIT * (strength - middle),
            ELO_PER_LOGIT * Z * error,
            games[index],
        )
        for index, (number, strength, error) in enumerate(
            zip(entrants, strengths, errors, strict=True)
        )
    )
    return tuple(sorted(found, key=lambda rating: (-rating.elo, rating.number)))


def _counted(field: Field, place: Mapping[Number, int]) -> tuple[Pairs, list[int]]:
    """Who won how often against whom, and how many games everyone played."""
    wins: dict[tuple[int, int], float] = {}
    games = [0] * len(place)
    for pairing in field.pairings:
        verdict = field.verdicts.get(pairing.number)
        if verdict in (None, PairingVerdict.NEITHER) or pairing.number in field.forfeits:
            continue
        white, black = place[pairing.white], place[pairing.black]
        share = {PairingVerdict.WHITE: 1.0, PairingVerdict.BLACK: 0.0}.get(verdict, 0.5)
        wins[white, black] = wins.get((white, black), 0) + share
        wins[black, white] = wins.get((black, white), 0) + 1 - share
        games[white] += 1
        games[black] += 1
    return wins, games


def _most_likely(size: int, wins: Pairs, prior: float) -> list[float]:
    """Strengths as natural logarithms of odds. The function is concave: there is one maximum."""
    strengths = [0.0] * size
    value = _likelihood(strengths, wins, prior)
    while True:
        information = _information(strengths, wins, prior)
        step = _solved(_factor(information), _slope(strengths, wins, prior))
        while True:  # a step of Newton's may go too far, where almost everybody always won
            tried = [one + change for one, change in zip(strengths, step, strict=True)]
            better = _likelihood(tried, wins, prior)
            if better >= value or max(map(abs, step)) < SMALLEST_STEP:
                break
            step = [change / 2 for change in step]
        if better <= value:  # nothing can be gained any more, as far as numbers can tell
            return tried
        strengths, value = tried, better


def _likelihood(strengths: Sequence[float], wins: Pairs, prior: float) -> float:
    """Its logarithm."""
    said = sum(
        count * _log_chance(strengths[one] - strengths[other])
        for (one, other), count in wins.items()
    )
    thought = sum(_log_chance(each) + _log_chance(-each) for each in strengths)
    return said + prior / 2 * thought


def _slope(strengths: Sequence[float], wins: Pairs, prior: float) -> list[float]:
    slope = [prior * (0.5 - _chance(each)) for each in strengths]
    for (one, other), count in wins.items():
        change = count * _chance(strengths[other] - strengths[one])
        slope[one] += change
        slope[other] -= change
    return slope


def _information(strengths: Sequence[float], wins: Pairs, prior: float) -> list[list[float]]:
    """Fisher's: minus the second derivatives, which do not hang on who won."""
    size = len(strengths)
    matrix = [[0.0] * size for _ in range(size)]
    for index, each in enumerate(strengths):
        matrix[index][index] = prior * _spread(each)
    for (one, other), count in wins.items():
        known = count * _spread(strengths[one] - strengths[other])
        matrix[one][one] += known
        matrix[other][other] += known
        matrix[one][other] -= known
        matrix[other][one] -= known
    return matrix


def _errors(information: list[list[float]], weights: Sequence[float]) -> list[float]:
    """Standard errors of the differences to the weighted mean."""
    size = len(weights)
    factor = _factor(information)
    inverse = [
        _solved(factor, [float(row == column) for row in range(size)]) for column in range(size)
    ]
    with_mean = [_product(row, weights) for row in inverse]
    of_mean = _product(with_mean, weights)
    return [
        sqrt(max(inverse[index][index] - 2 * with_mean[index] + of_mean, 0.0))
        for index in range(size)
    ]


def _factor(matrix: list[list[float]]) -> list[list[float]]:
    """Cholesky's: the lower triangle whose product with its mirror is the matrix.

    Where rounding leaves nothing of a pivot, as results are extremely one-sided, a trace of it is
    kept: a step made so leads upwards all the same.
    """
    rows: list[list[float]] = []
    for index, given in enumerate(matrix):
        row: list[float] = []
        for column in range(index):
            upper = rows[column]
            row.append((given[column] - _product(row, upper)) / upper[column])
        row.append(sqrt(max(given[index] - _product(row, row), ROUNDING_TRACE * given[index])))
        rows.append(row)
    return rows


def _solved(factor: list[list[float]], right: Sequence[float]) -> list[float]:
    """x of A x = right, from the factor of A."""
    found: list[float] = []
    for row, value in zip(factor, right, strict=True):
        found.append((value - _product(row, found)) / row[-1])
    for index in reversed(range(len(found))):
        found[index] /= factor[index][index]
        value, row = found[index], factor[index]
        for column in range(index):
            found[column] -= row[column] * value
    return found


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    """Of as many places as the shorter has."""
    return sum(map(float.__mul__, one, other))


def _chance(difference: float) -> float:
    """Of winning; a difference may be far too large for exp() in a step that is then halved."""
    odds = exp(-abs(difference))
    return 1 / (1 + odds) if difference > 0 else odds / (1 + odds)


def _log_chance(difference: float) -> float:
    return min(difference, 0.0) - log1p(exp(-abs(difference)))


def _spread(difference: float) -> float:
    chance = _chance(difference)
    return chance * (1 - chance)
