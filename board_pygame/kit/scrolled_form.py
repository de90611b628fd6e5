"""Rows of a form in a rectangle, which scroll where they are higher than it."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect
from pygame.event import Event

from .form import Form, FormRow
from .painter import Painter
from .scrolling import BAR_WIDTH, ScrolledWidget
from .text import Fonts
from .widget import UI, Widget

WHEEL_STEP = 60
"""Distance that one step of the wheel scrolls, in points."""
BAR_GAP = 2
"""Distance between the rows and the scroll bar, in points."""


class ScrolledForm(ScrolledWidget):
    """The scroll bar of rows; the layer that has the widgets places them by it."""

    def __init__(self, rows: Sequence[FormRow]) -> None:
        super().__init__()
        self._form = Form(rows)
        self._view = Rect(0, 0, 0, 0)
        self._height = 0  # of the rows, in pixels
        self._fonts: Fonts | None = None

    @property
    def widgets(self) -> list[Widget]:
        """All widgets, in the order of the Tab key."""
        return [*self._form.widgets, self]

    @property
    def offset(self) -> int:
        """The pixels that are scrolled away."""
        return self._first()

    def height(self, fonts: Fonts, width: int) -> int:
        """Return the preferred height in pixels."""
        return self._form.height(fonts, width)

    def open(self, visible: bool = True) -> None:
        """Show the scroll bar with the rows, or hide it with them."""
        self.show(visible and self._height > self._view.h)

    def place_rows(self, fonts: Fonts, view: Rect) -> None:
        """Place the rows in ``view``, and the bar to the right of it."""
        self._fonts, self._view = fonts, Rect(view)
        self._measure(fonts)
        self._height = max(view.h, self._form.height(fonts, view.w, least=True))
        self.wheel_step = fonts.px(WHEEL_STEP)
        right = view.right + fonts.px(BAR_GAP)
        self.place((right, view.y, fonts.px(BAR_WIDTH), view.h))
        self.open()
        self._scrolled()

    def _count(self) -> int:
        return self._height

    def _seen(self) -> int:
        return self._view.h

    def _scrolled(self) -> None:
        view, scrolls = self._view, self._height > self._view.h
        if self._fonts is not None:
            top = view.y - self._first()
            self._form.place(self._fonts, Rect(view.x, top, view.w, self._height))
        for widget in self._form.widgets:
            widget.window = view if scrolls else None
        self.mark()

    def back_to_top(self) -> None:
        """Scroll so that the first row of the form is visible."""
        self._scroll_to(0)

    def reveal(self, widget: Widget) -> None:
        """Scroll so that a widget is visible."""
        if widget.window is not None and not self._view.contains(widget.rect):
            top = widget.rect.y - self._view.y + self._first()
            self._show_part(top, top + widget.rect.h)

    def draw(self, painter: Painter) -> None:
        self._draw_bar(painter)

    def handle(self, event: Event, ui: UI) -> bool:
        return self._scroll(event, ui)
