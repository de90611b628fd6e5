"""The games that come with the library.

:data:`board_core.match.known_games.HOSTED_GAMES` lists what belongs to each. May import
``record`` and what is below. Read first: ``chess/position.py``.
"""

from typing import TYPE_CHECKING

from board_core.deferred_imports import deferred

if TYPE_CHECKING:
    from board_core.game.geometry import Geometry, cells, plan, points, squares
    from board_core.record.files import RecordFormat, RecordWriter

    from .chess import CHESS, ENGINE, FIDE, NO_CLAIMS, chess_rules, variant_rules
    from .chess.pgn import PgnWriter, read_pgn, to_pgn
    from .chess3d import CHESS_3D, Board3D, move_text
    from .gomoku import FREESTYLE, GOMOKU, RENJU, STANDARD, GomokuBoard, gomoku_rules
    from .hosted import HostedGame
    from .look import Look
    from .spiel import spiel_rules
else:
    IMPORTED_LATER = {
        ".chess": "CHESS ENGINE FIDE NO_CLAIMS chess_rules variant_rules",
        ".chess.pgn": "PgnWriter read_pgn to_pgn",
        ".chess3d": "Board3D CHESS_3D move_text",
        ".gomoku": "FREESTYLE GOMOKU GomokuBoard RENJU STANDARD gomoku_rules",
        ".hosted": "HostedGame",
        ".look": "Look",
        ".spiel": "spiel_rules",
        "board_core.game.geometry": "Geometry cells plan points squares",
        "board_core.record.files": "RecordFormat RecordWriter",
    }
    """Names by the modules that are imported when one is wanted: a game needs no other."""

    __getattr__, __dir__ = deferred(globals(), IMPORTED_LATER)


__all__ = [
    "CHESS",
    "CHESS_3D",
    "ENGINE",
    "FIDE",
    "FREESTYLE",
    "GOMOKU",
    "NO_CLAIMS",
    "RENJU",
    "STANDARD",
    "Board3D",
    "Geometry",
    "GomokuBoard",
    "HostedGame",
    "Look",
    "PgnWriter",
    "RecordFormat",
    "RecordWriter",
    "cells",
    "chess_rules",
    "gomoku_rules",
    "move_text",
    "plan",
    "points",
    "read_pgn",
    "spiel_rules",
    "squares",
    "to_pgn",
    "variant_rules",
]
