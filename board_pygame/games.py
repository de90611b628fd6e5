"""The games that the window offers, and how they look: the one place that names a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from board_core import BadSetup, Rules
from board_core.games.chess import COURSE, ENGINE, FIDE, chess_rules
from board_core.games.gomoku import GOMOKU_GAMES
from board_core.hosted import HostedGame
from board_core.words import N_

VARIANTS: dict[str, Rules] = {
    N_("As in the FIDE Laws"): chess_rules(FIDE),
    N_("As in the course"): chess_rules(COURSE),
    N_("At once, as between engines"): chess_rules(ENGINE),
}
"""Rules of chess to choose from; the first are the usual ones."""

GAME_NAMES = {"chess": N_("Chess"), "gomoku": N_("Gomoku")}
"""What each family of games is called."""

VARIANTS_OF: dict[str, dict[str, Rules]] = {
    "chess": VARIANTS,
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
"""The rules of each family of games."""


@dataclass(frozen=True, slots=True)
class Family:
    """Games that are one to people: its name in English, and the rules to choose from."""

    name: str
    variants: Mapping[str, Rules]


Families = Mapping[str, Family]
"""By the families of their rules."""

FAMILIES: Families = {
    family: Family(GAME_NAMES[family], variants) for family, variants in VARIANTS_OF.items()
}


def with_game(families: Families, game: HostedGame) -> tuple[Families, str, int]:
    """The families with this game among them, the key of its own, and which of its rules it is."""
    key, own = game.rules.family, {game.rules.name: game.rules}
    family = families.get(key)
    if family is not None:
        for index, rules in enumerate(family.variants.values()):
            if rules == game.rules:
                return families, key, index
        is_ours = game.rules.origin is None
        variants = {**family.variants, **own} if is_ours else dict(game.draw_rules) or own
        family = Family(family.name, variants)
    else:
        family = Family(game.rules.name, dict(game.draw_rules) or own)
    names = list(family.variants)
    index = names.index(game.rules.name) if game.rules.name in names else 0
    return {**families, key: family}, key, index


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
