"""The alarm for low time: it rings once, and again only after the clock has recovered."""

from __future__ import annotations

from board_core import Color

from .game_state import GameState
from .phases import Mode
from .player_strip import is_low

RECOVERY_FACTOR = 1.5
"""The alarm rings again after the clock has shown this multiple of the low time (as lichess)."""


class Alarm:
    """Decides at every picture whether to ring; remembers for which sides it has rung."""

    def __init__(self) -> None:
        self._rung: dict[Color, int] = {}  # the game it rang in

    def rings(self, state: GameState, now: float) -> bool:
        """Tell whether to make a sound now; ``now`` is the time of the games' clocks."""
        clock = state.view.clock
        color = clock.running
        if not state.running or color is None or state.seats[color].mode is not Mode.PERSON:
            return False
        left, base = clock.remaining_at(color, now), clock.allotted(color, now)
        if self._rung.get(color) != state.number:
            if is_low(left, base):
                self._rung[color] = state.number
                return True
        elif not is_low(left / RECOVERY_FACTOR, base):
            del self._rung[color]
        return False
