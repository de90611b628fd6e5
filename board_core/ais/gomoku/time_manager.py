"""The time for a move of gomoku."""

from __future__ import annotations

from typing import Final

from board_core.players.thinking import AITurn

from .effort import NO_LIMIT
from .search import MAX_DEPTH, GomokuSearchReport
from .thinking import PHASE_NODES

UNTIMED_SECONDS: Final = 2.0
"""Seconds for a move when no clock runs."""

LONGEST_SECONDS: Final = 20.0
"""Greatest time for a move, on any clock."""

SAVING_SHARE: Final = 0.5
"""Share of the time after which no deeper search begins: it would hardly finish."""

MOVE_OVERHEAD: Final = 0.02
"""Seconds reserved for a late answer, as others need the processor too; at most half the time."""


class GomokuTimeManager:
    """Decides when to end the search of one turn.

    Where depth or nodes are limited and no clock runs, time does not count: the same search
    finds the
    same move on any machine.
    """

    def __init__(self, turn: AITurn, most_nodes: int | None = None) -> None:
        """Take the limits of the turn; a player may have a limit of ``most_nodes`` of its own."""
        control = turn.clock.control[turn.color]
        self._turn = turn
        limits = (control.depth, control.nodes, most_nodes)
        limited = any(limit is not None for limit in limits)
        self._timeless = control.untimed and limited
        self._saves = turn.clock.saves(turn.color) or control.untimed
        self.max_depth = control.depth or MAX_DEPTH
        self.max_nodes = min(control.nodes or NO_LIMIT, most_nodes or NO_LIMIT)
        self.phase_nodes = PHASE_NODES if self._timeless else NO_LIMIT
        budget = min(UNTIMED_SECONDS if control.untimed else turn.budget, LONGEST_SECONDS)
        self.limit = max(budget - MOVE_OVERHEAD, budget / 2)

    def late(self, share: float) -> bool:
        """Return whether this share of the time is over, or the move was withdrawn."""
        if self._turn.withdrawn():
            return True
        return not self._timeless and self._turn.elapsed >= share * self.limit

    def enough(self, found: GomokuSearchReport) -> bool:
        """Return whether a deeper search is not worth its time."""
        return self.late(SAVING_SHARE if self._saves else 1.0)
