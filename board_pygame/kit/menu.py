"""A list that pops up, with actions or with values to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect
from pygame.event import Event

from .buttons import PRESS_KEYS
from .painter import SMALL_SIZE, TEXT_SIZE, TICK_STROKE, Painter
from .scrolling import BAR_WIDTH, bar_of, draw_bar, first_at, thumb_of
from .text import Caption, Fonts
from .widget import UI, Overlay, Widget, command

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
        if height > room:  # only whole rows
            edges, row = 2 * ui.px(EDGE_WIDTH), ui.px(ROW_HEIGHT)
            height = edges + max(1, (room - edges) // row) * row
        self.rect = Rect(self._beside.x, 0, width, height)
        if goes_below:
            self.rect.top = self._beside.bottom + gap
        else:
            self.rect.bottom = self._beside.top - gap
        self.rect.clamp_ip(screen)
        self._list.place(self.rect)
        self._list.reveal(ui.fonts)


class MenuList(Widget):
    """The rows of a menu."""

    focusable = True

    def __init__(self, items: Sequence[Item | None], menu: Menu, current: int) -> None:
        super().__init__()
        self._items = list(items)
        self._menu = menu
        self._current = current
        self._first = 0
        self._grip: int | None = None  # pixels from the top of the bar's thumb to the pointer

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
        height = sum(_height(item, fonts) for item in self._items) + 2 * fonts.px(EDGE_WIDTH)
        return min(width, wide), height

    @property
    def _has_checks(self) -> bool:
        return any(item.checked for item in self._items if item)

    # Drawing

    def draw(self, painter: Painter) -> None:
        for index in range(self._first, self._first + self._seen(painter.fonts)):
            if index < len(self._items):
                self._draw_row(painter, index, self._row(index, painter.fonts))
        _, thumb = self._bar(painter.fonts)
        draw_bar(painter, thumb, self._grip is not None)

    def _draw_row(self, painter: Painter, index: int, row: Rect) -> None:
        theme, item = painter.theme, self._items[index]
        if item is None:
            painter.fill(theme.line, Rect(row.x, row.centery, row.w, 1))
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

    def _body(self, fonts: Fonts) -> Rect:
        return self.rect.inflate(-2 * fonts.px(EDGE_WIDTH), -2 * fonts.px(EDGE_WIDTH))

    def _row(self, index: int, fonts: Fonts) -> Rect:
        body = self._body(fonts)
        if self._bar(fonts)[1].h:
            body.w -= fonts.px(BAR_WIDTH) - fonts.px(EDGE_WIDTH)
        above = sum(_height(item, fonts) for item in self._items[self._first : index])
        return Rect(body.x, body.y + above, body.w, _height(self._items[index], fonts))

    def _seen(self, fonts: Fonts) -> int:
        """Return the number of rows that there is room for."""
        room, seen = self._body(fonts).h, 0
        for item in self._items[self._first :]:
            room -= _height(item, fonts)
            seen += room >= 0
        return max(1, seen)

    def _bar(self, fonts: Fonts) -> tuple[Rect, Rect]:
        bar = bar_of(self.rect.inflate(0, -2 * fonts.px(EDGE_WIDTH)), fonts)
        return bar, thumb_of(bar, self._first, self._seen(fonts), len(self._items), fonts)

    def reveal(self, fonts: Fonts) -> None:
        """Scroll to the current row."""
        if self._current >= 0:
            self._scroll(min(self._current, self._first), fonts)
            self._scroll(max(self._first, self._current - self._seen(fonts) + 1), fonts)

    def _scroll(self, first: int, fonts: Fonts) -> None:
        self._first = max(0, min(first, len(self._items) - self._seen(fonts)))
        self.mark()

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event, ui)
            case pygame.MOUSEWHEEL:
                self._scroll(self._first - 3 * event.y, ui.fonts)
            case pygame.MOUSEMOTION:
                self._moved(event.pos, ui.fonts)
            case pygame.MOUSEBUTTONDOWN:
                self._grab(event.pos, ui)
            case pygame.MOUSEBUTTONUP if self._grip is not None:
                self._grip = None
                self.mark()
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._point(event.pos, ui.fonts)
                self._choose(ui)
            case _:
                return False
        return True

    def _grab(self, position: tuple[int, int], ui: UI) -> None:
        _, thumb = self._bar(ui.fonts)
        if thumb.collidepoint(position):
            self._grip = position[1] - thumb.y
            ui.capture(self)

    def _moved(self, position: tuple[int, int], fonts: Fonts) -> None:
        if self._grip is None:
            self._point(position, fonts)
        else:
            bar, _ = self._bar(fonts)
            top = position[1] - self._grip
            self._scroll(first_at(bar, top, self._seen(fonts), len(self._items), fonts), fonts)

    def _point(self, position: tuple[int, int], fonts: Fonts) -> None:
        rows = range(self._first, min(len(self._items), self._first + self._seen(fonts)))
        under = (i for i in rows if self._row(i, fonts).collidepoint(position))
        self._go(next(under, -1))

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
            self.reveal(ui.fonts)
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
                self.reveal(ui.fonts)
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
