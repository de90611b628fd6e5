"""How long to think about a move."""

from __future__ import annotations

from typing import Final

from board_core.players.thinking import AITurn

from .effort import NO_LIMIT
from .search import MAX_DEPTH, GomokuSearchReport
from .thinking import PHASE_NODES

UNTIMED_SECONDS: Final = 2.0
"""Seconds for a move when no clock runs."""

LONGEST_SECONDS: Final = 20.0
"""Seconds for a move, whatever the clock says."""

SAVING_SHARE: Final = 0.5
"""After this share of the time no deeper search is begun: it would hardly be finished."""

MOVE_OVERHEAD: Final = 0.02
"""Seconds that an answer may be late, as others want the processor too; half the time at most."""


class GomokuTimeManager:
    """Decides for one turn.

    Where depth or nodes are limited and no clock runs, time does not count at all: the same search
    gives the same move on any machine.
    """

    def __init__(self, turn: AITurn) -> None:
        control = turn.clock.control[turn.color]
        self._turn = turn
        limited = control.depth is not None or control.nodes is not None
        self._timeless = control.untimed and limited
        self._saves = turn.clock.saves(turn.color) or control.untimed
        self.max_depth = control.depth or MAX_DEPTH
        self.max_nodes = control.nodes or NO_LIMIT
        self.phase_nodes = PHASE_NODES if self._timeless else NO_LIMIT
        budget = min(UNTIMED_SECONDS if control.untimed else turn.budget, LONGEST_SECONDS)
        self.limit = max(budget - MOVE_OVERHEAD, budget / 2)

    def late(self, share: float) -> bool:
        """Whether this share of the time is over, or nobody wants the move any more."""
        if self._turn.withdrawn():
            return True
        return not self._timeless and self._turn.elapsed >= share * self.limit

    def enough(self, found: GomokuSearchReport) -> bool:
        """Whether a deeper search after this one is not worth its time."""
        return self.late(SAVING_SHARE if self._saves else 1.0)
