"""What the user has chosen, and the file it is kept in.

A start never fails by this file: what cannot be used is replaced by the usual value and said, and
a file that cannot be understood at all is kept aside. Keys of a newer version are carried along.
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from board_core.match.player_spec import USUAL_PROTOCOL
from board_core.protocols import PROTOCOLS
from board_core.rules import BoardError
from board_core.sentence import Sentence, say
from board_core.sides import Color, PerColor

from .settings_file import as_json as written
from .settings_file import copy_aside, read_values, settings_file, write_whole

Language = Literal["", "en", "zh_CN"]
Theme = Literal["light", "dark"]
MoveBy = Literal["both", "click", "drag"]
AutoQueen = Literal["never", "premove", "always"]

VERSION = 1
"""Of the file. A setting that changes its meaning makes a new one; a new setting does not."""

HISTORY = 20
"""So many programs are remembered."""

LARGEST_OTHERS = 10_000  # letters of all the keys that we do not know
DEEPEST_OTHERS = 20  # levels, so that what was read can always be written
LONGEST_TEXT = 32_768  # letters of a path or of arguments
SMALLEST_WINDOW, LARGEST_WINDOW = 100, 32_767  # pixels

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChosenProgram:
    """An AI program as the user entered it: its file, and its arguments on one line."""

    path: str
    arguments: str = ""
    protocol: str = USUAL_PROTOCOL
    """A key of :data:`board_core.protocols.PROTOCOLS`."""


NO_PROGRAMS: PerColor[ChosenProgram | None] = PerColor(None, None)


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is chosen once and kept; times are in milliseconds, sizes in pixels."""

    version: int = VERSION
    """Of the file they came from, if that is newer; it stays so when it is written again."""
    language: Language = ""
    """Nothing: the one of the environment."""
    theme: Theme = "light"
    board_colors: str = "brown"
    """The name of a scheme; whoever draws the board knows which there are."""
    animation_ms: int = 200
    """0 to 500."""
    sound: bool = False
    viewing_pause_ms: int = 100
    """0 to 60,000; between the moves of two programs."""
    save_ai_on_load: bool = True
    """Whether a program that is loaded becomes the default of its side."""
    ui_scale: float = 0.0
    """1 to 3; 0 takes the one of the screen."""
    move_by: MoveBy = "both"
    show_destinations: bool = True
    coordinates: bool = True
    stone_numbers: bool = False
    """Whether stones show when they were put on the board."""
    auto_queen: AutoQueen = "premove"
    window: tuple[int, int] = (1280, 800)
    """Width and height when it was last open."""
    default_ai: PerColor[ChosenProgram | None] = NO_PROGRAMS
    opponent: str = ""
    """The computer somebody played against last, as a player; nothing: the usual one."""
    plain_board: bool = False
    """Whether a terminal draws its boards in ASCII, without colours."""
    adviser: str = "hard"
    """Who gives hints and reviews games, in the grammar of :mod:`board_core.match.player_spec`."""
    history: tuple[ChosenProgram, ...] = ()
    """Programs that were loaded, for either side, the newest first."""
    others: Mapping[str, object] = field(default_factory=dict)
    """What the file had besides; it is written again."""


class Loaded(NamedTuple):
    """The settings to go on with, and what was wrong with those on file."""

    settings: Settings
    troubles: tuple[Sentence, ...] = ()


def remember(settings: Settings, program: ChosenProgram) -> Settings:
    """The program becomes the newest of the history, where it stands once."""
    older = tuple(known for known in settings.history if known != program)
    return replace(settings, history=(program, *older)[:HISTORY])


