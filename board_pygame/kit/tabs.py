"""Rows of tabs and of segments, one of which is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Generic, TypeVar

import pygame
from pygame import Rect
from pygame.event import Event

from .labels import LAMP_SIZE, Light, draw_light
from .painter import (
    HOVER_SHARE,
    RING_WIDTH,
    ROW_SIZE,
    SMALL_SIZE,
    TEXT_SIZE,
    Icon,
    Painter,
)
from .text import Caption, Fonts
from .widget import UI, Widget, alt_only, command, nothing, plain

T = TypeVar("T")

SEGMENT_HEIGHT = 40
"""Height of segments, in points."""
TRACK_EDGE = 3
"""Points between the track and the chosen segment."""
EDGES, LEAST_EDGES, CUT_EDGES = 28, 14, 11
"""Points left and right of a text together: with room, before it is smaller, before it is cut."""
TAB_HEIGHT = 44
"""Height of the row of tabs, in points."""
TAB_EDGE, TAB_GAP = 10, 4
"""Points left and right of the name of a tab, and between two tabs."""
TAB_ICON = 18
"""Points of width of an icon before the name of a tab."""
ACCENT_WIDTH = 3
"""Points of height of the line below the chosen tab."""


@dataclass(frozen=True, slots=True)
class Segment(Generic[T]):
    """A choice: its value, its text, and perhaps a tip and an icon."""

    value: T
    text: str
    tip: str = ""
    icon: Icon | None = None


class Segmented(Widget, Generic[T]):
    """Segments of which one is chosen. Tab goes to it once; the arrow keys choose another."""

    focusable = True

    def __init__(
        self,
        segments: Sequence[Segment[T]],
        value: T,
        on_change: Callable[[T], object] = nothing,
        *,
        again: frozenset[T] = frozenset(),
    ) -> None:
        """The values ``again`` are also told when they are chosen once more."""
        super().__init__()
        self.segments = tuple(segments)
        self.value, self._again = value, again
        self.usable = frozenset(segment.value for segment in segments)
        self._on_change = on_change
        self._pointed = -1
        self._wides: list[int] = []  # in pixels, of each segment with its edges
        self._size = ROW_SIZE  # of all texts
        self._spare = 0  # of these edges, in pixels

    def offer(self, segments: Sequence[Segment[T]], value: T) -> None:
        """Show other segments."""
        self.segments, self.value = tuple(segments), value
        self.usable = frozenset(segment.value for segment in segments)
        self.mark()

    def set(self, value: T) -> None:
        """Set the value without calling ``on_change``."""
        if value != self.value:
            self.value = value
            self.mark()

    def allow(self, usable: frozenset[T]) -> None:
        """Let only these values be chosen."""
        if usable != self.usable:
            self.usable = usable
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        self._spare = fonts.px(EDGES - CUT_EDGES)
        for self._size in (ROW_SIZE, SMALL_SIZE):
            self._wides = [self._wide(segment, fonts) for segment in self.segments]
            if sum(self._wides) - fonts.px(EDGES - LEAST_EDGES) * len(self._wides) <= width:
                break
        widest = max(self._wides, default=0)
        return min(width, widest * len(self.segments)), fonts.px(SEGMENT_HEIGHT)

    def _wide(self, segment: Segment[T], fonts: Fonts) -> int:
        icon = fonts.px(24) if segment.icon is not None else 0
        return fonts.width(segment.text, self._size, bold=True) + fonts.px(EDGES) + icon

    def places(self) -> list[Rect]:
        """Return the rectangles of the segments: all alike, or by their texts if room is short."""
        rect, count = self.rect, max(1, len(self.segments))
        shares = list(self._wides) if len(self._wides) == count else [1] * count
        if max(shares) * count <= rect.w:
            shares = [1] * count
        elif (lack := sum(shares) - rect.w) > 0:
            shares = [share - min(self._spare, -(-lack // count)) for share in shares]
            rest = max(0, min(sum(shares) - rect.w, max(shares) // 2))  # the widest text is cut
            shares[shares.index(max(shares))] -= rest
        edges = [rect.x + rect.w * at // sum(shares) for at in accumulate(shares, initial=0)]
        return [Rect(left, rect.y, right - left, rect.h) for left, right in pairwise(edges)]

    def draw(self, painter: Painter) -> None:
        theme, edge = painter.theme, 2 * painter.px(TRACK_EDGE)
        painter.box(self.rect, theme.sunk, radius=8)
        for index, (segment, place) in enumerate(zip(self.segments, self.places(), strict=True)):
            chosen = segment.value == self.value
            usable = self.enabled and segment.value in self.usable
            inner = place.inflate(-edge, -edge)
            if chosen:
                painter.box(inner, theme.raised, theme.line)
            elif usable and self.hot and index == self._pointed:
                painter.wash(inner, HOVER_SHARE, 6)
            self._draw_words(painter, segment, place, chosen, usable)

    def _draw_words(
        self, painter: Painter, segment: Segment[T], place: Rect, chosen: bool, usable: bool
    ) -> None:
        theme, px, fonts = painter.theme, painter.px, painter.fonts
        ink = theme.idle if not usable and not chosen else theme.text if chosen else theme.dim
        inner = place.inflate(-px(CUT_EDGES), 0)
        wide = fonts.width(segment.text, self._size, bold=chosen)
        if segment.icon is not None and self._wide(segment, fonts) <= place.w:
            icon = Rect(place.centerx - (wide + px(24)) // 2, place.y, px(16), place.h)
            painter.icon(segment.icon, icon, ink, 16)
            inner = Rect(icon.right + px(8), place.y, wide, place.h)
        size = self._size if wide <= inner.w else SMALL_SIZE
        painter.text(segment.text, inner, ink, size=size, align="center", bold=chosen)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and plain(event):
            step = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}
            if event.key in step:
                return self._step(step[event.key])
        elif event.type == pygame.MOUSEMOTION:
            self._point(self._at(event.pos))
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            index = self._at(event.pos)
            if index >= 0:
                self._choose(self.segments[index].value)
            return True
        return False

    def _step(self, step: int) -> bool:
        ring = [segment.value for segment in self.segments if segment.value in self.usable]
        if self.value in ring:
            self._choose(ring[(ring.index(self.value) + step) % len(ring)])
        return True

    def _choose(self, value: T) -> None:
        new = value != self.value or value in self._again
        if self.enabled and value in self.usable and new:
            self.set(value)
            self._on_change(value)

    def _point(self, index: int) -> None:
        if index != self._pointed:
            self._pointed = index
            self.tip = self.segments[index].tip if index >= 0 else ""
            self.mark()

    def _at(self, position: tuple[int, int]) -> int:
        under = (i for i, place in enumerate(self.places()) if place.collidepoint(position))
        return next(under, -1)


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
        return min(width, wide), fonts.px(TAB_HEIGHT)

    def ringed(self, fonts: Fonts) -> Rect:
        around = -2 * fonts.px(2 * RING_WIDTH)  # the ring stays inside the row
        return self._places(fonts).get(self.index, self.rect).inflate(around, around)

    def draw(self, painter: Painter) -> None:
        theme, px = painter.theme, painter.px
        painter.underline(theme.line, self.rect)
        for index, place in self._places(painter.fonts).items():
            chosen, light = index == self.index, self._lights.get(index)
            if index == self._pointed and self.hot and not chosen:
                painter.wash(place.inflate(0, -2 * px(4)), HOVER_SHARE, 6)
            if chosen:
                line = place.inflate(-2 * px(TAB_EDGE - 2), 0)
                line.h = px(ACCENT_WIDTH)
                line.bottom = place.bottom
                painter.fill(theme.accent, line)
            ink = theme.text if chosen else theme.dim
            if light is Light.FAILED:
                ink = theme.error
            if light is not None:
                lamp = Rect(place.x + px(TAB_EDGE), place.y, px(LAMP_SIZE), place.h)
                draw_light(painter, light, lamp)
                place = Rect(place.x + px(TAB_ICON), place.y, place.w - px(TAB_ICON), place.h)
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
            + fonts.px(2 * TAB_EDGE + TAB_GAP + TAB_ICON * (index in self._lights))
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
