"""The games this library can host."""

from board_core.rules import Rules

from .chess import CHESS
from .chess.pgn import read_pgn, to_pgn
from .gomoku import GOMOKU, GOMOKU_GAMES

__all__ = ["CHESS", "GAMES", "GOMOKU", "READ_RECORD", "RECORD_TEXT"]

GAMES: dict[str, Rules] = {CHESS.name: CHESS, **GOMOKU_GAMES}

RECORD_TEXT = {"chess": to_pgn}
"""How a record of each game is written as text, by the name of its rules."""

READ_RECORD = {"chess": read_pgn}
"""How such a text is read back."""
