"""Plays chess well: an alpha-beta search in Python that can be read.

============  ===============================================================
`encoding`    squares, pieces and moves as integers; what reaches what
`position`    the board that is searched: making and taking back moves
`evaluation`  what a piece is worth on a square
`search`      alpha-beta: what to play
`patience`    how long to think about it
`choosing`    all of it as a function of a board and a turn
============  ===============================================================

It is written so that a compiler such as mypyc understands it too: typed through and through,
integers and lists wherever it is about speed.
"""

from __future__ import annotations

from .choosing import Hard

__all__ = ["Hard"]
