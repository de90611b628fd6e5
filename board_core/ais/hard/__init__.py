"""A strong chess AI: an alpha-beta search in Python that can be read.

================  =============================================================
`encoding`        squares, pieces and moves as integers; what each piece reaches
`position`        the board that is searched: making and taking back moves
`evaluation`      the worth of a piece on a square
`judgement`       the relations between pieces
`endings`         what is known of the simplest endings
`exchange`        exchanges that lose more than they win
`sight`           moves that escape a player who is no machine
`table`           what a search remembers
`search`          alpha-beta
`choosing`        all of it as a function of a board and a turn
`analyst`         the same for several lines of play, until it is told to stop
================  =============================================================

:mod:`board_core.ais.chess_time` decides how long to think.

mypyc can compile the modules up to ``search`` as they are: they are fully typed, and use machine
integers (``i64``) and flat lists where speed matters. ``setup.py`` does so.
"""

from __future__ import annotations

from .analyst import ChessAnalyst
from .choosing import HardChess

__all__ = ["ChessAnalyst", "HardChess"]
