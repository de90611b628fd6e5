"""Pairs of games with reversed colours, as a sequential test counts them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from board_core.match.elo import Counts

from .field import Field, Number, Pairing, PairingVerdict


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
