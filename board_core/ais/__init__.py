"""AIs that come with the board: functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

from .greedy import Greedy
from .levels import LADDER, Level, level_at
from .random_moves import RandomMoves
from .skill import Skill

__all__ = ["AIS", "LADDER", "THINKERS", "Greedy", "Level", "RandomMoves", "Skill", "level_at"]

AIS = {level.name: level for level in LADDER}
"""By name, the weakest first: a seed gives a function. The same seed plays the same games.

Without a limit of its own (``hard``) that holds only where depth or nodes are limited and not time.
"""

THINKERS = frozenset(level.name for level in LADDER if level.skill is not None)
"""Those that search. They do not belong on a game's own thread."""
