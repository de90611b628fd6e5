"""A round that the organiser has paired. Pure."""

from __future__ import annotations

from board_core.contest.field import Field, Number, Round
from board_core.fast_dataclass import dataclass

from .invariants import STATIC_RULES, Rule
from .scheme import PairingStep, round_of


@dataclass(frozen=True, slots=True)
class ManualPairing:
    """The next round with these games, White and Black of each; it may break rules of a Swiss."""

    games: tuple[tuple[Number, Number], ...]
    byes: tuple[Number, ...] = ()

    def next_round(self, field: Field) -> Round | PairingStep:
        if not field.complete:
            return PairingStep.WAIT
        return round_of(field, ((white, black, None) for white, black in self.games), self.byes)

    def keeps(self, field: Field) -> frozenset[Rule]:
        return STATIC_RULES | {Rule.COVERAGE}
