"""What every way of pairing is."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Protocol

from board_core.contest.field import Field, Number, Pairing, Round
from board_core.rules import BoardError
from board_core.sentence import say

from .invariants import Rule


class PairingStep(Enum):
    """What there is to do instead of another round."""

    WAIT = "wait"  # for results
    OVER = "over"  # all rounds are paired


class NoPairingError(BoardError):
    """No round keeps all the hard rules; the sentence says which."""


class BadScheme(BoardError):
    """There is no contest of this kind; the sentence says what is allowed."""


class Scheme(Protocol):
    """Pairs a contest, round by round; a frozen value, which remembers nothing of its own."""

    def next_round(self, field: Field) -> Round | PairingStep:
        """The next round. The same field gives the same round, always.

        Schemes whose rounds do not hang on results do not wait for them, and list the games of
        those who have withdrawn too. Raises NoPairingError.
        """

    def keeps(self, field: Field) -> frozenset[Rule]:
        """The rules that the next round of this field has to keep."""


def round_of(
    field: Field,
    games: Iterable[tuple[Number, Number, int | None]],
    byes: tuple[Number, ...] = (),
) -> Round:
    """The next round with these games: White, Black, and the opening."""
    number = field.next_round
    pairings = tuple(
        Pairing(count, number, white, black, opening)
        for count, (white, black, opening) in enumerate(games, field.next_pairing)
    )
    return Round(number, pairings, byes)


def at_least(least: int, **values: int) -> None:
    """Raises BadScheme for the first value that is less."""
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
