"""The games this library can host."""

from board_core.rules import Rules

from .chess import CHESS, PRESETS, VARIANT_GAMES, chess_rules, variant_rules
from .chess.lessons import LESSONS as CHESS_LESSONS
from .chess.pgn import pgn_of
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
    "READ_RECORD",
    "RECORD_FORMATS",
    "RECORD_TEXT",
    "SAMPLES",
    "RecordFormat",
    "RecordWriter",
]

GAMES: dict[str, Rules] = {CHESS.name: CHESS, **VARIANT_GAMES, **GOMOKU_GAMES}

DRAW_RULES: dict[str, dict[str, Rules]] = {
    CHESS.name: {name: chess_rules(draws) for name, draws in PRESETS.items()},
    **{
        variant: {name: variant_rules(variant, draws) for name, draws in PRESETS.items()}
        for variant in VARIANT_GAMES
    },
}
"""The same game under other rules of what is a draw, where there is a choice."""

RECORD_FORMATS: dict[str, tuple[RecordFormat, ...]] = {
    **{rules.name: (pgn_of(rules),) for rules in (CHESS, *VARIANT_GAMES.values())},
    **{name: record_formats(rules) for name, rules in GOMOKU_GAMES.items()},
}
"""How records of each game are written and read, by the name of its rules; the usual form first."""

RECORD_TEXT = {name: formats[0].write for name, formats in RECORD_FORMATS.items()}
"""How a record of each game is usually written as text."""

READ_RECORD = {name: formats[0].read for name, formats in RECORD_FORMATS.items()}
"""How such a text is read back."""

LESSONS: dict[str, Lessons] = {CHESS.family: CHESS_LESSONS, GOMOKU.family: GOMOKU_LESSONS}
"""What programs are examined in, by the family of the game."""

SAMPLES: dict[str, Samples] = {CHESS.family: CHESS_SAMPLES, GOMOKU.family: GOMOKU_SAMPLES}
"""What players are timed on, by the family of the game."""
