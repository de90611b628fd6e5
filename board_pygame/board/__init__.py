"""The board: draws any game, moves its pieces by hand, and knows the rules of none."""

from .animation import captured_squares
from .colors import COLOR_SCHEMES, BoardColors
from .hand import Ambiguous, Habits, Intent, MoveChosen, MoveRefused, Premoved, WantsLive, WantsMenu
from .scene import Scene, origins
from .widget import BoardWidget

__all__ = [
    "COLOR_SCHEMES",
    "Ambiguous",
    "BoardColors",
    "BoardWidget",
    "Habits",
    "Intent",
    "MoveChosen",
    "MoveRefused",
    "Premoved",
    "Scene",
    "WantsLive",
    "WantsMenu",
    "captured_squares",
    "origins",
]
