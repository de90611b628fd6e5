"""What runs here, for reports of bugs."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import pygame


def versions() -> list[str]:
    """A line for each part that matters."""
    found = []
    for name in ("the-chess-board", "chess", "pygame-ce"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:  # run from its sources
            found.append(name)
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    found.append(f"SDL {sdl}, {platform.python_implementation()} {platform.python_version()}")
    found.append(platform.platform())
    return found
