"""The games this library can host."""

from board_core.rules import Rules

from .chess import CHESS
from .chess.pgn import read_pgn, to_pgn
from .gomoku import GOMOKU, GOMOKU_GAMES, record_formats
from .record_files import RecordFormat, RecordWriter

__all__ = [
    "CHESS",
    "GAMES",
    "GOMOKU",
    "READ_RECORD",
    "RECORD_FORMATS",
    "RECORD_TEXT",
    "RecordFormat",
    "RecordWriter",
]

GAMES: dict[str, Rules] = {CHESS.name: CHESS, **GOMOKU_GAMES}

RECORD_FORMATS: dict[str, tuple[RecordFormat, ...]] = {
    CHESS.name: (RecordFormat("pgn", to_pgn, read_pgn),),
    **{name: record_formats(rules) for name, rules in GOMOKU_GAMES.items()},
}
"""How records of each game are written and read, by the name of its rules; the usual form first."""

RECORD_TEXT = {name: formats[0].write for name, formats in RECORD_FORMATS.items()}
"""How a record of each game is usually written as text."""

READ_RECORD = {name: formats[0].read for name, formats in RECORD_FORMATS.items()}
"""How such a text is read back."""
