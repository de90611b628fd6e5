"""A row of tabs, one of which is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from .lamp import LAMP_SIZE, Light, draw_light
from .painter import TEXT_SIZE, Painter
from .text import Caption, Fonts
from .widget import UI, Widget, alt_only, command, nothing, plain


class Tabs(Widget):
    """The tabs of pages. Ctrl-Tab and Ctrl-PageDown open the next page, wherever the keyboard is.

    Widgets given to :meth:`page` are shown with their page and hidden without it. A tab may be
    absent for a time, and may have a lamp before its name.
    """

    focusable = True
    stretches = True

    def __init__(
        self, names: Sequence[str], on_change: Callable[[int], object] = nothing, *, index: int = 0
    ) -> None:
        super().__init__()
        self._captions = [Caption.of(name) for name in names]
        self._absent: frozenset[int] = frozenset()
        self._lights: dict[int, Light] = {}
        self._pages: list[list[Widget]] = [[] for _ in names]
        self._on_change = on_change
        self._pointed = -1
        self.index = index

    def page(self, index: int, *widgets: Widget) -> None:
        """Add widgets to a page."""
        self._pages[index] += widgets
        for widget in widgets:
            widget.show(index == self.index)

    def open(self, index: int) -> None:
        """Show a page without calling ``on_change``."""
        if index != self.index:
            self.index = index
            self.mark()
            for number, page in enumerate(self._pages):
                for widget in page:
                    widget.show(number == index)

    def offer(self, absent: frozenset[int]) -> None:
        """Show all tabs but these."""
        if absent != self._absent:
            self._absent = absent
            self.mark()

    def name(self, index: int, name: str, light: Light | None = None) -> None:
        """Give a tab another name, and a lamp or none."""
        caption = Caption.of(name)
        if (caption, light) != (self._captions[index], self._lights.get(index)):
            self._captions[index] = caption
            self._lights.pop(index, None)
            if light is not None:
                self._lights[index] = light
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        wide = sum(self._widths(fonts).values())
        return min(width, wide), super().natural_size(fonts, width)[1]

    def draw(self, painter: Painter) -> None:
        theme = painter.theme
        painter.underline(theme.line, self.rect)
        for index, place in self._places(painter.fonts).items():
            opened = index == self.index
            if opened and self.focused:
                painter.box(place.inflate(0, -2 * painter.px(4)), theme.selected)
            elif index == self._pointed and self.hot and not opened:
                painter.box(place.inflate(0, -2 * painter.px(4)), theme.hover)
            if opened:
                thick = painter.px(2)
                painter.fill(theme.accent, Rect(place.x, place.bottom - thick, place.w, thick))
            ink = theme.text if opened else theme.dim
            if index in self._lights:
                lamp = Rect(place.x + painter.px(4), place.y, painter.px(LAMP_SIZE), place.h)
                draw_light(painter, self._lights[index], lamp)
                place = Rect(lamp.right, place.y, place.right - lamp.right, place.h)
            painter.caption(self._captions[index], place, ink, align="center")

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and plain(event):
            step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
            return step is not None and self._step(step)
        if event.type == pygame.MOUSEMOTION:
            self._point(self._at(event.pos, ui.fonts))
            self.tip = self._captions[self._pointed].text if self._pointed >= 0 else ""
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            index = self._at(event.pos, ui.fonts)
            if index >= 0:
                self._choose(index)
        else:
            return False
        return True

    def shortcut(self, event: Event, ui: UI) -> bool:
        if command(event):
            back = bool(event.mod & pygame.KMOD_SHIFT)
            steps = {pygame.K_TAB: -1 if back else 1, pygame.K_PAGEDOWN: 1, pygame.K_PAGEUP: -1}
            return event.key in steps and self._step(steps[event.key])
        if alt_only(event):
            for index, caption in enumerate(self._captions):
                known = caption.letter and index not in self._absent
                if known and event.key == ord(caption.letter):
                    self._choose(index)
                    return True
        return False

    def _step(self, step: int) -> bool:
        ring = [index for index in range(len(self._captions)) if index not in self._absent]
        at = ring.index(self.index) if self.index in ring else 0
        self._choose(ring[(at + step) % len(ring)])
        return True

    def _choose(self, index: int) -> None:
        if index != self.index:
            self.open(index)
            self._on_change(index)

    def _point(self, index: int) -> None:
        if index != self._pointed:
            self._pointed = index
            self.mark()

    def _at(self, position: tuple[int, int], fonts: Fonts) -> int:
        places = self._places(fonts)
        under = (index for index, place in places.items() if place.collidepoint(position))
        return next(under, -1)

    def _widths(self, fonts: Fonts) -> dict[int, int]:
        return {
            index: fonts.width(caption.text, TEXT_SIZE)
            + fonts.px(24 + (LAMP_SIZE if index in self._lights else 0))
            for index, caption in enumerate(self._captions)
            if index not in self._absent
        }

    def _places(self, fonts: Fonts) -> dict[int, Rect]:
        """Return the rectangles of the tabs, narrower if there is no room for all."""
        widths, x, places = self._widths(fonts), self.rect.x, {}
        less = max(0, sum(widths.values()) - self.rect.w)
        for number, (index, width) in enumerate(widths.items()):
            width -= less * (number + 1) // len(widths) - less * number // len(widths)
            places[index] = Rect(x, self.rect.y, width, self.rect.h)
            x += width
        return places
