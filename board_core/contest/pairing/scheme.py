"""The interface of all ways of pairing."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Protocol

from board_core.contest.field import Field, Number, Pairing, Round
from board_core.text.sentence import BoardError, say

from .invariants import Rule


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
