"""Find the folders for this user's settings, games and caches on this system.

The paths are those of platformdirs (with roaming settings), which the library does not import, as
it needs only ``chess``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER_NAME = "the-chess-board"


def config_folder() -> Path:
    """Return the folder for settings, which may not exist yet."""
    if sys.platform == "win32":
        return _windows("APPDATA", "Roaming")
    return _unix("XDG_CONFIG_HOME", "~/Library/Application Support", "~/.config")


def data_folder() -> Path:
    """Return the folder for what the user made here, which may not exist yet."""
    if sys.platform == "win32":
        return _windows("APPDATA", "Roaming")
    return _unix("XDG_DATA_HOME", "~/Library/Application Support", "~/.local/share")


def cache_folder() -> Path:
    """Return the folder for caches, which may not exist yet."""
    if sys.platform == "win32":
        return _windows("LOCALAPPDATA", "Local") / "Cache"
    return _unix("XDG_CACHE_HOME", "~/Library/Caches", "~/.cache")


def _windows(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / "AppData" / usual, FOLDER_NAME)


def _unix(variable: str, mac: str, other: str) -> Path:
    """Return the folder in the variable, else the system's default.

    A relative path in the variable is ignored (XDG Base Directory Specification).
    """
    named = Path(os.environ.get(variable, ""))
    usual = mac if sys.platform == "darwin" else other
    return (named if named.is_absolute() else Path(usual).expanduser()) / FOLDER_NAME
