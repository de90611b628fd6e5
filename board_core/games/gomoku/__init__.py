"""Gomoku: five stones in a row.

``gomoku`` is freestyle (five or more win), ``gomoku-standard`` needs exactly five, ``renju`` has
forbidden moves for Black. A number behind the name is the size of the board: 19 (the usual one),
15 or 20, and 15 for renju.
"""

from __future__ import annotations

from board_core.rules import Rules

from .board import GomokuBoard
from .position import GomokuPosition, gomoku_rules
from .variant import FREESTYLE, RENJU, STANDARD

SIZES = (15, 19, 20)

USUAL = {"gomoku": (FREESTYLE, 19), "gomoku-standard": (STANDARD, 19), "renju": (RENJU, 15)}
"""The size that is meant when a name says none."""

GOMOKU_GAMES: dict[str, Rules] = {
    rules.name: rules
    for name, (rule, usual) in USUAL.items()
    for size in sorted(SIZES, key=lambda size: (size != usual, size))
    for rules in [gomoku_rules(name if size == usual else f"{name}-{size}", size, rule)]
}
"""By their names: ``gomoku``, ``gomoku-15``, ``renju`` and so on."""

GOMOKU = GOMOKU_GAMES["gomoku"]
RENJU_15 = GOMOKU_GAMES["renju"]

__all__ = [
    "FREESTYLE",
    "GOMOKU",
    "GOMOKU_GAMES",
    "RENJU",
    "RENJU_15",
    "SIZES",
    "STANDARD",
    "GomokuBoard",
    "GomokuPosition",
    "gomoku_rules",
]
