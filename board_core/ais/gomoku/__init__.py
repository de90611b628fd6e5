"""Plays gomoku: an evaluator, a search, and a search for wins by force in front of it.

============  ===============================================================
`geometry`    the board as lines, and what is near each point
`patterns`    what one side has on one line
`tables`      what is known of each line with any stones on it, kept
`position`    the board that is searched: stones put down and taken up
`effort`      nodes are counted, and whoever looks too long is stopped
`collecting`  no pause for Python's collector while somebody thinks
`threats`     wins by continuous fours, and by fours and threes
`search`      alpha-beta
`thinking`    in what order a move is looked for
`opening`     stones and choices of swap2
`patience`    how long to think about it
`choosing`    three levels, as functions of a board and a turn
============  ===============================================================

It is written so that a compiler such as mypyc understands it too: typed through and through,
integers and lists wherever it is about speed.
"""

from __future__ import annotations

from .choosing import EasyGomoku, HardGomoku, MediumGomoku

__all__ = ["EasyGomoku", "HardGomoku", "MediumGomoku"]
