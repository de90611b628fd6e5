"""The bar that scrolls a widget, and the border between two parts of a layer: both are dragged."""

from __future__ import annotations

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import Painter
from .text import Fonts
from .widget import UI, Widget

BAR_WIDTH = 12
"""Width of a scroll bar, in points."""
SHORTEST_THUMB = 28
"""Least height of a thumb, in points; a shorter one is hard to catch."""


class ScrolledWidget(Widget):
    """A widget that shows a part of something long, with a scroll bar where it does not fit.

    It is measured in a unit of its own, such as lines or pixels. A subclass tells how much there is
    (:meth:`_count`), how much of it is seen (:meth:`_seen`) and where (:meth:`_body`); it calls
    :meth:`_measure` before it draws or handles an event, and leaves to :meth:`_scroll` the events
    that scroll. One that ``follows`` stays at the end once it is there.
    """

    wheel_step = 3
    """Units that one step of the wheel scrolls."""

    def __init__(self, tip: str = "", *, follows: bool = False) -> None:
        super().__init__(tip)
        self._top = 0  # the first unit that is to be seen
        self._follows = self._at_end = follows
        self._grip: int | None = None  # pixels from the top of the thumb to the pointer
        self._bar_width = self._shortest_thumb = 0  # in pixels

    # What there is

    def _body(self) -> Rect:
        """Return where the part is seen, with the bar at the right edge."""
        return self.rect

    def _start(self) -> int:
        """Return the number of the first unit of all."""
        return 0

    def _count(self) -> int:
        """Return the number of units."""
        raise NotImplementedError

    def _seen(self) -> int:
        """Return the number of units that there is room for."""
        raise NotImplementedError

    def _scrolled(self) -> None:
        """React to another part being seen."""
        self.mark()

    def _measure(self, fonts: Fonts) -> None:
        """Find the sizes of all that is seen."""
        self._bar_width, self._shortest_thumb = fonts.px(BAR_WIDTH), fonts.px(SHORTEST_THUMB)

    # Which part is seen

    def _last_top(self) -> int:
        return self._start() + max(0, self._count() - self._seen())

    def _first(self) -> int:
        """Return the first unit that is seen."""
        last = self._last_top()
        return last if self._at_end else max(self._start(), min(self._top, last))

    def _scroll_to(self, first: int) -> None:
        """Show the part from this unit on, as far as there is one."""
        before, last = self._first(), self._last_top()
        self._top = max(self._start(), min(first, last))
        self._at_end = self._follows and self._top == last
        if self._top != before:
            self._scrolled()

    def _show_part(self, first: int, end: int) -> None:
        """Scroll no further than to see the units from ``first`` up to ``end``."""
        top, seen = self._first(), self._seen()
        if first < top:
            self._scroll_to(first)
        elif end > top + seen:
            self._scroll_to(min(first, end - seen))

    # The bar

    def _bar(self) -> Rect:
        """Return the strip in which the thumb moves."""
        body, width = self._body(), self._bar_width
        return Rect(body.right - width, body.y, width, body.h)

    def _thumb(self) -> Rect:
        """Return the thumb; it is empty if all is seen."""
        bar, seen, count = self._bar(), self._seen(), self._count()
        if count <= seen:
            return Rect(bar.topleft, (0, 0))
        height = min(bar.h, max(self._shortest_thumb, bar.h * seen // count))
        above = (bar.h - height) * (self._first() - self._start()) // (count - seen)
        return Rect(bar.x, bar.y + above, bar.w, height)

    def _draw_bar(self, painter: Painter) -> None:
        thumb = self._thumb()
        if thumb.h:
            theme = painter.theme
            slim = thumb.inflate(-2 * painter.px(3), -2 * painter.px(2))
            painter.box(slim, theme.idle if self._grip is None else theme.dim, radius=3)

    # Events

    def _scroll(self, event: Event, ui: UI) -> bool:
        """Handle the wheel, and the pointer on the bar. Return False if the event is for others."""
        thumb = self._thumb()
        match event.type:
            case pygame.MOUSEWHEEL if thumb.h:
                self._scroll_to(self._first() - event.y * self.wheel_step)
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and self._bar().collidepoint(
                event.pos
            ):
                if thumb.top <= event.pos[1] < thumb.bottom:
                    self._grip = event.pos[1] - thumb.y
                    ui.capture(self)
                    self.mark(self._bar())
                elif thumb.h:
                    page = self._seen()
                    self._scroll_to(self._first() + (page if event.pos[1] > thumb.y else -page))
                else:
                    return False
            case pygame.MOUSEMOTION if self._grip is not None:
                bar, more = self._bar(), self._count() - self._seen()
                above = event.pos[1] - self._grip - bar.y
                self._scroll_to(self._start() + round(above * more / max(1, bar.h - thumb.h)))
            case pygame.MOUSEBUTTONUP if self._grip is not None:
                self.let_go()
            case _:
                return False
        return True

    def let_go(self) -> None:
        if self._grip is not None:
            self._grip = None
            self.mark(self._bar())
