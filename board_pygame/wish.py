"""A game that somebody wants to play."""

from __future__ import annotations

from dataclasses import dataclass

from board_core import PerColor

from .levels import Level


@dataclass(frozen=True, slots=True)
class Wish:
    """The choices of the dialog for a new game; no level is a person."""

    levels: PerColor[Level | None]
    pace: int = 0
    variant: int = 0
    by_hand: bool = False
    from_board: bool = False  # from the position that is shown
    game: str = "chess"  # a family of games, by its key
    opening: int = 0  # of those that its rules know
