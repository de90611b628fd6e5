"""Chess. Together with :mod:`board_core.ais`, the only place that knows python-chess.

``san`` reads moves in all forms that people write, ``refusals`` says why one is not legal, ``pgn``
has the records, ``lessons`` the examination. May import ``record``. Read first: ``position.py``.
"""

from board_core.games.draws import ENGINE, FIDE, NO_CLAIMS, PRESETS, DrawRules

from .position import CHESS, ChessPosition, chess_rules, is_chess
from .variants import VARIANT_GAMES, variant_rules

__all__ = [
    "CHESS",
    "ENGINE",
    "FIDE",
    "NO_CLAIMS",
    "PRESETS",
    "VARIANT_GAMES",
    "ChessPosition",
    "DrawRules",
    "chess_rules",
    "is_chess",
    "variant_rules",
]
