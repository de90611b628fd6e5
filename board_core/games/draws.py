"""First positions as values, and draw rules: positions that end a game without a claim."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Outcome, Position, Reason

Facts = TypeVar("Facts")


@dataclass(frozen=True, slots=True)
class Start(Generic[Facts]):
    """Makes a first position. It is a value, so that rules with equal facts are equal."""

    make: Callable[[Facts, str | None], Position]
    facts: Facts

    def __call__(self, setup: str | None) -> Position:
        return self.make(self.facts, setup)


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The draws that end a game at once. Stalemate always does.

    Numbers in the comments are articles of the FIDE Laws of Chess (2023).
    """

    fifty_moves: bool = False  # 9.3, claimable
    threefold: bool = False  # 9.2, claimable
    seventy_five_moves: bool = True  # 9.6.2
    fivefold: bool = True  # 9.6.1
    insufficient_material: bool = True  # 5.2.2, dead position
    claims: bool = True  # the side to move may claim 9.2 and 9.3 where they do not end the game

    def ended(self, plies: int, times: int) -> Outcome | None:
        """Return the draw by so many plies without capture or pawn move, or by repetition."""
        if self.seventy_five_moves and plies >= 150:
            return Outcome(None, Reason.SEVENTY_FIVE_MOVES)
        if self.fivefold and times >= 5:
            return Outcome(None, Reason.FIVEFOLD_REPETITION)
        if self.fifty_moves and plies >= 100:
            return Outcome(None, Reason.FIFTY_MOVES)
        if self.threefold and times >= 3:
            return Outcome(None, Reason.THREEFOLD_REPETITION)
        return None

    def claim(self, plies: int, times: int) -> Outcome | None:
        """Return the draw that the side to move may claim."""
        if not self.claims:
            return None
        if times >= 3:
            return Outcome(None, Reason.THREEFOLD_REPETITION)
        return Outcome(None, Reason.FIFTY_MOVES) if plies >= 100 else None


FIDE = DrawRules()
"""The Laws of Chess: a player must claim threefold repetition and fifty moves."""

NO_CLAIMS = DrawRules(
    fifty_moves=True,
    seventy_five_moves=False,
    fivefold=False,
    insufficient_material=False,
    claims=False,
)
"""Stalemate and fifty moves end a game. Nobody may claim: the organiser judges everything else."""

ENGINE = DrawRules(fifty_moves=True, threefold=True)
"""The rules of match runners: threefold repetition and fifty moves end a game without a claim."""

PRESETS = {"fide": FIDE, "no-claims": NO_CLAIMS, "engine": ENGINE}
"""Draw rules by their names in files and on command lines."""


def draws_name(draws: DrawRules) -> str:
    """Return the name of draw rules; of one's own their text."""
    return next((name for name, known in PRESETS.items() if known == draws), str(draws))
