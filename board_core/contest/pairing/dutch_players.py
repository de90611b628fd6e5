"""The facts that the FIDE (Dutch) system uses, by FIDE Handbook C.04.3, article 1. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from board_core.contest.field import Encounter, Field, Number, Scoring
from board_core.fast_dataclass import dataclass

from .colors import ColorHistory
from .floats import Float, float_between

UNITS_OF_POINT = 1000
"""Units of a point here, where points are whole numbers."""


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """The facts about an entrant that the system uses."""

    number: Number  # the pairing number
    points: int
    barred: frozenset[Number]  # opponents of games that were played, and those it must not meet
    may_have_bye: bool
    unplayed: int  # rounds
    colors: ColorHistory
    floats: tuple[Float, Float]  # in the last round, and in the one before
    top: bool  # has more than half of the points, and this is the last round


def players(contest: Field, last_round: bool) -> list[DutchPlayer]:
    """Return the players of the next round, by points and number (1.2)."""
    encounters, barred = contest.encounters(), contest.barred
    before = {
        number: _points_before(each, len(contest.rounds)) for number, each in encounters.items()
    }
    half = _units(max(contest.scoring.win, contest.scoring.draw)) * len(contest.rounds) / 2
    found = [
        DutchPlayer(
            number,
            before[number][-1],
            barred.get(number, frozenset()).union(
                e.opponent for e in encounters[number] if e.opponent is not None and not e.forfeit
            ),
            not any(_bars_bye(each, contest.scoring) for each in encounters[number]),
            len(contest.rounds) - sum(_played(each) for each in encounters[number]),
            ColorHistory.of(encounters[number]),
            _floats(encounters[number], before, number, contest),
            last_round and before[number][-1] > half,
        )
        for number in contest.present
    ]
    return sorted(found, key=lambda each: (-each.points, each.number))


def _units(points: float) -> int:
    return round(UNITS_OF_POINT * points)


def _points_before(encounters: Iterable[Encounter], rounds: int) -> list[int]:
    """Return the points before each round, and at the end."""
    points = [0] * (rounds + 1)
    for each in encounters:
        for later in range(each.round, rounds + 1):
            points[later] += _units(each.points or 0.0)
    return points


def _played(encounter: Encounter) -> bool:
    return encounter.opponent is not None and not encounter.forfeit


def _bars_bye(encounter: Encounter, scoring: Scoring) -> bool:
    """Return whether this round excludes a later bye: a bye, or as much as a win ([C2])."""
    if _played(encounter):
        return False
    bye = encounter.opponent is None and not encounter.requested
    return bye or (encounter.points or 0.0) >= scoring.win


def _floats(
    encounters: Iterable[Encounter],
    before: Mapping[Number, Sequence[int]],
    me: Number,
    contest: Field,
) -> tuple[Float, Float]:
    floats = {each.round: _float(each, before, me, contest.scoring) for each in encounters}
    last = len(contest.rounds)
    return floats.get(last, Float.LEVEL), floats.get(last - 1, Float.LEVEL)


def _float(
    encounter: Encounter, before: Mapping[Number, Sequence[int]], me: Number, scoring: Scoring
) -> Float:
    """Return the float of a round: of unequal points, or of points without a game (1.4)."""
    if encounter.opponent is None or encounter.forfeit:
        bye = encounter.opponent is None and not encounter.requested
        return Float.DOWN if bye or (encounter.points or 0.0) > scoring.loss else Float.LEVEL
    mine, theirs = (before[each][encounter.round - 1] for each in (me, encounter.opponent))
    return float_between(mine, theirs)
