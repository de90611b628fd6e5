"""The board: draws any game and moves its pieces by hand, without knowing any rules.

``cells`` places a grid or a map, ``solid`` the same in space. May import ``kit``, and the parts of
the core that describe a board. Read first: ``scene.py``.
"""

from .backdrop import COLOR_SCHEMES, BoardColors
from .drawing import captured_squares
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
