"""AIs that come with the board: functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .greedy import Greedy
from .random_moves import RandomMoves

__all__ = [
    "AIS",
    "AIS_OF",
    "ALL_AIS",
    "ANY_GAME",
    "THINKERS",
    "USUAL_OPPONENT",
    "Greedy",
    "RandomMoves",
]


def _hard(seed: int | None = None) -> Callable[..., Any]:
    from .strongest import Strongest  # when it is wanted: it computes tables as it is loaded

    return Strongest(seed)


def _medium(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import Medium

    return Medium(seed)


def _easy(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import Easy

    return Easy(seed)


AIS: dict[str, Callable[[int | None], Callable[..., Any]]] = {
    "greedy": Greedy,
    "hard": _hard,
    "random": RandomMoves,
}
"""Those of chess, by name: a seed gives a function. The same seed plays the same games, None never.

Those in :data:`THINKERS` repeat their games only where depth or nodes are limited and not time.
"""

ANY_GAME = {"random": RandomMoves}
"""Those that ask the position alone."""

GOMOKU_AIS: dict[str, Callable[[int | None], Callable[..., Any]]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
    **ANY_GAME,
}

AIS_OF: dict[str, dict[str, Callable[[int | None], Callable[..., Any]]]] = {
    "chess": AIS,
    "gomoku": GOMOKU_AIS,
}
"""By the family of the game. A name means the same AI wherever it stands."""

ALL_AIS = {name: make for ais in AIS_OF.values() for name, make in ais.items()}

USUAL_OPPONENT = {"chess": "greedy", "gomoku": "easy"}
"""Whom a person plays against who names nobody."""

THINKERS = frozenset({"hard", "medium"})
"""Those that use the time they are given. They do not belong on a game's own thread."""
