"""Plays chess well: an alpha-beta search in Python that can be read.

============  ===============================================================
`encoding`    squares, pieces and moves as integers; what reaches what
`position`    the board that is searched: making and taking back moves
`evaluation`  what a piece is worth on a square
`judgement`   how the pieces stand to each other
`exchange`    which captures lose more than they win
`search`      alpha-beta: what to play
`patience`    how long to think about it
`choosing`    all of it as a function of a board and a turn
============  ===============================================================

All up to the search are written so that mypyc compiles them as they are: typed through and through,
integers and lists wherever it is about speed. ``BOARD_COMPILE=1 pip install …`` does it.
"""

from __future__ import annotations

from . import search
from .choosing import HardChess

__all__ = ["HardChess", "is_compiled"]


def is_compiled() -> bool:
    """Whether the search runs as machine code or as Python."""
    return not str(search.__file__).endswith(".py")
