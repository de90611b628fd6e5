"""Elo ratings of the entrants of a contest, and its pairs of games with reversed colours. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp, log, log1p, sqrt

from board_core.fast_dataclass import dataclass
from board_core.match.elo import Counts, Z

from .field import Field, Number, Pairing, PairingVerdict, Round

PRIOR_GAMES = 0.5
"""Imagined draws of every entrant against an average one, before the first game."""

ELO_PER_LOGIT = 400 / log(10)
"""Elo points for one unit of the natural logarithm of the odds (a logit)."""

SMALLEST_STEP = 1e-9
"""In logits: smaller steps are not halved."""

ROUNDING_TRACE = 1e-14
"""The relative size of a rounding error."""

Pairs = Mapping[tuple[int, int], float]
"""Wins of one entrant over another, by their places in a list; a draw is half a win for each."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of one entrant, estimated from the games."""

    number: Number
    elo: float  # points above the mean of all, or on the scale of the anchor
    error: float  # Elo points to either side that hold the truth with 95 %
    games: int  # that were played


def ratings(
    field: Field,
    *,
    prior: float = PRIOR_GAMES,
    anchor: tuple[Number, float] | None = None,
    among: Collection[Number] = (),
) -> tuple[Rating, ...]:
    """Return every entrant's rating, the strongest first.

    The model is that of Zermelo (Math. Z. 29, 1929) and of Bradley and Terry (Biometrika 39,
    1952), in which a player scores 1/(1 + 10^(-D/400)) against one who is D points weaker; a draw
    is half a win for both. The ratings maximise its likelihood times a prior: ``prior`` drawn games
    against a player of strength 0, for everyone. This is the conjugate prior of Davidson and
    Solomon (Biometrika 60, 1973). With it every rating is finite, even for an entrant who won or
    lost all games or met only part of the field; an entrant without games is average.

    The mean is then set to 0, that of all or of those ``among`` them, or the ``anchor`` (an entrant
    and its Elo) to its rating. Errors are those of the difference to the mean, or to the anchor,
    from the Fisher information. They are slightly too wide, as a draw is more informative than the
    model assumes.

    Byes, forfeits and games without points for either side do not count. Newton's method finds all
    ratings at once: each of its few steps costs about n^3 / 6 multiplications for n entrants.
    Raises ValueError for a prior that is not positive, and for an anchor that is not an entrant.
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
        weights = _shares(entrants, among)
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


def known_ratings(field: Field) -> tuple[Rating, ...]:
    """Return the ratings of a field; a page that is often drawn asks for the same ones."""
    games = tuple(
        (pairing.white, pairing.black, field.verdicts[pairing.number])
        for pairing in field.pairings
        if pairing.number in field.verdicts and pairing.number not in field.forfeits
    )
    return _rated(field.entrants, games)


@lru_cache(maxsize=64)
def _rated(
    entrants: tuple[Number, ...], games: tuple[tuple[Number, Number, PairingVerdict], ...]
) -> tuple[Rating, ...]:
    pairings = tuple(Pairing(n, 1, white, black) for n, (white, black, _) in enumerate(games, 1))
    verdicts = {n: verdict for n, (_white, _black, verdict) in enumerate(games, 1)}
    return ratings(Field(entrants, (Round(1, pairings),), verdicts))


@dataclass(frozen=True, slots=True)
class Estimate:
    """Strengths in logits, and the covariances of their differences to the mean."""

    strengths: Mapping[Number, float]
    covariances: Mapping[Number, Sequence[float]]  # rows, in the order of the entrants

    def error(self, number: Number, place: int) -> float:
        """Return half the width of the 95 % interval, in Elo points."""
        return ELO_PER_LOGIT * Z * sqrt(max(self.covariances[number][place], 0.0))


def estimate(field: Field, among: Collection[Number] = ()) -> Estimate:
    """Return the strengths by the games so far, as exact as they will be after unfinished games.

    The mean is that of those ``among`` the entrants, or of all.
    """
    entrants = field.entrants
    place = {number: index for index, number in enumerate(entrants)}
    wins, _ = _counted(field, place)
    strengths = _most_likely(len(entrants), wins, PRIOR_GAMES)
    expected = dict(wins)
    for pairing in field.pairings:
        if pairing.number not in field.verdicts:
            pair = place[pairing.white], place[pairing.black]
            expected[pair] = expected.get(pair, 0) + 1
    factor = _factor(_information(strengths, expected, PRIOR_GAMES))
    size, weights = len(entrants), _shares(entrants, among)
    mean = _solved(factor, weights)
    of_mean = _product(mean, weights)
    rows = {}
    for index, number in enumerate(entrants):
        row = _solved(factor, [float(index == column) for column in range(size)])
        rows[number] = [
            each - mean[index] - mean[column] + of_mean for column, each in enumerate(row)
        ]
    return Estimate(dict(zip(entrants, strengths, strict=True)), rows)


def _shares(entrants: Sequence[Number], among: Collection[Number]) -> list[float]:
    """Return the weights of a mean of those among the entrants, or of all."""
    counted = [number for number in entrants if not among or number in among]
    return [1 / len(counted) if number in counted else 0.0 for number in entrants]


def _counted(field: Field, place: Mapping[Number, int]) -> tuple[Pairs, list[int]]:
    """Return the wins of each pair of entrants, and the number of games of each entrant."""
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
    """Return the most likely strengths, in logits. The function is concave: it has one maximum."""
    strengths = [0.0] * size
    value = _likelihood(strengths, wins, prior)
    while True:
        information = _information(strengths, wins, prior)
        step = _solved(_factor(information), _slope(strengths, wins, prior))
        while True:  # a Newton step may overshoot if almost all results are one-sided
            tried = [one + change for one, change in zip(strengths, step, strict=True)]
            better = _likelihood(tried, wins, prior)
            if better >= value or max(map(abs, step)) < SMALLEST_STEP:
                break
            step = [change / 2 for change in step]
        if better <= value:  # no further gain within floating-point precision
            return tried
        strengths, value = tried, better


def _likelihood(strengths: Sequence[float], wins: Pairs, prior: float) -> float:
    """Return the logarithm of the likelihood."""
    said = sum(
        count * _log_chance(strengths[one] - strengths[other])
        for (one, other), count in wins.items()
    )
    thought = sum(_log_chance(each) + _log_chance(-each) for each in strengths)
    return said + prior / 2 * thought


def _slope(strengths: Sequence[float], wins: Pairs, prior: float) -> list[float]:
    slope = [prior * (0.5 - chance_to_win(each)) for each in strengths]
    for (one, other), count in wins.items():
        change = count * chance_to_win(strengths[other] - strengths[one])
        slope[one] += change
        slope[other] -= change
    return slope


def _information(strengths: Sequence[float], wins: Pairs, prior: float) -> list[list[float]]:
    """Return the Fisher information: minus the second derivatives. Results do not change it."""
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
    """Return the standard errors of the differences to the weighted mean."""
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
    """Return the Cholesky factor: a lower triangle that gives the matrix with its transpose.

    With extremely one-sided results rounding may leave nothing of a pivot; a trace of it is kept,
    and the step still leads upwards.
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
    """Solve A x = right, from the Cholesky factor of A."""
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
    """Return the dot product, as long as the shorter vector."""
    return sum(map(float.__mul__, one, other))


