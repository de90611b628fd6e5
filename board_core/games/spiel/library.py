"""The library OpenSpiel: the only module that imports it, and the choice of games that can be
hosted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import ModuleType
from typing import Any, Protocol

from board_core.files.extras import extra
from board_core.games.game_file import BadGame
from board_core.text.sentence import Listed, Sentence, say

NAME_PATTERN = re.compile(r"\s*(\w+)\s*(?:\((.*)\)\s*)?", re.ASCII | re.DOTALL)

HIDDEN_PARAMETERS = frozenset(
    (
        "ansi_color_output",  # changes the texts that are read here
        "egocentric",
        "egocentric_obs_tensor",
        "plain_obs_tensor",
        "string_rep",
        "players",  # always two
        "dims",  # of a board
        "chess960",  # begins at random
        "fen",  # the library does not check it
        "handicap",  # places stones outside small boards
        "utility_margin",
    )
)
"""Parameters that users cannot set."""

HIDDEN_BY_GAME = {"checkers": frozenset(("columns",))}
"""The same for one game: with more columns than rows, version 2.0 finds jumps that do not exist."""

FIXED_PARAMETERS = {"twixt": {"ansi_color_output": False}}
"""Parameters with a fixed value."""

LONGEST_SIDE = 26
"""Greatest side of a board, as its columns have letters."""

LONGEST_SIDE_BY_GAME = {
    ("breakthrough", "rows"): 9,  # beyond it the library numbers rows with signs
    ("go", "board_size"): 19,
    ("cursor_go", "board_size"): 19,
    ("havannah", "board_size"): 13,
}
"""The same for parameters with a smaller limit."""

MOST_MOVES = 10_000
"""Greatest value of a parameter for the length of a game."""

PILES_PATTERN = re.compile(r"\d{1,2}(;\d{1,2}){0,25}", re.ASCII)


class SpielState(Protocol):
    """A state of a game of the library, as far as it is used here."""

    def action_to_string(self, action: int) -> str: ...
    def apply_action(self, action: int) -> None: ...
    def clone(self) -> SpielState: ...
    def current_player(self) -> int: ...
    def history(self) -> list[int]: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def returns(self) -> list[float]: ...


class LoadedGame(Protocol):
    """A game of the library, as far as it is used here."""

    def max_game_length(self) -> int: ...
    def new_initial_state(self) -> SpielState: ...


class NoSpielGame(BadGame):
    """The text names no game of OpenSpiel that can be hosted; the sentence gives the reason."""


@cache
def pyspiel() -> ModuleType:
    """Return the library. Raises NotInstalled."""
    with extra("spiel"):
        import pyspiel as library
    loaded: ModuleType = library
    return loaded


@cache
def hosted_types() -> Mapping[str, Any]:
    """Return the kinds of game that can be hosted, by name. Raises NotInstalled."""
    return {kind.short_name: kind for kind in pyspiel().registered_games() if _can_be_hosted(kind)}


def _can_be_hosted(kind: Any) -> bool:
    return bool(
        kind.min_num_players <= 2 <= kind.max_num_players
        and kind.information == kind.Information.PERFECT_INFORMATION
        and kind.chance_mode == kind.ChanceMode.DETERMINISTIC
        and kind.dynamics == kind.Dynamics.SEQUENTIAL
        and kind.utility == kind.Utility.ZERO_SUM
        and kind.default_loadable
    )


def read_name(text: str) -> tuple[str, dict[str, Any]]:
    """Return the game and all parameters of a text such as ``hex(board_size=7)``.

    Raises NotInstalled and NoSpielGame.
    """
    found = NAME_PATTERN.fullmatch(text)
    name = found[1] if found else text
    kind = hosted_types().get(name)
    if found is None or kind is None:
        raise NoSpielGame(_why_not(text, name))
    usual = dict(kind.parameter_specification)
    hidden = HIDDEN_PARAMETERS | HIDDEN_BY_GAME.get(name, frozenset())
    free = {key: value for key, value in usual.items() if key not in hidden}
    given = {}
    for part in filter(str.strip, (found[2] or "").split(",")):
        key, _, value = (word.strip() for word in part.partition("="))
        if key not in free:
            raise NoSpielGame(_no_parameter(text, key, free))
        most = (
            MOST_MOVES
            if key.startswith("max_")
            else LONGEST_SIDE_BY_GAME.get((name, key), LONGEST_SIDE)
        )
        given[key] = _value(text, key, value, free[key], most)
    return name, {**usual, **given, **FIXED_PARAMETERS.get(name, {})}


def canonical_name(name: str, parameters: Mapping[str, Any]) -> str:
    """Return the shortest text that :func:`read_name` reads the same, without defaults."""
    usual = hosted_types()[name].parameter_specification
    unusual = [
        f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in sorted(parameters.items())
        if value != usual[key] and key not in FIXED_PARAMETERS.get(name, {})
    ]
    return f"{name}({','.join(unusual)})" if unusual else name


def load(name: str, parameters: Mapping[str, Any]) -> LoadedGame:
    """Return the library's own game. Raises NoSpielGame."""
    library = pyspiel()
    usual = hosted_types()[name].parameter_specification
    unusual = {key: value for key, value in parameters.items() if value != usual[key]}
    try:
        game: LoadedGame = library.load_game(name, unusual)
        first = game.new_initial_state()
        playable = first.current_player() in (0, 1) and len(first.legal_actions()) > 0
    except library.SpielError as error:
        why = str(error).strip().splitlines()[0]
        raise NoSpielGame(
            say(
                "{text} is refused by OpenSpiel: {why}",
                text=repr(canonical_name(name, parameters)),
                why=why,
            )
        ) from None
    if not playable:
        raise NoSpielGame(
            say(
                "{text} has no legal first move",
                text=repr(canonical_name(name, parameters)),
            )
        )
    return game


