"""A strong chess AI: an alpha-beta search in Python that can be read.

============  ===============================================================
`encoding`      squares, pieces and moves as integers; what each piece reaches
`position`      the board that is searched: making and taking back moves
`evaluation`    the worth of a piece on a square
`judgement`     the relations between pieces
`exchange`      captures that lose more than they win
`search`        alpha-beta
`choosing`      all of it as a function of a board and a turn
`analyst`       the same for several lines of play, until it is told to stop
============  ===============================================================

:mod:`board_core.ais.chess_time` decides how long to think.

mypyc can compile the modules up to ``search`` as they are: they are fully typed, and use integers
and lists where speed matters. ``BOARD_COMPILE=1 pip install …`` does so.
"""

from __future__ import annotations

from . import search
from .analyst import ChessAnalyst
from .choosing import HardChess

__all__ = ["ChessAnalyst", "HardChess", "is_compiled"]


def is_compiled() -> bool:
    """Return whether the search runs as machine code instead of Python."""
    return not str(search.__file__).endswith(".py")
