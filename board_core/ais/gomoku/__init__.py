"""AIs of gomoku: an evaluator, an alpha-beta search, and a search for forced wins before it.

============  ===============================================================
`geometry`      the board as lines, and the neighbourhood of each point
`patterns`      the patterns of one side on one line
`tables`        a cache of all states of lines
`position`      the board that is searched: stones placed and removed
`memory`        results that are kept from one move to the next
`effort`        a count of nodes, and the end of a search
`collecting`    no pause for Python's garbage collector during a search
`threats`       wins by continuous fours, and by fours and threes
`search`        alpha-beta
`thinking`      the order in which a move is looked for
`book`          opening knowledge; `book_moves` has the moves
`opening`       stones and choices of swap2
`time_manager`  the time for a move
`choosing`      the players, as functions of a board and a turn
`analyst`       the search as a function that reports several lines
==============  ===============================================================

mypyc can compile the search, which then plays the same moves: it is fully typed, and uses integers
and lists where speed matters.
"""

from __future__ import annotations

from .analyst import GomokuAnalyst
from .choosing import EasyGomoku, HardGomoku, MediumGomoku, SearchingGomoku

__all__ = ["EasyGomoku", "GomokuAnalyst", "HardGomoku", "MediumGomoku", "SearchingGomoku"]
