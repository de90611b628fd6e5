"""Standings with their tie-breaks: Buchholz, direct encounter, wins, lot. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from board_core.sides import Color

from .drawing_lots import lot
from .field import Encounter, Field, Number


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table; the tie-breaks are in the order in which they rank."""

    rank: int  # counts from 1; nobody shares one
    number: Number
    points: float
    buchholz: float
    direct: float | None  # None: nobody else is equal so far, or they have not all met
    wins: int  # games won at the board
    lot: int  # counts from 1; the lower goes first
    games: int  # played and finished: no byes, no forfeits
    whites: int
    blacks: int


def standings(field: Field, seed: int) -> tuple[Standing, ...]:
    """Return the table from the first rank; unfinished games give no points yet.

    Entrants are ranked by points; then by Buchholz, the sum of the points of all opponents played,
    without byes and forfeits; then by direct encounter, the points from the games among those who
    are still equal, if all of them have met (FIDE Handbook C.07, article 6, without its rule for
    those who have not all met); then by wins; and last by a lot drawn from the published seed.
    """
    encounters = field.encounters()
    played = {number: [*filter(_played, each)] for number, each in encounters.items()}
    points = {number: sum(e.points or 0.0 for e in each) for number, each in encounters.items()}
    buchholz = {
        number: sum(points[e.opponent] for e in each if e.opponent is not None)
        for number, each in played.items()
    }

    def so_far(number: Number) -> tuple[float, float]:
        return -points[number], -buchholz[number]

    direct: dict[Number, float | None] = {}
    for _, equal in groupby(sorted(field.entrants, key=so_far), key=so_far):
        direct |= _direct([*equal], played)
    wins = {number: sum(map(_won, each)) for number, each in played.items()}
    lots = _lots(field.entrants, seed)
    ranked = sorted(
        field.entrants,
        key=lambda number: (*so_far(number), -(direct[number] or 0.0), -wins[number], lots[number]),
    )
    return tuple(
        Standing(
            rank,
            number,
            points[number],
            buchholz[number],
            direct[number],
            wins[number],
            lots[number],
            len(played[number]),
            sum(e.color is Color.WHITE for e in played[number]),
            sum(e.color is Color.BLACK for e in played[number]),
        )
        for rank, number in enumerate(ranked, 1)
    )


def _played(encounter: Encounter) -> bool:
    return encounter.verdict is not None and not encounter.forfeit


def _won(encounter: Encounter) -> bool:
    return encounter.verdict is not None and encounter.verdict.winner is encounter.color


def _direct(
    equal: Sequence[Number], played: dict[Number, list[Encounter]]
) -> dict[Number, float | None]:
    """Return the points from the games among these; None for all if two of them have not met."""
    among = {number: {e.opponent for e in played[number]} & {*equal} for number in equal}
    if len(equal) < 2 or any(len(met) < len(equal) - 1 for met in among.values()):
        return dict.fromkeys(equal)
    return {
        number: sum(e.points or 0.0 for e in played[number] if e.opponent in among[number])
        for number in equal
    }


def _lots(entrants: Sequence[Number], seed: int) -> dict[Number, int]:
    drawn = sorted(entrants, key=lambda number: lot(seed, "standings", number))
    return {number: place for place, number in enumerate(drawn, 1)}
