"""The games this library can host."""

from board_core.rules import Rules

from .chess import CHESS
from .chess.pgn import read_pgn, to_pgn

__all__ = ["CHESS", "GAMES", "READ_RECORD", "RECORD_TEXT"]

GAMES: dict[str, Rules] = {rules.name: rules for rules in (CHESS,)}

RECORD_TEXT = {"chess": to_pgn}
"""How a record of each game is written as text, by the name of its rules."""

READ_RECORD = {"chess": read_pgn}
"""How such a text is read back."""
