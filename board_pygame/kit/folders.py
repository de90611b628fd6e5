"""The content of a folder, as a file dialog shows it."""

from __future__ import annotations

import os
import stat
import string
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

Wanted = Callable[[Path], bool]
"""A function that returns whether a file is of a kind."""


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A file or a folder within a folder."""

    name: str
    is_folder: bool
    size: int
    modified: float  # seconds since 1970

    @property
    def cells(self) -> tuple[str, str, str]:
        """Its name, its size and the time of its last change, as texts."""
        day = f"{datetime.fromtimestamp(self.modified):%Y-%m-%d %H:%M}"
        if self.is_folder:
            return self.name + os.sep, "", day
        return self.name, readable_size(self.size), day


def listing(folder: Path, wanted: Wanted | None = None) -> list[FolderEntry]:
    """Return the folders of a folder, then its wanted files; hidden ones are left out.

    Raises OSError when the folder cannot be read.
    """
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            one = _found(entry)
            if one and (one.is_folder or wanted is None or wanted(Path(entry.path))):
                found.append(one)
    return sorted(found, key=lambda one: (not one.is_folder, one.name.lower(), one.name))


def _found(entry: os.DirEntry[str]) -> FolderEntry | None:
    if entry.name.startswith("."):
        return None
    try:
        status = entry.stat()
    except OSError:  # a broken link, or an entry that was removed a moment ago
        return None
    if getattr(status, "st_file_attributes", 0) & stat.FILE_ATTRIBUTE_HIDDEN:
        return None
    return FolderEntry(entry.name, stat.S_ISDIR(status.st_mode), status.st_size, status.st_mtime)


def is_file(path: Path) -> bool:
    """Return whether a path is a file; False where the user may not know."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; False where the user may not know."""
    try:
        return path.is_dir()
    except OSError:
        return False


def executable(path: Path) -> bool:
    """Return whether a file can be run."""
    if os.name == "nt":
        endings = os.environ.get("PATHEXT", ".EXE;.BAT;.CMD;.COM").lower().split(";")
        return path.suffix.lower() in endings
    return os.access(path, os.X_OK)


def ending_in(*endings: str) -> Wanted:
    """Return a test for names with one of these endings, in capitals or small letters."""
    return lambda path: path.name.lower().endswith(endings)


def drives() -> list[Path]:
    """Return the drives of Windows; elsewhere there are none."""
    if os.name != "nt":
        return []
    return [drive for c in string.ascii_uppercase if (drive := Path(f"{c}:\\")).exists()]


def readable_size(size: int) -> str:
    """Return a size in bytes as a text with a suitable unit."""
    if size < 1000:
        return f"{size} B"
    amount = float(size)
    for unit in ("kB", "MB", "GB"):
        amount /= 1000
        if amount < 999.5 or unit == "GB":
            break
    return f"{amount:.1f} {unit}" if amount < 9.95 else f"{amount:,.0f} {unit}"
