"""The versions of the board and its libraries, for bug reports."""

from __future__ import annotations

import platform

import pygame

from board_core.files.extras import version_of


def versions() -> list[str]:
    """Return a line for each of them."""
    names = ("the-chess-board", "chess", "pygame-ce")
    found = [f"{name} {version_of(name) or ''}".rstrip() for name in names]
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    found.append(f"SDL {sdl}, {platform.python_implementation()} {platform.python_version()}")
    found.append(platform.platform())
    return found