def _value(text: str, key: str, value: str, usual: Any, most: int) -> Any:
    """Return a parameter of the type of its default, within bounds."""
    match usual:
        case bool():
            if value.lower() in ("true", "false"):
                return value.lower() == "true"
            wanted = "true, false"
        case int():
            least = 0 if usual == 0 else 1 if len(key) == 1 or key in ("connect", "x_in_row") else 2
            if re.fullmatch(r"\d{1,6}", value, re.ASCII) and least <= int(value) <= most:
                return int(value)
            wanted = f"{least} … {most}"
        case float():
            if re.fullmatch(r"-?\d{1,3}(\.\d{1,3})?", value, re.ASCII):
                return float(value)
            wanted = "-999 … 999"
        case _:
            if PILES_PATTERN.fullmatch(value):
                return value
            wanted = str(usual)
    raise NoSpielGame(
        say(
            "{text}: {key} is {value}, but must be {wanted}",
            text=repr(text),
            key=key,
            value=repr(value),
            wanted=wanted,
        )
    )


def _no_parameter(text: str, key: str, free: Mapping[str, Any]) -> Sentence:
    if not free:
        return say("{text}: this game has no parameters", text=repr(text))
    return say(
        "{text}: {key} is not a parameter of this game: choose one of {there_is}",
        text=repr(text),
        key=repr(key),
        there_is=Listed(f"{name}={value}" for name, value in sorted(free.items())),
    )


def _why_not(text: str, name: str) -> Sentence:
    names = list(hosted_types())
    if name in pyspiel().registered_names():
        return say(
            "{text} is a game of OpenSpiel, but not one in which two players take turns, "
            "see everything and throw no dice",
            text=repr(text),
        )
    if close := get_close_matches(name, names, n=1):
        return say(
            "{text} is no game of OpenSpiel; did you mean {meant}?",
            text=repr(text),
            meant=f"spiel:{close[0]}",
        )
    return say(
        "{text} is not a game of OpenSpiel that can be hosted: choose one of {there_is}",
        text=repr(text),
        there_is=Listed(names),
    )
