"""What the user has chosen, and the file it is kept in.

A start never fails by this file: what cannot be used is replaced by the usual value and said, and
a file that cannot be understood at all is kept aside. Keys of a newer version are carried along.
"""

from __future__ import annotations

import json
import math
import os
import reprlib
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, get_args

import platformdirs

from board_core import Color, PerColor, Sentence, say
from board_core.protocols import PROTOCOLS
from board_core.roster import USUAL_PROTOCOL

Language = Literal["", "en", "zh_CN"]
Theme = Literal["light", "dark"]
MoveBy = Literal["both", "click", "drag"]
AutoQueen = Literal["never", "premove", "always"]

HISTORY = 20
"""So many programs are remembered."""

LARGEST_FILE = 1_000_000  # bytes; ours has some ten thousand at the most
LARGEST_OTHERS = 10_000  # letters of all the keys that we do not know
DEEPEST_OTHERS = 20  # levels, so that what was read can always be written
LONGEST_TEXT = 32_768  # letters of a path or of arguments
SMALLEST_WINDOW, LARGEST_WINDOW = 100, 32_767  # pixels

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Program:
    """An AI program as the user entered it: its file, and its arguments on one line."""

    path: str
    arguments: str = ""
    protocol: str = USUAL_PROTOCOL
    """A key of :data:`board_core.protocols.PROTOCOLS`."""


NO_PROGRAMS: PerColor[Program | None] = PerColor(None, None)


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is chosen once and kept; times are in milliseconds, sizes in pixels."""

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
    default_ai: PerColor[Program | None] = NO_PROGRAMS
    opponent: str = ""
    """The computer somebody played against last, as a player; nothing: the usual one."""
    adviser: str = "hard"
    """Who gives hints and reviews games, in the grammar of :mod:`board_core.roster`."""
    history: tuple[Program, ...] = ()
    """Programs that were loaded, for either side, the newest first."""
    others: Mapping[str, object] = field(default_factory=dict)
    """What the file had besides; it is written again."""


class Loaded(NamedTuple):
    """The settings to go on with, and what was wrong with those on file."""

    settings: Settings
    troubles: tuple[Sentence, ...] = ()


def remember(settings: Settings, program: Program) -> Settings:
    """The program becomes the newest of the history, where it stands once."""
    older = tuple(known for known in settings.history if known != program)
    return replace(settings, history=(program, *older)[:HISTORY])


def settings_file() -> Path:
    """Where the settings of this user are."""
    return platformdirs.user_config_path("the-chess-board", appauthor=False) / "settings.json"


def load(path: Path | None = None) -> Loaded:
    """The settings on file, or the usual ones; raises nothing, whatever the file is."""
    file = path or settings_file()
    try:
        content = _content(file)
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        trouble = say("the settings in {file} cannot be read: {why}", file=file, why=error.strerror)
        return Loaded(Settings(), (trouble,))
    try:
        return understand(_object(content))
    except (ValueError, RecursionError):
        return Loaded(Settings(), (_kept_aside(file),))


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings for this user's eyes only, whole or not at all.

    Of two programs that save at once the last one wins. Raises OSError; the old file then is as
    it was.
    """
    file = Path(os.path.realpath(path or settings_file()))  # a link stays one
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".settings-")  # of mode 0600
    temporary = Path(name)
    try:
        with open(descriptor, "wb") as stream:  # noqa: PTH123  # a descriptor, not a path
            stream.write(as_json(settings))
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)  # noqa: PTH105  # the tests stop here
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def as_json(settings: Settings) -> bytes:
    """What is written to the file, for people to read too."""
    known = {name: write(getattr(settings, name)) for name, write in _WRITERS.items()}
    text = json.dumps({**known, **settings.others}, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace") + b"\n"  # half characters, as \ud8ab of JSON


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


def _content(file: Path) -> bytes:
    with open(file, "rb", opener=_without_waiting) as stream:
        return stream.read(LARGEST_FILE + 1)


def _without_waiting(file: str, flags: int) -> int:
    return os.open(file, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe would never end


def _object(content: bytes) -> dict[str, object]:
    """Raises ValueError, or RecursionError for what is nested too deeply."""
    if len(content) > LARGEST_FILE:
        raise ValueError
    values = json.loads(content.decode("utf-8-sig"), parse_float=_finite, parse_constant=_finite)
    if not isinstance(values, dict):
        raise ValueError
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):  # we could not write it again
        raise ValueError
    return number


def _kept_aside(file: Path) -> Sentence:
    broken = file.with_name(file.name + ".broken")
    try:
        file.replace(broken)
    except OSError:
        return say(
            "the settings in {file} cannot be understood; the usual ones are used", file=file
        )
    return say(
        "the settings in {file} cannot be understood; the usual ones are used, "
        "and the file is kept as {broken}",
        file=file,
        broken=broken.name,
    )


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


def _program(value: object) -> Program:
    try:
        match value:
            case {"path": path, "arguments": arguments, "protocol": str(protocol)}:
                if path and protocol in PROTOCOLS:
                    return Program(_text(path), _text(arguments), protocol)
    except _Unfit:
        pass
    raise _Unfit(value)


def _programs(value: object) -> tuple[Program, ...]:
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


def _program_of_each_side(value: object) -> PerColor[Program | None]:
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


def _fields(program: Program | None) -> dict[str, str] | None:
    return asdict(program) if program else None


def _fields_of_each_side(programs: PerColor[Program | None]) -> dict[str, object]:
    return {color.value: _fields(programs[color]) for color in Color}


def _fields_of_all(programs: tuple[Program, ...]) -> list[object]:
    return [_fields(program) for program in programs]


_READERS: dict[str, Callable[[object], Any]] = {
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
    "adviser": _name,
    "history": _programs,
}
"""Each reads what :data:`_WRITERS` writes; raises _Unfit for anything else."""

_WRITERS: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(_READERS, _as_is),
    "default_ai": _fields_of_each_side,
    "history": _fields_of_all,
}
