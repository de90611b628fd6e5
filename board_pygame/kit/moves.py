"""The moves of a game in two columns, with whatever stands between them over the whole width."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import SMALL_SIZE, TEXT_SIZE, Painter
from .rows import Rows
from .scrolling import ScrolledWidget
from .text import Fonts
from .widget import UI, alt_only, letter_command, nothing, plain

NUMBER_WIDTH = 44
"""Points of width of a move's number."""
EXTRA_LEAST = 128
"""Points of width of a cell from which there is room for what stands at its right."""
MOVE_HEIGHT = 28
"""Points of height of a row with moves."""
MOST_REMARK = 4_000
"""Characters of a remark that are shown."""


@dataclass(slots=True)
class _GridRow:
    """A row of the grid: the moves of both columns, or one remark; -1 is no move."""

    cells: list[int] = field(default_factory=lambda: [-1, -1])
    remark: int = -1
    number: int = 0
    lines: tuple[str, ...] = ()  # of a remark, at the present width
    spans: tuple[tuple[int, int], ...] = ()  # of these lines in its words


class MovesGrid(ScrolledWidget):
    """Plies beside each other, a row of the grid for a move of each side.

    ``rows`` are the plies as in a table: number, side, notation, words. A row without a number is a
    remark, whose words stand on lines of their own; row 0 is the start, which is not shown.
    ``column_of`` tells the column of a side, 0 or 1, ``extra`` what stands at the right of a ply,
    such as its time. After rows were appended, call :meth:`update`; after any other change,
    :meth:`reset`. ``on_cursor`` gets the row that was clicked or gone to; ``on_right`` is called
    after it when that was done with the right button.
    """

    focusable = True
    stretches = True
    grows = True

    def __init__(
        self,
        rows: Rows,
        column_of: Callable[[str], int],
        *,
        extra: Callable[[str], str] = lambda _number: "",
        on_cursor: Callable[[int], object] = nothing,
        on_right: Callable[[], object] = nothing,
        empty: str = "",
        titles: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(follows=True)
        self.rows, self.titles = rows, titles
        self._column_of, self._extra, self._on_cursor = column_of, extra, on_cursor
        self._empty, self._on_right = empty, on_right
        self._grid: list[_GridRow] = []
        self._row_of: dict[int, int] = {}  # the row of the grid of each row
        self._known = 0  # rows that are in the grid
        self._starts: list[int] = [0]  # the pixels above each row of the grid, and above its end
        self._made_for: tuple[int, Fonts] | None = None
        self._marked = self._cursor = self._anchor = -1
        self._spot = (0, 0)  # of the marked remark: the part of its words that is pointed out
        self._due = -1  # the row to be seen once all rows are measured
        self._edge = self._head = 0

    # Contents

    @property
    def cursor(self) -> int | None:
        """The row that was clicked or gone to last."""
        return self._cursor if 0 <= self._cursor < len(self.rows) else None

    @property
    def selected(self) -> list[int]:
        """The selected rows, in order."""
        if self.cursor is None:
            return []
        first, last = sorted((self._anchor, self._cursor))
        return [index for index in range(first, last + 1) if 0 <= index < len(self.rows)]

    def reset(self) -> None:
        """Show other rows, with nothing selected."""
        self._grid, self._row_of, self._known, self._starts = [], {}, 0, [0]
        self._made_for = None
        self._cursor = self._anchor = self._marked = -1
        self._at_end = True
        self.update()
        self.mark()

    def update(self) -> None:
        """Show rows that were appended or removed from the end."""
        if len(self.rows) < self._known:
            self._grid, self._row_of, self._known, self._starts = [], {}, 0, [0]
        if len(self.rows) == self._known:
            return
        for index in range(self._known, len(self.rows)):
            self._append(index)
        self._known = len(self.rows)
        self._made_for = None if self._made_for is None else (-1, self._made_for[1])
        self.mark()

    def _append(self, index: int) -> None:
        number, side, _notation, _words = self.rows.row(index)
        if number == "0":
            return
        last = self._grid[-1] if self._grid else None
        if not number:
            self._grid.append(_GridRow(remark=index))
        else:
            column = self._column_of(side)
            if last is None or last.remark >= 0 or any(at >= 0 for at in last.cells[column:]):
                moves = next((row.number for row in reversed(self._grid) if row.remark < 0), 0)
                begun = last is not None and last.remark >= 0 and column > 0
                self._grid.append(_GridRow(number=max(1, moves) if begun else moves + 1))
            self._grid[-1].cells[column] = index
        self._row_of[index] = len(self._grid) - 1

    def name_columns(self, first: str, second: str) -> None:
        """Set the titles of the columns."""
        self.titles = (first, second)
        self.mark()

    def mark_row(self, index: int | None, spot: tuple[int, int] = (0, 0)) -> None:
        """Point out a row, or the ``spot`` in the words of a remark, and show it.

        No row is pointed out for ``None``.
        """
        marked = -1 if index is None else index
        if (marked, spot) != (self._marked, self._spot):
            self._marked, self._spot = marked, spot
            self._reveal(marked)
            self.mark()

    def go_to(self, index: int | None) -> None:
        """Select this row alone and show it, without calling ``on_cursor``."""
        self._cursor = self._anchor = -1 if index is None else index
        if index is None:
            self._at_end = True
        else:
            self._reveal(index)
        self.mark()

    def _reveal(self, index: int) -> None:
        """Show a row at the next picture, when the heights of all rows are known."""
        self._due = index
        if index == 0:
            self._top, self._at_end = 0, False

    def _show_due(self) -> None:
        """Scroll to the row that is to be seen, with the remarks below it as far as they fit."""
        row, self._due = self._row_of.get(self._due), -1
        if row is None:
            return
        after = row + 1
        while after < len(self._grid) and self._grid[row].remark < 0 <= self._grid[after].remark:
            after += 1
        top, bottom = self._starts[row], self._starts[after]
        if self._grid[row].remark >= 0:  # the line with the spot
            lines, spans = len(self._grid[row].lines), self._grid[row].spans
            line = next((at for at, (_, end) in enumerate(spans) if end > self._spot[0]), 0)
            high = (bottom - top) // max(1, lines)
            top, bottom = top + line * high, top + (line + 1) * high
        self._show_part(top, bottom)

    # Layout

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        return width, 8 * fonts.px(MOVE_HEIGHT)

    def least_height(self, fonts: Fonts) -> int:
        return 3 * fonts.px(MOVE_HEIGHT)

    def _body(self) -> Rect:
        inner = self.rect.inflate(-2 * self._edge, -2 * self._edge)
        return Rect(inner.x, inner.y + self._head, inner.w, max(0, inner.h - self._head))

    def _measure(self, fonts: Fonts) -> None:
        """Find the height of each row, if they or the width have changed."""
        super()._measure(fonts)
        self._edge, self.wheel_step = fonts.px(2), 3 * fonts.px(MOVE_HEIGHT)
        self._head = fonts.height(SMALL_SIZE) + fonts.px(6) if any(self.titles) else 0
        body = self._body()
        if self._made_for == (body.w, fonts):
            if self._due >= 0:
                self._show_due()
            return
        if self._made_for is None or self._made_for[1] is not fonts or self._made_for[0] >= 0:
            self._starts = [0]
            for row in self._grid:
                row.lines = ()
            self._due = self._marked if self._due < 0 else self._due
        self._made_for = (body.w, fonts)
        width = body.w - self._bar_width - 2 * fonts.px(12)
        move, line = fonts.px(MOVE_HEIGHT), fonts.height(SMALL_SIZE)
        del self._starts[max(1, len(self._starts) - 1) :]  # the last row may have grown
        for row in self._grid[len(self._starts) - 1 :]:
            high = move
            if row.remark >= 0:
                words = self.rows.row(row.remark)[3][:MOST_REMARK]
                row.spans = tuple(fonts.breaks(words, SMALL_SIZE, max(fonts.px(40), width)))
                row.lines = tuple(words[start:end].rstrip() for start, end in row.spans)
                high = len(row.lines) * line + fonts.px(6)
            self._starts.append(self._starts[-1] + high)
        if self._due >= 0:
            self._show_due()

    def _count(self) -> int:
        return self._starts[-1]

    def _seen(self) -> int:
        return self._body().h

    def _height(self, row: int) -> int:
        return self._starts[row + 1] - self._starts[row]

    # Drawing

    def draw(self, painter: Painter) -> None:
        fonts, theme, clip = painter.fonts, painter.theme, painter.clip
        self._measure(fonts)
        painter.box(self.rect, theme.panel, theme.line, 4)
        body = self._body()
        if self._head:
            self._draw_head(painter, body)
        painter.surface.set_clip(clip.clip(body))
        first = self._first()
        if not self._grid:
            painter.paragraph(self._empty, body.inflate(-2 * painter.px(8), 0), theme.dim)
        for row in range(bisect_right(self._starts, first) - 1, len(self._grid)):
            if self._starts[row] >= first + body.h:
                break
            self._draw_row(painter, row, body, first)
        self._draw_bar(painter)
        painter.surface.set_clip(clip)

    def _draw_head(self, painter: Painter, body: Rect) -> None:
        theme = painter.theme
        head = Rect(body.x, body.y - self._head, body.w, self._head)
        painter.box(head, theme.background, radius=3)
        painter.underline(theme.line, head)
        for column, title in enumerate(self.titles):
            x, width = self._column(painter.fonts, column)
            place = Rect(x, head.y, width, head.h).inflate(-2 * painter.px(8), 0)
            painter.text(title, place, theme.dim, size=SMALL_SIZE)

    def _column(self, fonts: Fonts, column: int) -> tuple[int, int]:
        """Return the left edge and the width of a column, in pixels."""
        body, number = self._body(), fonts.px(NUMBER_WIDTH)
        width = (body.w - self._bar_width - number) // 2
        return body.x + number + column * width, width

    def _draw_row(self, painter: Painter, number: int, body: Rect, first: int) -> None:
        theme, px, row = painter.theme, painter.px, self._grid[number]
        place = Rect(body.x, body.y + self._starts[number] - first, body.w, self._height(number))
        if row.remark >= 0:
            self._draw_remark(painter, row, place)
            return
        label = Rect(place.x, place.y, px(NUMBER_WIDTH) - px(6), place.h)
        painter.text(f"{row.number}.", label, theme.dim, size=TEXT_SIZE, align="right")
        selected = frozenset(self.selected)
        for column, index in enumerate(row.cells):
            x, width = self._column(painter.fonts, column)
            cell = Rect(x, place.y, width - px(4), place.h)
            if index < 0:
                if any(at >= 0 for at in row.cells[column:]):
                    painter.text("…", cell.inflate(-2 * px(8), 0), theme.dim)
                continue
            if index == self._marked:
                painter.box(cell.inflate(0, -px(2)), theme.selected, theme.accent, 4)
            elif index in selected:
                painter.box(cell.inflate(0, -px(2)), theme.hover, radius=4)
            self._draw_ply(painter, index, cell.inflate(-2 * px(8), 0))

    def _draw_ply(self, painter: Painter, index: int, cell: Rect) -> None:
        theme = painter.theme
        number, _side, notation, _words = self.rows.row(index)
        text = Rect(cell)
        if cell.w >= painter.px(EXTRA_LEAST) and (extra := self._extra(number)):
            painter.text(extra, cell, theme.dim, size=SMALL_SIZE, align="right", mono=True)
            text.w -= painter.fonts.width(extra, SMALL_SIZE, True) + painter.px(6)
        painter.text(notation, text, theme.named(self.rows.color(index) or "text"))

    def _draw_remark(self, painter: Painter, row: _GridRow, place: Rect) -> None:
        theme, line = painter.theme, painter.fonts.height(SMALL_SIZE)
        if row.remark == self._marked:
            painter.fill(theme.accent, Rect(place.x, place.y, painter.px(3), place.h))
        ink = theme.named(self.rows.color(row.remark) or "dim")
        words = place.inflate(-2 * painter.px(12), 0)
        for number, text in enumerate(row.lines):
            spot = Rect(words.x, words.y + painter.px(3) + number * line, words.w, line)
            if row.remark == self._marked:
                self._draw_spot(painter, text, row.spans[number][0], spot)
            painter.text(text, spot, ink, size=SMALL_SIZE)

    def _draw_spot(self, painter: Painter, text: str, begins: int, place: Rect) -> None:
        """Draw the ground of what is pointed out in a line of a remark."""
        start, end = (max(0, min(at - begins, len(text))) for at in self._spot)
        if start < end:
            left, right = (painter.fonts.width(text[:at], SMALL_SIZE) for at in (start, end))
            ground = Rect(place.x + left - painter.px(3), place.y, 0, place.h)
            ground.w = right - left + painter.px(6)
            painter.box(ground, painter.theme.selected, painter.theme.accent, 4)

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
                self._pressed_right(event.pos, ui)
            case _:
                return False
        return True

    def _pressed(self, position: tuple[int, int], ui: UI) -> None:
        index = self.index_at(position, ui.fonts)
        if index is not None:
            self._go(index, extend=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _pressed_right(self, position: tuple[int, int], ui: UI) -> None:
        index = self.index_at(position, ui.fonts)
        if index is not None:
            self._go(index, extend=False)
            self._on_right()

    def index_at(self, position: tuple[int, int], fonts: Fonts) -> int | None:
        """Return the row of the ply or remark at a point."""
        body = self._body()
        y = position[1] - body.y + self._first()
        row = bisect_right(self._starts, y) - 1
        if not body.collidepoint(position) or not 0 <= row < len(self._grid):
            return None
        if self._grid[row].remark >= 0:
            return self._grid[row].remark
        column = int(position[0] >= self._column(fonts, 1)[0])
        index = self._grid[row].cells[column]
        return index if index >= 0 else None

    def _key(self, event: Event, ui: UI) -> bool:
        if alt_only(event) or not len(self.rows):
            return False
        if letter_command(event, pygame.K_a):
            self._anchor, self._cursor = 0, len(self.rows) - 1
            self.mark()
            return True
        if letter_command(event, pygame.K_c):
            chosen = [self.rows.row(index) for index in self.selected]
            if chosen:
                ui.clipboard.copy("\n".join("\t".join(cells) for cells in chosen))
            return bool(chosen)
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            down = event.key == pygame.K_PAGEDOWN
            self._scroll_to(self._first() + (self._seen() if down else -self._seen()))
            return True
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        if event.key not in steps or not plain(event):
            return False
        return self._stepped(steps[event.key], extend=bool(event.mod & pygame.KMOD_SHIFT))

    def _stepped(self, step: int, *, extend: bool) -> bool:
        """Go to the ply above or below in the same column."""
        at = self._cursor if self.cursor is not None else self._marked
        row = self._row_of.get(at)
        if row is None:
            return False
        column = 1 if self._grid[row].cells[1] == at else 0
        row += step
        while 0 <= row < len(self._grid):
            here = self._grid[row]
            found = [here.remark, here.cells[column], *here.cells]
            index = next((one for one in found if one >= 0), -1)
            if index >= 0:
                self._go(index, extend=extend)
                break
            row += step
        return True

    def _go(self, index: int, *, extend: bool) -> None:
        if not extend or self._anchor < 0:
            self._anchor = index
        self._cursor = index
        self._reveal(index)
        self.mark()
        self._on_cursor(index)
