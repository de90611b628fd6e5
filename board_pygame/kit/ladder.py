"""A ladder of levels: bars that rise, each with a name and a number. The keyboard slides on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import SMALL_SIZE, Painter
from .text import Fonts
from .widget import UI, Widget, nothing, plain

LADDER_HEIGHT = 98
"""Height in points."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One level; ``number`` tells its strength, if it is known."""

    name: str
    number: int | None = None


class LevelLadder(Widget):
    """Levels side by side, the weakest first, of which one may be chosen (index -1: none)."""

    focusable = True
    stretches = True

    def __init__(
        self, rungs: Sequence[Rung], index: int, on_change: Callable[[int], object] = nothing
    ) -> None:
        super().__init__()
        self.offer(rungs)
        self.index = index
        self._on_change = on_change
        self._pointed = -1

    def offer(self, rungs: Sequence[Rung]) -> None:
        """Show these levels instead of the ones before."""
        self.rungs = tuple(rungs)
        self.tip = " · ".join(rung.name for rung in rungs)  # until one of them is pointed at
        self.mark()

    def set(self, index: int) -> None:
        """Set the index without calling ``on_change``."""
        if index != self.index:
            self.index = index
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        return min(width, fonts.px(78) * len(self.rungs)), fonts.px(LADDER_HEIGHT)

    def places(self) -> list[Rect]:
        """Return the rectangles of the levels."""
        rect, count = self.rect, max(1, len(self.rungs))
        wide = rect.w // count
        return [Rect(rect.x + at * wide, rect.y, wide, rect.h) for at in range(count)]

    def draw(self, painter: Painter) -> None:
        theme, px, fonts = painter.theme, painter.px, painter.fonts
        count, line = len(self.rungs), fonts.height(SMALL_SIZE)
        for index, (rung, place) in enumerate(zip(self.rungs, self.places(), strict=False)):
            chosen = index == self.index
            if chosen:
                painter.frame(place, theme.selected, theme.accent, self.focused)
            elif self.hot and index == self._pointed:
                painter.box(place, theme.hover)
            foot = place.bottom - 2 * line - px(4)
            least, most = px(10), foot - place.y - px(6)
            high = least + (most - least) * index // max(1, count - 1)
            bar = Rect(0, foot - high, px(22), high)
            bar.centerx = place.centerx
            painter.box(bar, theme.accent if 0 <= index <= self.index else theme.line, radius=3)
            inner = place.inflate(-px(4), 0)
            name = Rect(inner.x, foot + px(2), inner.w, line)
            painter.text(rung.name, name, size=SMALL_SIZE, align="center")
            number = "" if rung.number is None else f"{rung.number:,}"
            painter.text(number, name.move(0, line), theme.dim, size=SMALL_SIZE, align="center")

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and plain(event):
            last = len(self.rungs) - 1
            step = {
                pygame.K_LEFT: max(0, self.index - 1),
                pygame.K_DOWN: max(0, self.index - 1),
                pygame.K_RIGHT: min(last, self.index + 1),
                pygame.K_UP: min(last, self.index + 1),
                pygame.K_HOME: 0,
                pygame.K_END: last,
            }
            if event.key in step:
                self._choose(step[event.key])
                return True
        elif event.type == pygame.MOUSEMOTION:
            self._point(self._at(event.pos))
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if (index := self._at(event.pos)) >= 0:
                self._choose(index)
            return True
        return False

    def _choose(self, index: int) -> None:
        if index != self.index:
            self.set(index)
            self._on_change(index)

    def _point(self, index: int) -> None:
        if index != self._pointed:
            self._pointed = index
            self.tip = self.rungs[index].name if index >= 0 else ""
            self.mark()

    def _at(self, position: tuple[int, int]) -> int:
        under = (i for i, place in enumerate(self.places()) if place.collidepoint(position))
        return next(under, -1)
