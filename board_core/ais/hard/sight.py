"""What a player sees of a position in one turn, where it is a person and no machine.

People do not move at random: they overlook. A move escapes them the more easily the further it
goes, if it goes backwards or along a diagonal, if it is away from the wing where the last moves
were, if it is quiet rather than a check or a capture, and if it comes later in what they imagine.
What takes back on the square of a capture escapes nobody.

For each turn, one random number for each way between two squares says how easily it is seen; it
is the same wherever the search meets that way, as a person who has not noticed that a bishop
looks at the own queen does not notice it two plies later either.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from .encoding import KNIGHT, QUEEN, RAYS

if TYPE_CHECKING:
    from mypy_extensions import i64

WAY_BITS: Final = 4095  # the squares of a move: from + 64 * to
WAY_COUNT: Final = 4096
FULL_PERMILLE: Final = 1000  # permille
MOST_EASY: Final = 1 << 20  # never overlooked

QUIET_MOVE: Final = 0
CHECKING_MOVE: Final = 1
CAPTURING_MOVE: Final = 2
MOVE_KINDS: Final = 3

KIND_SHARES: Final = [1.0, 0.2, 0.45]
KIND_POWERS: Final = [1.0, 1.5, 1.0]
"""Probability of overlooking a quiet move, a check and a capture: share * oversight ** power.

Who overlooks little has learnt first to look for checks.
"""
LATER_SHARE: Final = 1.6
"""The same for a move after the next two, as a multiple of that of the next two."""
NEAR_PLIES: Final = 2

ADJACENT_DIFFICULTY: Final = 0.5
STEP_DIFFICULTY: Final = 0.15  # for each further square
KNIGHT_DIFFICULTY: Final = 1.0
DIAGONAL_FACTOR: Final = 1.2
BACKWARD_FACTOR: Final = 1.4
FAR_WING_FACTOR: Final = 1.5
FAR_WING_FILES: Final = 4


def difficulty(side: int, start: int, end: int) -> float:
    """Return how hard it is to see a way between two squares; 1 is usual."""
    files, ranks = abs((end & 7) - (start & 7)), (end >> 3) - (start >> 3)
    steps = max(files, abs(ranks))
    if files and ranks and files != abs(ranks):
        found = KNIGHT_DIFFICULTY
    else:
        found = ADJACENT_DIFFICULTY + STEP_DIFFICULTY * (steps - 1)
        if files and ranks and steps > 1:
            found *= DIAGONAL_FACTOR
    backward = ranks > 0 if side else ranks < 0
    return found * BACKWARD_FACTOR if backward else found


def wing_factors(focus: float) -> list[float]:
    """Return a factor of the difficulty by the file of a square; ``focus`` is where one looks."""
    return [FAR_WING_FACTOR if abs(file - focus) >= FAR_WING_FILES else 1.0 for file in range(8)]


def _ways(side: int) -> list[tuple[int, int, float]]:
    return [
        (start + 64 * end, end & 7, difficulty(side, start, end))
        for start in range(64)
        for ray in (*RAYS[QUEEN * 64 + start], *RAYS[KNIGHT * 64 + start])
        for end in ray
    ]


MOVE_WAYS: Final = [_ways(side) for side in (0, 1)]
"""All ways by side: the squares of the move, the file where it ends, and its difficulty."""


class Sight:
    """The moves that a player sees in one turn."""

    def __init__(
        self, oversight: float, chance: random.Random, focus: float, taken_on: int
    ) -> None:
        """Draw at random which moves the player sees.

        ``oversight`` is the probability of overlooking a quiet move of usual difficulty,
        ``focus`` the file where the last moves were (0 … 7), ``taken_on`` the square where a
        capture escapes nobody, since the last move ended there (64: none).
        """
        self.taken_on = taken_on
        self.knows_endings = chance.random() >= oversight
        factors = wing_factors(focus)
        seen: i64 = FULL_PERMILLE
        self._ease = [seen] * (2 * WAY_COUNT)  # by side and way
        for side in (0, 1):
            for way, file, hard in MOVE_WAYS[side]:
                self._ease[side * WAY_COUNT + way] = int(
                    FULL_PERMILLE * chance.random() / (hard * factors[file])
                )
        near = [
            int(FULL_PERMILLE * share * oversight**power)
            for share, power in zip(KIND_SHARES, KIND_POWERS, strict=True)
        ]
        self._limits: list[i64] = near + [int(limit * LATER_SHARE) for limit in near]

    def misses(self, side: i64, move: i64, kind: i64, ply: i64) -> bool:
        """Return whether a move of this kind escapes the player, so many plies ahead."""
        limit = self._limits[kind if ply < NEAR_PLIES else kind + MOVE_KINDS]
        return self._ease[side * WAY_COUNT + (move & WAY_BITS)] < limit

    def see_one_of(self, side: i64, moves: list[i64]) -> i64:
        """See the most obvious of these moves in any case, and return it."""
        ease, first = self._ease, side * WAY_COUNT
        obvious = moves[0]
        for move in moves:
            if ease[first + (move & WAY_BITS)] > ease[first + (obvious & WAY_BITS)]:
                obvious = move
        ease[first + (obvious & WAY_BITS)] = MOST_EASY
        return obvious
