"""The names that engines have for chess and its variants."""

from __future__ import annotations

from board_core.game.rules import Rules

CHESS, CHESS960 = "chess", "chess960"  # the names of rules, and of UCI
NORMAL_CHESS, FISCHER_RANDOM = "normal", "fischerandom"  # what XBoard calls the same

UCI_NAMES = {"three-check": "3check"}
"""UCI's names that differ from ours by more than hyphens."""


def uci_variant(rules: Rules) -> str:
    """Return the value of the option ``UCI_Variant`` for a game of the chess family.

    Chess960 is chess there, and has an option of its own.
    """
    if rules.name == CHESS960:
        return CHESS
    return UCI_NAMES.get(rules.name, rules.name.replace("-", ""))


def xboard_variant(rules: Rules) -> str:
    """Return the name of a game for XBoard's command ``variant``."""
    return {CHESS: NORMAL_CHESS, CHESS960: FISCHER_RANDOM}.get(rules.name) or uci_variant(rules)
