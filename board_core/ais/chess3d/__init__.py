"""AIs of 3D chess: an evaluation, an alpha-beta search with quiescence, and the players.

Like the searches of the other games, it keeps nothing from one move to the next.
"""

from __future__ import annotations

from .analyst import Chess3DAnalyst
from .choosing import GreedyChess3D, SearchingChess3D

__all__ = ["Chess3DAnalyst", "GreedyChess3D", "SearchingChess3D"]
