"""Chess clocks as values: every change makes a new clock, and time is an argument.

All times are seconds; instants are readings of one monotonic time source.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf, isnan

from .sides import Color, PerColor


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time one side has. The default never runs out.

    ``TimeControl(600)`` is sudden death in ten minutes, ``TimeControl(180, 2)`` adds two
    seconds a move, ``TimeControl(per_move=5)`` allows five seconds for each move whatever was saved
    before, ``TimeControl(7200, moves_per_period=40)`` gives two hours for every forty moves.
    Raises ValueError for negative numbers.
    """

    base: float = inf
    increment: float = 0.0
    per_move: float = inf
    moves_per_period: int = 0  # 0: the base is for the whole game
    margin: float = 0.0  # how far a flag may be overstepped unpunished
    depth: int | None = None  # limits for those that know them (UCI, XBoard, the AI hard)
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("base", "increment", "per_move", "moves_per_period", "margin"):
            if isnan(getattr(self, name)) or getattr(self, name) < 0:
                raise ValueError(f"{name} cannot be {getattr(self, name)!r}: give 0 or more")
        for name in ("depth", "nodes"):
            limit = getattr(self, name)
            if limit is not None and limit < 1:
                raise ValueError(f"{name} cannot be {limit!r}: give 1 or more")

    @property
    def untimed(self) -> bool:
        return self.base == inf and self.per_move == inf

    @property
    def notation(self) -> str:
        """The value of PGN's ``TimeControl`` tag (PGN standard, 9.6.1)."""
        if self.base == inf:
            return "-" if self.per_move == inf else f"1/{self.per_move:g}"
        period = f"{self.moves_per_period}/" if self.moves_per_period else ""
        increment = f"+{self.increment:g}" if self.increment else ""
        return f"{period}{self.base:g}{increment}"


UNTIMED = TimeControl()


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' time, of which at most one is running."""

    control: PerColor[TimeControl]
    remaining: PerColor[float]  # as of `since` for the running side
    made: PerColor[int]  # moves, for periods
    running: Color | None = None
    since: float = 0.0

    @classmethod
    def new(cls, control: PerColor[TimeControl]) -> Clock:
        return cls(control, control.map(lambda side: side.base), PerColor(0, 0))

    def start(self, color: Color, at: float) -> Clock:
        return Clock(self.control, self.remaining, self.made, color, at)

    def left(self, color: Color, at: float) -> float:
        """Time left to a side, never below zero; safe to call for a display."""
        left = self.remaining[color]
        if color is self.running:
            used = at - self.since
            left = min(left, self.control[color].per_move) - used
        elif self.control[color].per_move < left:
            left = self.control[color].per_move
        return left if left > 0.0 else 0.0

    @property
    def flag_falls(self) -> float:
        """The instant the running side loses on time; ``inf`` if it never does."""
        if self.running is None:
            return inf
        control, left = self.control[self.running], self.remaining[self.running]
        if control.per_move < left:
            left = control.per_move
        return self.since + left + control.margin

    def stop(self, at: float) -> Clock:
        color = self.running
        if color is None:
            return self
        left = self.remaining[color] - max(0.0, at - self.since)
        left = left if left > 0.0 else 0.0
        return Clock(self.control, self.remaining.put(color, left), self.made)

    def press(self, at: float) -> Clock:
        """The running side has moved: its clock stops and gets what the control adds."""
        color = self.running
        assert color is not None, "press needs a running clock"
        control, moves = self.control[color], self.made[color] + 1
        used = at - self.since
        left = self.remaining[color] - (used if used > 0.0 else 0.0)
        left = (left if left > 0.0 else 0.0) + control.increment
        if control.moves_per_period and moves % control.moves_per_period == 0:
            left += control.base
        return Clock(self.control, self.remaining.put(color, left), self.made.put(color, moves))

    def moves_to_go(self, color: Color) -> int | None:
        """Moves this side has yet to make in its period; None in sudden death."""
        period = self.control[color].moves_per_period
        return period - self.made[color] % period if period else None


LITTLE_TIME = 10.0
"""Seconds from which a clock shows tenths."""


def clock_text(seconds: float, infinity: str = "-") -> str:
    """``1:05:00``, ``9:58`` or, when there is little left, ``0:07.4``."""
    if isinf(seconds):
        return infinity
    if seconds < LITTLE_TIME:
        tenths = int(seconds * 10)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
