"""A strong chess AI: an alpha-beta search in Python that can be read.

``encoding`` and ``position`` are its board; ``evaluation``, ``judgement`` and ``endings`` judge it;
``choosing`` has the players, and ``sight`` lets them overlook moves as people do.
mypyc can compile the modules up to ``search`` as they are: they are fully typed, and use machine
integers (``i64``) and flat lists where speed matters. May import chess, its time manager and
``players``. Read first: ``search.py``.
"""

from __future__ import annotations

from .choosing import ChessAnalyst, HardChess

__all__ = ["ChessAnalyst", "HardChess"]