def chance_to_win(difference: float) -> float:
    """Return the chance of one who is stronger by so many logits.

    The difference may be too large for exp() in a long step.
    """
    odds = exp(-abs(difference))
    return 1 / (1 + odds) if difference > 0 else odds / (1 + odds)


def _log_chance(difference: float) -> float:
    return min(difference, 0.0) - log1p(exp(-abs(difference)))


def _spread(difference: float) -> float:
    chance = chance_to_win(difference)
    return chance * (1 - chance)


def prefixes(field: Field, first: Number | None = None) -> Iterator[Counts]:
    """Yield the counts after each pair of games, up to the first unfinished pair.

    A pair is two consecutive games with the same opponent and opening, and with colours reversed.
    For a contest without pairs these are the counts after each game; in a contest with pairs, games
    without a partner are left out, as are games that were not played.
    """
    entrant = field.entrants[0] if first is None else first
    units = list(_units([pairing for pairing in field.pairings if pairing.has(entrant)]))
    size = max(map(len, units), default=1)
    counts = [0] * (2 * size + 1)
    for unit in units:
        if len(unit) < size:
            continue
        if any(pairing.number not in field.verdicts for pairing in unit):
            return
        halves = [_half_points(field, pairing, entrant) for pairing in unit]
        if None not in halves:
            counts[sum(filter(None, halves))] += 1
            yield tuple(counts)


def _units(pairings: Sequence[Pairing]) -> Iterator[tuple[Pairing, ...]]:
    """Yield pairs of games, and games without a partner."""
    at = 0
    while at < len(pairings):
        unit = tuple(pairings[at : at + 2])
        if len(unit) == 2 and not _are_a_pair(*unit):
            unit = unit[:1]
        yield unit
        at += len(unit)


def _are_a_pair(one: Pairing, other: Pairing) -> bool:
    return (one.white, one.black, one.opening) == (other.black, other.white, other.opening)


def _half_points(field: Field, pairing: Pairing, entrant: Number) -> int | None:
    """Return the half points of a game; None if it was not played or nobody got a point."""
    verdict = field.verdicts[pairing.number]
    if pairing.number in field.forfeits or verdict is PairingVerdict.NEITHER:
        return None
    if verdict.winner is None:
        return 1
    return 2 if verdict.winner is pairing.color(entrant) else 0
