"""The games that the window offers, and how they look: the one place that names a game."""

from __future__ import annotations

from collections.abc import Mapping

from board_core import BadSetup, Rules
from board_core.games.chess import COURSE, ENGINE, FIDE, chess_rules, variant_rules
from board_core.games.gomoku import GOMOKU_GAMES
from board_core.words import N_


def _usual(variant: str) -> Rules:
    return variant_rules(variant, FIDE)


VARIANTS: dict[str, Rules] = {
    N_("As in the FIDE Laws"): chess_rules(FIDE),
    N_("As in the course"): chess_rules(COURSE),
    N_("At once, as between engines"): chess_rules(ENGINE),
}
"""Rules of chess to choose from; the first are the usual ones."""

GAME_NAMES = {"chess": N_("Chess"), "chess960": N_("Chess variants"), "gomoku": N_("Gomoku")}
"""What the games that are offered are called, by the first of those that have the same players."""

VARIANTS_OF: dict[str, dict[str, Rules]] = {
    "chess": VARIANTS,
    "chess960": {
        N_("Chess960"): _usual("chess960"),
        N_("Crazyhouse"): _usual("crazyhouse"),
        N_("Atomic"): _usual("atomic"),
        N_("Antichess"): _usual("antichess"),
        N_("King of the hill"): _usual("king-of-the-hill"),
        N_("Three-check"): _usual("three-check"),
        N_("Racing kings"): _usual("racing-kings"),
        N_("Horde"): _usual("horde"),
    },
    "gomoku": {
        N_("Freestyle, 19 by 19"): GOMOKU_GAMES["gomoku"],
        N_("Freestyle, 15 by 15"): GOMOKU_GAMES["gomoku-15"],
        N_("Freestyle, 20 by 20"): GOMOKU_GAMES["gomoku-20"],
        N_("Exactly five, 19 by 19"): GOMOKU_GAMES["gomoku-standard"],
        N_("Exactly five, 15 by 15"): GOMOKU_GAMES["gomoku-standard-15"],
        N_("Exactly five, 20 by 20"): GOMOKU_GAMES["gomoku-standard-20"],
        N_("Renju, 15 by 15"): GOMOKU_GAMES["renju"],
        N_("Renju, 19 by 19"): GOMOKU_GAMES["renju-19"],
        N_("Renju, 20 by 20"): GOMOKU_GAMES["renju-20"],
    },
}
"""The rules that are offered with each of them."""

OPENINGS: dict[str, str | None] = {N_("None in particular"): None, "Swap2": "swap2"}
"""Set-ups that a game may begin with, by what they are called."""


def openings(rules: Rules) -> Mapping[str, str | None]:
    """Those that these rules know."""
    return {name: setup for name, setup in OPENINGS.items() if _begins(rules, setup)}


def _begins(rules: Rules, setup: str | None) -> bool:
    try:
        rules.start(setup)
    except BadSetup:
        return False
    return True
