"""The limits of a UCI ``go``, as the clocks that a player knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from board_core.clock import Clock, TimeControl
from board_core.sides import PerColor

NUMBER_WORDS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes")
ENDLESS_WORDS = frozenset(("infinite", "ponder"))
ENDLESS_CONTROL = TimeControl(depth=1000)  # a depth that is never reached: time does not count


@dataclass(frozen=True, slots=True)
class GoLimits:
    """The limits of one search."""

    clock: Clock
    endless: bool = False
    """The engine may say its move only when ``stop`` comes."""


def read_limits(words: Sequence[str]) -> GoLimits:
    """Read the words after ``go``. Unknown words are skipped; no limits mean an endless search."""
    numbers: dict[str, int] = {}
    for word, value in pairwise(words):
        if word in NUMBER_WORDS:
            try:
                numbers[word] = int(value)
            except ValueError:
                continue
    if ENDLESS_WORDS.intersection(words) or not numbers.keys() - {"winc", "binc", "movestogo"}:
        return GoLimits(Clock.new(PerColor.both(ENDLESS_CONTROL)), endless=True)
    control = PerColor(_control(numbers, "w"), _control(numbers, "b"))
    return GoLimits(Clock.new(control))


def _control(numbers: dict[str, int], side: str) -> TimeControl:
    def seconds(word: str, none: float) -> float:
        return max(numbers[word], 0) / 1000 if word in numbers else none

    return TimeControl(
        base=seconds(f"{side}time", inf),
        increment=seconds(f"{side}inc", 0.0),
        per_move=seconds("movetime", inf),
        moves_per_period=max(numbers.get("movestogo", 0), 0),
        depth=_positive(numbers.get("depth")),
        nodes=_positive(numbers.get("nodes")),
    )


def _positive(number: int | None) -> int | None:
    return number if number is not None and number > 0 else None
