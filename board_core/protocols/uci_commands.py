"""The lines that tell a UCI engine its time, its limits and its strength."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from board_core.game.clock import Clock, TimeControl
from board_core.game.sides import Color, PerColor

from .base import MOST_SECONDS
from .door import number_of

MOVE_OVERHEAD = 0.05
"""Seconds of a fixed time per move that are kept back: engines use up all they are told."""

ELO_OPTION, LIMIT_OPTION, SKILL_OPTION = "UCI_Elo", "UCI_LimitStrength", "Skill Level"
"""Engines that can play below their strength have the first two, or the last."""

LINES_OPTION = "MultiPV"

VARIANT_OPTION, CHESS960_OPTION = "UCI_Variant", "UCI_Chess960"
"""The options that choose what is played, if the engine offers them."""

MOST_ELO = 10_000

SKILL_ELOS = (1350, 2850)
"""The strengths that the lowest and the highest skill level are taken for: Stockfish's range."""


class GoCommand:
    """The ``go`` command of one side in games under one time control.

    The parts that no move changes are made once. ``untimed_seconds`` are for each move if nothing
    limits the engine's thinking.
    """

    def __init__(
        self, control: PerColor[TimeControl], color: Color, untimed_seconds: float
    ) -> None:
        self.control, self.color = control, color
        self._own, sides = control[color], (control.white, control.black)
        self._bonuses = _bonuses(*(side.bonus for side in sides))
        self._untimed = f"go movetime {_ms(untimed_seconds)}"
        self._limits = ""
        if self._own.depth is not None:
            self._limits += f" depth {self._own.depth}"
        if self._own.nodes is not None:
            self._limits += f" nodes {self._own.nodes}"
        self._is_usual = self._own.per_move == inf and not any(
            side.base == inf
            or side.delay
            or side.bronstein
            or side.byoyomi
            or side.moves_per_period
            for side in sides
        )

    def text(self, clock: Clock) -> str:
        """Return the command for a turn, with all that limits the engine's thinking."""
        if self._is_usual:  # a main time and an increment: the same as below, without the calls
            both = clock.remaining
            times = f"go wtime {_ms(both.white)} btime {_ms(both.black)}"
            return times + self._bonuses + self._limits
        own, byoyomi = self._own, clock.periods[self.color]
        go = "go"
        if own.base != inf and not byoyomi:
            go += self._times(clock)
            if own.moves_per_period:
                go += f" movestogo {clock.moves_to_go(self.color)}"
        if own.per_move != inf or byoyomi:  # nothing of it can be saved
            left = min(clock.at_hand(self.color), own.per_move)
            kept = min(MOVE_OVERHEAD, left / 10) - own.time_margin
            go += f" movetime {_ms(left - max(kept, 0.0))}"
        go += self._limits
        return self._untimed if go == "go" else go

    def _times(self, clock: Clock) -> str:
        """Return both clocks: the time at hand, and what each move adds.

        UCI knows increments only. A delay is sent as an increment and the time includes it, which
        is the same for an engine that uses it up. Bronstein's delay never gives back more than the
        time there was.
        """
        white, black = clock.at_hand(Color.WHITE), clock.at_hand(Color.BLACK)
        times = f" wtime {_ms(white)}" if white != inf else ""
        if black != inf:
            times += f" btime {_ms(black)}"
        if self.control.white.bronstein or self.control.black.bronstein:
            return times + _bonuses(_bonus(clock, Color.WHITE), _bonus(clock, Color.BLACK))
        return times + self._bonuses


def _bonus(clock: Clock, color: Color) -> float:
    control = clock.control[color]
    return min(control.bronstein, clock.remaining[color]) if control.bronstein else control.bonus


def _bonuses(white: float, black: float) -> str:
    added = [int(min(bonus, MOST_SECONDS) * 1000) for bonus in (white, black)]
    return f" winc {added[0]} binc {added[1]}" if white or black else ""


def with_strength(
    options: Mapping[str, str], ranges: Mapping[str, tuple[int, int]]
) -> dict[str, str]:
    """Return the options as they are sent, ``UCI_Elo`` as the engine understands it.

    ``ranges`` are the lowest and the highest values of the options the engine offers.
    """
    wish = number_of(options.get(ELO_OPTION, ""), 0, MOST_ELO)
    if wish is None:
        return dict(options)
    others = {
        name: value for name, value in options.items() if name not in (ELO_OPTION, LIMIT_OPTION)
    }
    if ELO_OPTION in ranges:
        low, high = ranges[ELO_OPTION]
        return {**others, LIMIT_OPTION: "true", ELO_OPTION: str(min(max(wish, low), high))}
    if SKILL_OPTION in ranges:
        low, high = ranges[SKILL_OPTION]
        share = (wish - SKILL_ELOS[0]) / (SKILL_ELOS[1] - SKILL_ELOS[0])
        return {**others, SKILL_OPTION: str(round(low + min(max(share, 0), 1) * (high - low)))}
    return dict(options)


def _ms(seconds: float) -> int:
    """Return whole milliseconds, at least 1: engines take 0 and less for no limit at all."""
    if 0.001 <= seconds <= MOST_SECONDS:
        return int(seconds * 1000)
    return 1 if seconds < 0.001 else int(MOST_SECONDS * 1000)
