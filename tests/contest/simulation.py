"""Simulated tournaments with random results, to try out formats and sizes. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from board_core.contest.field import Field, Number, Pairing, PairingVerdict, Round, lot
from board_core.contest.pairing.scheme import PairingStep, Scheme
from board_core.fast_dataclass import dataclass

LOT_RANGE = 1 << 64


@dataclass(frozen=True, slots=True)
class Chance:
    """The rates of random events, from 0 to 1, and the seed that draws them."""

    seed: int
    draws: float = 0.2
    forfeits: float = 0.0  # of the games
    withdrawals: float = 0.0  # of the remaining entrants, after each round

    def verdict(self, pairing: Pairing) -> PairingVerdict:
        """Draw a result by strengths (A. E. Elo, The Rating of Chessplayers)."""
        if self._happens(self.draws, "draw", pairing.number):
            return PairingVerdict.DRAW
        difference = self.strength(pairing.white) - self.strength(pairing.black)
        white = 1 / (1 + 10 ** (-difference / 400))
        won = self._happens(white, "white", pairing.number)
        return PairingVerdict.WHITE if won else PairingVerdict.BLACK

    def strength(self, entrant: Number) -> int:
        """Draw the strength of an entrant, in Elo points."""
        return lot(self.seed, "strength", entrant) % 1200

    def forfeited(self, pairing: Pairing) -> bool:
        return self._happens(self.forfeits, "forfeit", pairing.number)

    def withdraws(self, entrant: Number, round: int) -> bool:
        return self._happens(self.withdrawals, "withdraw", entrant, round)

    def _happens(self, rate: float, *what: object) -> bool:
        return lot(self.seed, *what) < rate * LOT_RANGE


def simulated(scheme: Scheme, field: Field, chance: Chance) -> Iterator[tuple[Field, Round]]:
    """Yield each round with the field before it, until the end. Raises NoPairingError."""
    while not isinstance(made := scheme.next_round(field), PairingStep):
        yield field, made
        field = after(field, made, chance)


def after(field: Field, made: Round, chance: Chance) -> Field:
    """Return the field after the round has been played."""
    missing = {
        pairing.number
        for pairing in made.pairings
        if chance.forfeited(pairing)
        or pairing.white in field.withdrawn
        or pairing.black in field.withdrawn
    }
    leaving = {each for each in field.active if chance.withdraws(each, made.number)}
    return replace(
        field,
        rounds=(*field.rounds, made),
        verdicts={
            **field.verdicts,
            **{f.number: _verdict(field, f, chance) for f in made.pairings},
        },
        forfeits=field.forfeits | missing,
        withdrawn=field.withdrawn | leaving,
    )


def _verdict(field: Field, pairing: Pairing, chance: Chance) -> PairingVerdict:
    """Return the result of a pairing; an entrant that has withdrawn loses."""
    white, black = (each in field.withdrawn for each in (pairing.white, pairing.black))
    if white and black:
        return PairingVerdict.NEITHER
    if white or black:
        return PairingVerdict.BLACK if white else PairingVerdict.WHITE
    return chance.verdict(pairing)
