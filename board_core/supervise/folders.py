"""Removal of the folder of a program that has ended."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from .watcher import remove_tree

log = logging.getLogger(__name__)


def remove_folder(folder: Path) -> None:
    """Remove a program's folder, whatever the program made of it; follow no links."""
    with suppress(OSError):
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
    if folder.exists():
        remove_tree(str(folder))
    if folder.exists():
        log.warning("the temporary folder %s could not be removed", folder)
