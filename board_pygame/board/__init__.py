"""The board: draws any game, moves its pieces by hand, and knows the rules of none."""

from .animation import captured_squares
from .colors import SCHEMES, Colors
from .hand import Ambiguous, Habits, Intent, Played, Premoved, Refused, WantsLive, WantsMenu
from .scene import Scene, origins
from .widget import BoardWidget

__all__ = [
    "SCHEMES",
    "Ambiguous",
    "BoardWidget",
    "Colors",
    "Habits",
    "Intent",
    "Played",
    "Premoved",
    "Refused",
    "Scene",
    "WantsLive",
    "WantsMenu",
    "captured_squares",
    "origins",
]
