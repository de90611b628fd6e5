"""A limit on how often: a number at once, and then one each so many seconds. Pure."""

from __future__ import annotations

MOST_KEYS = 10_000
"""Keys that are remembered; the one that was used first is forgotten first."""


class Allowance:
    """Counts by key. The time is an argument, in seconds of a clock that only goes forward."""

    def __init__(self, at_once: int, each_seconds: float) -> None:
        self._most = at_once * each_seconds
        self._each = each_seconds
        self._paid_until: dict[str, float] = {}

    def wait(self, key: str, now: float) -> float:
        """Return the seconds until the key may be used; 0: now."""
        debt = self._paid_until.get(key, now) - now
        return max(0.0, debt + self._each - self._most)

    def spend(self, key: str, now: float) -> None:
        """Count one use of a key at this time, in seconds."""
        until = max(now, self._paid_until.pop(key, now)) + self._each
        self._paid_until[key] = until
        while len(self._paid_until) > MOST_KEYS:
            del self._paid_until[next(iter(self._paid_until))]
