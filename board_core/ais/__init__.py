"""AIs that come with the board: functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .greedy import Greedy
from .levels import LADDER, Level, level_at
from .one_ply import OnePly
from .random_moves import RandomMoves
from .skill import Skill

__all__ = [
    "AIS",
    "ANY_GAME",
    "GOMOKU_AIS",
    "LADDER",
    "THINKERS",
    "VARIANT_AIS",
    "Greedy",
    "Level",
    "OnePly",
    "RandomMoves",
    "Skill",
    "hard_is_compiled",
    "level_at",
]

Maker = Callable[[int | None], Callable[..., Any]]
"""A seed gives a function; the same seed plays the same games, None never does."""

ANY_GAME: dict[str, Maker] = {"random": RandomMoves, "greedy": OnePly}
"""Those that ask the position alone, the weaker one first."""


def _hard(seed: int | None = None) -> Callable[..., Any]:
    from .strongest import Strongest  # when it is wanted: it computes tables as it is loaded

    return Strongest(seed)


def _medium(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import MediumGomoku

    return MediumGomoku(seed)


def _easy(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import EasyGomoku

    return EasyGomoku(seed)


BEST_AIS: dict[str, Maker] = {"hard": _hard}

AIS: dict[str, Maker] = {level.name: level for level in LADDER} | BEST_AIS
"""Those of chess by name, the weakest first.

Without a limit of its own (``hard``) an AI repeats its games only where depth or nodes are limited
and not time.
"""

VARIANT_AIS: dict[str, Maker] = {name: AIS[name] for name in ("random", "greedy")}
"""Those of chess that know its variants, and how kings castle in Chess960."""

GOMOKU_AIS: dict[str, Maker] = {
    "random": RandomMoves,
    "easy": _easy,
    "medium": _medium,
    **BEST_AIS,
}

THINKERS = frozenset(("medium", *(level.name for level in LADDER if level.skill is not None)))
"""Those that search. They do not belong on a game's own thread."""


def hard_is_compiled() -> bool:
    """Return whether the chess search of ``hard`` runs as machine code."""
    from .hard import is_compiled  # it computes tables as it is loaded

    return is_compiled()
