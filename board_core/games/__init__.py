"""The games that come with the library, and how records of games are written.

<<<<<<< HEAD
from board_core.look import PLAIN_STONES, Look
from board_core.rules import Rules

from .chess import CHESS, PRESETS, chess_rules
from .chess.lessons import LESSONS as CHESS_LESSONS
from .chess.pgn import read_pgn, to_pgn
from .chess.pictures import LOOK as CHESS_LOOK
from .chess.samples import SAMPLES as CHESS_SAMPLES
from .gomoku import GOMOKU, GOMOKU_GAMES, record_formats
from .gomoku.lessons import LESSONS as GOMOKU_LESSONS
from .gomoku.samples import SAMPLES as GOMOKU_SAMPLES
from .lessons import Lessons, Samples
from .record_files import RecordFormat, RecordWriter

__all__ = [
    "CHESS",
    "DRAW_RULES",
    "GAMES",
    "GOMOKU",
    "LESSONS",
    "LOOKS",
    "READ_RECORD",
    "RECORD_FORMATS",
    "RECORD_TEXT",
    "SAMPLES",
    "RecordFormat",
    "RecordWriter",
]

GAMES: dict[str, Rules] = {CHESS.name: CHESS, **GOMOKU_GAMES}

DRAW_RULES: dict[str, dict[str, Rules]] = {
    CHESS.name: {name: chess_rules(draws) for name, draws in PRESETS.items()}
}
"""The same game under other rules of what is a draw, where there is a choice."""

RECORD_FORMATS: dict[str, tuple[RecordFormat, ...]] = {
    CHESS.name: (RecordFormat("pgn", to_pgn, read_pgn),),
    **{name: record_formats(rules) for name, rules in GOMOKU_GAMES.items()},
}
"""How records of each game are written and read, by the name of its rules; the usual form first."""

RECORD_TEXT = {name: formats[0].write for name, formats in RECORD_FORMATS.items()}
"""How a record of each game is usually written as text."""

READ_RECORD = {name: formats[0].read for name, formats in RECORD_FORMATS.items()}
"""How such a text is read back."""

LESSONS: dict[str, Lessons] = {CHESS.family: CHESS_LESSONS, GOMOKU.family: GOMOKU_LESSONS}
"""What programs are examined in, by the family of the game."""

LOOKS: dict[str, Look] = {CHESS.family: CHESS_LOOK, GOMOKU.family: PLAIN_STONES}
"""How each game is drawn, by its family."""

SAMPLES: dict[str, Samples] = {CHESS.family: CHESS_SAMPLES, GOMOKU.family: GOMOKU_SAMPLES}
"""What players are timed on, by the family of the game."""
=======
What each brings along is in :data:`board_core.hosted.HOSTED`.
"""

from .chess import CHESS
from .gomoku import GOMOKU
from .record_files import RecordFormat, RecordWriter

__all__ = ["CHESS", "GOMOKU", "RecordFormat", "RecordWriter"]
>>>>>>> main
