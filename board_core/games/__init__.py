"""The games that come with the library, and how records of games are written.

What each brings along is in :data:`board_core.hosted.HOSTED`.
"""

from .chess import CHESS
from .gomoku import GOMOKU
from .record_files import RecordFormat, RecordWriter

__all__ = ["CHESS", "GOMOKU", "RecordFormat", "RecordWriter"]
