"""3D chess: three fixed boards and four that move, by Jens Meder's tournament rules.

May import ``record``, and of chess its pictures, PGN and features. Read first: ``board.py``.
"""

from .board import Board3D, move_text
from .position import CHESS_3D, Chess3DPosition, chess3d_rules

__all__ = ["CHESS_3D", "Board3D", "Chess3DPosition", "chess3d_rules", "move_text"]
