"""What exactly is run when somebody names a program."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

GAMES = os.pathsep.join(("/usr/games", "/usr/local/games"))
"""Where Debian puts chess engines, and where root does not look."""


@dataclass(frozen=True, slots=True)
class Command:
    """An argument list ready to run, and the program's own folder if it has one."""

    argv: tuple[str, ...]
    folder: Path | None


def find_program(name: str) -> str | None:
    """The file that a name or path stands for: a path as it is, a name from PATH."""
    if Path(name).is_file():
        return str(Path(name).absolute())
    return shutil.which(name) or (shutil.which(name, path=GAMES) if os.name == "posix" else None)


def resolve(command: Sequence[str]) -> Command:
    """Make a command independent of the working directory.

    Programs run in their own folder, so every argument that names a file here becomes
    absolute. ``*.py`` runs with this Python and without buffering. The folder is that of the
    first such file; a program from PATH has none.
    """
    first, *rest = command
    found = find_program(first) or first
    files = [Path(word).absolute() for word in rest if _is_file_here(word)]
    if Path(first).is_file():
        files.insert(0, Path(found))
    folder = files[0].parent if files else None
    arguments = [str(Path(word).absolute()) if _is_file_here(word) else word for word in rest]
    if found.lower().endswith(".py"):
        return Command((sys.executable, "-u", found, *arguments), folder)
    return Command((found, *arguments), folder)


def _is_file_here(word: str) -> bool:
    try:
        return not word.startswith("-") and Path(word).is_file()
    except OSError:  # a name the system cannot even look for
        return False
