"""Rows of a form in a rectangle, which scroll where they are higher than it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from .form import Form, FormRow
from .painter import Painter
from .scrolling import BAR_WIDTH, bar_of, draw_bar, first_at, thumb_of
from .text import Fonts
from .widget import UI, Widget

WHEEL_STEP = 60
"""Distance that one step of the wheel scrolls, in points."""
BAR_GAP = 2
"""Distance between the rows and the scroll bar, in points."""


class ScrolledForm:
    """Owns the form and its scroll bar; the layer that has the widgets places them by it."""

    def __init__(self, rows: Sequence[FormRow]) -> None:
        self._form = Form(rows)
        self.offset = 0  # pixels that are scrolled away
        self._view = Rect(0, 0, 0, 0)
        self._bar = _FormBar(self)

    @property
    def widgets(self) -> list[Widget]:
        """All widgets, in the order of the Tab key."""
        return [*self._form.widgets, self._bar]

    def height(self, fonts: Fonts, width: int) -> int:
        """Return the preferred height in pixels."""
        return self._form.height(fonts, width)

    def show(self, visible: bool = True) -> None:
        """Show the scroll bar with the rows, or hide it with them."""
        self._bar.show(visible and self._bar.height > self._view.h)

    def place(self, fonts: Fonts, view: Rect) -> None:
        """Place the rows in ``view``, and the bar to the right of it."""
        self._view = Rect(view)
        height = max(view.h, self._form.height(fonts, view.w, least=True))
        self.offset = max(0, min(self.offset, height - view.h))
        self._form.place(fonts, Rect(view.x, view.y - self.offset, view.w, height))
        scrolls = height > view.h
        for widget in self._form.widgets:
            widget.window = self._view if scrolls else None
        self._bar.show(scrolls)
        self._bar.height = height
        beside = fonts.px(BAR_WIDTH) + fonts.px(BAR_GAP)
        self._bar.place(bar_of(self._view.move(beside, 0), fonts))

    def scroll_to(self, offset: int, ui: UI) -> None:
        """Scroll so far, in pixels, or as far as there are rows."""
        before, self.offset = self.offset, offset
        self.place(ui.fonts, self._view)
        if self.offset != before:
            ui.redraw()

    def wheel(self, event: Event, ui: UI) -> None:
        """Scroll by the steps of the wheel."""
        self.scroll_to(self.offset - event.y * ui.px(WHEEL_STEP), ui)

    def reveal(self, widget: Widget, ui: UI) -> None:
        """Scroll so that a widget is visible."""
        view = self._view
        if widget.window is not None and not view.contains(widget.rect):
            down = max(0, widget.rect.bottom - view.bottom)
            up = max(0, view.top - widget.rect.top)
            self.scroll_to(self.offset + (down if down and not up else -up), ui)


class _FormBar(Widget):
    """The scroll bar of a form that is higher than its rectangle."""

    def __init__(self, form: ScrolledForm) -> None:
        super().__init__()
        self._form = form
        self.height = 0  # of what is scrolled
        self._grip: int | None = None

    def draw(self, painter: Painter) -> None:
        draw_bar(painter, self._thumb(painter.fonts), self._grip is not None)

    def _thumb(self, fonts: Fonts) -> Rect:
        return thumb_of(self.rect, self._form.offset, self.rect.h, self.height, fonts)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            thumb = self._thumb(ui.fonts)
            inside = thumb.top <= event.pos[1] < thumb.bottom
            self._grip = event.pos[1] - thumb.y if inside else thumb.h // 2
            ui.capture(self)
            self._drag(event.pos[1], ui)
        elif event.type == pygame.MOUSEMOTION and self._grip is not None:
            self._drag(event.pos[1], ui)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._grip = None
            self.mark()
        else:
            return False
        return True

    def _drag(self, y: int, ui: UI) -> None:
        top = y - (self._grip or 0)
        self._form.scroll_to(first_at(self.rect, top, self.rect.h, self.height, ui.fonts), ui)
        self.mark()
