"""AIs that come with the board: functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .greedy import Greedy
from .random_moves import RandomMoves

__all__ = ["AIS", "Greedy", "RandomMoves"]

AIS: dict[str, Callable[[int | None], Callable[..., Any]]] = {
    "greedy": Greedy,
    "random": RandomMoves,
}
"""By name: a seed gives a function. The same seed plays the same games; None never does."""
