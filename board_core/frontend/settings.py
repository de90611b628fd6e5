"""The user's settings: a codec for each kind of value, a row for each setting, and their file.

A bad file never prevents a start: unusable values are replaced by defaults and reported, and the
old file is set aside.
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, field, fields, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from board_core.fast_dataclass import dataclass
from board_core.game.sides import PerColor
from board_core.match.player_spec import USUAL_PROTOCOL
from board_core.text.codec import Codec, optional
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .settings_file import as_json as written
from .settings_file import copy_aside, read_values, settings_file, write_settings

PROGRAMS_REMEMBERED, CONTESTS_REMEMBERED = 20, 8
LONGEST_TEXT = 32_768  # characters of a path or of arguments
LONGEST_NAME = 100  # characters
SMALLEST_WINDOW, LARGEST_WINDOW = 100, 32_767  # pixels


@dataclass(frozen=True, slots=True)
class ChosenProgram:
    """An AI program as the user entered it: its file, and its arguments on one line."""

    path: str
    arguments: str = ""
    protocol: str = USUAL_PROTOCOL
    """A key of :data:`board_core.protocols.PROTOCOLS`."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """The choices for a new game, each as a text; empty: the default.

    ``level`` plays against a person; ``white`` and ``black`` play against each other.
    """

    level: str = ""  # a player, which may be a long command
    side: str = ""  # white, black or either
    clock: str = ""  # the notation of a time control
    variant: str = ""  # English name of the rules
    white: str = ""
    black: str = ""


GAMES_REMEMBERED = 50

NO_PROGRAMS: PerColor[ChosenProgram | None] = PerColor(None, None)


class UnfitValue(Exception):
    """Error: a setting cannot have this value."""


def _if(fits: Callable[[Any], bool]) -> Callable[[object], Any]:
    """Return a reader of the values that fit; it raises UnfitValue for others."""

    def read(value: object) -> object:
        if not fits(value):
            raise UnfitValue(value)
        return value

    return read


YES_OR_NO = Codec(_if(lambda value: isinstance(value, bool)), accepted=say("yes or no"))


def one_of(choices: Any) -> Codec[str]:
    """Return the codec of a ``Literal`` of texts."""
    texts = get_args(choices)
    wanted = say("one of {choices}", choices=Listed(map(repr, texts)))
    return Codec(_if(lambda value: isinstance(value, str) and value in texts), accepted=wanted)


def whole_number(least: int, greatest: int) -> Codec[int]:
    """Return the codec of the whole numbers between two bounds, both included."""
    wanted = say("a whole number from {least} to {greatest}", least=least, greatest=greatest)
    fits = _if(lambda value: type(value) is int and least <= value <= greatest)
    return Codec(fits, accepted=wanted)


_number = _if(lambda value: type(value) in (int, float) and (value == 0 or 1 <= value <= 3))

UI_SCALE = Codec(lambda value: float(_number(value)), accepted=say("0, or a number from 1 to 3"))


def _text(most: int, least: int = 0) -> Callable[[object], str]:
    return _if(
        lambda text: isinstance(text, str) and least <= len(text) <= most and "\0" not in text
    )


_long, _short, _name = _text(LONGEST_TEXT), _text(LONGEST_NAME), _text(LONGEST_NAME, 1)

NAME_OF_SCHEME = Codec(_name, accepted=say("a name of at most 100 characters"))
PLAYER_TEXT = Codec(
    _name, accepted=say("a player as in 'board match', as in {example}", example="uci:stockfish")
)

_pixels = whole_number(SMALLEST_WINDOW, LARGEST_WINDOW).read
_two = _if(lambda value: isinstance(value, list) and len(value) == 2)


def _size(value: object) -> tuple[int, int]:
    width, height = _two(value)
    return (0, 0) if value == [0, 0] else (_pixels(width), _pixels(height))


WINDOW_SIZE = Codec(
    _size, accepted=say("two numbers of pixels, as in {example}", example="[1280, 800]")
)


def _program(value: object) -> ChosenProgram:
    from board_core.protocols import PROTOCOLS  # imported when a program was remembered

    try:
        match value:
            case {"path": path, "arguments": arguments, "protocol": str(protocol)}:
                if path and protocol in PROTOCOLS:
                    return ChosenProgram(_long(path), _long(arguments), protocol)
    except UnfitValue:
        pass
    raise UnfitValue(value)


PROGRAM = optional(Codec(_program))

_list = _if(lambda value: isinstance(value, list))
_object = _if(lambda value: isinstance(value, dict))


def _programs(value: object) -> tuple[ChosenProgram, ...]:
    return tuple(dict.fromkeys(map(_program, _list(value))))[:PROGRAMS_REMEMBERED]


def _program_of_each_side(value: object) -> PerColor[ChosenProgram | None]:
    get = _object(value).get
    return PerColor(PROGRAM.read(get("white")), PROGRAM.read(get("black")))


def _game_choice(value: object) -> GameChoice:
    chosen = _object(value)
    known = [row.name for row in fields(GameChoice)]
    return GameChoice(**{name: _long(chosen[name]) for name in known if name in chosen})


GameChoices = tuple[tuple[str, GameChoice], ...]
"""The choices for each game by its key, those of the last game first."""


def _choices_of_games(value: object) -> GameChoices:
    choices = [(_short(game), _game_choice(entry)) for game, entry in _object(value).items()]
    return tuple(choices[:GAMES_REMEMBERED])


EXAMPLE_OF_A_PROGRAM = '{"path": "my_ai.py", "arguments": "", "protocol": "san"}'

PROGRAM_OF_EACH_SIDE = Codec(
    _program_of_each_side,
    asdict,
    say("programs as JSON, as in {example}", example=f'{{"white": {EXAMPLE_OF_A_PROGRAM}}}'),
)
PROGRAM_LIST = Codec(
    _programs,
    lambda programs: [asdict(program) for program in programs],
    say("programs as JSON, as in {example}", example=f"[{EXAMPLE_OF_A_PROGRAM}]"),
)
FOLDERS = Codec(
    lambda value: tuple(dict.fromkeys(map(_long, _list(value))))[:CONTESTS_REMEMBERED],
    list,
    say("folders as JSON, as in {example}", example='["/home/me/autumn-cup"]'),
)
CHOICES_OF_GAMES = Codec(
    _choices_of_games,
    lambda choices: {game: asdict(choice) for game, choice in choices},
    say("choices as JSON, as in {example}", example='{"chess": {"level": "club"}}'),
)


Language = Literal["", "en", "zh_CN"]
Theme = Literal["light", "dark"]
MoveBy = Literal["both", "click", "drag"]
AutoQueen = Literal["never", "premove", "always"]
BoardsShown = Literal["both", "solid", "map"]

CODEC_KEY, HELP_KEY = "codec", "help"  # key of a field's metadata


def _setting(default: Any, codec: Codec[Any], help: Sentence) -> Any:
    """Make the field of one setting."""
    return field(default=default, metadata={CODEC_KEY: codec, HELP_KEY: help})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a user; times are in milliseconds, sizes in pixels."""

    language: Language = _setting(
        "",
        one_of(Language),
        say("language of the terminal and the window; empty: the language of the environment"),
    )
    theme: Theme = _setting("light", one_of(Theme), say("colours of the window"))
    board_colors: str = _setting("brown", NAME_OF_SCHEME, say("colours of the window's board"))
    """The name of a scheme; the code that draws the board knows the names."""
    animation_ms: int = _setting(
        200, whole_number(0, 500), say("milliseconds that a piece takes to move to its square")
    )
    sound: bool = _setting(False, YES_OR_NO, say("sounds of the window"))
    viewing_pause_ms: int = _setting(
        100,
        whole_number(0, 60_000),
        say("milliseconds between the moves of two programs in the window"),
    )
    save_ai_on_load: bool = _setting(
        True, YES_OR_NO, say("a program that is loaded becomes the default of its side")
    )
    ui_scale: float = _setting(
        0.0, UI_SCALE, say("text size of the window; 0: chosen by the screen")
    )
    move_by: MoveBy = _setting("both", one_of(MoveBy), say("how pieces are moved in the window"))
    show_destinations: bool = _setting(
        True, YES_OR_NO, say("the window shows where a piece can go")
    )
    coordinates: bool = _setting(True, YES_OR_NO, say("letters and numbers on the window's board"))
    stone_numbers: bool = _setting(
        False, YES_OR_NO, say("stones in the window show the number of their move")
    )
    auto_queen: AutoQueen = _setting(
        "premove", one_of(AutoQueen), say("when a pawn is promoted to a queen without asking")
    )
    window: tuple[int, int] = _setting(
        (0, 0),
        WINDOW_SIZE,
        say("width and height of the window in pixels; [0, 0]: chosen by the screen"),
    )
    """The size when it was last open."""
    default_ai: PerColor[ChosenProgram | None] = _setting(
        NO_PROGRAMS, PROGRAM_OF_EACH_SIDE, say("the program that is loaded for each side")
    )
    choices: GameChoices = _setting(
        (),
        CHOICES_OF_GAMES,
        say(
            "level, side, clock and rules that the window offers for each game, the last one first"
        ),
    )
    ask_before_ending: bool = _setting(
        True, YES_OR_NO, say("the window asks before a game is left or changes are lost")
    )
    letters_with_i: bool = _setting(
        True, YES_OR_NO, say("the window letters the columns of a grid without leaving out i")
    )
    moves_in_words: bool = _setting(
        False, YES_OR_NO, say("the window tells each move in words, a line each")
    )
    boards_view: BoardsShown = _setting(
        "both", one_of(BoardsShown), say("how the window shows a game on several boards")
    )
    """In space, as a map, or both side by side."""
    plain_board: bool = _setting(
        False, YES_OR_NO, say("the terminal draws boards in ASCII without colours")
    )
    adviser: str = _setting(
        "hard", PLAYER_TEXT, say("the player that gives hints and reviews games")
    )
    """A player in the grammar of :mod:`board_core.match.player_spec`."""
    history: tuple[ChosenProgram, ...] = _setting(
        (), PROGRAM_LIST, say("programs that were loaded, the newest first")
    )
    contests: tuple[str, ...] = _setting(
        (), FOLDERS, say("folders of contests that were opened in the window, the newest first")
    )


