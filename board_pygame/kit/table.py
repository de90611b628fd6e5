"""A table of text with any number of rows, of which only the visible ones are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import SMALL_SIZE, TEXT_SIZE, Icon, Painter
from .rows import Rows, TableColumn
from .scrolling import ScrolledWidget
from .text import RGB, Fonts
from .widget import EMPTY_RECT, UI, alt_only, command, letter_command, nothing, plain

LEAST_ROWS = 3
"""Rows that a table in a dialog shows at least."""
INDENT_BLANKS = "    "
"""The blanks before each further line of an opened row."""
SIGN_WIDTH = 16
"""Width of the sign of a row that can be opened, in points."""
MOST_OPENED_CHARACTERS = 20_000
"""Characters of an opened row that are shown; copying gives all."""


class TableWidget(ScrolledWidget):
    """Rows in columns, to be read, selected and copied.

    With ``opens``, a row whose text in the column without a width does not fit ends in a sign, and
    opens by a click, Enter or → so that all of it is shown on several lines; the same again, or ←,
    closes it. One row is open at a time: a row's place is found by arithmetic however many there
    are. With ``newer``, words for a number of rows, a table that follows and has been scrolled
    away shows how many rows are below, in a chip that leads back.

    After rows were appended to ``rows``, or dropped from its beginning, call :meth:`update`; after
    any other change, :meth:`reset`. A table that ``follows`` stays at its end once it is there.
    ``on_cursor`` gets the row that was clicked or gone to, ``on_activate`` the row of a double
    click or of Enter; ``on_right`` is called after ``on_cursor`` at a press of the right button.
    With ``sort_tip``, the help for its headings, a press on a heading or Ctrl and the number of its
    column sorts the rows by it; the next one turns their order around.

    Private numbers count rows from the first row ever, so that nothing moves when the oldest rows
    are dropped; public indices count from the first row that is kept.
    """

    focusable = True
    stretches = True
    grows = True

    def __init__(
        self,
        columns: Sequence[TableColumn],
        rows: Rows,
        *,
        size: int = TEXT_SIZE,
        follows: bool = False,
        empty: str = "",
        height: int = 8,
        on_cursor: Callable[[int], object] = nothing,
        on_activate: Callable[[int], object] | None = None,
        on_right: Callable[[], object] = nothing,
        tip: str = "",
        opens: bool = False,
        newer: Callable[[int], str] | None = None,
        sort_tip: str = "",
    ) -> None:
        super().__init__(tip, follows=follows)
        self._own_tip, self._sort_tip = tip, sort_tip
        self._sorted_by: tuple[int, bool] | None = None  # a column, and whether downwards
        self._opens, self._newer = opens, newer
        self._open = -1  # the row that is open
        self._open_lines: list[str] = []
        self._open_for: tuple[str, int, Fonts] | None = None  # what these lines were made for
        self._chip = EMPTY_RECT
        self.columns, self.rows = list(columns), rows
        self.empty = empty  # shown in the middle if there are no rows
        self._size, self._height = size, height
        self._on_cursor, self._on_activate = on_cursor, on_activate
        self._on_right = on_right
        self._known = rows.dropped + len(rows)
        self._cursor = self._anchor = -1
        self._selected: set[int] = set()
        self.on_copy: Callable[[], object] = nothing
        self._marked = -1
        self._drawn_first = -1
        self._row_height = self._head = self._edge = 0  # in pixels
        self._dragging = False
        self._pressed_row = -1  # opens when the button is released on it

    # Contents

    @property
    def cursor(self) -> int | None:
        """The row that was clicked or gone to last."""
        index = self._cursor - self.rows.dropped
        return index if 0 <= index < len(self.rows) else None

    @property
    def selected(self) -> list[int]:
        """The selected rows, in order."""
        dropped, end = self.rows.dropped, len(self.rows)
        return sorted(n - dropped for n in self._selected if 0 <= n - dropped < end)

    @property
    def top(self) -> int:
        """The first visible row."""
        return self._row_at(self._first()) - self.rows.dropped

    @property
    def opened(self) -> int | None:
        """The row that is open."""
        index = self._open - self.rows.dropped
        return index if 0 <= index < len(self.rows) else None

    def go_to(self, index: int | None) -> None:
        """Select this row alone and show it, without calling ``on_cursor``."""
        if index is None:
            self._cursor = self._anchor = -1
            self._select(set())
        else:
            self._go(self.rows.dropped + index, extend=False)

    def mark_row(self, index: int | None) -> None:
        """Point out a row, selected or not; no row for ``None``."""
        marked = -1 if index is None else self.rows.dropped + index
        if marked != self._marked:
            old, self._marked = self._marked, marked
            self._mark_rows(old, old + 1)
            self._mark_rows(marked, marked + 1)

    def title(self, column: int, title: str) -> None:
        """Set the title of a column."""
        self.columns[column] = replace(self.columns[column], title=title)
        self.mark()

    def sort(self, column: int) -> None:
        """Sort the rows by a column, or turn their order around; the cursor stays with its row."""
        down = self._sorted_by == (column, False)
        row = None if self.cursor is None else self.rows.row(self.cursor)
        self.rows.sort(column, down=down)
        self._sorted_by = (column, down)
        self.reset()
        self.go_to(next((at for at in range(len(self.rows)) if self.rows.row(at) == row), None))

    def update(self) -> None:
        """Show rows that were appended, dropped from the beginning or removed from the end."""
        dropped, end = self.rows.dropped, self.rows.dropped + len(self.rows)
        known, self._known = self._known, end
        if self._selected:
            self._selected = {n for n in self._selected if dropped <= n < end}
        if self._open >= 0 and not dropped <= self._open < end:
            self._close()
        if self._first() != self._drawn_first or end < known or known <= dropped:
            self.mark(self._body())
        else:
            self._mark_rows(known, end)
            if self._count() > self._seen():
                self.mark(self._bar())
            if self._newer is not None and not self._at_end:
                self.mark(self._chip_place())

    def reset(self) -> None:
        """Show other rows, with nothing selected."""
        self._known = self.rows.dropped + len(self.rows)
        self._cursor = self._anchor = self._marked = -1
        self._selected = set()
        self._open = -1
        self._at_end = self._follows
        self._top = self.rows.dropped
        self.mark()

    def changed(self, index: int) -> None:
        """Redraw a row whose texts have changed."""
        number = self.rows.dropped + index
        self._mark_rows(number, number + 1)

    # Lines: each row has one, the open one has more; they are what scrolls

    @property
    def _more(self) -> int:
        """The further lines of the open row."""
        return max(0, len(self._open_lines) - 1) if self._open >= 0 else 0

    def _line_of(self, number: int) -> int:
        """Return the first line of a row."""
        return number + self._more if 0 <= self._open < number else number

    def _row_at(self, line: int) -> int:
        """Return the row of a line."""
        return line if self._open < 0 else min(line, max(self._open, line - self._more))

    def _start(self) -> int:
        return self.rows.dropped

    def _count(self) -> int:
        return len(self.rows) + self._more

    def _close(self) -> None:
        """Close the open row; what is above the window moves away from under it."""
        if 0 <= self._open < self._row_at(self._first()):
            self._top = self._first() - self._more
        self._open, self._open_for = -1, None
        self._open_lines = []
        self.mark()

    def _toggle(self, number: int, fonts: Fonts) -> bool:
        """Open a row that does not fit, or close it. Return False if there is nothing to open."""
        if number == self._open:
            self._close()
            return True
        if not self._is_cut(number, fonts):
            return False
        if self._open >= 0:
            self._close()
        if self._at_end:
            self._top, self._at_end = self._first(), False
        self._open = number
        self._measure(fonts)
        end = self._line_of(number) + self._more + 1
        self._scroll_to(min(number, max(self._first(), end - self._seen())))
        self.mark()
        return True

    def _opening_column(self) -> int:
        """Return the column whose text is shown whole in an open row; -1 if none is."""
        free = (index for index, column in enumerate(self.columns) if not column.width)
        return next(free, -1) if self._opens else -1

    def _is_cut(self, number: int, fonts: Fonts) -> bool:
        """Tell whether a row has more text than its column shows."""
        column, index = self._opening_column(), number - self.rows.dropped
        if column < 0 or not 0 <= index < len(self.rows):
            return False
        room = self._columns(fonts)[column][1] - 2 * fonts.px(7)
        text = self.rows.row(index)[column]
        return fonts.width(text, self._size, self.columns[column].mono) > room

    def _wrap_open(self, fonts: Fonts) -> None:
        """Break the text of the open row into lines, if it or the width has changed."""
        column, index = self._opening_column(), self._open - self.rows.dropped
        if column < 0 or not 0 <= index < len(self.rows):
            return
        text = self.rows.row(index)[column][:MOST_OPENED_CHARACTERS]
        width = self._columns(fonts)[column][1] - 2 * fonts.px(7) - fonts.px(SIGN_WIDTH)
        if self._open_for == (text, width, fonts):
            return
        self._open_for = (text, width, fonts)
        mono = self.columns[column].mono
        first, *_rest = fonts.wrap(text, self._size, max(fonts.px(40), width), mono)
        indent = fonts.width(INDENT_BLANKS, self._size, mono)
        rest = text[len(first) :].lstrip()
        more = fonts.wrap(rest, self._size, max(fonts.px(40), width - indent), mono) if rest else []
        self._open_lines = [first, *more]

    # Layout

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        self._measure(fonts)
        rows = self._height * self._row_height
        return width, self._head + rows + 2 * self._edge

    def least_height(self, fonts: Fonts) -> int:
        self._measure(fonts)
        return self._head + LEAST_ROWS * self._row_height + 2 * self._edge

    def _measure(self, fonts: Fonts) -> None:
        super()._measure(fonts)
        self._row_height = fonts.height(self._size) + fonts.px(2)
        titled = any(column.title for column in self.columns)
        self._head = fonts.height(SMALL_SIZE) + fonts.px(6) if titled else 0
        self._edge = fonts.px(2)
        if self._open >= 0:
            self._wrap_open(fonts)
        if self._newer is not None:
            width = fonts.width(self._newer(99_999), SMALL_SIZE) + fonts.px(24)
            self._chip = Rect(0, 0, width, fonts.px(26))

    @property
    def opaque(self) -> Rect:
        if not self._row_height:
            return EMPTY_RECT  # the width of the border is known after the first measurement
        return self._body() if self.window is None else self._body().clip(self.window)

    def _body(self) -> Rect:
        inner = self.rect.inflate(-2 * self._edge, -2 * self._edge)
        return Rect(inner.x, inner.y + self._head, inner.w, max(0, inner.h - self._head))

    def _seen(self) -> int:
        return max(1, self._body().h // max(1, self._row_height))

    def _row_rect(self, number: int) -> Rect:
        body = self._body()
        y = body.y + (self._line_of(number) - self._first()) * self._row_height
        lines = 1 + self._more if number == self._open else 1
        return Rect(body.x, y, body.w, lines * self._row_height)

    def _chip_place(self) -> Rect:
        """Return where the chip is shown; an empty place if it is not."""
        body, below = self._body(), self._below()
        if self._newer is None or self._at_end or not below or self._chip.h > body.h:
            return EMPTY_RECT
        place = Rect(self._chip)
        place.bottomright = (body.right - self._bar_width - 2, body.bottom - 2)
        return place

    def _below(self) -> int:
        """Return the number of rows below those that are visible."""
        end = self.rows.dropped + len(self.rows)
        return max(0, end - self._row_at(self._first() + self._seen() - 1) - 1)

    def _mark_rows(self, first: int, end: int) -> None:
        """Mark the rows from one number up to another for redrawing."""
        if first >= 0 and end > first:
            rows = self._row_rect(first)
            rows.h = (self._line_of(end) - self._line_of(first)) * self._row_height
            rows = rows.clip(self._body())
            if rows.h:
                self.mark(rows)

    def _columns(self, fonts: Fonts) -> list[tuple[int, int]]:
        """Return the left edge and the width of each column, in pixels."""
        body = self._body()
        widths = [fonts.px(column.width) for column in self.columns]
        pad = 2 * fonts.px(7)
        for at, (column, width) in enumerate(zip(self.columns, widths, strict=True)):
            if width and column.longest:
                width = min(width, fonts.width(column.longest, self._size, column.mono) + pad)
            if width and self._sort_tip:  # a heading has room for itself and the sign of its order
                sign = fonts.px(SIGN_WIDTH) if self._sorted_by and self._sorted_by[0] == at else 0
                width = max(width, fonts.width(column.title, SMALL_SIZE) + sign + pad)
            widths[at] = width
        left = body.w - self._bar_width - sum(widths)
        sharing = [i for i, width in enumerate(widths) if not width]
        for turn, index in enumerate(sharing):
            widths[index] = max(0, left) // (len(sharing) - turn)
            left -= widths[index]
        starts = [body.x + sum(widths[:index]) for index in range(len(widths))]
        return list(zip(starts, widths, strict=True))

    # Drawing

    def draw(self, painter: Painter) -> None:
        self._measure(painter.fonts)
        theme, clip = painter.theme, painter.clip
        painter.box(self.rect, theme.panel, theme.line, 4)
        self._drawn_first = self._first()
        columns = self._columns(painter.fonts)
        if self._head:
            self._draw_head(painter, columns)
        body = self._body()
        painter.surface.set_clip(clip.clip(body))
        if len(self.rows):
            self._draw_rows(painter, columns)
        else:
            painter.paragraph(self.empty, body.inflate(-2 * painter.px(8), 0), theme.dim)
        self._draw_bar(painter)
        self._draw_chip(painter)
        painter.surface.set_clip(clip)

    def _draw_chip(self, painter: Painter) -> None:
        place = self._chip_place()
        if place.w and self._newer is not None:
            theme = painter.theme
            painter.box(place, theme.selected, theme.accent)
            words = self._newer(self._below())
            painter.text(words, place, theme.text, size=SMALL_SIZE, align="center")

    def _draw_head(self, painter: Painter, columns: list[tuple[int, int]]) -> None:
        theme, body = painter.theme, self._body()
        head = Rect(body.x, body.y - self._head, body.w, self._head)
        painter.box(head, theme.background, radius=3)
        painter.underline(theme.line, head)
        for at, (column, (x, width)) in enumerate(zip(self.columns, columns, strict=True)):
            place = Rect(x, head.y, width, head.h).inflate(-2 * painter.px(7), 0)
            if self._sorted_by is not None and self._sorted_by[0] == at:
                self._draw_sign(painter, place, Icon.OPENED if self._sorted_by[1] else Icon.UPWARDS)
            painter.text(column.title, place, theme.dim, size=SMALL_SIZE, align=column.align)

    def _draw_rows(self, painter: Painter, columns: list[tuple[int, int]]) -> None:
        """Draw the rows inside the clip."""
        clip, body, height = painter.clip, self._body(), self._row_height
        first = self._row_at(self._drawn_first + max(0, (clip.top - body.y) // height))
        end = self._row_at(self._drawn_first + (clip.bottom - 1 - body.y) // height) + 1
        for number in range(first, min(end, self.rows.dropped + len(self.rows))):
            self._draw_row(painter, number, columns)

    def _draw_row(self, painter: Painter, number: int, columns: list[tuple[int, int]]) -> None:
        theme, row = painter.theme, self._row_rect(number)
        index = number - self.rows.dropped
        if number in self._selected:
            painter.fill(theme.selected, row)
        elif number == self._marked:
            painter.fill(theme.hover, row)
        if number == self._marked:
            painter.fill(theme.accent, Rect(row.x, row.y, painter.px(3), row.h))
        if number == self._open:
            painter.box(row, theme.background, theme.line, 3)
        ink = self.rows.color(index)
        cells = self.rows.row(index)
        opening = self._opening_column()
        for at, (column, (x, width), cell) in enumerate(
            zip(self.columns, columns, cells, strict=True)
        ):
            place = Rect(x, row.y, width, self._row_height).inflate(-2 * painter.px(7), 0)
            own = column.color if column.color != "text" else ink or "text"
            color = theme.named(own)
            if at == opening and number == self._open:
                self._draw_opened(painter, place, color, column.mono)
                continue
            if at == opening and painter.fonts.width(cell, self._size, column.mono) > place.w:
                self._draw_sign(painter, place, Icon.CLOSED)
            painter.text(cell, place, color, size=self._size, align=column.align, mono=column.mono)

    def _draw_sign(self, painter: Painter, place: Rect, sign: Icon) -> None:
        """Draw the sign of a row that opens or is open, and take its room from the text."""
        wide = painter.px(SIGN_WIDTH)
        place.w = max(0, place.w - wide)
        painter.icon(sign, Rect(place.right, place.y, wide, place.h), painter.theme.dim, 14)

    def _draw_opened(self, painter: Painter, place: Rect, color: RGB, mono: bool) -> None:
        self._draw_sign(painter, place, Icon.OPENED)
        indent = painter.fonts.width(INDENT_BLANKS, self._size, mono)
        for line in self._open_lines:
            painter.text(line, place, color, size=self._size, mono=mono)
            if line is self._open_lines[0]:
                place = Rect(place.x + indent, place.y, place.w - indent, place.h)
            place.y += self._row_height

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        self._measure(ui.fonts)
        if self._scroll(event, ui):
            return True
        match event.type:
            case pygame.KEYDOWN:
                return self._key(event, ui)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._pressed(event.pos, ui)
            case pygame.MOUSEBUTTONDOWN if event.button == 3:
                self._pressed_right(event.pos)
            case pygame.MOUSEMOTION if event.buttons[0]:
                self._dragged(event.pos)
            case pygame.MOUSEMOTION:
                heading = self._sort_tip if self._heading(event.pos, ui.fonts) >= 0 else ""
                self.tip = heading or self._shortened(event.pos, ui.fonts) or self._own_tip
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._dragging = False
                self._clicked(event.pos, ui.fonts)
            case _:
                return False
        return True

    def _clicked(self, position: tuple[int, int], fonts: Fonts) -> None:
        """Open or close the row that was pressed and released, if nothing else was meant."""
        pressed, self._pressed_row = self._pressed_row, -1
        if pressed >= 0 and pressed == self._number_at(position):
            self._toggle(pressed, fonts)

    def _shortened(self, position: tuple[int, int], fonts: Fonts) -> str:
        """Return the whole text of a cell that is shown shortened; else an empty text."""
        opening = self._opening_column()
        index = self._number_at(position) - self.rows.dropped
        if not self._body().collidepoint(position) or not 0 <= index < len(self.rows):
            return ""
        cells = self.rows.row(index)
        for at, (x, width) in enumerate(self._columns(fonts)):
            cell, mono, room = cells[at], self.columns[at].mono, width - 2 * fonts.px(7)
            shortened = at != opening and fonts.width(cell, self._size, mono) > room
            if x <= position[0] < x + width and shortened:
                return cell
        return ""

    def _heading(self, position: tuple[int, int], fonts: Fonts) -> int:
        """Return the column of the heading at a point; -1 if there is none."""
        body = self._body()
        if not body.y - self._head <= position[1] < body.y:
            return -1
        spans = enumerate(self._columns(fonts))
        return next((at for at, (x, width) in spans if x <= position[0] < x + width), -1)

    def _pressed(self, position: tuple[int, int], ui: UI) -> None:
        column = self._heading(position, ui.fonts)
        if self._sort_tip and column >= 0:
            self.sort(column)
        elif self._chip_place().collidepoint(position):
            self._scroll_to(self._last_top())
        elif self._body().collidepoint(position):
            number = self._number_at(position)
            if number < self.rows.dropped + len(self.rows):
                self._press_row(number, ui)

    def _pressed_right(self, position: tuple[int, int]) -> None:
        number = self._number_at(position)
        inside = self._body().collidepoint(position)
        if inside and 0 <= number - self.rows.dropped < len(self.rows):
            self._go(number, extend=False)
            self._on_cursor(number - self.rows.dropped)
            self._on_right()

    def _press_row(self, number: int, ui: UI) -> None:
        mods = pygame.key.get_mods()
        if mods & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._cursor = self._anchor = number
            self._select(self._selected ^ {number})
        else:
            self._go(number, extend=bool(mods & pygame.KMOD_SHIFT))
            self._dragging = True
            alone = ui.clicks == 1 and not mods & pygame.KMOD_SHIFT
            self._pressed_row = number if alone else -1
            ui.capture(self)
        self._on_cursor(number - self.rows.dropped)
        if ui.clicks == 2 and self._on_activate is not None:
            ui.capture(None)
            self._dragging = False
            self._on_activate(number - self.rows.dropped)

    def _dragged(self, position: tuple[int, int]) -> None:
        if self._dragging and len(self.rows):
            before = self._cursor
            self._go(self._number_at(position), extend=True)
            if self._cursor != before:
                self._pressed_row = -1
                self._on_cursor(self._cursor - self.rows.dropped)

    def let_go(self) -> None:
        super().let_go()
        self._pressed_row, self._dragging = -1, False

    def _key(self, event: Event, ui: UI) -> bool:
        if alt_only(event) or not len(self.rows):
            return False
        if letter_command(event, pygame.K_a):
            self.select_all()
            return True
        if letter_command(event, pygame.K_c):
            return self.copy(ui)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self._on_activate is None or self.cursor is None:
                return self._opened_by_key(ui.fonts)
            self._on_activate(self.cursor)
            return True
        if event.key in (pygame.K_RIGHT, pygame.K_LEFT) and plain(event):
            opens = event.key == pygame.K_RIGHT
            return (self._cursor == self._open) is not opens and self._opened_by_key(ui.fonts)
        return self._stepped(event)

    def shortcut(self, event: Event, ui: UI) -> bool:
        column = event.key - pygame.K_1
        if self._sort_tip and command(event) and 0 <= column < len(self.columns):
            self.sort(column)
            return True
        return super().shortcut(event, ui)

    def _opened_by_key(self, fonts: Fonts) -> bool:
        return self.cursor is not None and self._toggle(self._cursor, fonts)

    def select_all(self) -> None:
        """Select all rows, or those that count as all."""
        dropped = self.rows.dropped
        self._select(set(range(dropped + self.rows.first, dropped + len(self.rows))))

    def copy(self, ui: UI) -> bool:
        """Copy the selected rows; return whether there are any."""
        chosen = [self.rows.row(index) for index in self.selected]
        if chosen:
            ui.clipboard.copy("\n".join("\t".join(cells) for cells in chosen))
            self.on_copy()
        return bool(chosen)

    def _stepped(self, event: Event) -> bool:
        """Handle a key that moves the cursor."""
        page, count = self._seen(), len(self.rows)
        steps = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -count,
            pygame.K_END: count,
        }
        if event.key not in steps:
            return False
        step = steps[event.key]
        appears = self.cursor is None and abs(step) < count  # at the top of what is visible
        number = self._row_at(self._first()) if appears else self._cursor + step
        self._go(number, extend=bool(event.mod & pygame.KMOD_SHIFT))
        if event.key == pygame.K_END:
            self._scroll_to(self._last_top())
        self._on_cursor(self._cursor - self.rows.dropped)
        return True

    def _number_at(self, position: tuple[int, int]) -> int:
        return self._row_at(self._first() + (position[1] - self._body().y) // self._row_height)

    def _go(self, number: int, extend: bool) -> None:
        """Move the cursor, and select the row, or all rows from the anchor."""
        last = self.rows.dropped + len(self.rows) - 1
        number = max(self.rows.dropped, min(number, last))
        if not extend or not self.rows.dropped <= self._anchor <= last:
            self._anchor = number
        self._cursor = number
        self._select(set(range(min(self._anchor, number), max(self._anchor, number) + 1)))
        self._show_part(self._line_of(number), self._line_of(number) + 1)

    def _select(self, selected: set[int]) -> None:
        old, self._selected = self._selected, selected
        first = self._first()
        for number in range(self._row_at(first), self._row_at(first + self._seen()) + 1):
            if (number in old) != (number in selected):
                self._mark_rows(number, number + 1)
