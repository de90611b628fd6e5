"""The moves of a game in two columns, with whatever stands between them over the whole width."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import CARD_RADIUS, ROW_SIZE, SMALL_SIZE, TEXT_SIZE, TINY_SIZE, Painter
from .scrolling import ScrolledWidget
from .text import Fonts
from .widget import UI, alt_only, letter_command, nothing, plain

NUMBER_WIDTH = 44
"""Points of width of a move's number."""
NOTATION_WIDTH = 112
"""Points of width of a move that is told in words."""
EXTRA_LEAST = 120
"""Points of width of a cell from which there is room for what stands at its right."""
MOVE_HEIGHT = 28
"""Points of height of a row with moves."""
PAD = 8
"""Points around the rows, and left and right in a cell."""
UNTOLD = -2
"""Stands for the marked row as long as nobody has told which it is; -1 is none."""
MOST_REMARK = 4_000
"""Characters of a remark that are shown."""


class Kind(Enum):
    """The kinds of remarks."""

    COMMENT = auto()
    BRANCH = auto()  # a variation; those that follow each other are folded together
    UNREAD = auto()
    END = auto()  # how the game ended: below a line


LOOKS = {
    Kind.COMMENT: (ROW_SIZE, 22, "text"),
    Kind.BRANCH: (SMALL_SIZE, 20, "dim"),
    Kind.UNREAD: (SMALL_SIZE, 20, "warning"),
    Kind.END: (ROW_SIZE, 22, "text"),
}
"""The size of the letters of each kind, the height of its lines, its colour."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A move in its column, 0 or 1; its ``sign`` has a colour, ``extra`` stands at the right."""

    column: int
    notation: str
    sign: str = ""
    ink: str = "text"
    extra: str = ""
    number: int = 0  # its own, where the moves of both sides are counted together


@dataclass(frozen=True, slots=True)
class Remark:
    """Words over the whole width; those of an END have a ``title`` before, ``extra`` after them."""

    kind: Kind
    words: str
    title: str = ""
    extra: str = ""


class MoveRows:
    """A base class of models of a grid: a move or a remark for each index."""

    def __len__(self) -> int:
        return 0

    def item(self, index: int) -> Ply | Remark:
        """Return a move or a remark."""
        raise IndexError(index)

    def words(self, index: int) -> str:
        """Return a move in words."""
        return ""

    def copied(self, indices: Sequence[int]) -> str:
        """Return these moves as a text to be copied."""
        return ""


@dataclass(slots=True)
class _GridRow:
    """A row of the grid: the moves of both columns, or one remark; -1 is no move."""

    cells: list[int] = field(default_factory=lambda: [-1, -1])
    remark: int = -1
    number: int = 0
    kind: Kind = Kind.COMMENT
    group: int = -1  # the row of the first variation of those that are folded together
    more: int = 0  # lines that are folded
    link: int = 0  # pixels from the left edge of the words to the link that unfolds them
    lines: tuple[str, ...] = ()  # of a remark, at the present width
    spans: tuple[tuple[int, int], ...] = ()  # of these lines in its words


