"""The wish for a new game, as its dialog returns it."""

from __future__ import annotations

from dataclasses import dataclass

from board_core import PerColor

from .levels import Level


@dataclass(frozen=True, slots=True)
class Wish:
    """A game that somebody wants to play; a side without a level is a person."""

    levels: PerColor[Level | None]
    pace: int = 0
    variant: int = 0
    by_hand: bool = False
    from_board: bool = False  # start from the position on the board
    game: str = "chess"  # the key of a family of games
    opening: int = 0  # index among the openings of its rules
