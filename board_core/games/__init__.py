"""The games that come with the library.

What each brings along is in :data:`board_core.match.known_games.HOSTED_GAMES`. May import
``record`` and what is below. Read first: ``chess/position.py``.
"""

from board_core.record.files import RecordFormat, RecordWriter

from .chess import CHESS
from .gomoku import GOMOKU

__all__ = ["CHESS", "GOMOKU", "RecordFormat", "RecordWriter"]
