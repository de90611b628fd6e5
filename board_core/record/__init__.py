"""Represent a played game as a value, collect it from events, and write it to files."""

from .played_game import (
    NO_CLOCKS,
    NOT_FINISHED,
    RESULT_WINNERS,
    UNKNOWN_DATE,
    BadRecord,
    Mark,
    Moves,
    PlayedGame,
    PlayedMove,
    ReadGame,
    RecordedAbsence,
    game_read,
)
from .recorder import Recorder, seconds_left, wall_clock

__all__ = [
    "NOT_FINISHED",
    "NO_CLOCKS",
    "RESULT_WINNERS",
    "UNKNOWN_DATE",
    "BadRecord",
    "Mark",
    "Moves",
    "PlayedGame",
    "PlayedMove",
    "ReadGame",
    "RecordedAbsence",
    "Recorder",
    "game_read",
    "seconds_left",
    "wall_clock",
]
