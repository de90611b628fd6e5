"""The effort of a search: its nodes are counted, and it is stopped in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

NO_LIMIT: Final = 1 << 60
NODES_A_POLL: Final = 32  # some three milliseconds


class GomokuSearchStopped(Exception):
    """The search is to end at once, wherever it is."""


def in_time(share: float) -> bool:
    """Return False: the time is never over."""
    return False


class Effort:
    """The limits of one move. A node is a position that is looked at for any reason."""

    def __init__(self, late: Callable[[float], bool] = in_time, max_nodes: int = NO_LIMIT) -> None:
        """Take limits. ``late(share)`` returns whether this share of the time is over."""
        self._late, self._max_nodes = late, max_nodes
        self.nodes = 0
        self._share = 1.0
        self._last = self._next_poll = 0
        self.allow(1.0)

    def allow(self, share: float, nodes: int = NO_LIMIT) -> None:
        """Stop at this share of all time and nodes, or after so many more nodes."""
        whole = share >= 1.0
        most = self._max_nodes if whole else int(share * self._max_nodes)
        self._share = share
        self._last = min(most, self.nodes + nodes)
        self._next_poll = min(self.nodes + NODES_A_POLL, self._last)

    def spend(self) -> None:
        """Count one more node. Raises GomokuSearchStopped."""
        self.nodes += 1
        if self.nodes >= self._next_poll:
            self._poll()

    def _poll(self) -> None:
        if self.nodes >= self._last or self._late(self._share):
            raise GomokuSearchStopped
        self._next_poll = min(self.nodes + NODES_A_POLL, self._last)
