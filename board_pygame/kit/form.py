"""Rows of a form, and a form that scrolls where it is higher than its place."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect
from pygame.event import Event

from .labels import Label
from .painter import CONTROL_HEIGHT, Painter
from .scrolling import BAR_WIDTH, ScrolledWidget
from .text import Fonts
from .widget import UI, Widget

WIDGET_GAP = 8
"""Distance between widgets side by side, and between the lines of a row, in points."""
ROW_GAP = 10
"""Distance between rows, in points."""

Sized = tuple[Widget, int, int]
"""A widget with its width and height in pixels."""


class FormRow:
    """Widgets side by side, on several lines if there is no room for one.

    Widgets that stretch share the remaining width. The labels of a form's rows stand in a column of
    their own; the letter marked with ``&`` in a label goes to the first widget.
    """

    def __init__(self, *widgets: Widget, label: str = "", align: str = "left") -> None:
        self.widgets = widgets
        self.label = Label(label, wrap=True, target=widgets[0]) if label else None
        self._align = align

    @property
    def visible(self) -> bool:
        return any(widget.visible for widget in self.widgets)

    @property
    def grows(self) -> bool:
        return self.visible and any(widget.grows for widget in self.widgets)

    def height(self, fonts: Fonts, width: int) -> int:
        lines = self._lines(fonts, width)
        return sum(_tallest(line) for line in lines) + fonts.px(WIDGET_GAP) * max(0, len(lines) - 1)

    def first_line(self, fonts: Fonts, width: int) -> int:
        """Return the height in pixels of what a label stands beside: of a high field, its top."""
        lines = self._lines(fonts, width)
        high = _tallest(lines[0]) if lines else 0
        return high if high < 2 * fonts.px(CONTROL_HEIGHT) else fonts.px(CONTROL_HEIGHT)

    def least_height(self, fonts: Fonts, width: int) -> int:
        """Return the least height in which the row can be shown, in pixels."""
        if not self.grows:
            return self.height(fonts, width)
        return max(widget.least_height(fonts) for widget in self.widgets)

    def place(self, fonts: Fonts, rect: Rect) -> None:
        """Place the widgets in ``rect``."""
        lines, gap, y = self._lines(fonts, rect.w), fonts.px(WIDGET_GAP), rect.y
        for line in lines:
            left = rect.w - sum(width for _, width, _ in line) - gap * (len(line) - 1)
            sharing = sum(widget.stretches for widget, _, _ in line)
            x = rect.x + (left if self._align == "right" and not sharing else 0)
            tallest = _tallest(line)
            for widget, width, height in line:
                if widget.stretches:
                    width += left // sharing
                down = (tallest - height) // 2
                if widget.grows:
                    height, down = rect.bottom - y, 0
                widget.place((x, y + down, width, height))
                x += width + gap
            y += tallest + gap

    def _lines(self, fonts: Fonts, width: int) -> list[list[Sized]]:
        lines: list[list[Sized]] = []
        left = 0
        for widget in self.widgets:
            if not widget.visible:
                continue
            wide, high = widget.natural_size(fonts, width)
            wide = min(wide, width)
            if not lines or left < wide:
                lines.append([])
                left = width
            lines[-1].append((widget, wide, high))
            left -= wide + fonts.px(WIDGET_GAP)
        return [line for line in lines if _tallest(line)]


class Spacer(Widget):
    """Takes what a row has left, so that what follows stands at the right."""

    stretches = True

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        return 0, fonts.px(CONTROL_HEIGHT)


class Form:
    """Rows one below the other. A row whose widgets are all hidden takes no room."""

    def __init__(self, rows: Sequence[FormRow]) -> None:
        self.rows = list(rows)

    @property
    def widgets(self) -> list[Widget]:
        """All widgets, in the order of the Tab key."""
        labels: list[Widget] = [row.label for row in self.rows if row.label is not None]
        return labels + [widget for row in self.rows for widget in row.widgets]

    def height(self, fonts: Fonts, width: int, *, least: bool = False) -> int:
        """Return the preferred height in pixels, or the least that is needed."""
        heights = [self._height(row, fonts, width, least) for row in self._shown()]
        seen = [height for height in heights if height]
        return sum(seen) + fonts.px(ROW_GAP) * max(0, len(seen) - 1)

    def place(self, fonts: Fonts, rect: Rect) -> None:
        """Place all widgets in ``rect``; rows that grow share the remaining height."""
        shown = self._shown()
        for row in self.rows:
            if row.label is not None:
                row.label.show(row.visible)
        growing = sum(row.grows for row in shown)
        extra = rect.h - self.height(fonts, rect.w)
        column, y = self._label_width(fonts, rect.w), rect.y
        for row in shown:
            height = self._height(row, fonts, rect.w, least=False)
            if row.grows:
                height = max(row.least_height(fonts, rect.w), height + extra // growing)
            if not height:
                continue
            indent = 0
            if row.label is not None:
                indent = column
                room = Rect(rect.x, y, column - fonts.px(WIDGET_GAP), height)
                _place_label(row.label, fonts, room, row.first_line(fonts, rect.w - indent))
            row.place(fonts, Rect(rect.x + indent, y, rect.w - indent, height))
            y += height + fonts.px(ROW_GAP)

    def _shown(self) -> list[FormRow]:
        return [row for row in self.rows if row.visible]

    def _label_width(self, fonts: Fonts, width: int) -> int:
        """Return the width of the widest label and its gap, at most two fifths of the whole."""
        most = width * 2 // 5
        labels = [row.label for row in self._shown() if row.label is not None]
        widest = max((label.natural_size(fonts, most)[0] for label in labels), default=0)
        return widest + fonts.px(WIDGET_GAP)

    def _height(self, row: FormRow, fonts: Fonts, width: int, least: bool) -> int:
        if row.label is None:
            return row.least_height(fonts, width) if least else row.height(fonts, width)
        column = self._label_width(fonts, width)
        fields = width - column
        height = row.least_height(fonts, fields) if least else row.height(fonts, fields)
        return max(height, row.label.natural_size(fonts, column - fonts.px(WIDGET_GAP))[1])


def _tallest(line: list[Sized]) -> int:
    return max((height for _, _, height in line), default=0)


def _place_label(label: Label, fonts: Fonts, room: Rect, line: int) -> None:
    """Place a label beside the first line of the fields, which has this height."""
    height = label.natural_size(fonts, room.w)[1]
    first = max(height, min(room.h, line))
    label.place((room.x, room.y + (first - height) // 2, room.w, height))


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
