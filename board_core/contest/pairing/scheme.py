"""The interface of all ways of pairing, and the bracket of a knockout. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Protocol

from board_core.contest.field import Field, Number, Pairing, Round
from board_core.fast_dataclass import dataclass
from board_core.text.sentence import BoardError, say

from .invariants import Rule


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


class PairingStep(Enum):
    """The next step where it is not another round."""

    WAIT = "wait"  # for results
    OVER = "over"  # all rounds are paired


class NoPairingError(BoardError):
    """A field for which no round keeps all the hard rules; the sentence names them."""


class BadScheme(BoardError):
    """Settings that a scheme does not allow; the sentence says what it allows."""


class Scheme(Protocol):
    """A way to pair a contest, round by round; a frozen value without memory."""

    def next_round(self, field: Field) -> Round | PairingStep:
        """Return the next round: always the same for the same field.

        Schemes whose rounds do not depend on results do not wait for them, and include the games of
        entrants that have withdrawn. Raises NoPairingError.
        """

    def keeps(self, field: Field) -> frozenset[Rule]:
        """Return the rules that the next round of this field must keep."""


def round_of(
    field: Field,
    games: Iterable[tuple[Number, Number, int | None]],
    byes: tuple[Number, ...] = (),
) -> Round:
    """Return the next round with these games: White, Black, and the opening."""
    number = field.next_round
    pairings = tuple(
        Pairing(count, number, white, black, opening)
        for count, (white, black, opening) in enumerate(games, field.next_pairing)
    )
    return Round(number, pairings, byes)


def at_least(least: int, **values: int) -> None:
    """Check that no value is less. Raises BadScheme for the first that is."""
    for name, value in values.items():
        if value < least:
            raise BadScheme(
                say(
                    "{name} is {value}: it must be at least {least}",
                    name=name,
                    value=value,
                    least=least,
                )
            )
