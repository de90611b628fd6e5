"""Write played games to files and read them; the values are in ``board_core.game``.

May import ``supervise`` and what is below. Read first: ``files.py``.
"""

from board_core.game.game_tree import (
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
from board_core.game.played_game import (
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
    Recorder,
    game_read,
    read_of_tree,
    seconds_left,
    tree_of,
    wall_clock,
)

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