def load(path: Path | None = None) -> Loaded:
    """The settings on file, or the usual ones; raises nothing, whatever the file is.

    What will not be written again is kept beside the file, and the troubles say where.
    """
    file = path or settings_file()
    values, unread = read_values(file)
    settings, troubles = understand(values)
    if troubles and (kept := copy_aside(file)) is not None:
        troubles = (*troubles, kept)
    return Loaded(settings, (*unread, *troubles))


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings for this user's eyes only, whole or not at all.

    Of two programs that save at once the last one wins. Raises OSError; the old file then is as
    it was.
    """
    write_whole(path or settings_file(), as_json(settings))


def as_json(settings: Settings) -> bytes:
    """What is written to the file, for people to read too."""
    known = {name: write(getattr(settings, name)) for name, write in _WRITERS.items()}
    return written({**known, **settings.others})


def understand(values: Mapping[str, object]) -> Loaded:
    """The settings that these values of JSON mean, each one by itself."""
    usual, troubles, found = Settings(), [], {}
    for name, read in _READERS.items():
        if name in values:
            try:
                found[name] = read(values[name])
            except _Unfit as unfit:
                troubles.append(_said(name, unfit.args[0], getattr(usual, name)))
                found[name] = unfit.rest if unfit.rest is not None else getattr(usual, name)
    return Loaded(Settings(**found, others=_others(values)), tuple(troubles))


class _Unfit(Exception):
    """A value that a setting cannot have, and what is left of it without its bad parts."""

    def __init__(self, value: object, rest: object = None) -> None:
        super().__init__(value)
        self.rest = rest


class BadSetting(BoardError):
    """There is no such setting, or it cannot have this value; the sentence says what can be."""


def changed(settings: Settings, name: str, text: str) -> Settings:
    """The settings with one value as a person wrote it: plain text, yes or no, or JSON.

    Raises BadSetting.
    """
    wanted = WANTED[known(name)]
    for value in _meanings(text, getattr(Settings(), name)):
        try:
            return replace(settings, **{name: _READERS[name](value)})
        except _Unfit:
            continue
    raise BadSetting(
        say("{name} cannot be {text}: it is {wanted}", name=name, text=repr(text), wanted=wanted)
    )


def usual_again(settings: Settings, name: str) -> Settings:
    """The settings with one as it is at first. Raises BadSetting for a name that is none."""
    return replace(settings, **{known(name): getattr(Settings(), name)})


def shown(settings: Settings, name: str) -> str:
    """The value as it is on file, on one line. Raises BadSetting for a name that is none."""
    value = _WRITERS[known(name)](getattr(settings, name))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def known(name: str) -> str:
    """The name, if there is such a setting. Raises BadSetting."""
    if name not in EXPLAINED:
        there_is = ", ".join(EXPLAINED)
        raise BadSetting(
            say("{name} is no setting: there is {there_is}", name=repr(name), there_is=there_is)
        )
    return name


TRUTH = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def _meanings(text: str, usual: object) -> list[object]:
    """What a text may mean, the likeliest first."""
    if isinstance(usual, str):
        return [text]
    if isinstance(usual, bool):
        return [TRUTH.get(text.casefold())]
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        return [text]


def _said(name: str, value: object, usual: object) -> Sentence:
    value = reprlib.repr(value)
    if isinstance(usual, bool | int | float | str):
        return say(
            "the setting “{name}” cannot be {value}; it is {usual} now",
            name=name,
            value=value,
            usual=json.dumps(usual),
        )
    return say("the setting “{name}” cannot be {value}", name=name, value=value)


def _others(values: Mapping[str, object]) -> dict[str, object]:
    others = {
        name: value
        for name, value in values.items()
        if name not in _WRITERS and _is_flat(value, DEEPEST_OTHERS)
    }
    return others if len(json.dumps(others)) <= LARGEST_OTHERS else {}


def _is_flat(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return levels > 0 and all(_is_flat(part, levels - 1) for part in value)
    return True


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Unfit(value)
    return value


def _one_of(choices: Any) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in get_args(choices):
            raise _Unfit(value)
        return value

    return read


def _whole_number(least: int, greatest: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= greatest:
            raise _Unfit(value)
        return value

    return read


def _version(value: object) -> int:
    return max(VERSION, _whole_number(1, 1_000_000)(value))


def _scale(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _Unfit(value)
    if value != 0 and not 1 <= value <= 3:
        raise _Unfit(value)
    return float(value)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or "\0" in value:
        raise _Unfit(value)
    return value


def _short(value: object) -> str:
    if len(_text(value)) > 100:
        raise _Unfit(value)
    return _text(value)


def _name(value: object) -> str:
    if not _short(value):
        raise _Unfit(value)
    return _short(value)


_pixels = _whole_number(SMALLEST_WINDOW, LARGEST_WINDOW)


def _size(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise _Unfit(value)
    return _pixels(value[0]), _pixels(value[1])


def _program(value: object) -> ChosenProgram:
    try:
        match value:
            case {"path": path, "arguments": arguments, "protocol": str(protocol)}:
                if path and protocol in PROTOCOLS:
                    return ChosenProgram(_text(path), _text(arguments), protocol)
    except _Unfit:
        pass
    raise _Unfit(value)


def _programs(value: object) -> tuple[ChosenProgram, ...]:
    """Good ones stay when others are bad."""
    if not isinstance(value, list):
        raise _Unfit(value)
    good, bad = [], []
    for entry in value:
        try:
            good.append(_program(entry))
        except _Unfit:
            bad.append(entry)
    programs = tuple(dict.fromkeys(good))[:HISTORY]
    if bad:
        raise _Unfit(bad, programs)
    return programs


def _program_of_each_side(value: object) -> PerColor[ChosenProgram | None]:
    if not isinstance(value, dict):
        raise _Unfit(value)
    programs = NO_PROGRAMS
    bad = {}
    for color in Color:
        entry = value.get(color.value)
        try:
            programs = programs.put(color, None if entry is None else _program(entry))
        except _Unfit:
            bad[color.value] = entry
    if bad:
        raise _Unfit(bad, programs)
    return programs


def _as_is(value: T) -> T:
    return value


def _fields(program: ChosenProgram | None) -> dict[str, str] | None:
    return asdict(program) if program else None


def _fields_of_each_side(programs: PerColor[ChosenProgram | None]) -> dict[str, object]:
    return {color.value: _fields(programs[color]) for color in Color}


def _fields_of_all(programs: tuple[ChosenProgram, ...]) -> list[object]:
    return [_fields(program) for program in programs]


_READERS: dict[str, Callable[[object], Any]] = {
    "version": _version,
    "language": _one_of(Language),
    "theme": _one_of(Theme),
    "board_colors": _name,
    "animation_ms": _whole_number(0, 500),
    "sound": _yes_or_no,
    "viewing_pause_ms": _whole_number(0, 60_000),
    "save_ai_on_load": _yes_or_no,
    "ui_scale": _scale,
    "move_by": _one_of(MoveBy),
    "show_destinations": _yes_or_no,
    "coordinates": _yes_or_no,
    "stone_numbers": _yes_or_no,
    "auto_queen": _one_of(AutoQueen),
    "window": _size,
    "default_ai": _program_of_each_side,
    "opponent": _short,
    "plain_board": _yes_or_no,
    "adviser": _name,
    "history": _programs,
}
"""Each reads what :data:`_WRITERS` writes; raises _Unfit for anything else."""

_WRITERS: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(_READERS, _as_is),
    "default_ai": _fields_of_each_side,
    "history": _fields_of_all,
}

EXPLAINED = {
    "language": say("language of the terminal and the window; empty: as the environment says"),
    "theme": say("colours of the window"),
    "board_colors": say("colours of the window's board"),
    "animation_ms": say("milliseconds that a piece takes to its square"),
    "sound": say("sounds of the window"),
    "viewing_pause_ms": say("milliseconds between the moves of two programs in the window"),
    "save_ai_on_load": say("a program that is loaded becomes the default of its side"),
    "ui_scale": say("size of the window's letters; 0: as the screen says"),
    "move_by": say("how pieces are moved in the window"),
    "show_destinations": say("the window shows where a piece can go"),
    "coordinates": say("letters and numbers on the window's board"),
    "stone_numbers": say("stones in the window show when they were put"),
    "auto_queen": say("when a pawn becomes a queen without a question"),
    "window": say("width and height of the window in pixels"),
    "default_ai": say("the program that is loaded for each side"),
    "opponent": say("whom the window offers to play against; empty: the usual one"),
    "plain_board": say("the terminal draws boards in ASCII without colours"),
    "adviser": say("who gives hints and reviews games"),
    "history": say("programs that were loaded, the newest first"),
}
"""What each setting is for; ``version`` is nothing to choose."""

_YES_OR_NO = say("yes or no")


def _choices(choices: Any) -> Sentence:
    return say("one of {choices}", choices=", ".join(map(repr, get_args(choices))))


def _between(least: int, greatest: int) -> Sentence:
    return say("a whole number from {least} to {greatest}", least=least, greatest=greatest)


_A_NAME = say("a name of at most 100 letters")

WANTED = {
    "language": _choices(Language),
    "theme": _choices(Theme),
    "board_colors": _A_NAME,
    "animation_ms": _between(0, 500),
    "sound": _YES_OR_NO,
    "viewing_pause_ms": _between(0, 60_000),
    "save_ai_on_load": _YES_OR_NO,
    "ui_scale": say("0, or a number from 1 to 3"),
    "move_by": _choices(MoveBy),
    "show_destinations": _YES_OR_NO,
    "coordinates": _YES_OR_NO,
    "stone_numbers": _YES_OR_NO,
    "auto_queen": _choices(AutoQueen),
    "window": say("two numbers of pixels, as in {example}", example="[1280, 800]"),
    "default_ai": say("programs as JSON, as in {example}", example='{"white": null}'),
    "opponent": say("a player as in 'board match', as in {example}", example="elo:1200"),
    "plain_board": _YES_OR_NO,
    "adviser": say("a player as in 'board match', as in {example}", example="uci:stockfish"),
    "history": say("programs as JSON, as in {example}", example="[]"),
}
"""What each setting can be."""
