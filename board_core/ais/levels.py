"""The ladder: built-in chess AIs by strength, from random moves to the best that we have.

The weak ones play like weak people: they look ahead a move or two, misjudge what they see, and move
now and then without looking at the answer. ``docs/levels.md`` has what was measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .greedy import Greedy
from .random_moves import RandomMoves
from .skill import FULL_SKILL, Skill

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Level:
    """A rung of the ladder. Called with a seed, it gives a function that chooses moves."""

    name: str
    elo: int
    """What its strength comes to on the scale of Stockfish's ``UCI_Elo``; roughly, for the weak."""
    skill: Skill | None = None
    """Of those that search."""

    def __call__(self, seed: int | None = None) -> Function:
        """The same seed plays the same games; None never does, and remembers some openings."""
        if self.skill is None:
            return RandomMoves(seed) if self.name == "random" else Greedy(seed)
        from .hard import HardChess  # when it is wanted: it computes tables as it is loaded
        from .openings import Remembering

        player = HardChess(seed, self.skill)
        return player if seed is not None else Remembering(player, self.skill.book)


LADDER = (
    Level("random", 200),
    Level("greedy", 550),
    Level("beginner", 750, Skill(depth=1, taste=80, haste=0.45, book=2)),
    Level("casual", 950, Skill(depth=1, taste=50, haste=0.15, book=2)),
    Level("improver", 1200, Skill(depth=2, taste=35, haste=0.06, book=4)),
    Level("club", 1500, Skill(depth=3, taste=20, haste=0.02, book=6)),
    Level("expert", 1700, Skill(depth=4, taste=30, book=8)),
    Level("hard", 1900, FULL_SKILL),
)
"""The weakest first."""


def level_at(elo: int) -> Level:
    """The level that is nearest to a strength."""
    return min(LADDER, key=lambda level: abs(level.elo - elo))
