"""A scheme that needs no matching."""

from __future__ import annotations

from dataclasses import dataclass

from board_core.contest.field import Field, Pairing, Round
from board_core.contest.pairing.scheme import PairingStep


@dataclass(frozen=True)
class AllAtOnce:
    """In each round, everybody against everybody; no round waits for another."""

    rounds: int = 1

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.rounds) == self.rounds:
            return PairingStep.OVER
        pairs = [(a, b) for a in field.entrants for b in field.entrants if a < b]
        number, first = field.next_round, field.next_pairing
        return Round(
            number, tuple(Pairing(first + n, number, *pair) for n, pair in enumerate(pairs))
        )

    def keeps(self, field: Field) -> frozenset[object]:
        return frozenset()
