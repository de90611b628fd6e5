"""A user's file of choices: where it is, how it is read, set aside and written.

It knows nothing of what is chosen (:mod:`.settings` does) and is light enough to be asked at
every start.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from board_core.folders import config_folder
from board_core.sentence import Sentence, say
from board_core.whole_files import OWNER_ONLY, write_whole

SETTINGS_VARIABLE = "BOARD_SETTINGS"
"""Names another file than the usual one."""

LARGEST_FILE = 1_000_000  # bytes; ours has some ten thousand at the most
MOST_ASIDE = 100  # broken files that are kept


class Values(NamedTuple):
    """What the file holds, as JSON has it, and what was wrong with it."""

    values: dict[str, object]
    troubles: tuple[Sentence, ...] = ()


def settings_file() -> Path:
    """Where the settings of this user are."""
    if named := os.environ.get(SETTINGS_VARIABLE):
        return Path(named)
    return config_folder() / "settings.json"


def read_values(file: Path) -> Values:
    """What is on file; raises nothing, whatever the file is.

    A file that cannot be understood at all is set aside, and the trouble names where it is.
    """
    try:
        content = _content(file)
    except FileNotFoundError:
        return Values({})
    except OSError as error:
        trouble = say("the settings in {file} cannot be read: {why}", file=file, why=error.strerror)
        return Values({}, (trouble,))
    try:
        return Values(_object(content))
    except (ValueError, RecursionError):
        return Values({}, (_moved_aside(file, content),))


def peek(name: str) -> object:
    """One value of the user's file, for a program that has only just started.

    None without a usable file; nothing is said, and nothing is changed.
    """
    with suppress(OSError, ValueError, RuntimeError):  # the last: no home, or nested too deeply
        return _object(_content(settings_file())).get(name)
    return None


def copy_aside(file: Path) -> Sentence | None:
    """Keep the file as it is under another name, as something in it will not be written again.

    None when it cannot be.
    """
    try:
        content = _content(file)
        broken = _place_aside(file, content)
        if not broken.exists():
            write_settings(broken, content)
    except OSError:
        return None
    return say("the file as it was is kept as {broken}", broken=broken.name)


def write_settings(file: Path, content: bytes) -> None:
    """Write a file for this user's eyes only, whole or not at all. Raises OSError.

    Where the file is a link, it stays one: the file that it leads to is written.
    """
    file = Path(os.path.realpath(file))
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(file, content, mode=OWNER_ONLY)


def as_json(values: Mapping[str, object]) -> bytes:
    """For people to read too; half characters as ``\\ud8ab`` of JSON."""
    text = json.dumps(values, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace") + b"\n"


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


def _moved_aside(file: Path, content: bytes) -> Sentence:
    try:
        broken = _place_aside(file, content)
        file.replace(broken)
    except OSError:
        return say("the settings in {file} cannot be understood; the defaults are used", file=file)
    return say(
        "the settings in {file} cannot be understood; the defaults are used, and the "
        "file is kept as {broken}",
        file=file,
        broken=broken.name,
    )


def _place_aside(file: Path, content: bytes) -> Path:
    """A name that is free, or that has this very content already. Raises OSError for too many."""
    for number in range(1, MOST_ASIDE + 1):
        broken = file.with_name(f"{file.name}.broken{f'-{number}' if number > 1 else ''}")
        if not broken.exists() or (broken.is_file() and _content(broken) == content):
            return broken
    raise FileExistsError
