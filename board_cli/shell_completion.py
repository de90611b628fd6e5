"""Values that a shell offers when the Tab key is pressed behind ``board``."""

from __future__ import annotations

from collections.abc import Callable, Iterable

BEFORE_A_PROGRAM = ("uci:", "xboard:", "gomocup:", "san:", "elo:")


def players(incomplete: str) -> list[str]:
    from board_core.match.known_games import AI_NAMES

    return _beginning(incomplete, ("human", *AI_NAMES, *BEFORE_A_PROGRAM))


def games(incomplete: str) -> list[str]:
    from board_core.match.known_games import names_of_games

    return _beginning(incomplete, names_of_games())


def levels(incomplete: str) -> list[str]:
    from board_core.ais import LADDER

    return _beginning(incomplete, [level.name for level in LADDER])


def settings(incomplete: str) -> list[str]:
    from board_core.frontend.settings import HELP_OF_SETTINGS

    return _beginning(incomplete, HELP_OF_SETTINGS)


def one_of(choices: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a completion from these choices."""
    return lambda incomplete: _beginning(incomplete, choices)


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
