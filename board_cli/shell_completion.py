"""Values that a shell offers when the Tab key is pressed behind ``board``."""

from __future__ import annotations

from collections.abc import Iterable

BEFORE_A_PROGRAM = ("uci:", "xboard:", "gomocup:", "san:", "elo:")


def players() -> Iterable[str]:
    from board_core.match.known_games import AI_NAMES

    return ("human", *AI_NAMES, *BEFORE_A_PROGRAM)


def games() -> Iterable[str]:
    from board_core.match.known_games import names_of_games

    return names_of_games()


def levels() -> Iterable[str]:
    from board_core.ais import LADDER

    return (level.name for level in LADDER)


def settings() -> Iterable[str]:
    from board_core.frontend.settings import HELP_OF_SETTINGS

    return HELP_OF_SETTINGS