class MovesGrid(ScrolledWidget):
    """Plies beside each other, a row of the grid for a move of each side.

    A grid ``in_words`` tells each ply on a row of its own. After rows were appended, call
    :meth:`update`; after any other change, :meth:`reset`. ``on_cursor`` gets the row that was
    clicked or gone to; ``on_right`` is called after it when that was done with the right button.
    Dragging, and Shift with an arrow key, selects plies; Ctrl+C copies them. ``more`` words the
    link that unfolds so many lines of variations. ``empty`` is a sentence that is shown without
    moves, and a second one below it.
    """

    focusable = True

    def __init__(
        self,
        rows: MoveRows,
        *,
        on_cursor: Callable[[int], object] = nothing,
        on_right: Callable[[], object] = nothing,
        more: Callable[[int], str] = str,
        empty: tuple[str, str] = ("", ""),
    ) -> None:
        super().__init__(follows=True)
        self.rows, self.empty = rows, empty
        self.in_words = False
        self.zoom = 1.0  # of all sizes, for the full screen
        self.extra_tip = ""  # what stands at the right of a ply
        self._on_cursor, self._on_right, self._more = on_cursor, on_right, more
        self._grid: list[_GridRow] = []
        self._row_of: dict[int, int] = {}  # the row of the grid of each row
        self._unfolded: set[int] = set()  # first rows of groups of variations
        self._known = 0  # rows that are in the grid
        self._starts: list[int] = [0]  # the pixels above each row of the grid, and above its end
        self._made_for: tuple[int, Fonts] | None = None
        self._cursor = self._anchor = -1
        self._marked = UNTOLD
        self._spot = (0, 0)  # of the marked remark: the part of its words that is pointed out
        self._due = -1  # the row to be seen once all rows are measured
        self._foot = 0  # pixels below the last row
        self._dragging = False
        self.pointed = 0  # the character of the remark that was clicked

    # Contents

    @property
    def selected(self) -> list[int]:
        """The selected plies, in order; a ply that was only clicked is not selected."""
        first, last = sorted((self._anchor, self._cursor))
        if first < 0 or first == last:
            return []
        rows = range(first, min(last + 1, self._known))
        return [index for index in rows if self._grid[self._row_of[index]].remark < 0]

    def reset(self) -> None:
        """Show other rows, with nothing selected."""
        self._unfolded.clear()
        self._forget()
        self._cursor = self._anchor = -1
        self._marked, self._at_end = UNTOLD, True
        self.update()
        self.mark()

    def _forget(self) -> None:
        self._grid, self._row_of, self._known, self._starts = [], {}, 0, [0]
        self._made_for = None

    def turn_words(self, on: bool) -> None:
        """Tell each ply in words on a row of its own, or show two columns."""
        if on != self.in_words:
            self.in_words, marked = on, self._marked
            self.reset()
            self.mark_row(marked, self._spot)

    def update(self) -> None:
        """Show rows that were appended or removed from the end."""
        if len(self.rows) < self._known:
            self._forget()
        if len(self.rows) == self._known:
            return
        for index in range(self._known, len(self.rows)):
            self._append(index)
        self._known = len(self.rows)
        self._made_for = None if self._made_for is None else (-1, self._made_for[1])
        self.mark()

    def _append(self, index: int) -> None:
        item = self.rows.item(index)
        last = self._grid[-1] if self._grid else None
        if isinstance(item, Remark):
            group = -1
            if item.kind is Kind.BRANCH:
                joins = last is not None and last.kind is Kind.BRANCH and last.group >= 0
                group = last.group if joins and last is not None else len(self._grid)
                del self._starts[group + 1 :]  # the first one tells how many lines are folded
            self._grid.append(_GridRow(remark=index, kind=item.kind, group=group))
        else:
            column = 0 if self.in_words else item.column
            if last is None or last.remark >= 0 or any(at >= 0 for at in last.cells[column:]):
                moves = next((row.number for row in reversed(self._grid) if row.remark < 0), 0)
                begun = item.column > 0 and (self.in_words or last is None or last.remark >= 0)
                self._grid.append(_GridRow(number=max(1, moves) if begun else moves + 1))
            self._grid[-1].cells[column] = index
        self._row_of[index] = len(self._grid) - 1

    def mark_row(self, index: int | None, spot: tuple[int, int] = (0, 0)) -> None:
        """Point out a row, or the ``spot`` in the words of a remark, and show it.

        For ``None``, no row is pointed out, and the first ones are shown.
        """
        marked = -1 if index is None else index
        if (marked, spot) != (self._marked, self._spot):
            self._marked, self._spot = marked, spot
            group = self._grid[self._row_of[marked]].group if marked in self._row_of else -1
            if group >= 0:
                self._unfold(group)
            if marked < 0:
                self._top, self._at_end = 0, False
            self._due = marked
            self.mark()

    def _unfold(self, group: int) -> None:
        """Show all lines of the variations from this row of the grid on."""
        if group not in self._unfolded:
            self._unfolded.add(group)
            del self._starts[group + 1 :]
            self._top, self._at_end = self._first(), False
            self._made_for = None if self._made_for is None else (-1, self._made_for[1])
            self.mark()

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
        self._show_part(top, bottom + self._foot)

    # Layout

    def _px(self, fonts: Fonts, points: float) -> int:
        return fonts.px(points * self.zoom)

    def _measure(self, fonts: Fonts) -> None:
        """Find the height of each row, if they or the width have changed."""
        super()._measure(fonts)
        self.wheel_step, self._foot = 3 * self._px(fonts, MOVE_HEIGHT), self._px(fonts, PAD)
        width = self.rect.w
        if self._made_for == (width, fonts):
            if self._due >= 0:
                self._show_due()
            return
        if self._made_for is None or self._made_for[1] is not fonts or self._made_for[0] >= 0:
            self._starts = [0]
            self._due = self._marked if self._due < 0 else self._due
        self._made_for = (width, fonts)
        del self._starts[max(1, len(self._starts) - 1) :]  # the last row may have grown
        for at in range(len(self._starts) - 1, len(self._grid)):
            self._starts.append(self._starts[-1] + self._height_of(at, fonts))
        if self._due >= 0:
            self._show_due()

    def _height_of(self, at: int, fonts: Fonts) -> int:
        """Wrap the words of a row of the grid; return its height."""
        row, px = self._grid[at], self._px
        above = px(fonts, PAD) if at == 0 else 0
        if row.remark < 0:
            return above + px(fonts, MOVE_HEIGHT)
        item = self.rows.item(row.remark)
        assert isinstance(item, Remark)
        words, (size, high, _ink) = item.words[:MOST_REMARK], LOOKS[row.kind]
        width = max(px(fonts, 40), self._words_width(fonts))
        if row.kind is Kind.END:
            room = max(px(fonts, 80), self._end_room(item, fonts).w)
            row.lines = tuple(fonts.wrap(words, self._size(size), room))
            return above + px(fonts, 18) + len(row.lines) * px(fonts, high)
        row.spans = tuple(fonts.breaks(words, self._size(size), width))
        row.lines = tuple(words[start:end].rstrip() for start, end in row.spans)
        row.more = 0
        if row.group >= 0 and row.group not in self._unfolded:
            if at > row.group:
                row.lines = row.spans = ()
                return 0
            self._fold(row, words, width, fonts)
        return above + len(row.lines) * px(fonts, high) + px(fonts, 8)

    def _fold(self, row: _GridRow, words: str, width: int, fonts: Fonts) -> None:
        """Keep one line of the variations that begin with this row, and count the others."""
        size, lines = self._size(SMALL_SIZE), len(row.lines)
        for other in self._grid[row.group + 1 :]:
            if other.group != row.group:
                break
            item = self.rows.item(other.remark)
            assert isinstance(item, Remark)
            lines += len(fonts.breaks(item.words[:MOST_REMARK], size, width))
        row.more = lines - 1
        if row.more:
            room = width - fonts.width(f" {self._more(row.more)}", size)
            line = fonts.fit(words, size, room)
            row.lines, row.spans = (line,), ((0, len(line)),)
            row.link = fonts.width(f"{line} ", size)

    def _size(self, points: int) -> int:
        return round(points * self.zoom)

    def _words_width(self, fonts: Fonts) -> int:
        """Return the pixels of width that a remark has."""
        width = self.rect.w - self._px(fonts, PAD + NUMBER_WIDTH)
        return width - self._bar_width - self._px(fonts, 4)

    def _count(self) -> int:
        return self._starts[-1] + self._foot

    def _seen(self) -> int:
        return self.rect.h

    def _height(self, row: int) -> int:
        return self._starts[row + 1] - self._starts[row]

    # Drawing

    def draw(self, painter: Painter) -> None:
        fonts, theme, clip = painter.fonts, painter.theme, painter.clip
        self._measure(fonts)
        body = self.rect
        painter.box(body, theme.panel, radius=CARD_RADIUS)
        painter.surface.set_clip(clip.clip(body.inflate(-2 * painter.px(1), -2 * painter.px(1))))
        first = self._first()
        if not self._grid:
            self._draw_empty(painter, body)
        for row in range(bisect_right(self._starts, first) - 1, len(self._grid)):
            if self._starts[row] >= first + body.h:
                break
            if self._height(row):
                self._draw_row(painter, row, body, first)
        self._draw_bar(painter)
        painter.surface.set_clip(clip)

    def _draw_empty(self, painter: Painter, body: Rect) -> None:
        place, (first, second) = body.inflate(-2 * painter.px(24), 0), self.empty
        upper = Rect(place.x, place.y, place.w, place.h // 2)
        line = Rect(place.x, upper.bottom - painter.px(24), place.w, painter.px(24))
        painter.text(first, line, painter.theme.text, size=TEXT_SIZE, align="center")
        lines = painter.fonts.wrap(second, SMALL_SIZE, place.w) if second else []
        for at, text in enumerate(lines):
            line = Rect(place.x, upper.bottom + painter.px(4 + 20 * at), place.w, painter.px(20))
            painter.text(text, line, painter.theme.dim, size=SMALL_SIZE, align="center")

    def _column(self, fonts: Fonts, column: int) -> tuple[int, int]:
        """Return the left edge and the width of a column, in pixels."""
        body, left = self.rect, self._px(fonts, PAD + NUMBER_WIDTH)
        width = body.w - left - max(self._bar_width, self._px(fonts, PAD))
        if self.in_words:
            return body.x + left, width
        return body.x + left + column * (width // 2), width // 2

    def _draw_row(self, painter: Painter, number: int, body: Rect, first: int) -> None:
        theme, fonts, row = painter.theme, painter.fonts, self._grid[number]
        place = Rect(body.x, body.y + self._starts[number] - first, body.w, self._height(number))
        if number == 0:
            place.y, place.h = place.y + self._px(fonts, PAD), place.h - self._px(fonts, PAD)
        if row.remark >= 0:
            self._draw_remark(painter, row, place)
            return
        x, _width = self._column(fonts, 0)
        label = Rect(place.x, place.y, x - place.x - self._px(fonts, PAD), place.h)
        size = self._size(SMALL_SIZE)
        item = self.rows.item(next(at for at in row.cells if at >= 0))
        assert isinstance(item, Ply)
        if item.number or not self.in_words or not item.column:
            painter.text(f"{item.number or row.number}", label, theme.dim, size=size, align="right")
        selected = frozenset(self.selected)
        for column, index in enumerate(row.cells):
            x, width = self._column(fonts, column)
            cell = Rect(x, place.y, width, place.h)
            inner = cell.inflate(-2 * self._px(fonts, PAD), 0)
            if index < 0:
                if any(at >= 0 for at in row.cells[column:]):
                    painter.text("…", inner, theme.dim, size=self._size(TEXT_SIZE))
                continue
            if index == self._marked:
                painter.box(cell, theme.selected, theme.accent)
            elif index in selected:
                painter.fill(theme.selected, cell)
            self._draw_ply(painter, index, inner)

    def _draw_ply(self, painter: Painter, index: int, cell: Rect) -> None:
        theme, fonts, ply = painter.theme, painter.fonts, self.rows.item(index)
        assert isinstance(ply, Ply)
        text, size, note = Rect(cell), self._size(TEXT_SIZE), self._size(TINY_SIZE)
        if ply.extra and cell.w >= self._px(fonts, EXTRA_LEAST) - 2 * self._px(fonts, PAD):
            painter.text(ply.extra, cell, theme.dim, size=note, align="right")
            text.w -= fonts.width(ply.extra, note) + self._px(fonts, 6)
        if self.in_words:
            words = Rect(text)
            text.w = min(text.w, self._px(fonts, NOTATION_WIDTH))
            words.x, words.w = text.right, words.right - text.right
            ink, small = theme.dim, self._size(SMALL_SIZE)
            painter.text(self.rows.words(index), words, ink, size=small)
        sign, current = fonts.width(ply.sign, size, bold=True), index == self._marked
        text.w -= sign
        wide = min(text.w, fonts.width(ply.notation, size, bold=current))
        painter.text(ply.notation, text, theme.text, size=size, bold=current)
        if ply.sign:
            place = Rect(text.x + wide, text.y, sign, text.h)
            painter.text(ply.sign, place, theme.named(ply.ink), size=size, bold=True)

    def _draw_remark(self, painter: Painter, row: _GridRow, place: Rect) -> None:
        theme, px, fonts = painter.theme, self._px, painter.fonts
        left = place.x + px(fonts, PAD + NUMBER_WIDTH)
        words = Rect(left, place.y, self._words_width(fonts), place.h)
        if row.kind is Kind.END:
            self._draw_end(painter, row, words)
            return
        points, height, ink = LOOKS[row.kind]
        size, high = self._size(points), px(fonts, height)
        if row.remark == self._marked:
            painter.fill(theme.accent, Rect(left - px(fonts, PAD), place.y, px(fonts, 3), place.h))
        for number, text in enumerate(row.lines):
            spot = Rect(words.x, words.y + px(fonts, 2) + number * high, words.w, high)
            if row.remark == self._marked:
                self._draw_spot(painter, text, row.spans[number][0], spot, size)
            painter.text(text, spot, theme.named(ink), size=size)
            if row.more:
                link = Rect(spot.x + row.link, spot.y, spot.w - row.link, high)
                painter.text(self._more(row.more), link, theme.accent, size=size)

    def _draw_end(self, painter: Painter, row: _GridRow, words: Rect) -> None:
        """Draw the result and how it came about, below a line."""
        theme, px, item = painter.theme, self._px, self.rows.item(row.remark)
        assert isinstance(item, Remark)
        size, fonts, line = self._size(ROW_SIZE), painter.fonts, px(painter.fonts, 22)
        left, top = self.rect.x + px(fonts, PAD), words.y + px(fonts, 4)
        painter.fill(theme.line, Rect(left, top, words.right - left, max(1, painter.px(1))))
        left, top = left + px(fonts, 12), top + px(fonts, 7)
        place = Rect(left, top, words.right - left, line)
        painter.text(item.extra, place, theme.dim, size=self._size(SMALL_SIZE), align="right")
        painter.text(item.title, place, theme.text, size=size, bold=True)
        room = self._end_room(item, fonts)
        for number, text in enumerate(row.lines):
            place = Rect(room.x, top + number * line, room.w, line)
            painter.text(text, place, theme.text, size=size)

    def _end_room(self, item: Remark, fonts: Fonts) -> Rect:
        """Return where the words of a result stand from left to right, between title and extra."""
        px, gap = self._px, self._px(fonts, 12)
        left = self.rect.x + px(fonts, PAD) + gap
        right = self.rect.x + px(fonts, PAD + NUMBER_WIDTH) + self._words_width(fonts)
        title = fonts.width(item.title, self._size(ROW_SIZE), bold=True)
        left += title + gap if title else 0
        right -= fonts.width(item.extra, self._size(SMALL_SIZE)) + gap
        return Rect(left, 0, right - left, 0)

    def _draw_spot(self, painter: Painter, text: str, begins: int, place: Rect, size: int) -> None:
        """Draw the ground of what is pointed out in a line of a remark."""
        start, end = (max(0, min(at - begins, len(text))) for at in self._spot)
        if start < end:
            left, right = (painter.fonts.width(text[:at], size) for at in (start, end))
            ground = Rect(place.x + left - painter.px(1), place.y, 0, place.h)
            ground.w = right - left + painter.px(2)
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
                index = self.index_at(event.pos, ui.fonts)
                if index is not None:
                    self._go(index, self._character_at(event.pos, index, ui.fonts))
                    self._on_right()
            case pygame.MOUSEMOTION if self._dragging and event.buttons[0]:
                self._select(self.index_at(event.pos, ui.fonts))
            case pygame.MOUSEMOTION:
                self.tip = self.extra_tip if self._is_extra(event.pos, ui.fonts) else ""
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._dragging = False
            case _:
                return False
        return True

    def _pressed(self, position: tuple[int, int], ui: UI) -> None:
        index = self.index_at(position, ui.fonts)
        if index is None:
            return
        row = self._grid[self._row_of[index]]
        left = self.rect.x + self._px(ui.fonts, PAD + NUMBER_WIDTH)
        if row.more and position[0] >= left + row.link:
            self._unfold(row.group)
        elif pygame.key.get_mods() & pygame.KMOD_SHIFT:
            self._select(index)
        else:
            self._dragging = True
            ui.capture(self)
            self._go(index, self._character_at(position, index, ui.fonts))

    def let_go(self) -> None:
        super().let_go()
        self._dragging = False

    def index_at(self, position: tuple[int, int], fonts: Fonts) -> int | None:
        """Return the row of the ply or remark at a point."""
        body = self.rect
        y = position[1] - body.y + self._first()
        row = bisect_right(self._starts, y) - 1
        if not body.collidepoint(position) or not 0 <= row < len(self._grid):
            return None
        if self._grid[row].remark >= 0:
            return self._grid[row].remark
        column = int(not self.in_words and position[0] >= self._column(fonts, 1)[0])
        index = self._grid[row].cells[column]
        return index if index >= 0 else None

    def _is_extra(self, position: tuple[int, int], fonts: Fonts) -> bool:
        index = self.index_at(position, fonts)
        item = None if index is None else self.rows.item(index)
        if not isinstance(item, Ply):
            return False
        x, width = self._column(fonts, 0 if self.in_words else item.column)
        return item.extra != "" and position[0] >= x + width - self._px(fonts, NUMBER_WIDTH)

    def _character_at(self, position: tuple[int, int], index: int, fonts: Fonts) -> int:
        """Return the character of a remark's words at a point within it; 0 for a ply."""
        at = self._row_of[index]
        row, px, (points, height, _ink) = self._grid[at], self._px, LOOKS[self._grid[at].kind]
        if not row.spans:
            return 0
        x, y = (place - edge for place, edge in zip(position, self.rect.topleft, strict=True))
        y += self._first() - self._starts[at] - px(fonts, 2) - px(fonts, PAD) * (at == 0)
        number = max(0, min(y // px(fonts, height), len(row.lines) - 1))
        text, x = row.lines[number], x - px(fonts, PAD + NUMBER_WIDTH)
        widths = (fonts.width(text[:end], self._size(points)) for end in range(1, len(text)))
        return row.spans[number][0] + sum(width <= x for width in widths)

    def _key(self, event: Event, ui: UI) -> bool:
        if alt_only(event) or not self._grid:
            return False
        if letter_command(event, pygame.K_a):
            self._anchor, self._cursor = 0, self._known - 1
            self.mark()
            return True
        if letter_command(event, pygame.K_c):
            if chosen := self.selected:
                ui.clipboard.copy(self.rows.copied(chosen))
            return bool(chosen)
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            down = event.key == pygame.K_PAGEDOWN
            self._scroll_to(self._first() + (self._seen() if down else -self._seen()))
            return True
        if not plain(event):
            return False
        shift = event.mod & pygame.KMOD_SHIFT
        if shift and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            return self._extended(-1 if event.key == pygame.K_LEFT else 1)
        if event.key == pygame.K_ESCAPE and self.selected:
            self._select(self._anchor)
            return True
        if event.key not in (pygame.K_UP, pygame.K_DOWN):
            return False
        step = -1 if event.key == pygame.K_UP else 1
        return self._stepped(step, extend=bool(shift))

    def _extended(self, step: int) -> bool:
        """Select the ply before or after as well."""
        at = (self._cursor if self._cursor >= 0 else self._marked) + step
        while 0 <= at < self._known and self._grid[self._row_of[at]].remark >= 0:
            at += step
        if 0 <= at < self._known:
            self._select(at)
        return True

    def _stepped(self, step: int, *, extend: bool) -> bool:
        """Go to the ply above or below in the same column, or to a variation that is seen."""
        at = self._cursor if extend and self._cursor >= 0 else self._marked
        row = self._row_of.get(at, -1 if step > 0 else len(self._grid))
        column = 1 if 0 <= row < len(self._grid) and self._grid[row].cells[1] == at else 0
        row += step
        while 0 <= row < len(self._grid):
            here = self._grid[row]
            branch = here.remark if here.kind is Kind.BRANCH and self._height(row) else -1
            found = [-1 if extend else branch, here.cells[column], *here.cells]
            index = next((one for one in found if one >= 0), -1)
            if index >= 0:
                self._select(index) if extend else self._go(index)
                break
            row += step
        return True

    def _go(self, index: int, character: int = 0) -> None:
        self._anchor = self._cursor = self._due = index
        self.pointed = character
        self.mark()
        self._on_cursor(index)

    def _select(self, index: int | None) -> None:
        """Select the plies from the first one to this one."""
        if index is not None and index != self._cursor:
            self._anchor = self._marked if self._anchor < 0 else self._anchor
            self._cursor = self._due = index
            self.mark()
