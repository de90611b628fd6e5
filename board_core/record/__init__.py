"""Represent a played game as a value, collect it from events, and write it to files.

May import ``bus`` and what is below. Read first: ``played_game.py``.
"""

from .game_tree import (
    MAIN_LINE,
    Branch,
    DrawnShape,
    GameTree,
    Notes,
    TreeMove,
    Variation,
    WrittenGame,
    searched,
)
from .played_game import (
    NO_CLOCKS,
    NOT_FINISHED,
    RESULT_WINNERS,
    UNKNOWN_DATE,
    BadRecord,
    Moves,
    PlayedGame,
    PlayedMove,
    ReadGame,
    RecordedAbsence,
    game_read,
    read_of_tree,
    tree_of,
)
from .recorder import Recorder, seconds_left, wall_clock

__all__ = [
    "MAIN_LINE",
    "NOT_FINISHED",
    "NO_CLOCKS",
    "RESULT_WINNERS",
    "UNKNOWN_DATE",
    "BadRecord",
    "Branch",
    "DrawnShape",
    "GameTree",
    "Moves",
    "Notes",
    "PlayedGame",
    "PlayedMove",
    "ReadGame",
    "RecordedAbsence",
    "Recorder",
    "TreeMove",
    "Variation",
    "WrittenGame",
    "game_read",
    "read_of_tree",
    "searched",
    "seconds_left",
    "tree_of",
    "wall_clock",
]
