"""The skill of a chess AI, as a value, and the time for a move of chess or 3D chess."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from board_core.fast_dataclass import dataclass

if TYPE_CHECKING:
    from board_core.players.thinking import AITurn

TASTE_CENTIPAWNS = 6
"""Greatest deviation of the value of a square between players of equal strength."""


@dataclass(frozen=True, slots=True)
class Skill:
    """The limits of a player. The defaults are the full strength of the search."""

    depth: int | None = None  # greatest depth in plies
    nodes: int | None = None  # greatest number of positions for a move
    taste: int = TASTE_CENTIPAWNS  # greatest error for each piece on each square
    haste: float = 0.0  # in 3D chess: share of its moves that it plays without a look at the answer
    book: int = 10  # plies that it remembers of the openings
    deeper: float = 0.0  # share of its moves that it searches one ply deeper than its depth
    oversight: float = 0.0  # in chess: probability of overlooking a quiet move, see hard/sight.py


FULL_SKILL = Skill()


NO_LIMIT: Final = 1 << 60

SAVING_SHARE: Final = 0.5
"""Share of the budget after which no deeper search begins: it would hardly finish."""

SETTLED_SHARE: Final = 0.3
"""The same share when the last depths have all found the same move."""

SETTLED_DEPTHS: Final = 4


MOVE_OVERHEAD: Final = 0.02
"""Seconds reserved for a late answer, as others need the processor too; at most half the budget."""


class ChessTimeManager:
    """Decides when to end the search of one turn, within :attr:`AITurn.budget`.

    Unused time stays on a clock, but is lost with a fixed time per move, so that all of it is
    used. Where depth or nodes are limited and no clock runs, time does not count: the same search
    finds the same move on any machine.
    """

    def __init__(self, turn: AITurn, skill: Skill, max_depth: int) -> None:
        control = turn.clock.control[turn.color]
        self._turn = turn
        self.max_depth = min(control.depth or max_depth, skill.depth or max_depth)
        self.max_nodes = min(control.nodes or NO_LIMIT, skill.nodes or NO_LIMIT)
        self._timeless = control.untimed and (
            control.depth is not None or self.max_nodes < NO_LIMIT or skill.depth is not None
        )
        self._saves = turn.clock.saves(turn.color)
        self._limit = max(turn.budget - MOVE_OVERHEAD, turn.budget / 2)
        self._best = 0
        self._depths = 0  # depths in a row that have found this best move

    def stop(self) -> bool:
        """Return whether to answer at once, however incomplete the search."""
        if self._timeless:
            return self._turn.withdrawn()
        return self._turn.stop() or self._turn.elapsed >= self._limit

    def enough(self, line: Sequence[int]) -> bool:
        """Return whether a search deeper than that of this line is not worth its time."""
        self._depths = self._depths + 1 if line[0] == self._best else 1
        self._best = line[0]
        if self._timeless or not self._saves:
            return self.stop()
        share = SETTLED_SHARE if self._depths > SETTLED_DEPTHS else SAVING_SHARE
        return self._turn.elapsed >= share * self._turn.budget
