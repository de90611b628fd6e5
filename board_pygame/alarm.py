"""When a person's time becomes little: said once, and again only if it had recovered."""

from __future__ import annotations

from board_core import Color

from .game_state import GameState
from .player_strip import is_low
from .seats import Mode

RECOVERY_FACTOR = 1.5
"""So many times the low time a clock must show before it is said again (as lichess)."""


class Alarm:
    """Asked at every picture; knows for which sides it has rung in this game."""

    def __init__(self) -> None:
        self._rung: dict[Color, int] = {}  # the game it rang in

    def rings(self, state: GameState, now: float) -> bool:
        """Whether to make a sound now; ``now`` is the time of the games' clocks."""
        clock = state.view.clock
        color = clock.running
        if not state.running or color is None or state.seats[color].mode is not Mode.PERSON:
            return False
        left, base = clock.left(color, now), clock.allotted(color, now)
        if self._rung.get(color) != state.number:
            if is_low(left, base):
                self._rung[color] = state.number
                return True
        elif not is_low(left / RECOVERY_FACTOR, base):
            del self._rung[color]
        return False
