"""A list that pops up, with actions or with values to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import pygame
from pygame import Rect
from pygame.event import Event

from .buttons import PRESS_KEYS
from .painter import SMALL_SIZE, TEXT_SIZE, TICK_STROKE, Painter
from .scrolling import ScrolledWidget
from .text import Caption, Fonts
from .widget import UI, Overlay, command

ROW_HEIGHT = 28
"""Height of an item, in points."""
SEPARATOR_HEIGHT = 9
"""Height of the separator between two groups, in points."""
EDGE_WIDTH = 4
"""Distance from the border to the rows, in points."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu; ``hint`` names the key that does the same.

    ``why`` is shown instead of the hint when the item is not ``enabled``.
    """

    text: str
    action: Callable[[], object]
    enabled: bool = True
    hint: str = ""
    why: str = ""
    checked: bool = False
    marked: bool = True  # whether & marks a letter

    @property
    def aside(self) -> str:
        """The text at the right."""
        return self.hint if self.enabled else self.why or self.hint

    @property
    def caption(self) -> Caption:
        return Caption.of(self.text) if self.marked else Caption(self.text)


class Menu(Overlay):
    """A menu that opens below ``beside``, or above it where there is more room.

    A separator is ``None``. If ``beside`` is a point, the menu opens there and may cover it at the
    edge of the screen. The action of an item runs after the menu has closed.
    """

    def __init__(self, items: Sequence[Item | None], beside: Rect, current: int = -1) -> None:
        self._list = MenuList(items, self, current)
        super().__init__([self._list])
        self._beside = Rect(beside)
        self.focus = self._list

    def layout(self, ui: UI) -> None:
        screen = Rect((0, 0), ui.size)
        at_point = self._beside.size == (0, 0)
        gap = 0 if at_point else ui.px(2)
        width, height = self._list.natural_size(ui.fonts, screen.w)
        width = max(width, min(self._beside.w, screen.w))
        below = screen.bottom - self._beside.bottom - 2 * gap
        above = self._beside.top - 2 * gap
        goes_below = at_point or height <= below or below >= above
        room = screen.h if at_point else below if goes_below else above
        self.rect = Rect(self._beside.x, 0, width, min(height, room))
        if goes_below:
            self.rect.top = self._beside.bottom + gap
        else:
            self.rect.bottom = self._beside.top - gap
        self.rect.clamp_ip(screen)
        self._list.place(self.rect)
        self._list.reveal()


class MenuList(ScrolledWidget):
    """The rows of an open menu, as a widget that scrolls."""

    focusable = True

    def __init__(self, items: Sequence[Item | None], menu: Menu, current: int) -> None:
        super().__init__()
        self._items = list(items)
        self._menu = menu
        self._current = current
        self._edge = 0
        self._starts: list[int] = [0]  # pixels above each item, and above the end

    def _measure(self, fonts: Fonts) -> None:
        super()._measure(fonts)
        self._edge, self.wheel_step = fonts.px(EDGE_WIDTH), 3 * fonts.px(ROW_HEIGHT)
        self._starts = [0, *accumulate(_height(item, fonts) for item in self._items)]

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        texts = [
            fonts.width(item.caption.text, TEXT_SIZE) + fonts.width(item.aside, SMALL_SIZE)
            for item in self._items
            if item
        ]
        hints = any(item.aside for item in self._items if item)
        wide = max(texts, default=0) + fonts.px(2 * EDGE_WIDTH + 2 * 10 + 16 + (24 if hints else 0))
        if self._has_checks:
            wide += fonts.px(22)
        self._measure(fonts)
        return min(width, wide), self._starts[-1] + 2 * self._edge

    @property
    def _has_checks(self) -> bool:
        return any(item.checked for item in self._items if item)

    # Drawing

    def draw(self, painter: Painter) -> None:
        clip, body = painter.clip, self._body()
        painter.surface.set_clip(clip.clip(body))
        for index in range(len(self._items)):
            row = self._row(index)
            if row.colliderect(body):
                self._draw_row(painter, index, row)
        self._draw_bar(painter)
        painter.surface.set_clip(clip)

    def _draw_row(self, painter: Painter, index: int, row: Rect) -> None:
        theme, item = painter.theme, self._items[index]
        if item is None:
            painter.fill(theme.line, Rect(row.x, row.centery, row.w, painter.px(1)))
            return
        if index == self._current and item.enabled:
            painter.box(row, theme.selected, radius=4)
        ink = theme.text if item.enabled else theme.idle
        inner = row.inflate(-2 * painter.px(10), 0)
        if item.checked:
            size = painter.px(14)
            painter.stroke(TICK_STROKE, Rect(inner.x, inner.centery - size // 2, size, size), ink)
        painter.text(item.aside, inner, theme.dim, size=SMALL_SIZE, align="right")
        if self._has_checks:
            inner.x += painter.px(22)
            inner.w -= painter.px(22)
        painter.caption(item.caption, inner, ink)

    def _body(self) -> Rect:
        return self.rect.inflate(-2 * self._edge, -2 * self._edge)

    def _count(self) -> int:
        return self._starts[-1]

    def _seen(self) -> int:
        return self._body().h

    def _row(self, index: int) -> Rect:
        body, (top, end) = self._body(), self._starts[index : index + 2]
        width = body.w - (self._bar_width if self._thumb().h else 0)
        return Rect(body.x, body.y + top - self._first(), width, end - top)

    def reveal(self) -> None:
        """Scroll to the current row."""
        if self._current >= 0:
            self._show_part(*self._starts[self._current : self._current + 2])

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        if self._scroll(event, ui):
            return True
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event, ui)
            case pygame.MOUSEMOTION:
                self._point(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._point(event.pos)
                self._choose(ui)
            case _:
                return False
        return True

    def _point(self, position: tuple[int, int]) -> None:
        rows = range(len(self._items) if self._body().collidepoint(position) else 0)
        self._go(next((i for i in rows if self._row(i).collidepoint(position)), -1))

    def _go(self, index: int) -> None:
        if index != self._current:
            self._current = index
            self.mark()

    def _key(self, event: Event, ui: UI) -> bool:
        count = len(self._items)
        steps = {pygame.K_DOWN: (self._current + 1, 1), pygame.K_UP: (self._current - 1, -1)}
        steps |= {pygame.K_HOME: (0, 1), pygame.K_END: (count - 1, -1)}
        if event.key in steps:
            start, step = steps[event.key]
            self._go(self._next(start if self._current >= 0 or step > 0 else count - 1, step))
            self.reveal()
        elif event.key in PRESS_KEYS:
            self._choose(ui)
        elif event.key in (pygame.K_ESCAPE, pygame.K_TAB) or command(event):
            return False
        else:
            self._typed(event, ui)
        return True

    def _next(self, start: int, step: int) -> int:
        """Return the next item that can be chosen, around the end if needed; -1 if there is
        none.
        """
        count = len(self._items)
        ring = [(start + step * turn) % count for turn in range(count)]
        return next((i for i in ring if self._usable(i)), -1)

    def _typed(self, event: Event, ui: UI) -> None:
        """Choose the item with this marked letter, else go to the next that begins so."""
        letter = event.unicode.lower() or pygame.key.name(event.key)
        for index, item in enumerate(self._items):
            if item is not None and item.enabled and item.caption.letter == letter:
                self._go(index)
                self._choose(ui)
                return
        count = len(self._items)
        for turn in range(1, count + 1):
            index = (self._current + turn) % count
            item = self._items[index]
            if item is not None and item.enabled and item.text.lower().startswith(letter):
                self._go(index)
                self.reveal()
                return

    def _usable(self, index: int) -> bool:
        item = self._items[index] if 0 <= index < len(self._items) else None
        return item is not None and item.enabled

    def _choose(self, ui: UI) -> None:
        item = self._items[self._current] if self._usable(self._current) else None
        if item is not None:
            ui.close(self._menu)
            item.action()


def _height(item: Item | None, fonts: Fonts) -> int:
    return fonts.px(SEPARATOR_HEIGHT if item is None else ROW_HEIGHT)
