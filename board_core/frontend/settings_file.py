"""The user's settings file: where it is, and how it is read, set aside and written.

The module handles no setting except the language (:mod:`.settings` handles all), and is light
enough to import at every start.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from board_core.files.folders import config_folder
from board_core.files.untrusted_files import without_waiting
from board_core.text.languages import language_of
from board_core.text.sentence import Sentence, say
from board_core.whole_files import OWNER_ONLY, write_whole

SETTINGS_VARIABLE = "BOARD_SETTINGS"
"""The environment variable that names another file than the default one."""

LARGEST_FILE = 1_000_000  # bytes; our own file has about ten thousand at most
MOST_ASIDE = 100  # broken files that are kept


def settings_file() -> Path:
    """Return the path of this user's settings."""
    if named := os.environ.get(SETTINGS_VARIABLE):
        return Path(named)
    return config_folder() / "settings.json"


def read_values(file: Path) -> tuple[dict[str, object], tuple[Sentence, ...]]:
    """Return the content as JSON values, and the problems found; raise nothing, whatever it is.

    A file that cannot be parsed at all is set aside, and the problem names its new path.
    """
    try:
        content = _content(file)
    except FileNotFoundError:
        return {}, ()
    except OSError as error:
        trouble = say("the settings in {file} cannot be read: {why}", file=file, why=error.strerror)
        return {}, (trouble,)
    try:
        return _object(content), ()
    except (ValueError, RecursionError):
        return {}, (_moved_aside(file, content),)


def peek(name: str) -> object:
    """Return one value from the user's file, for a program that is just starting.

    Return None without a usable file; report and change nothing.
    """
    # the last two: no home folder, or JSON nested too deeply
    with suppress(OSError, ValueError, RuntimeError):
        return _object(_content(settings_file())).get(name)
    return None


def chosen_language(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the language in the settings; None if the environment decides, as after ``--lang``."""
    if environment.get("BOARD_LANG"):
        return None
    chosen = peek("language")
    return language_of(chosen) if isinstance(chosen, str) else None


def copy_aside(file: Path) -> Sentence | None:
    """Copy the file to another name, because part of it would be lost.

    Returns a sentence that names the copy; None if it cannot be made.
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
    """Write a file that only this user can read, completely or not at all. Raises OSError.

    If the file is a link, it stays one: its target is written.
    """
    file = Path(os.path.realpath(file))
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(file, content, mode=OWNER_ONLY)


def as_json(values: Mapping[str, object]) -> bytes:
    r"""Return JSON that people can read too; half characters are written as ``\ud8ab``."""
    text = json.dumps(values, ensure_ascii=False, indent=2)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _content(file: Path) -> bytes:
    with open(file, "rb", opener=without_waiting) as stream:
        return stream.read(LARGEST_FILE + 1)


def _object(content: bytes) -> dict[str, object]:
    """Return the object in the file. Raises ValueError, or RecursionError if nested too deeply."""
    if len(content) > LARGEST_FILE:
        raise ValueError
    values = json.loads(content.decode("utf-8-sig"), parse_float=_finite, parse_constant=_finite)
    if not isinstance(values, dict):
        raise ValueError
    return values


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):  # we could not write it back
        raise ValueError
    return number


def _moved_aside(file: Path, content: bytes) -> Sentence:
    try:
        broken = _place_aside(file, content)
        file.replace(broken)
    except OSError:
        return say("the settings in {file} cannot be parsed; the defaults are used", file=file)
    return say(
        "the settings in {file} cannot be parsed; the defaults are used, and the "
        "file is kept as {broken}",
        file=file,
        broken=broken.name,
    )


def _place_aside(file: Path, content: bytes) -> Path:
    """Return an unused name, or one with the same content. Raises OSError if there are too many."""
    for number in range(1, MOST_ASIDE + 1):
        broken = file.with_name(f"{file.name}.broken{f'-{number}' if number > 1 else ''}")
        if not broken.exists() or (broken.is_file() and _content(broken) == content):
            return broken
    raise FileExistsError