_SETTING_CODECS: Mapping[str, Codec[Any]] = {
    row.name: row.metadata[CODEC_KEY] for row in fields(Settings)
}

HELP_OF_SETTINGS: Mapping[str, Sentence] = {
    row.name: row.metadata[HELP_KEY] for row in fields(Settings)
}
"""The help of each setting that can be chosen, by its name."""


PLAYER_SETTINGS = ("adviser",)
"""The settings that name a player."""


class Loaded(NamedTuple):
    """The settings to use, and the problems found in those on file."""

    settings: Settings
    troubles: tuple[Sentence, ...] = ()


def remember(settings: Settings, program: ChosenProgram) -> Settings:
    """Return the settings with a program moved to the front of the history."""
    older = tuple(known for known in settings.history if known != program)
    return replace(settings, history=(program, *older)[:PROGRAMS_REMEMBERED])


def with_contest(settings: Settings, folder: str) -> Settings:
    """Return the settings with the folder of a contest as the one that was opened last."""
    others = tuple(known for known in settings.contests if known != folder)
    return replace(settings, contests=(folder, *others)[:CONTESTS_REMEMBERED])


def choice_for(settings: Settings, game: str) -> GameChoice:
    """Return the last choices for a game."""
    return dict(settings.choices).get(game, GameChoice())


