"""Standings: the order of a field by points, the tie-breaks of the organiser, and the lot. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from board_core.fast_dataclass import dataclass
from board_core.game.sides import Color

from .drawing_lots import lot
from .field import Field, Number
from .tie_breaks import USUAL_TIE_BREAKS, TieBreak, TieBreakFigures, grouped


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table; the tie-breaks are in the order in which they rank."""

    rank: int  # counts from 1; nobody shares one
    number: Number
    points: float
    figures: tuple[float | None, ...]
    """The tie-breaks. None: this one has no figure; nobody else was equal, or no game was met."""
    lot: int  # counts from 1; the lower goes first
    games: int  # played and finished: no byes, no forfeits
    whites: int
    blacks: int
    ahead_by: int | None = None
    """The place among the tie-breaks of the one that puts this row before the next, whose points
    are equal; the number of tie-breaks: the lot. None: by points, by the stage of a knockout, or
    there is no next."""


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """The entrants that are equal so far, and what puts the last of them before the next group."""

    equal: Sequence[Number]
    ahead_by: int | None = None  # as in Standing

    def parted(self, parts: Sequence[Sequence[Number]], place: int) -> list[TiedGroup]:
        """Return the groups that the tie-break at this place makes of this one."""
        *parts, last = parts
        return [*(TiedGroup(part, place) for part in parts), TiedGroup(last, self.ahead_by)]


def standings(
    field: Field,
    seed: int,
    order: Sequence[TieBreak] = USUAL_TIE_BREAKS,
    stages: Mapping[Number, int] | None = None,
) -> tuple[Standing, ...]:
    """Return the table from the first rank; unfinished games give no points yet.

    Entrants are ranked by the stage of a knockout that they reached, then by points, by the
    tie-breaks in this order, and last by a lot drawn from the published seed.
    """
    made, lots = TieBreakFigures(field), _lots(field.entrants, seed)
    groups = [
        TiedGroup(part)
        for stage in grouped(field.entrants, (stages or {}).get)
        for part in grouped(stage, made.points.__getitem__)
    ]
    met: dict[Number, float | None] = {}
    for place, tie_break in enumerate(order):
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            for each in groups:
                met |= made.met_points(each.equal) if len(each.equal) > 1 else {}
        groups = [
            part for each in groups for part in each.parted(_parts(made, tie_break, each), place)
        ]
    rows = [
        row
        for each in groups
        for row in each.parted(
            [[number] for number in sorted(each.equal, key=lots.__getitem__)], len(order)
        )
    ]
    return tuple(
        Standing(
            rank,
            number := row.equal[0],
            made.points[number],
            tuple(
                met.get(number) if each is TieBreak.DIRECT_ENCOUNTER else made.of(each, number)
                for each in order
            ),
            lots[number],
            len(made.played[number]),
            sum(each.color is Color.WHITE for each in made.played[number]),
            sum(each.color is Color.BLACK for each in made.played[number]),
            row.ahead_by,
        )
        for rank, row in enumerate(rows, 1)
    )


def _parts(made: TieBreakFigures, tie_break: TieBreak, group: TiedGroup) -> list[list[Number]]:
    if len(group.equal) == 1:
        return [[*group.equal]]
    if tie_break is TieBreak.DIRECT_ENCOUNTER:
        return made.places_by_encounter(group.equal)
    return grouped(group.equal, lambda number: made.of(tie_break, number))


def _lots(entrants: Sequence[Number], seed: int) -> dict[Number, int]:
    drawn = sorted(entrants, key=lambda number: lot(seed, "standings", number))
    return {number: place for place, number in enumerate(drawn, 1)}
