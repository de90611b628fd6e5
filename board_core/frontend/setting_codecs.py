"""Codecs of settings: how each kind is read from JSON, written as JSON, and explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any, Generic, TypeVar, get_args

from board_core.fast_dataclass import dataclass
from board_core.game.sides import Color, PerColor
from board_core.match.player_spec import USUAL_PROTOCOL
from board_core.text.sentence import Listed, Sentence, say

PROGRAMS_REMEMBERED = 20
LONGEST_TEXT = 32_768  # characters of a path or of arguments
LONGEST_NAME = 100  # characters
SMALLEST_WINDOW, LARGEST_WINDOW = 100, 32_767  # pixels

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChosenProgram:
    """An AI program as the user entered it: its file, and its arguments on one line."""

    path: str
    arguments: str = ""
    protocol: str = USUAL_PROTOCOL
    """A key of :data:`board_core.protocols.PROTOCOLS`."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The choices for a new game against the computer, each as a text; empty: the default."""

    level: str = ""  # a player
    side: str = ""  # white, black or either
    clock: str = ""  # English name of an offered time control
    variant: str = ""  # English name of the rules


GAMES_REMEMBERED = 50

NO_PROGRAMS: PerColor[ChosenProgram | None] = PerColor(None, None)


class UnfitValue(Exception):
    """Error: a setting cannot have this value."""


def _as_is(value: T) -> object:
    return value


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """One kind of value: how it is read and written, and a sentence on the allowed values."""

    read: Callable[[object], T]
    """Return the value that something from JSON means. Raises UnfitValue."""
    accepted: Sentence
    write: Callable[[T], object] = _as_is
    """Return the JSON form of a value."""


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise UnfitValue(value)
    return value


YES_OR_NO = Codec(_yes_or_no, say("yes or no"))


def one_of(choices: Any) -> Codec[str]:
    """Return the codec of a ``Literal`` of texts."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in get_args(choices):
            raise UnfitValue(value)
        return value

    named = Listed(map(repr, get_args(choices)))
    return Codec(read, say("one of {choices}", choices=named))


def whole_number(least: int, greatest: int) -> Codec[int]:
    """Return the codec of the whole numbers between two bounds, both included."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= greatest:
            raise UnfitValue(value)
        return value

    wanted = say("a whole number from {least} to {greatest}", least=least, greatest=greatest)
    return Codec(read, wanted)


def _scale(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise UnfitValue(value)
    if value != 0 and not 1 <= value <= 3:
        raise UnfitValue(value)
    return float(value)


UI_SCALE = Codec(_scale, say("0, or a number from 1 to 3"))


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or "\0" in value:
        raise UnfitValue(value)
    return value


def _short(value: object) -> str:
    if len(_text(value)) > 100:
        raise UnfitValue(value)
    return _text(value)


def _name(value: object) -> str:
    if not _short(value):
        raise UnfitValue(value)
    return _short(value)


NAME_OF_SCHEME = Codec(_name, say("a name of at most 100 characters"))


def player(read: Callable[[object], str], example: str) -> Codec[str]:
    """Return the codec of a player's text, explained by an example."""
    return Codec(read, say("a player as in 'board match', as in {example}", example=example))


PLAYER_TEXT = player(_name, "uci:stockfish")

_pixels = whole_number(SMALLEST_WINDOW, LARGEST_WINDOW).read


def _size(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise UnfitValue(value)
    return (0, 0) if value == [0, 0] else (_pixels(value[0]), _pixels(value[1]))


WINDOW_SIZE = Codec(_size, say("two numbers of pixels, as in {example}", example="[1280, 800]"))


def _program(value: object) -> ChosenProgram:
    from board_core.protocols import PROTOCOLS  # imported when a program was remembered

    try:
        match value:
            case {"path": path, "arguments": arguments, "protocol": str(protocol)}:
                if path and protocol in PROTOCOLS:
                    return ChosenProgram(_text(path), _text(arguments), protocol)
    except UnfitValue:
        pass
    raise UnfitValue(value)


def _programs(value: object) -> tuple[ChosenProgram, ...]:
    if not isinstance(value, list):
        raise UnfitValue(value)
    return tuple(dict.fromkeys(map(_program, value)))[:PROGRAMS_REMEMBERED]


def _program_of_each_side(value: object) -> PerColor[ChosenProgram | None]:
    if not isinstance(value, dict):
        raise UnfitValue(value)
    white, black = (
        None if (entry := value.get(color.value)) is None else _program(entry) for color in Color
    )
    return PerColor(white, black)


def _game_choice(value: object) -> GameChoice:
    if not isinstance(value, dict):
        raise UnfitValue(value)
    known = [row.name for row in fields(GameChoice)]
    return GameChoice(**{name: _short(value[name]) for name in known if name in value})


GameChoices = tuple[tuple[str, GameChoice], ...]
"""The choices for each game by its key, those of the last game first."""


def _choices_of_games(value: object) -> GameChoices:
    if not isinstance(value, dict):
        raise UnfitValue(value)
    choices = [(_short(game), _game_choice(entry)) for game, entry in value.items()]
    return tuple(choices[:GAMES_REMEMBERED])


def _fields_of_choices(choices: GameChoices) -> dict[str, object]:
    return {game: asdict(choice) for game, choice in choices}


def _fields(program: ChosenProgram | None) -> dict[str, str] | None:
    return asdict(program) if program else None


def _fields_of_each_side(programs: PerColor[ChosenProgram | None]) -> dict[str, object]:
    return {color.value: _fields(programs[color]) for color in Color}


def _fields_of_all(programs: tuple[ChosenProgram, ...]) -> list[object]:
    return [_fields(program) for program in programs]


EXAMPLE_OF_A_PROGRAM = '{"path": "my_ai.py", "arguments": "", "protocol": "san"}'

PROGRAM_OF_EACH_SIDE = Codec(
    _program_of_each_side,
    say("programs as JSON, as in {example}", example=f'{{"white": {EXAMPLE_OF_A_PROGRAM}}}'),
    _fields_of_each_side,
)
PROGRAM_LIST = Codec(
    _programs,
    say("programs as JSON, as in {example}", example=f"[{EXAMPLE_OF_A_PROGRAM}]"),
    _fields_of_all,
)
CHOICES_OF_GAMES = Codec(
    _choices_of_games,
    say("choices as JSON, as in {example}", example='{"chess": {"level": "club"}}'),
    _fields_of_choices,
)
