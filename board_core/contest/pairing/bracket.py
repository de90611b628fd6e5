"""The bracket of a knockout: the ties of each stage, to the final. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from board_core.contest.field import Field, Number, Pairing
from board_core.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of the bracket: two entrants, of whom one goes on."""

    number: int  # counts from 0 through the bracket
    upper: Number | None  # None: not known yet
    lower: Number | None  # None: not known yet; or nobody, a bye, if there is a winner
    games: tuple[Pairing, ...] = ()
    winner: Number | None = None  # None: not known yet
    by_lot: bool = False

    @property
    def bye(self) -> bool:
        return self.lower is None and self.winner is not None

    def points(self, field: Field) -> tuple[float, float]:
        """Return the points of the upper and the lower entrant in the games so far."""
        made = [0.0, 0.0]
        for game in self.games:
            if (verdict := field.verdicts.get(game.number)) is not None:
                for side, entrant in enumerate((self.upper, self.lower)):
                    assert entrant is not None
                    made[side] += field.scoring.points(verdict, game.color(entrant))
        return made[0], made[1]


Stages = tuple[tuple[Tie, ...], ...]
"""The ties of each stage, in the order of the bracket."""


def whole(known: Stages) -> Stages:
    """Return a bracket to its final, with the winners so far in the ties that come."""
    stages = [*known]
    while stages and len(stages[-1]) > 1:
        before = stages[-1]
        first = before[-1].number + 1
        pairs = zip(before[::2], before[1::2], strict=True)
        stages.append(tuple(Tie(first + n, a.winner, b.winner) for n, (a, b) in enumerate(pairs)))
    return tuple(stages)


def reached(known: Stages) -> dict[Number, int]:
    """Return how many stages each entrant reached; the winner of the final has one more."""
    last: dict[Number, int] = {}
    for count, stage in enumerate(known, 1):
        for tie in stage:
            last |= {each: count for each in (tie.upper, tie.lower) if each is not None}
    if known and len(known[-1]) == 1 and (champion := known[-1][0].winner) is not None:
        last[champion] = len(known) + 1
    return last


def seeding(players: int) -> list[int]:
    """Return the seeds of the bracket from the top: the two best can only meet in the final.

    There are as many as the next power of two; places above ``players`` are empty.
    """
    places = [1]
    while len(places) < players:
        total = 2 * len(places) + 1
        places = [each for place in places for each in (place, total - place)]
    return places


def meeting_stage(places: Sequence[int], one: int, other: int) -> int:
    """Return the stage, from 1, in which two seeds of these places can meet."""
    return (places.index(one) ^ places.index(other)).bit_length()