def with_choice(settings: Settings, game: str, choice: GameChoice) -> Settings:
    """Return the settings with the choices for a game, which becomes the last played one."""
    others = tuple(known for known in settings.choices if known[0] != game)
    return replace(settings, choices=((game, choice), *others)[:GAMES_REMEMBERED])


def load(path: Path | None = None) -> Loaded:
    """Return the settings on file, or the defaults; never raises.

    Content that would be lost is kept beside the file, and the problems name its path.
    """
    file = path or settings_file()
    values, unread = read_values(file)
    settings, troubles = parse(values)
    if troubles and (kept := copy_aside(file)) is not None:
        troubles = (*troubles, kept)
    return Loaded(settings, (*unread, *troubles))


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings so that only this user can read them, completely or not at all.

    If two programs save at once, the last one wins. Raises OSError; the old file is then unchanged.
    """
    write_settings(path or settings_file(), as_json(settings))


def as_json(settings: Settings) -> bytes:
    """Return the content of the file, which people can read too."""
    return written(
        {name: codec.write(getattr(settings, name)) for name, codec in _SETTING_CODECS.items()}
    )


def parse(values: Mapping[str, object]) -> Loaded:
    """Return the settings for these JSON values, each read separately."""
    defaults, troubles, found = Settings(), [], dict[str, Any]()
    for name, codec in _SETTING_CODECS.items():
        if name in values:
            try:
                found[name] = codec.read(values[name])
            except UnfitValue as unfit:
                troubles.append(_trouble(name, unfit.args[0], getattr(defaults, name)))
    if unknown := [name for name in values if name not in _SETTING_CODECS]:
        troubles.append(_no_setting(reprlib.repr(unknown[0])))
    return Loaded(Settings(**found), tuple(troubles))


def with_value(settings: Settings, name: str, text: str) -> Settings:
    """Return the settings with one value parsed from a person's text: plain, yes or no, or JSON.

    Raises BoardError.
    """
    codec = _SETTING_CODECS[require_name(name)]
    for value in _meanings(text, getattr(Settings(), name)):
        try:
            new = replace(settings, **{name: codec.read(value)})
        except UnfitValue:
            continue
        if name in PLAYER_SETTINGS and text:
            _check_player(name, text)
        return new
    wanted = codec.accepted
    raise BoardError(
        say("{name} cannot be {text}: give {wanted}", name=name, text=repr(text), wanted=wanted)
    )


def _check_player(name: str, text: str) -> None:
    """Refuse a text that names no player that can be asked. Raises BoardError.

    One on file is not refused, as its program may be missing only for a while.
    """
    from board_core.match.player_spec import BadPlayer, PlayerKind, parse_player

    try:
        if parse_player(text).kind is PlayerKind.HUMAN:
            raise BadPlayer(say("people give no hints: name a program"))
    except BadPlayer as error:
        raise BoardError(
            say("{name} cannot be {text}: {why}", name=name, text=repr(text), why=error.sentence)
        ) from None


def reset(settings: Settings, name: str) -> Settings:
    """Return the settings with one reset to its default. Raises BoardError for an unknown name."""
    return replace(settings, **{require_name(name): getattr(Settings(), name)})


def format_value(settings: Settings, name: str) -> str:
    """Return the value as on file, on one line. Raises BoardError for an unknown name."""
    value = _SETTING_CODECS[require_name(name)].write(getattr(settings, name))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def accepted_values(name: str) -> Sentence:
    """Return a sentence on the allowed values of a setting.

    Raises BoardError for an unknown name.
    """
    return _SETTING_CODECS[require_name(name)].accepted


def require_name(name: str) -> str:
    """Return the name if it is a setting that can be chosen. Raises BoardError for any other."""
    if name not in HELP_OF_SETTINGS:
        raise BoardError(_no_setting(repr(name)))
    return name


def _no_setting(name: str) -> Sentence:
    names = Listed(HELP_OF_SETTINGS)
    return say("{name} is not a setting: choose one of {names}", name=name, names=names)


WORDS_FOR_BOOLEANS = {
    "yes": True,
    "on": True,
    "true": True,
    "no": False,
    "off": False,
    "false": False,
}


def _meanings(text: str, default: object) -> list[object]:
    """Return the possible values of a text, the likeliest first."""
    if isinstance(default, str):
        return [text]
    if isinstance(default, bool):
        return [WORDS_FOR_BOOLEANS.get(text.casefold())]
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        return [text]


def _trouble(name: str, value: object, default: object) -> Sentence:
    value = reprlib.repr(value)
    if isinstance(default, bool | int | float | str):
        return say(
            "the setting “{name}” cannot be {value}; it is {usual} now. "
            "'board settings --reset {name}' sets it back for good",
            name=name,
            value=value,
            usual=json.dumps(default),
        )
    return say(
        "the setting “{name}” cannot be {value}: 'board settings --reset {name}' sets it back",
        name=name,
        value=value,
    )
