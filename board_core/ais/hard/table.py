"""What a search remembers: results of positions, and how well moves have done.

An entry of the table is one integer of 8 bytes in an array, which saves memory, and which the
garbage collector does not look through: from the lowest bits on the depth (6 bits), the bound (2),
the best move (15), the score with an offset above 0 (16), and the highest bits of the position's
key, by which it is recognised. A position has two places; what was searched less deeply leaves. The
table begins small and is doubled while it fills.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from .encoding import KEY_BITS

if TYPE_CHECKING:
    from mypy_extensions import i64

EXACT_SCORE: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

DEPTH_MASK: Final = 63
BOUND_SHIFT: Final = 6
MOVE_SHIFT: Final = 8
SCORE_SHIFT: Final = 23
SCORE_MASK: Final = (1 << 16) - 1
SCORE_OFFSET: Final = 1 << 15
CHECK_SHIFT: Final = 39
CHECK_BITS: Final = 23
KEY_SHIFT: Final[i64] = KEY_BITS - CHECK_BITS

LEAST_SIZE: Final = 1 << 12
TABLE_SIZE: Final = 1 << 20  # entries, 8 MB

NEUTRAL_RANK: Final = 1024
HIGHEST_QUIET: Final = 4095
MOST_GAIN: Final = 64  # 256ths of the way to the end of the scale


class Memory:
    """Keeps for the next search of the same game what one has found out."""

    def __init__(self) -> None:
        self._entries = array("q", bytes(8 * LEAST_SIZE))
        self._mask: i64 = LEAST_SIZE - 1
        self.stored: i64 = 0  # positions, with those that have left
        neutral: i64 = NEUTRAL_RANK
        self.history = [neutral] * (15 * 64)
        """How well a piece's move to a square has done."""
        self._no_reply = [neutral] * (15 * 64)
        self._replies = [self._no_reply] * (15 * 64)

    def entry(self, key: i64) -> i64:
        """Return the entry of a position, 0 if there is none."""
        at, check = key & self._mask, key >> KEY_SHIFT
        entry: i64 = self._entries[at]
        if entry >> CHECK_SHIFT == check:
            return entry
        entry = self._entries[at ^ 1]
        return entry if entry >> CHECK_SHIFT == check else 0

    def keep(self, key: i64, depth: i64, score: i64, bound: i64, move: i64) -> None:
        """Store a result in one of the two places of the position."""
        entries, at, check = self._entries, key & self._mask, key >> KEY_SHIFT
        former: i64 = entries[at]
        if former >> CHECK_SHIFT != check and former:
            other: i64 = entries[at ^ 1]
            if other >> CHECK_SHIFT == check or not other or former & DEPTH_MASK > depth:
                at ^= 1
                former = other
        if former >> CHECK_SHIFT == check and former & DEPTH_MASK > depth + 2 and bound:
            return  # a bound from a far deeper search is worth more
        if former >> CHECK_SHIFT != check:
            self.stored += 1
            if self.stored * 2 > len(entries) and len(entries) < TABLE_SIZE:
                self._double()
                entries = self._entries
        entry = check << CHECK_SHIFT | (score + SCORE_OFFSET) << SCORE_SHIFT
        entries[at] = entry | move << MOVE_SHIFT | bound << BOUND_SHIFT | depth

    def _double(self) -> None:
        """Double the table: every entry is then in both places where it could belong."""
        self._entries += self._entries
        self._mask = len(self._entries) - 1

    @property
    def hashfull(self) -> int:
        """Return the part of the greatest table that is filled, in permille."""
        return min(1000, self.stored * 1000 // TABLE_SIZE)

    def replies(self, before: i64) -> list[i64]:
        """Return how well moves have done after a move (piece * 64 + square)."""
        return self._replies[before]

    def reward(self, before: i64, good: i64, others: list[i64], depth: i64) -> None:
        """Raise the rank of a quiet move (piece * 64 + square) after another; lower that of others
        tried before it.
        """
        replies = self._replies[before]
        if replies is self._no_reply:
            replies = self._no_reply[:]
            self._replies[before] = replies
        history = self.history
        gain = min(depth * depth + depth, MOST_GAIN)
        for at in others:
            history[at] -= history[at] * gain >> 8
            replies[at] -= replies[at] * gain >> 8
        history[good] += (HIGHEST_QUIET - history[good]) * gain >> 8
        replies[good] += (HIGHEST_QUIET - replies[good]) * gain >> 8
