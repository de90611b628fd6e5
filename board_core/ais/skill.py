"""The skill of a chess AI, as a value."""

from __future__ import annotations

from board_core.fast_dataclass import dataclass

TASTE_CENTIPAWNS = 6
"""Greatest deviation of the value of a square between players of equal strength."""


@dataclass(frozen=True, slots=True)
class Skill:
    """The limits of a player. The defaults are the full strength of the search."""

    depth: int | None = None  # greatest depth in plies
    nodes: int | None = None  # greatest number of positions for a move
    taste: int = TASTE_CENTIPAWNS  # greatest error for each piece on each square
    haste: float = 0.0  # in 3D chess: share of its moves that it plays without a look at the answer
    book: int = 10  # plies that it remembers of the openings
    deeper: float = 0.0  # share of its moves that it searches one ply deeper than its depth
    oversight: float = 0.0  # in chess: probability of overlooking a quiet move, see hard/sight.py


FULL_SKILL = Skill()
