"""Computers that come with the board, by the names that people choose from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import inf

from board_core import PerColor, TimeControl
from board_core.ais import AIS_OF, LADDER
from board_core.ais.stronger import upper_levels
from board_core.roster import PlayerSpec, parse_player
from board_core.words import N_

NAMES = {
    "random": N_("Easy"),
    "greedy": N_("Medium"),
    "beginner": N_("Beginner"),
    "casual": N_("Casual player"),
    "improver": N_("Improver"),
    "club": N_("Club player"),
    "expert": N_("Expert"),
    "hard": N_("Hard"),
}
"""What the strength of each built-in AI is called, in chess."""

NAMES_ELSEWHERE = {
    "random": N_("Random"),
    "easy": N_("Easy"),
    "medium": N_("Medium"),
    "hard": N_("Hard"),
}
"""And in other games."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A computer to choose; ``player`` is in the grammar of players, ``name`` English."""

    player: str
    name: str
    elo: int | None = None  # None: the name says it, or nobody knows


@cache
def offered(family: str = "chess") -> tuple[Offered, ...]:
    """The built-in AIs of a family of games, the weakest first, and engines installed here."""
    if family != "chess":
        return tuple(Offered(name, NAMES_ELSEWHERE.get(name, name)) for name in AIS_OF[family])
    ours = [Offered(level.name, NAMES[level.name], level.elo) for level in LADDER]
    return (*ours, *(Offered(above.player, above.name) for above in upper_levels()))


@dataclass(frozen=True, slots=True)
class Pace:
    """A time control to choose."""

    name: str
    control: TimeControl

    @property
    def both(self) -> PerColor[TimeControl]:
        return PerColor.both(self.control)


PACES = (
    Pace(N_("No limit"), TimeControl()),
    Pace(N_("1 minute each"), TimeControl(60)),
    Pace(N_("3 minutes + 2 seconds a move"), TimeControl(180, 2)),
    Pace(N_("5 minutes each"), TimeControl(300)),
    Pace(N_("10 minutes each (course)"), TimeControl(600)),
    Pace(N_("15 minutes + 10 seconds a move"), TimeControl(900, 10)),
    Pace(N_("1 second a move"), TimeControl(base=inf, per_move=1)),
    Pace(N_("5 seconds a move"), TimeControl(base=inf, per_move=5)),
)


def level_spec(index: int, family: str = "chess") -> PlayerSpec:
    """One of those offered, named as people call it in English."""
    level = offered(family)[index]
    return parse_player(f"{level.name}={level.player}")
