"""How well a chess AI plays, as a value."""

from __future__ import annotations

from dataclasses import dataclass

TASTE_CENTIPAWNS = 6
"""Centipawns by which two players of equal strength may like a square more or less."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What a player lacks. The usual values are the full strength of the search."""

    depth: int | None = None  # plies that it looks ahead, and no more
    nodes: int | None = None  # positions that it looks at for a move, and no more
    taste: int = TASTE_CENTIPAWNS  # centipawns by which it may misjudge each piece on each square
    haste: float = 0.0  # the share of its moves that it plays without looking at an answer
    book: int = 10  # plies that it remembers of the openings


FULL_SKILL = Skill()
