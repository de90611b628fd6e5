"""The Swiss of the FIDE (Dutch) system with the rules in force since 1 February 2026.

FIDE Handbook C.04.1 to C.04.3; who meets whom is decided in :mod:`.dutch`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from board_core.contest.drawing_lots import lot
from board_core.contest.field import Field, Number, Round
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_
from board_core.text.sentence import say

from .colors import has_white
from .dutch import DutchPlayer, paired, players
from .invariants import SWISS_RULES, Rule
from .scheme import NoPairingError, PairingStep, at_least, round_of
from .swiss_rounds import SwissFormat


@dataclass(frozen=True, slots=True)
class FideSwiss:
    """A FIDE Swiss of ``rounds`` rounds; the first pairs the upper half of the list with the lower.

    A lot of ``seed`` decides the first colour of the first entrant. Two who did not play because
    of a forfeit may be paired again. In the last round the system lets entrants with more than half
    of the points exceed their limits of colours.
    """

    rounds: int
    seed: int

    def __post_init__(self) -> None:
        at_least(1, rounds=self.rounds)

    def keeps(self, field: Field) -> frozenset[Rule]:
        last = {Rule.COLORS} if field.next_round >= self.rounds else set()
        return SWISS_RULES - {Rule.FORFEIT_REMATCH} - last

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.rounds) >= self.rounds:
            return PairingStep.OVER
        if not field.complete:
            return PairingStep.WAIT
        if len(field.present) < 2:
            raise NoPairingError(say("fewer than two entrants are left to be paired"))
        pairs = [*self._games(field)]
        games = [(white, black, None) for white, black in pairs if black is not None]
        return round_of(field, games, tuple(white for white, black in pairs if black is None))

    def _games(self, field: Field) -> Iterator[tuple[Number, Number | None]]:
        """Yield White and Black of each game, the most important first (C.04.2); None is a bye."""
        ranked = players(field, field.next_round >= self.rounds)
        pairs = paired(ranked)
        if pairs is None:
            raise NoPairingError(
                say("the FIDE system finds no pairing that keeps its absolute criteria")
            )
        games = [(ranked[a], None if b is None else ranked[b]) for a, b in pairs]
        arrived = _arrived(field)
        for better, other in sorted(games, key=_board):
            if other is None:
                yield better.number, None
            elif self._has_white(better, other, arrived):
                yield better.number, other.number
            else:
                yield other.number, better.number

    def _has_white(
        self, better: DutchPlayer, other: DutchPlayer, arrived: Sequence[Number]
    ) -> bool:
        """Return whether the higher ranked of two has White (5.2)."""
        white = has_white(better.colors, other.colors)
        if white is None:  # the first, the third … of the list have the colour drawn by lot
            return (lot(self.seed, "white") + arrived.index(better.number)) % 2 == 0
        return white


def _arrived(field: Field) -> list[Number]:
    """Return the entrants that have their numbers: a late one has it on its arrival (C.04.2, 2.4).

    Those who have never been in a pairing are not counted.
    """
    there = {*field.present}
    for each in field.rounds:
        there.update(each.byes)
        for pairing in each.pairings:
            there.update((pairing.white, pairing.black))
    return [number for number in field.entrants if number in there]


def _board(game: tuple[DutchPlayer, DutchPlayer | None]) -> tuple[bool, int, int, Number]:
    better, other = game
    return other is None, -better.points, -(other.points if other else 0), better.number


FIDE_DUTCH = SwissFormat(
    "fide-swiss", N_("Swiss system (FIDE Dutch, rules of February 2026)"), make=FideSwiss
)
