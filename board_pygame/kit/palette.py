"""Pictures in a row of which one is chosen, and each can be dragged away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from typing import Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from .painter import Painter
from .text import Fonts
from .theme import RGB
from .widget import UI, Widget, plain

DRAG_AFTER_PIXELS = 4
"""Pixels that the pointer moves before a press becomes a drag."""


class Drags(Protocol):
    """Takes what is dragged from a palette."""

    def carry(self, symbol: str, origin: None, at: tuple[int, int]) -> None: ...
    def carry_on(self, at: tuple[int, int]) -> None: ...
    def put_down(self, at: tuple[int, int]) -> None: ...
    def give_up(self) -> None: ...


class PiecePalette(Widget):
    """Symbols with their pictures. Tab goes to it once; the arrow keys choose another symbol."""

    focusable = True

    def __init__(
        self,
        symbols: Sequence[str],
        picture: Callable[[str, int], Surface],
        on_pick: Callable[[str], object],
        drags: Drags,
        ground: RGB,
    ) -> None:
        """``picture`` gets a symbol and a size in pixels; all are seen on the ``ground``."""
        super().__init__()
        self.symbols, self.value = tuple(symbols), ""
        self._picture, self._on_pick, self._drags = picture, on_pick, drags
        self._ground = ground
        self._down: tuple[str, tuple[int, int]] | None = None
        self._carries = False
        self._pointed = ""

    def set(self, value: str) -> None:
        """Show which symbol is chosen; none if it is of another palette."""
        if value != self.value:
            self.value = value
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        size = fonts.px(40)
        return min(width, len(self.symbols) * (size + fonts.px(4))), size

    def places(self) -> list[tuple[str, Rect]]:
        """Return the symbols with their places."""
        count = max(1, len(self.symbols))
        wide = min(self.rect.w // count, self.rect.h * 5 // 4)
        return [
            (symbol, Rect(self.rect.x + at * wide, self.rect.y, wide, self.rect.h))
            for at, symbol in enumerate(self.symbols)
        ]

    def draw(self, painter: Painter) -> None:
        theme, px = painter.theme, painter.px
        for symbol, place in self.places():
            box, chosen = place.inflate(-px(4), 0), symbol == self.value
            pointed = self.hot and symbol == self._pointed
            painter.frame(box, self._ground, theme.line, chosen or pointed)
            size = min(box.w, box.h) - px(6)
            picture = self._picture(symbol, max(1, size))
            painter.surface.blit(picture, picture.get_rect(center=box.center))
        if self.focused:
            painter.fill(
                theme.accent, Rect(self.rect.x, self.rect.bottom - px(2), self.rect.w, px(2))
            )

    def handle(self, event: Event, ui: UI) -> bool:
        match event.type:
            case pygame.MOUSEMOTION:
                self._moved(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                symbol = self._at(event.pos)
                if symbol:
                    self._down = symbol, event.pos
                    ui.capture(self)
                    self._on_pick(symbol)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._down = None
                if self._carries:
                    self._carries = False
                    self._drags.put_down(event.pos)
            case pygame.KEYDOWN if plain(event) and self.symbols:
                return self._key(event.key)
            case _:
                return False
        return True

    def _at(self, position: tuple[int, int]) -> str:
        under = (symbol for symbol, place in self.places() if place.collidepoint(position))
        return next(under, "")

    def _moved(self, at: tuple[int, int]) -> None:
        if self._carries:
            self._drags.carry_on(at)
        elif self._down is not None:
            symbol, start = self._down
            if dist(at, start) >= DRAG_AFTER_PIXELS:
                self._carries = True
                self._drags.carry(symbol, None, at)
        elif (pointed := self._at(at)) != self._pointed:
            self._pointed = pointed
            self.mark()

    def _key(self, key: int) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        if step is None:
            return False
        symbols = self.symbols
        at = symbols.index(self.value) + step if self.value in symbols else 0
        self._on_pick(symbols[at % len(symbols)])
        return True

    def let_go(self) -> None:
        self._down = None
        if self._carries:
            self._carries = False
            self._drags.give_up()
