"""Chess. With :mod:`board_core.ais` the only place that knows python-chess."""

from .draws import COURSE, ENGINE, FIDE, PRESETS, DrawRules
from .position import ChessPosition, chess_rules

CHESS = chess_rules()
"""Chess by the FIDE Laws."""

__all__ = [
    "CHESS",
    "COURSE",
    "ENGINE",
    "FIDE",
    "PRESETS",
    "ChessPosition",
    "DrawRules",
    "chess_rules",
]
