"""The games this library can host."""

from board_core.rules import Rules

from .chess import CHESS

__all__ = ["CHESS", "GAMES"]

GAMES: dict[str, Rules] = {rules.name: rules for rules in (CHESS,)}
