"""Rows of words of which some are links: lines of play, each with a badge before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import SMALL_SIZE, TEXT_SIZE, Icon, Painter
from .scrolling import ScrolledWidget
from .text import RGB, Fonts
from .widget import UI, letter_command, nothing, plain

ROW_HEIGHT, WORDS_HEIGHT = 36, 24
"""Height of a row, and of each further line of an opened one, in points."""

BADGE_WIDTH, CHEVRON_WIDTH = 60, 28
"""Points of width of the badge and of the place that opens a row."""

BADGE_LIGHT: RGB = (0xFF, 0xFF, 0xFF)
BADGE_DARK: RGB = (0x24, 0x26, 0x2A)


@dataclass(frozen=True, slots=True)
class LinkWord:
    """A word; ``link`` is the number that a click tells, 0 for none."""

    text: str
    link: int = 0


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A badge, light or dark; the number of the row in a colour; the words."""

    badge: str
    light: bool
    ink: RGB
    words: tuple[LinkWord, ...]
    tail: str = ""  # what a copy tells besides


@dataclass(frozen=True, slots=True)
class _Spot:
    """A word of a row, and its place below the top of the first row."""

    row: int
    word: LinkWord
    place: Rect


class LinkRows(ScrolledWidget):
    """Rows whose links are clicked, or gone to by the arrow keys and pressed by Enter.

    A row that does not fit is opened, and closed, at its right end or by the space bar. A right
    click or Ctrl+C copies a row. ``on_link`` and ``on_point`` get the row and the link, the latter
    (-1, 0) when the pointer is on no link.
    """

    focusable = True

    def __init__(
        self,
        on_link: Callable[[int, int], object],
        on_point: Callable[[int, int], object] = nothing,
        *,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self.rows: tuple[LinkRow, ...] = ()
        self._on_link, self._on_point = on_link, on_point
        self._about: object = None
        self._said, self._color = "", "dim"
        self._opened: int | None = None
        self._cursor = (0, 0)  # the row and the link of the keyboard; link 0 is the whole row
        self._pointed = (-1, 0)
        self._edge = 0  # pixels around the rows
        self._spots: list[_Spot] = []
        self._starts: list[int] = [0]  # pixels above each row, and above the end
        self._cut: set[int] = set()  # rows that do not fit on a line
        self._made_for: object = None

    def offer(self, rows: Sequence[LinkRow], about: object, said: str, color: str = "dim") -> None:
        """Show these rows; without any, say something.

        Rows about something else than those before begin with none opened and none pointed at.
        """
        if about != self._about:
            self._about, self._opened, self._cursor = about, None, (0, 0)
            self.left()
        if (tuple(rows), said, color) == (self.rows, self._said, self._color):
            return
        self.rows, self._said, self._color = tuple(rows), said, color
        self._made_for = None
        row, link = self._cursor
        row = max(0, min(row, len(self.rows) - 1))
        self._cursor = row, min(link, self.links(row))
        row, link = self._pointed
        self._pointed = (-1, 0)
        self._point((row, link) if link <= self.links(row) else (-1, 0))
        self.mark()

    def links(self, row: int) -> int:
        """Return the number of links of a row; 0 without this row."""
        if not 0 <= row < len(self.rows):
            return 0
        return max((word.link for word in self.rows[row].words), default=0)

    # Where words lie

    def _body(self) -> Rect:
        return self.rect.inflate(-self._edge, -self._edge)

    def _count(self) -> int:
        return self._starts[-1] + self._edge

    def _seen(self) -> int:
        return self.rect.h

    def _measure(self, fonts: Fonts) -> None:
        super()._measure(fonts)
        self._edge, self.wheel_step = fonts.px(4), fonts.px(ROW_HEIGHT)
        made_for = (self.rect.w, fonts, self._opened)
        if made_for == self._made_for:
            return
        self._made_for = made_for
        px = fonts.px
        left = px(8 + BADGE_WIDTH + 36)
        right = self.rect.w - px(CHEVRON_WIDTH)
        blank = fonts.width(" ", TEXT_SIZE) + px(4)
        self._spots, self._starts, self._cut = [], [px(4)], set()
        for number, row in enumerate(self.rows):
            x, y = left, self._starts[-1] + px(ROW_HEIGHT - WORDS_HEIGHT) // 2
            for word, following in zip_longest(row.words, row.words[1:]):
                wide = needs = fonts.width(word.text, TEXT_SIZE)
                if not word.link and following is not None:  # a number stands before its move
                    needs += blank + fonts.width(following.text, TEXT_SIZE)
                if x + needs > right:
                    self._cut.add(number)
                    if self._opened != number:
                        break
                    x, y = left, y + px(WORDS_HEIGHT)
                self._spots.append(_Spot(number, word, Rect(x, y, wide, px(WORDS_HEIGHT))))
                x += wide + blank
            high = y + px(WORDS_HEIGHT) + px(ROW_HEIGHT - WORDS_HEIGHT) // 2
            self._starts.append(max(high, self._starts[-1] + px(ROW_HEIGHT)))

    def _move(self, place: Rect) -> Rect:
        """Return where something is seen that lies there below the first row's top."""
        return place.move(self.rect.x, self.rect.y - self._first())

    def _row_place(self, row: int) -> Rect:
        top, end = self._starts[row], self._starts[row + 1]
        return self._move(Rect(0, top, self.rect.w, end - top))

    def spot_of(self, row: int, link: int, fonts: Fonts) -> Rect | None:
        """Return where a link is seen, if it is."""
        self._measure(fonts)
        for spot in self._spots:
            if (spot.row, spot.word.link) == (row, link):
                return self._move(spot.place)
        return None

    # Drawing

    def draw(self, painter: Painter) -> None:
        self._measure(painter.fonts)
        theme, clip, inner = painter.theme, painter.clip, self._body()
        painter.box(self.rect, theme.panel, theme.line, 4)
        painter.surface.set_clip(clip.clip(inner))
        if not self.rows:
            self._draw_said(painter, inner)
        for number, row in enumerate(self.rows):
            self._draw_head(painter, number, row)
        for spot in self._spots:
            self._draw_word(painter, spot)
        self._draw_bar(painter)
        painter.surface.set_clip(clip)

    def _draw_said(self, painter: Painter, inner: Rect) -> None:
        height = painter.fonts.height(TEXT_SIZE)
        words = inner.inflate(-2 * painter.px(12), 0)
        lines = painter.fonts.wrap(self._said, TEXT_SIZE, words.w)
        y = words.centery - height * len(lines) // 2
        for at, line in enumerate(lines):
            place = Rect(words.x, max(words.y, y) + at * height, words.w, height)
            painter.text(line, place, painter.theme.named(self._color), align="center")

    def _draw_head(self, painter: Painter, number: int, row: LinkRow) -> None:
        theme, px, place = painter.theme, painter.px, self._row_place(number)
        if self.focused and self._cursor == (number, 0):
            painter.box(place.inflate(-2 * px(4), -px(4)), theme.hover, radius=4)
        first = Rect(place.x + px(8), place.y, px(BADGE_WIDTH), px(ROW_HEIGHT))
        badge = first.inflate(0, -px(12))
        painter.box(badge, BADGE_LIGHT if row.light else BADGE_DARK, theme.line, 4)
        ink = BADGE_DARK if row.light else BADGE_LIGHT
        painter.text(row.badge, badge, ink, size=SMALL_SIZE, align="center", mono=True)
        tag = Rect(first.right + px(8), 0, px(5), px(14))
        tag.centery = first.centery
        painter.box(tag, row.ink, theme.dim, 2)
        label = Rect(tag.right + px(5), first.y, px(14), first.h)
        painter.text(str(number + 1), label, theme.dim, size=SMALL_SIZE)
        if number in self._cut:
            chevron = self._chevron(number, painter.fonts)
            icon = Icon.OPENED if number == self._opened else Icon.CLOSED
            painter.icon(icon, chevron, theme.dim, 14)

    def _chevron(self, row: int, fonts: Fonts) -> Rect:
        place, wide = self._row_place(row), fonts.px(CHEVRON_WIDTH)
        scrolls = self._bar_width if self._count() > self._seen() else 0
        return Rect(place.right - wide - scrolls // 2, place.y, wide, fonts.px(ROW_HEIGHT))

    def _draw_word(self, painter: Painter, spot: _Spot) -> None:
        theme, px, place = painter.theme, painter.px, self._move(spot.place)
        here = (spot.row, spot.word.link)
        if spot.word.link and (here == self._pointed or (self.focused and here == self._cursor)):
            around = place.inflate(2 * px(3), 0)
            painter.box(around, theme.selected, theme.accent, 4)
        painter.text(spot.word.text, place, theme.text if spot.word.link else theme.dim)

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        self._measure(ui.fonts)
        if self._scroll(event, ui):
            return True
        match event.type:
            case pygame.MOUSEMOTION:
                self._point(self._at(event.pos))
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._pressed(event.pos, ui)
            case pygame.MOUSEBUTTONDOWN if event.button == 3:
                self._copy(self._row_at(event.pos), ui)
            case pygame.KEYDOWN:
                return self._key(event, ui)
            case _:
                return False
        return True

    def left(self) -> None:
        """Forget the link under the pointer, which is elsewhere now."""
        self._point((-1, 0))

    def _point(self, link: tuple[int, int]) -> None:
        if link != self._pointed:
            self._pointed = link
            self.mark()
            self._on_point(*link)

    def _at(self, position: tuple[int, int]) -> tuple[int, int]:
        for spot in self._spots:
            if spot.word.link and self._move(spot.place).inflate(6, 0).collidepoint(position):
                return spot.row, spot.word.link
        return -1, 0

    def _row_at(self, position: tuple[int, int]) -> int:
        rows = range(len(self.rows))
        return next((row for row in rows if self._row_place(row).collidepoint(position)), -1)

    def _pressed(self, position: tuple[int, int], ui: UI) -> None:
        row, link = self._at(position)
        if link:
            self._cursor = (row, link)
            self._on_link(row, link)
            return
        row = self._row_at(position)
        if row >= 0 and self._chevron(row, ui.fonts).collidepoint(position):
            self._toggle(row)

    def _toggle(self, row: int) -> None:
        """Open a row, or close it."""
        self._opened = None if self._opened == row else row
        self._made_for = None
        self.mark()

    def _copy(self, row: int, ui: UI) -> None:
        if 0 <= row < len(self.rows):
            one = self.rows[row]
            ui.clipboard.copy(" ".join([one.badge, *(w.text for w in one.words), one.tail]).strip())

    def _key(self, event: Event, ui: UI) -> bool:
        row, link = self._cursor
        if not self.rows:
            return False
        if letter_command(event, pygame.K_c):
            self._copy(row, ui)
            return True
        if not plain(event):
            return False
        match event.key:
            case pygame.K_UP | pygame.K_DOWN:
                step = 1 if event.key == pygame.K_DOWN else -1
                self._go(max(0, min(len(self.rows) - 1, row + step)), 0, ui)
            case pygame.K_LEFT if link:
                self._go(row, link - 1, ui)
            case pygame.K_RIGHT:
                self._go(row, min(self.links(row), link + 1), ui)
            case pygame.K_RETURN | pygame.K_KP_ENTER:
                self._on_link(row, max(1, link))
            case pygame.K_SPACE if row in self._cut or self._opened == row:
                self._toggle(row)
            case _:
                return False
        return True

    def _go(self, row: int, link: int, ui: UI) -> None:
        """Go to a link; a row that hides it is opened."""
        self._cursor = (row, link)
        if link and self.spot_of(row, link, ui.fonts) is None:
            self._toggle(row)
            self._measure(ui.fonts)
        place = self.spot_of(row, link, ui.fonts) or self._row_place(row)
        top = place.y - self.rect.y + self._first()
        self._show_part(top, top + place.h)
        self.mark()
        self._on_point(row, link)

    def focus_moved(self) -> None:
        super().focus_moved()
        if not self.focused:
            self._on_point(-1, 0)
