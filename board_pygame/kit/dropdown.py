"""A value from a list, and a number from a range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from .menu import Item, Menu
from .painter import DOWN_STROKE, TEXT_SIZE, Painter
from .text import Fonts
from .widget import UI, Widget, alt_only, nothing, plain


class DropDown(Widget):
    """One of several texts, chosen from a list that drops down."""

    focusable = True

    def __init__(
        self,
        options: Sequence[str],
        index: int = 0,
        on_change: Callable[[int], object] = nothing,
        *,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self.options = list(options)
        self.index = index
        self._on_change = on_change

    @property
    def text(self) -> str:
        return self.options[self.index] if 0 <= self.index < len(self.options) else ""

    def set(self, index: int) -> None:
        """Set the index without calling ``on_change``."""
        if index != self.index:
            self.index = index
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        widest = max((fonts.width(option, TEXT_SIZE) for option in self.options), default=0)
        _, height = super().natural_size(fonts, width)
        return min(width, widest + fonts.px(44)), height

    def draw(self, painter: Painter) -> None:
        theme = painter.theme
        usable = self.enabled
        fill = theme.background if not usable else theme.hover if self.hot else theme.button
        painter.frame(self.rect, fill, theme.line, self.focused and usable)
        ink = theme.text if usable else theme.idle
        inner = self.rect.inflate(-2 * painter.px(10), 0)
        size = painter.px(14)
        arrow = Rect(inner.right - size, inner.centery - size // 2, size, size)
        painter.stroke(DOWN_STROKE, arrow, theme.dim if usable else theme.idle)
        inner.w -= painter.px(20)
        painter.text(self.text, inner, ink)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._offer(ui)
            return True
        return event.type == pygame.KEYDOWN and self._key(event, ui)

    def _key(self, event: Event, ui: UI) -> bool:
        opens = event.key in (pygame.K_SPACE, pygame.K_F4) and plain(event)
        if opens or (event.key == pygame.K_DOWN and alt_only(event)):
            self._offer(ui)
            return True
        if not plain(event):
            return False
        steps = {pygame.K_UP: self.index - 1, pygame.K_DOWN: self.index + 1}
        steps |= {pygame.K_HOME: 0, pygame.K_END: len(self.options) - 1}
        if event.key in steps:
            self._choose(max(0, min(len(self.options) - 1, steps[event.key])))
            return True
        return self._typed(event.unicode.lower())

    def _typed(self, letter: str) -> bool:
        """Choose the next option that begins with this letter."""
        if not letter or not letter.isprintable():
            return False
        count = len(self.options)
        ring = [(self.index + turn) % count for turn in range(1, count + 1)]
        found = [i for i in ring if self.options[i].lower().startswith(letter)]
        if found:
            self._choose(found[0])
        return bool(found)

    def _offer(self, ui: UI) -> None:
        items = [
            Item(option, partial(self._choose, index), marked=False)
            for index, option in enumerate(self.options)
        ]
        if items:
            ui.open(Menu(items, self.rect, self.index))

    def _choose(self, index: int) -> None:
        if index != self.index:
            self.set(index)
            self._on_change(index)


class Slider(Widget):
    """A number from ``least`` to ``most``, in steps. The slider shows it at its right."""

    focusable = True
    stretches = True

    def __init__(
        self,
        least: int,
        most: int,
        value: int,
        unit: str = "",
        step: int = 1,
        on_change: Callable[[int], object] = nothing,
        *,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self._least, self._most, self._unit, self._step = least, most, unit, step
        self.value = value
        self._on_change = on_change

    def offer(self, least: int, most: int) -> None:
        """Set the range; a value outside is brought into it without calling ``on_change``."""
        self._least, self._most = least, most
        self.value = max(least, min(most, self.value))
        self.mark()

    def set(self, value: int) -> None:
        """Set the value without calling ``on_change``."""
        if value != self.value:
            self.value = value
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        _, height = super().natural_size(fonts, width)
        return fonts.px(120) + self._text_width(fonts), height

    def draw(self, painter: Painter) -> None:
        theme, track = painter.theme, self._track(painter.fonts)
        color = theme.accent if self.enabled else theme.idle
        share = (self.value - self._least) / max(1, self._most - self._least)
        x = track.x + round(track.w * share)
        thick = painter.px(4)
        bar = Rect(track.x, track.centery - thick // 2, track.w, thick)
        painter.box(bar, theme.line, radius=2)
        painter.box(Rect(bar.x, bar.y, x - bar.x, bar.h), color, radius=2)
        center = (x, bar.centery)
        if self.focused:
            painter.disc(center, painter.px(10), theme.selected)
        painter.disc(center, painter.px(8), color)
        painter.disc(center, painter.px(6 if self.hot else 5), theme.panel)
        room = Rect(0, self.rect.y, self._text_width(painter.fonts), self.rect.h)
        room.right = self.rect.right
        ink = theme.text if self.enabled else theme.idle
        painter.text(self._text(self.value), room, ink, align="right")

    def _text(self, value: int) -> str:
        return f"{value} {self._unit}".rstrip()

    def _text_width(self, fonts: Fonts) -> int:
        return max(fonts.width(self._text(v), TEXT_SIZE) for v in (self._least, self._most))

    def _track(self, fonts: Fonts) -> Rect:
        edge = fonts.px(11)
        width = self.rect.w - 2 * edge - self._text_width(fonts) - fonts.px(6)
        return Rect(self.rect.x + edge, self.rect.y, max(1, width), self.rect.h)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            ui.capture(self)
            self._to(event.pos[0], ui.fonts)
        elif event.type == pygame.MOUSEMOTION and event.buttons[0] and self.focused:
            self._to(event.pos[0], ui.fonts)
        else:
            return event.type == pygame.KEYDOWN and plain(event) and self._key(event.key)
        return True

    def _to(self, x: int, fonts: Fonts) -> None:
        track = self._track(fonts)
        share = (x - track.x) / track.w
        self._choose(
            self._least + round(share * (self._most - self._least) / self._step) * self._step
        )

    def _key(self, key: int) -> bool:
        step = self._step
        steps = {pygame.K_LEFT: -step, pygame.K_DOWN: -step, pygame.K_RIGHT: step}
        steps |= {pygame.K_UP: step, pygame.K_PAGEUP: 10 * step, pygame.K_PAGEDOWN: -10 * step}
        steps |= {pygame.K_HOME: self._least - self.value, pygame.K_END: self._most - self.value}
        if key not in steps:
            return False
        self._choose(self.value + steps[key])
        return True

    def _choose(self, value: int) -> None:
        value = max(self._least, min(self._most, value))
        if value != self.value:
            self.set(value)
            self._on_change(value)
