"""AIs that come with the board: functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .greedy import Greedy
from .random_moves import RandomMoves

__all__ = ["AIS", "THINKERS", "Greedy", "RandomMoves"]


def _hard(seed: int | None = None) -> Callable[..., Any]:
    from .hard import Hard  # when it is wanted: it computes tables as it is loaded

    return Hard(seed)


AIS: dict[str, Callable[[int | None], Callable[..., Any]]] = {
    "greedy": Greedy,
    "hard": _hard,
    "random": RandomMoves,
}
"""By name: a seed gives a function. The same seed plays the same games; None never does.

Those in :data:`THINKERS` repeat their games only where depth or nodes are limited and not time.
"""

THINKERS = frozenset({"hard"})
"""Those that use the time they are given. They do not belong on a game's own thread."""
