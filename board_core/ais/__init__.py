"""AIs that come with the board: functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .greedy import Greedy
from .levels import LADDER, Level, level_at
from .random_moves import RandomMoves
from .skill import Skill

__all__ = [
    "AIS",
    "AIS_OF",
    "ALL_AIS",
    "ANY_GAME",
    "LADDER",
    "THINKERS",
    "USUAL_OPPONENT",
    "Greedy",
    "Level",
    "RandomMoves",
    "Skill",
    "level_at",
]

Maker = Callable[[int | None], Callable[..., Any]]
"""A seed gives a function; the same seed plays the same games, None never does."""

ANY_GAME: dict[str, Maker] = {"random": RandomMoves}
"""Those that ask the position alone."""

AIS: dict[str, Maker] = {level.name: level for level in LADDER} | ANY_GAME
"""Those of chess by name, the weakest first.

Without a limit of its own (``hard``) an AI repeats its games only where depth or nodes are limited
and not time.
"""

GOMOKU_AIS: dict[str, Maker] = {**ANY_GAME}

AIS_OF: dict[str, dict[str, Maker]] = {"chess": AIS, "gomoku": GOMOKU_AIS}
"""By the family of the game. A name means the same AI wherever it stands."""

ALL_AIS = {name: make for ais in AIS_OF.values() for name, make in ais.items()}

USUAL_OPPONENT = {"chess": "greedy", "gomoku": "random"}
"""Whom a person plays against who names nobody."""

THINKERS = frozenset(level.name for level in LADDER if level.skill is not None)
"""Those that search. They do not belong on a game's own thread."""
