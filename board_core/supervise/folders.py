"""Removes the folder of a program that is gone."""

from __future__ import annotations

import logging
import shutil
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

DEPTH_OF_LOCKS = 16  # locked folders within locked folders that are still removed


def remove_folder(folder: Path) -> None:
    """Remove what a program had for its own, whatever it has made of it; follow no links."""

    def unlock(function: object, path: str, error: object) -> None:
        """Folders without rights are opened for their owner, once."""
        for place in (Path(path).parent, Path(path)):
            if place.is_relative_to(folder) and place.is_dir() and not place.is_symlink():
                with suppress(OSError):
                    place.chmod(0o700)

    with suppress(OSError):
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
    for _ in range(DEPTH_OF_LOCKS):
        if not folder.exists():
            return
        shutil.rmtree(folder, onerror=unlock)
    if folder.exists():
        log.warning("the temporary folder %s could not be removed", folder)
