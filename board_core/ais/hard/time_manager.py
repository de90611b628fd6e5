"""How long to think about a move."""

from __future__ import annotations

from typing import Final

from board_core.players.thinking import AITurn

from ..skill import FULL_SKILL, Skill
from .search import MAX_DEPTH, NO_LIMIT, ChessSearchReport

SAVING_SHARE: Final = 0.5
"""After this share of the budget no deeper search is begun: it would hardly be finished."""

SETTLED_SHARE: Final = 0.3
"""The same, when the last depths have all found the same move."""

SETTLED_DEPTHS: Final = 4  # depths


MOVE_OVERHEAD: Final = 0.02
"""Seconds that an answer may be late, as others want the processor too; half the budget at most."""


class ChessTimeManager:
    """Decides for one turn. The time for a move, at most, is :attr:`AITurn.budget`.

    What is not used of a clock's time stays on it; of a fixed time per move nothing stays, so all
    of it is used. Where depth or nodes are limited and no clock runs, time does not count at all:
    the same search gives the same move on any machine.
    """

    def __init__(self, turn: AITurn, skill: Skill = FULL_SKILL) -> None:
        control = turn.clock.control[turn.color]
        self._turn = turn
        self.max_depth = min(control.depth or MAX_DEPTH, skill.depth or MAX_DEPTH)
        self.max_nodes = min(control.nodes or NO_LIMIT, skill.nodes or NO_LIMIT)
        self._timeless = control.untimed and (
            control.depth is not None or self.max_nodes < NO_LIMIT or skill.depth is not None
        )
        self._saves = turn.clock.saves(turn.color)
        self._limit = max(turn.budget - MOVE_OVERHEAD, turn.budget / 2)
        self._best = 0
        self._depths = 0  # that have found this best move

    def stop(self) -> bool:
        """Whether to answer at once, however incomplete the search."""
        if self._timeless:
            return self._turn.withdrawn()
        return self._turn.stop() or self._turn.elapsed >= self._limit

    def enough(self, found: ChessSearchReport) -> bool:
        """Whether a deeper search after this one is not worth its time."""
        self._depths = self._depths + 1 if found.line[0] == self._best else 1
        self._best = found.line[0]
        if self._timeless or not self._saves:
            return self.stop()
        share = SETTLED_SHARE if self._depths > SETTLED_DEPTHS else SAVING_SHARE
        return self._turn.elapsed >= share * self._turn.budget
