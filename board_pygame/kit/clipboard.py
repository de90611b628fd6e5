"""The system's clipboard, or one of our own where the system has none."""

from __future__ import annotations

import pygame


class Clipboard:
    """Copies and pastes text. It also keeps the last copy, for a system without a clipboard."""

    def __init__(self) -> None:
        self._kept = ""

    def copy(self, text: str) -> None:
        self._kept = text
        sendable = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
        try:
            pygame.scrap.put_text(sendable)
        except pygame.error:
            return  # paste() then returns the copy kept here

    def paste(self) -> str:
        try:
            return pygame.scrap.get_text() or self._kept
        except (pygame.error, UnicodeDecodeError):
            return self._kept
