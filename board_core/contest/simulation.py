"""Tournaments without games: results are drawn. To try out schemes and sizes. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .field import Field, Fixture, Number, Round, Verdict
from .lots import lot
from .pairing.scheme import Scheme, Step

WHOLE = 1 << 64


@dataclass(frozen=True, slots=True)
class Chance:
    """What happens, drawn from ``seed``. The rates lie between 0 and 1."""

    seed: int
    draws: float = 0.2
    forfeits: float = 0.0  # of the games
    withdrawals: float = 0.0  # of those who are left, after each round

    def verdict(self, fixture: Fixture) -> Verdict:
        """The stronger win more often (A. E. Elo, The Rating of Chessplayers)."""
        if self._happens(self.draws, "draw", fixture.number):
            return Verdict.DRAW
        difference = self.strength(fixture.white) - self.strength(fixture.black)
        white = 1 / (1 + 10 ** (-difference / 400))
        won = self._happens(white, "white", fixture.number)
        return Verdict.WHITE if won else Verdict.BLACK

    def strength(self, entrant: Number) -> int:
        """In points of Elo."""
        return lot(self.seed, "strength", entrant) % 1200

    def forfeited(self, fixture: Fixture) -> bool:
        return self._happens(self.forfeits, "forfeit", fixture.number)

    def withdraws(self, entrant: Number, round: int) -> bool:
        return self._happens(self.withdrawals, "withdraw", entrant, round)

    def _happens(self, rate: float, *what: object) -> bool:
        return lot(self.seed, *what) < rate * WHOLE


def simulated(scheme: Scheme, field: Field, chance: Chance) -> Iterator[tuple[Field, Round]]:
    """Each round with the field it was made for, until all is over. Raises NoPairingError."""
    while not isinstance(made := scheme.next_round(field), Step):
        yield field, made
        field = after(field, made, chance)


def after(field: Field, made: Round, chance: Chance) -> Field:
    """The field when the round has been played."""
    missing = {
        fixture.number
        for fixture in made.fixtures
        if chance.forfeited(fixture)
        or fixture.white in field.withdrawn
        or fixture.black in field.withdrawn
    }
    leaving = {each for each in field.active if chance.withdraws(each, made.number)}
    return replace(
        field,
        rounds=(*field.rounds, made),
        verdicts={
            **field.verdicts,
            **{f.number: _verdict(field, f, chance) for f in made.fixtures},
        },
        forfeits=field.forfeits | missing,
        withdrawn=field.withdrawn | leaving,
    )


def _verdict(field: Field, fixture: Fixture, chance: Chance) -> Verdict:
    """Who has withdrawn loses."""
    white, black = (each in field.withdrawn for each in (fixture.white, fixture.black))
    if white and black:
        return Verdict.NEITHER
    if white or black:
        return Verdict.BLACK if white else Verdict.WHITE
    return chance.verdict(fixture)
