"""The wish for a new game, and where the window takes it: pure values."""

from __future__ import annotations

from enum import Enum, auto

from board_core import PerColor
from board_core.fast_dataclass import dataclass

from .levels import Level


@dataclass(frozen=True, slots=True)
class Wish:
    """A game that somebody wants to play; a side without a level is a person."""

    levels: PerColor[Level | None]
    pace: int = 0
    variant: int = 0
    by_hand: bool = False
    pause_ms: int | None = None  # after each move of an AI; None: that of the settings
    from_board: bool = False  # start from the position on the board
    game: str = "chess"  # the key of a family of games
    opening: int = 0  # index among the openings of its rules
    side: str = "white"  # the one that was chosen against the computer: white, black or either
    rules_name: str = ""  # English name of the variant


class Way(Enum):
    """The ways on from the first screen, in its order."""

    PLAY = auto()
    WATCH = auto()
    TEST = auto()
    ANALYSE = auto()
    OPEN = auto()


class Frame(Enum):
    """The frames of the window."""

    START = auto()  # the first screen
    QUIET = auto()  # the board for who only plays
    COCKPIT = auto()  # the board with all about its players
    ANALYSIS = auto()  # the free board with what an engine thinks of it
    EDITOR = auto()  # a position while it is set up
