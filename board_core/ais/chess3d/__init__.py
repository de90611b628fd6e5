"""AIs of 3D chess: an evaluation, an alpha-beta search with quiescence, and the players.

They keep nothing from one move to the next. May import the game and the time manager of chess.
Read first: ``choosing.py``.
"""

from __future__ import annotations

from .choosing import Chess3DAnalyst, GreedyChess3D, SearchingChess3D

__all__ = ["Chess3DAnalyst", "GreedyChess3D", "SearchingChess3D"]
