"""Menus that pop up, with actions or the values of a drop-down list; and a slider."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

import pygame
from pygame import Rect
from pygame.event import Event

from .buttons import PRESS_KEYS
from .painter import (
    DOWN_STROKE,
    FIELD_RADIUS,
    HOVER_SHARE,
    ROW_SIZE,
    TICK_STROKE,
    TINY_SIZE,
    Icon,
    Painter,
)
from .scrolling import ScrolledWidget
from .text import Caption, Fonts
from .widget import EMPTY_RECT, UI, Overlay, Widget, alt_only, command, nothing, plain

ROW_HEIGHT = 32
"""Height of an item, in points."""
SEPARATOR_HEIGHT = 13
"""Height of the separator between two groups, in points."""
HEADING_HEIGHT = 26
"""Height of the heading of a group, in points."""
EDGE_WIDTH = 8
"""Distance from the border to the rows, in points."""
WORDS_EDGE = 12
"""Distance from the border of a row to its words, in points."""
SIGN_WIDTH = 28
"""Points of width of the place for an icon or a tick before the words."""


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
    icon: Icon | None = None

    @property
    def aside(self) -> str:
        """The text at the right."""
        return self.hint if self.enabled else self.why or self.hint

    @property
    def caption(self) -> Caption:
        return Caption.of(self.text) if self.marked else Caption(self.text)


Row = Item | str | None
"""An item, the heading of a group, or a separator."""


class Menu(Overlay):
    """A menu that opens below ``beside``, or above it where there is more room.

    A separator is ``None``, a heading a text. If ``beside`` is a point, the menu opens there and
    may cover it at the edge of the screen. The action of an item runs after the menu has closed.
    """

    def __init__(self, items: Sequence[Row], beside: Rect, current: int = -1) -> None:
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

    def __init__(self, items: Sequence[Row], menu: Menu, current: int) -> None:
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
            fonts.width(item.caption.text, ROW_SIZE) + fonts.width(item.aside, TINY_SIZE)
            for item in self._choices
        ]
        heads = [fonts.width(item, TINY_SIZE) for item in self._items if isinstance(item, str)]
        hints = any(item.aside for item in self._choices)
        edges = 2 * EDGE_WIDTH + 2 * WORDS_EDGE + 16 + (24 if hints else 0)
        signs = SIGN_WIDTH if self._has_signs else 0
        self._measure(fonts)
        wide = max(max(texts, default=0) + fonts.px(signs), *heads, 0) + fonts.px(edges)
        return min(width, wide), self._starts[-1] + 2 * self._edge

    def ringed(self, fonts: Fonts) -> Rect:
        return EMPTY_RECT  # the current row is seen

    @property
    def _choices(self) -> list[Item]:
        return [item for item in self._items if isinstance(item, Item)]

    @property
    def _has_signs(self) -> bool:
        return any(item.checked or item.icon for item in self._choices)

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
        theme, px, item = painter.theme, painter.px, self._items[index]
        if item is None:
            painter.fill(theme.line, Rect(row.x, row.centery, row.w, px(1)))
            return
        inner = row.inflate(-2 * px(WORDS_EDGE), 0)
        if isinstance(item, str):
            painter.text(item, inner, theme.dim, size=TINY_SIZE)
            return
        if index == self._current and item.enabled:
            painter.box(row, theme.selected)
        ink, faint = (theme.text, theme.dim) if item.enabled else (theme.idle, theme.idle)
        sign = Rect(inner.x, inner.centery - px(8), px(16), px(16))
        if item.checked:
            painter.stroke(TICK_STROKE, sign, ink)
        elif item.icon is not None:
            painter.icon(item.icon, sign, faint)
        painter.text(item.aside, inner, theme.dim, size=TINY_SIZE, align="right")
        if self._has_signs:
            inner.x += px(SIGN_WIDTH)
            inner.w -= px(SIGN_WIDTH)
        painter.caption(item.caption, inner, ink, size=ROW_SIZE)

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
            if isinstance(item, Item) and item.enabled and item.caption.letter == letter:
                self._go(index)
                self._choose(ui)
                return
        count = len(self._items)
        for turn in range(1, count + 1):
            index = (self._current + turn) % count
            item = self._items[index]
            if isinstance(item, Item) and item.enabled and item.text.lower().startswith(letter):
                self._go(index)
                self.reveal()
                return

    def _usable(self, index: int) -> bool:
        item = self._items[index] if 0 <= index < len(self._items) else None
        return isinstance(item, Item) and item.enabled

    def _choose(self, ui: UI) -> None:
        item = self._items[self._current] if self._usable(self._current) else None
        if isinstance(item, Item):
            ui.close(self._menu)
            item.action()


def _height(item: Row, fonts: Fonts) -> int:
    if item is None:
        return fonts.px(SEPARATOR_HEIGHT)
    return fonts.px(HEADING_HEIGHT if isinstance(item, str) else ROW_HEIGHT)


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
        widest = max((fonts.width(option, ROW_SIZE) for option in self.options), default=0)
        _, height = super().natural_size(fonts, width)
        return min(width, widest + fonts.px(48)), height

    def draw(self, painter: Painter) -> None:
        theme = painter.theme
        usable = self.enabled
        line = theme.field if usable else theme.line
        painter.box(self.rect, theme.panel, line, FIELD_RADIUS)
        painter.wash(self.rect, HOVER_SHARE if usable and self.hot else 0)
        ink = theme.text if usable else theme.idle
        inner = self.rect.inflate(-2 * painter.px(12), 0)
        size = painter.px(16)
        arrow = Rect(inner.right - size, inner.centery - size // 2, size, size)
        painter.stroke(DOWN_STROKE, arrow, theme.dim if usable else theme.idle)
        inner.w -= painter.px(20)
        painter.text(self.text, inner, ink, size=ROW_SIZE)

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
        color = theme.fill if self.enabled else theme.idle
        share = (self.value - self._least) / max(1, self._most - self._least)
        x = track.x + round(track.w * share)
        thick = painter.px(4)
        bar = Rect(track.x, track.centery - thick // 2, track.w, thick)
        painter.box(bar, theme.line, radius=2)
        painter.box(Rect(bar.x, bar.y, x - bar.x, bar.h), color, radius=2)
        center = (x, bar.centery)
        painter.disc(center, painter.px(10), theme.accent if self.enabled else theme.idle)
        painter.disc(center, painter.px(7 if self.hot else 8), theme.panel)
        room = Rect(0, self.rect.y, self._text_width(painter.fonts), self.rect.h)
        room.right = self.rect.right
        ink = theme.text if self.enabled else theme.idle
        painter.text(self._text(self.value), room, ink, size=ROW_SIZE, align="right")

    def _text(self, value: int) -> str:
        return f"{value} {self._unit}".rstrip()

    def _text_width(self, fonts: Fonts) -> int:
        return max(fonts.width(self._text(v), ROW_SIZE) for v in (self._least, self._most))

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
