"""The folders for a user's own files on this system: settings, and what can be made anew.

The places are those of platformdirs, without it: the library stands on ``chess`` alone.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER_NAME = "the-chess-board"


def config_folder() -> Path:
    """Return where settings are kept. It need not exist."""
    if sys.platform == "win32":
        return _windows()
    return _unix("XDG_CONFIG_HOME", "~/Library/Application Support", "~/.config")


def cache_folder() -> Path:
    """Return where what can be made anew is kept. It need not exist."""
    if sys.platform == "win32":
        return _windows() / "Cache"
    return _unix("XDG_CACHE_HOME", "~/Library/Caches", "~/.cache")


def _windows() -> Path:
    return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local", FOLDER_NAME)


def _unix(variable: str, mac: str, other: str) -> Path:
    """Return the folder that the variable names; a relative one is none (XDG base directories)."""
    named = Path(os.environ.get(variable, ""))
    usual = mac if sys.platform == "darwin" else other
    return (named if named.is_absolute() else Path(usual).expanduser()) / FOLDER_NAME
