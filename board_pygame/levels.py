"""Computers that come with the board, by the names that people choose from."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from board_core import PerColor, TimeControl
from board_core.roster import PlayerSpec, parse_player
from board_core.words import N_

LEVELS = (("random", N_("Easy")), ("greedy", N_("Medium")), ("hard", N_("Hard")))
"""Built-in AIs, the weakest first, and what their strength is called."""


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


def level_spec(index: int) -> PlayerSpec:
    """A built-in AI, named as people call it in English."""
    name, words = LEVELS[index]
    return parse_player(f"{words}={name}")
