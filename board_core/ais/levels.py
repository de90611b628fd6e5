"""The ladder: built-in chess AIs by strength, from random moves to the strongest.

The weak ones play like weak people: they look one or two moves ahead, misjudge positions, and
sometimes move without a look at the answer. ``docs/levels.md`` has the measurements.

One search plays six of the eight levels: a ``Skill`` says what a player lacks, depth, a true
evaluation or patience.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from board_core.fast_dataclass import dataclass

from .greedy import Greedy
from .random_moves import RandomMoves
from .skill import FULL_SKILL, Skill

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Level:
    """A rung of the ladder. Called with a seed, it returns a function that chooses moves."""

    name: str
    elo: int
    """Strength on the scale of Stockfish's ``UCI_Elo``; a rough number for the weak levels."""
    skill: Skill | None = None
    """The skill of the search; None for levels that do not search."""

    def __call__(self, seed: int | None = None) -> Function:
        """Make the player. Equal seeds play equal games; None varies them and uses a book."""
        if self.skill is None:
            return RandomMoves(seed) if self.name == "random" else Greedy(seed)
        from .hard import HardChess  # imported when it is needed: it computes tables on import
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
"""The levels, the weakest first."""


def level_at(elo: int) -> Level:
    """Return the level nearest to a strength."""
    return min(LADDER, key=lambda level: abs(level.elo - elo))
