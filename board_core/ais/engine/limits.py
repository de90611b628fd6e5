"""The limits of a UCI ``go``, as the clocks that a player knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from math import inf

from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock, TimeControl
from board_core.game.player import MOST_SAID
from board_core.game.sides import PerColor
from board_core.protocols.door import number_of

NUMBER_WORDS = (
    *("wtime", "btime", "winc", "binc", "movestogo"),
    *("movetime", "depth", "nodes", "mate"),
)
GO_WORDS = frozenset((*NUMBER_WORDS, "searchmoves", "infinite", "ponder"))
ENDLESS_CONTROL = TimeControl(depth=1000)  # a depth that is never reached: time does not count


@dataclass(frozen=True, slots=True)
class GoLimits:
    """The limits of one search."""

    clock: Clock
    endless: bool = False
    """The engine may say its move only when ``stop`` comes."""
    ponders: bool = False
    """The clock starts, and the move may be said, when ``ponderhit`` or ``stop`` comes."""
    moves: tuple[str, ...] = ()
    """The only moves that are searched; none: all."""
    mate: int | None = None
    """The moves within which a mate is looked for; None: any score counts."""

    @property
    def unlimited(self) -> bool:
        """Return whether nothing but a command ends the search."""
        return self.clock.control.white is ENDLESS_CONTROL


def read_limits(words: Sequence[str], overhead: float = 0.0) -> GoLimits:
    """Read the words after ``go``. No limits mean an endless search.

    Unknown words are skipped, and so are numbers that no host means.

    ``overhead`` are the seconds of each time that are kept back.
    """
    numbers: dict[str, int] = {}
    for word, value in pairwise(words):
        number = number_of(value, -MOST_SAID, MOST_SAID) if word in NUMBER_WORDS else None
        if number is not None:
            numbers[word] = number
    ponders, moves = "ponder" in words, _moves(words)
    unlimited = not numbers.keys() - {"winc", "binc", "movestogo"}
    if "infinite" in words or unlimited:
        endless = "infinite" in words or not ponders
        return GoLimits(Clock.new(PerColor.both(ENDLESS_CONTROL)), endless, ponders, moves)
    control = PerColor(_control(numbers, "w", overhead), _control(numbers, "b", overhead))
    return GoLimits(Clock.new(control), False, ponders, moves, _positive(numbers.get("mate")))


def _moves(words: Sequence[str]) -> tuple[str, ...]:
    if "searchmoves" not in words:
        return ()
    after = words[words.index("searchmoves") + 1 :]
    return tuple(takewhile(lambda word: word not in GO_WORDS, after))


def _control(numbers: dict[str, int], side: str, overhead: float) -> TimeControl:
    def seconds(word: str, none: float, kept: float = 0.0) -> float:
        return max(numbers[word] / 1000 - kept, 0.0) if word in numbers else none

    return TimeControl(
        base=seconds(f"{side}time", inf, overhead),
        increment=seconds(f"{side}inc", 0.0),
        per_move=seconds("movetime", inf, overhead),
        moves_per_period=max(numbers.get("movestogo", 0), 0),
        depth=_depth(numbers),
        nodes=_positive(numbers.get("nodes")),
    )


def _depth(numbers: dict[str, int]) -> int | None:
    """Return the greatest depth; a mate in some moves has one ply less than twice as many."""
    depth, mate = _positive(numbers.get("depth")), _positive(numbers.get("mate"))
    return min((each for each in (depth, mate and 2 * mate - 1) if each), default=None)


def _positive(number: int | None) -> int | None:
    return number if number is not None and number > 0 else None
