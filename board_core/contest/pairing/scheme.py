"""What every way of pairing is."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from board_core.contest.field import Field, Round
from board_core.rules import Explained


class Step(Enum):
    """What there is to do instead of another round."""

    WAIT = "wait"  # for results
    OVER = "over"  # all rounds are paired


class NoPairingError(Explained):
    """No round keeps all the hard rules; the sentence says which."""


class Scheme(Protocol):
    """Pairs a contest, round by round; a frozen value, which remembers nothing of its own."""

    def next_round(self, field: Field) -> Round | Step:
        """The next round. The same field gives the same round, always.

        Schemes whose rounds do not hang on results do not wait for them.
        Raises NoPairingError.
        """
