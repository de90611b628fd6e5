"""A few heroes against all others. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from board_core.contest.field import Field, Number, Round
from board_core.sentence import say

from .invariants import STATIC, Rule
from .scheme import BadScheme, PairingStep, at_least, round_of


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The first ``heroes`` of the list meet everybody else, not one another.

    A round has all ``games`` of each two who meet. Colours change from game to game, and two
    games with colours reversed share an opening that no other two games have.
    """

    heroes: int = 1
    games: int = 2

    def __post_init__(self) -> None:
        at_least(1, heroes=self.heroes, games=self.games)

    def keeps(self, field: Field) -> frozenset[Rule]:
        return STATIC

    def next_round(self, field: Field) -> Round | PairingStep:
        challengers = len(field.entrants) - self.heroes
        if challengers < 1:
            raise BadScheme(
                say(
                    "a gauntlet of {heroes} needs {needed} entrants or more: there are {players}",
                    heroes=self.heroes,
                    needed=self.heroes + 1,
                    players=len(field.entrants),
                )
            )
        if len(field.rounds) >= max(self.heroes, challengers):
            return PairingStep.OVER
        return round_of(field, self._games(field.entrants, len(field.rounds), challengers))

    def _games(
        self, entrants: tuple[Number, ...], round: int, challengers: int
    ) -> Iterator[tuple[Number, Number, int]]:
        """In each round the heroes move on by one challenger; who has none waits."""
        for hero in range(self.heroes):
            challenger = (hero + round) % max(self.heroes, challengers)
            if challenger >= challengers:
                continue
            first = (hero * challengers + challenger) * ((self.games + 1) // 2)
            pair = entrants[hero], entrants[self.heroes + challenger]
            for game in range(self.games):
                swapped = (game + hero + challenger) % 2
                yield *(reversed(pair) if swapped else pair), first + game // 2
