"""An entrant's games in pairs with reversed colours, as a sequential test counts them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from board_core.match.sprt import Counts

from .field import Field, Fixture, Number, Verdict


def prefixes(field: Field, first: Number | None = None) -> Iterator[Counts]:
    """The counts after each pair of games, up to the first that is not finished.

    A pair is two games one after the other with the same opponent and opening, and colours
    reversed. Where a contest has no pairs these are the counts after each game; where it
    has some, games without a partner are left out, and so are games that were not played.
    """
    entrant = field.entrants[0] if first is None else first
    units = list(_units([fixture for fixture in field.fixtures if fixture.has(entrant)]))
    size = max(map(len, units), default=1)
    counts = [0] * (2 * size + 1)
    for unit in units:
        if len(unit) < size:
            continue
        if any(fixture.number not in field.verdicts for fixture in unit):
            return
        halves = [_half_points(field, fixture, entrant) for fixture in unit]
        if None not in halves:
            counts[sum(filter(None, halves))] += 1
            yield tuple(counts)


def _units(fixtures: Sequence[Fixture]) -> Iterator[tuple[Fixture, ...]]:
    """Pairs of games, and games that have no partner."""
    at = 0
    while at < len(fixtures):
        unit = tuple(fixtures[at : at + 2])
        if len(unit) == 2 and not _are_a_pair(*unit):
            unit = unit[:1]
        yield unit
        at += len(unit)


def _are_a_pair(one: Fixture, other: Fixture) -> bool:
    return (one.white, one.black, one.opening) == (other.black, other.white, other.opening)


def _half_points(field: Field, fixture: Fixture, entrant: Number) -> int | None:
    """None: not played, or nobody got anything."""
    verdict = field.verdicts[fixture.number]
    if fixture.number in field.forfeits or verdict is Verdict.NEITHER:
        return None
    if verdict.winner is None:
        return 1
    return 2 if verdict.winner is fixture.color(entrant) else 0
