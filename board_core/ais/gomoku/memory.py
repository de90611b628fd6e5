"""The results of searches that a player keeps from one move of a game to the next."""

from __future__ import annotations

from typing import Final

HALF_OF_RESULTS: Final = 120_000  # positions; about 50 MB for both halves
MOST_FAILURES: Final = 200_000  # positions; about 30 MB

Entry = tuple[int, int, int, int]
"""The result of a position: depth, bound, score, best point."""


class GomokuMemory:
    """The transposition table and the positions that are known to have no forced win.

    The table has two halves: when the recent one is full, the older one is forgotten.
    """

    def __init__(self) -> None:
        self._recent: dict[int, Entry] = {}
        self._older: dict[int, Entry] = {}
        self.no_fours: dict[int, int] = {}
        """Depth in moves within which a position has no continuous fours that win."""
        self.no_threes: dict[int, int] = {}
        """Depth in moves within which a position has no win by fours and threes."""

    def __reduce__(self) -> tuple[type[GomokuMemory], tuple[()]]:
        """Leave the results behind when a player is pickled."""
        return GomokuMemory, ()

    def result(self, key: int) -> Entry | None:
        """Return what is known of a position."""
        entry = self._recent.get(key)
        return self._older.get(key) if entry is None else entry

    def keep(self, key: int, entry: Entry) -> None:
        """Store the result of a position."""
        if len(self._recent) >= HALF_OF_RESULTS:
            self._older = self._recent
            self._recent = {}
        self._recent[key] = entry

    def tidy(self) -> None:
        """Forget the failures if there are too many."""
        if len(self.no_fours) + len(self.no_threes) > MOST_FAILURES:
            self.no_fours.clear()
            self.no_threes.clear()
