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
    "VARIANT_AIS",
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


def _hard(seed: int | None = None) -> Callable[..., Any]:
    from .strongest import Strongest  # when it is wanted: it computes tables as it is loaded

    return Strongest(seed)


def _medium(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import Medium

    return Medium(seed)


def _easy(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import Easy

    return Easy(seed)


BEST: dict[str, Maker] = {"hard": _hard}

AIS: dict[str, Maker] = {level.name: level for level in LADDER} | ANY_GAME | BEST
"""Those of chess by name, the weakest first.

Without a limit of its own (``hard``) an AI repeats its games only where depth or nodes are limited
and not time.
"""

GOMOKU_AIS: dict[str, Maker] = {**ANY_GAME, "easy": _easy, "medium": _medium, **BEST}

AIS_OF: dict[str, dict[str, Maker]] = {"chess": AIS, "gomoku": GOMOKU_AIS}
"""By the family of the game. A name means the same AI wherever it stands."""

ALL_AIS = {name: make for ais in AIS_OF.values() for name, make in ais.items()}

VARIANT_AIS: dict[str, Maker] = {**ANY_GAME, "greedy": AIS["greedy"]}
"""Those of chess that know its variants, and how kings castle in Chess960."""

USUAL_OPPONENT = {"chess": "greedy", "gomoku": "easy"}
"""Whom a person plays against who names nobody."""

THINKERS = frozenset(("medium", *(level.name for level in LADDER if level.skill is not None)))
"""Those that search. They do not belong on a game's own thread."""
