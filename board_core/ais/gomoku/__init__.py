"""AIs of gomoku: an evaluator, an alpha-beta search, and a search for forced wins before it.

``geometry``, ``patterns`` and ``tables`` judge lines, ``position`` is the board that is searched,
``threats`` finds forced wins, ``book`` has openings, ``choosing`` has the players.
mypyc can compile the search, which then plays the same moves: it is fully typed, and uses integers
and lists where speed matters. May import the game and ``players``. Read first: ``thinking.py``.
"""

from __future__ import annotations

from .choosing import EasyGomoku, GomokuAnalyst, SearchingGomoku

__all__ = ["EasyGomoku", "GomokuAnalyst", "SearchingGomoku"]
