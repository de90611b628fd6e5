"""Rows of words of which some are links: lines of play, each with a badge before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import pygame
from pygame import Rect
from pygame.event import Event

from .labels import Light, draw_light
from .painter import RING_WIDTH, ROW_SIZE, SMALL_SIZE, TINY_SIZE, Icon, Painter
from .scrolling import ScrolledWidget
from .text import RGB, Fonts
from .widget import UI, letter_command, nothing, plain

LINE_HEIGHT, FACTS_HEIGHT, ROW_PAD, BLOCK_PAD = 24, 18, 5, 12
"""Height of a line and of the facts; room above and below a row and a block, in points."""

LINES_SHUT = 2
"""Lines of a row that is not opened."""

EDGE_WIDTH, NUMBER_WIDTH, BADGE_WIDTH, CHEVRON_WIDTH, GAP = 16, 28, 64, 24, 12
"""Points of width of the margin, the number, the badge, and the place that opens a row."""

BADGE_LIGHT: RGB = (0xFF, 0xFF, 0xFF)
BADGE_DARK: RGB = (0x2A, 0x2B, 0x2E)


@dataclass(frozen=True, slots=True)
class LinkWord:
    """A word; ``link`` is the number that a click tells, 0 for none."""

    text: str
    link: int = 0
    strong: bool = False
    dim: bool = False


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A badge, light or dark; the number of the row on a disc, if that has an ink; the words."""

    badge: str
    light: bool
    ink: RGB | None
    words: tuple[LinkWord, ...]
    tail: str = ""  # what a copy tells besides


@dataclass(frozen=True, slots=True)
class LinkHead:
    """The name of whose rows follow, as a heading: its disc, lamp and facts."""

    name: str
    white: bool
    words: str  # beside the lamp
    light: Light
    facts: tuple[str, ...] = ()
    here: bool = False  # a bar beside its rows tells that it has the move


@dataclass(frozen=True, slots=True)
class _Spot:
    """A word of a row, and its place below the top of the first row."""

    row: int
    word: LinkWord
    place: Rect


class LinkRows(ScrolledWidget):
    """Rows whose links are clicked, or gone to by the arrow keys and pressed by Enter.

    A row of more than two lines is opened, and closed, at its right end or by the space bar. A
    right click or Ctrl+C copies a row. ``on_link`` and ``on_point`` get the row and the link, the
    latter (-1, 0) when the pointer is on no link.
    """

    focusable = True

    def __init__(
        self,
        on_link: Callable[[int, int], object] = nothing,
        on_point: Callable[[int, int], object] = nothing,
        *,
        tip: str = "",
    ) -> None:
        self._on_point = on_point
        self._pointed = (-1, 0)
        super().__init__(tip)
        self.rows: tuple[LinkRow | LinkHead, ...] = ()
        self._on_link = on_link
        self._about: object = None
        self._said, self._color = "", "dim"
        self._opened: int | None = None
        self._cursor = (0, 0)  # the row and the link of the keyboard; link 0 is the whole row
        self._spots: list[_Spot] = []
        self._starts: list[int] = [0]  # pixels above each row, and above the end
        self._cut: set[int] = set()  # rows that do not fit on their lines
        self._made_for: object = None

    def offer(
        self, rows: Sequence[LinkRow | LinkHead], about: object, said: str, color: str = "dim"
    ) -> None:
        """Show these rows; without any, say something.

        Rows about something else than those before begin with none opened and none pointed at.
        """
        if about != self._about:
            self._about, self._opened, self._cursor = about, None, (0, 0)
            self._point((-1, 0))
        before, self.rows = self.rows, tuple(rows)
        if (said, color) == (self._said, self._color) and len(before) == len(self.rows):
            changed = [at for at, row in enumerate(self.rows) if row != before[at]]
            alike = all(_same_height(before[at], self.rows[at]) for at in changed)
            if not changed or (alike and self._made_for is not None):
                for at in changed:
                    self.mark(self._row_place(at).clip(self.rect))
                return
        self._said, self._color = said, color
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
        one = self.rows[row] if 0 <= row < len(self.rows) else None
        words = one.words if isinstance(one, LinkRow) else ()
        return max((word.link for word in words), default=0)

    # Where words lie

    @property
    def opaque(self) -> Rect:
        return self.rect

    def ringed(self, fonts: Fonts) -> Rect:
        inside = -2 * fonts.px(2 * RING_WIDTH)
        return self.rect.inflate(inside, inside)

    def _count(self) -> int:
        return self._starts[-1]

    def _seen(self) -> int:
        return self.rect.h

    def _measure(self, fonts: Fonts) -> None:
        super()._measure(fonts)
        self.wheel_step = fonts.px(LINE_HEIGHT + 2 * ROW_PAD)
        made_for = (self.rect.w, fonts, self._opened)
        if made_for == self._made_for:
            return
        self._made_for = made_for
        px = fonts.px
        self._spots, self._starts, self._cut = [], [0], set()
        for at, (row, following) in enumerate(zip_longest(self.rows, self.rows[1:])):
            if isinstance(row, LinkRow):
                end = self._measure_row(at, row, fonts) + px(ROW_PAD)
                end += 0 if isinstance(following, LinkRow) else px(BLOCK_PAD - ROW_PAD)
            else:
                end = self._starts[-1] + px(BLOCK_PAD + LINE_HEIGHT)
                end += px(FACTS_HEIGHT) if row.facts else 0
                end += 0 if isinstance(following, LinkRow) else px(BLOCK_PAD)
            self._starts.append(end)

    def _measure_row(self, at: int, row: LinkRow, fonts: Fonts) -> int:
        """Place the words of a row, and return where the last line ends."""
        px = fonts.px
        left, right = self._words_left(row, fonts), self.rect.w - px(CHEVRON_WIDTH + 4)
        blank, line = fonts.width(" ", ROW_SIZE) + px(1), px(LINE_HEIGHT)
        x, y, lines = left, self._starts[-1] + px(ROW_PAD), 1
        for word, following in zip_longest(row.words, row.words[1:]):
            wide = needs = fonts.width(word.text, ROW_SIZE, bold=word.strong)
            if word.dim and following is not None:  # a number stands before its move
                needs += blank + fonts.width(following.text, ROW_SIZE, bold=True)
            if x > left and x + needs > right:
                if lines == LINES_SHUT:
                    self._cut.add(at)
                    if self._opened != at:
                        break
                x, y, lines = left, y + line, lines + 1
            self._spots.append(_Spot(at, word, Rect(x, y, min(wide, right - x), line)))
            x += wide + blank
        return y + line

    def _words_left(self, row: LinkRow, fonts: Fonts) -> int:
        number = 0 if row.ink is None else NUMBER_WIDTH
        return fonts.px(EDGE_WIDTH + number + BADGE_WIDTH + GAP)

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
        theme, clip, inner = painter.theme, painter.clip, self.rect.inflate(-4, -4)
        painter.fill(theme.panel, self.rect)
        painter.surface.set_clip(clip.clip(inner))
        if not self.rows:
            self._draw_said(painter, inner)
        here = False
        for number, row in enumerate(self.rows):
            place = self._row_place(number)
            here = row.here if isinstance(row, LinkHead) else here
            if place.colliderect(painter.clip):
                self._draw_row(painter, number, place, here)
        for spot in self._spots:
            if self._move(spot.place).colliderect(painter.clip):
                self._draw_word(painter, spot)
        self._draw_bar(painter)
        painter.surface.set_clip(clip)

    def _draw_said(self, painter: Painter, inner: Rect) -> None:
        height = painter.fonts.height(ROW_SIZE)
        words = inner.inflate(-2 * painter.px(EDGE_WIDTH), 0)
        lines = painter.fonts.wrap(self._said, ROW_SIZE, words.w)
        y = words.centery - height * len(lines) // 2
        ink = painter.theme.named(self._color)
        for at, line in enumerate(lines):
            place = Rect(words.x, max(words.y, y) + at * height, words.w, height)
            painter.text(line, place, ink, size=ROW_SIZE, align="center")

    def _draw_row(self, painter: Painter, number: int, place: Rect, here: bool) -> None:
        theme, px, row = painter.theme, painter.px, self.rows[number]
        if self.focused and self._cursor == (number, 0):
            painter.box(place.inflate(-2 * px(6), -px(2)), theme.hover, radius=6)
        if here:
            painter.fill(theme.accent, Rect(place.x, place.y, px(3), place.h))
        if isinstance(row, LinkHead):
            self._draw_heading(painter, row, place)
            if number:
                painter.fill(theme.line, Rect(place.x, place.y, place.w, px(1)))
            return
        line = Rect(place.x + px(EDGE_WIDTH), place.y + px(ROW_PAD), 0, px(LINE_HEIGHT))
        if row.ink is not None:
            center = line.x + px(10), line.centery
            painter.disc(center, px(10), row.ink)
            tag = Rect(line.x, line.y, px(20), line.h)
            painter.text(
                str(number + 1), tag, BADGE_LIGHT, size=TINY_SIZE, align="center", bold=True
            )
            line.x += px(NUMBER_WIDTH)
        badge = Rect(line.x, line.y, px(BADGE_WIDTH), line.h)
        if row.badge:
            painter.box(badge, BADGE_LIGHT if row.light else BADGE_DARK, theme.field, 4)
            ink = BADGE_DARK if row.light else BADGE_LIGHT
            painter.text(row.badge, badge, ink, size=SMALL_SIZE, align="center", mono=True)
        if number in self._cut:
            chevron = self._chevron(number, painter.fonts)
            icon = Icon.OPENED if number == self._opened else Icon.CLOSED
            painter.icon(icon, chevron, theme.dim, 14)

    def _draw_heading(self, painter: Painter, row: LinkHead, place: Rect) -> None:
        theme, px, fonts = painter.theme, painter.px, painter.fonts
        inner = place.inflate(-2 * px(EDGE_WIDTH), 0)
        line = Rect(inner.x, inner.y + px(BLOCK_PAD), inner.w, px(LINE_HEIGHT))
        center = line.x + px(7), line.centery
        painter.disc(center, px(8), theme.field)
        painter.disc(center, px(7), BADGE_LIGHT if row.white else BADGE_DARK)
        words = Rect(line)
        words.w = fonts.width(row.words, SMALL_SIZE)
        words.right = line.right
        painter.text(row.words, words, theme.dim, size=SMALL_SIZE)
        draw_light(painter, row.light, Rect(words.x - px(22), line.y, px(16), line.h))
        name = Rect(line.x + px(22), line.y, words.x - px(30) - line.x - px(22), line.h)
        painter.text(row.name, name, size=ROW_SIZE, bold=True)
        facts = Rect(inner.x, line.bottom, inner.w, px(FACTS_HEIGHT))
        painter.text("   ".join(row.facts), facts, theme.dim, size=TINY_SIZE)

    def _chevron(self, row: int, fonts: Fonts) -> Rect:
        place, wide = self._row_place(row), fonts.px(CHEVRON_WIDTH)
        scrolls = self._bar_width if self._count() > self._seen() else 0
        right = place.right - scrolls // 2
        return Rect(right - wide, place.y + fonts.px(ROW_PAD), wide, fonts.px(LINE_HEIGHT))

    def _draw_word(self, painter: Painter, spot: _Spot) -> None:
        theme, px, place = painter.theme, painter.px, self._move(spot.place)
        here, word = (spot.row, spot.word.link), spot.word
        if word.link and (here == self._pointed or (self.focused and here == self._cursor)):
            painter.box(place.inflate(2 * px(3), 0), theme.selected, theme.accent, 4)
        ink = theme.dim if word.dim else theme.text
        painter.text(word.text, place, ink, size=ROW_SIZE, bold=word.strong)

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

    @property
    def hot(self) -> bool:
        return self._hot

    @hot.setter
    def hot(self, hot: bool) -> None:
        self._hot = hot
        if not hot and self._pointed != (-1, 0) and not self.focused:
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
        one = self.rows[row] if 0 <= row < len(self.rows) else None
        if isinstance(one, LinkHead):
            ui.clipboard.copy(" ".join((one.name, *one.facts)))
        elif one is not None:
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
            case pygame.K_RETURN | pygame.K_KP_ENTER if self.links(row):
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


def _same_height(before: LinkRow | LinkHead, after: LinkRow | LinkHead) -> bool:
    """Tell whether a row has changed without moving words or other rows."""
    if isinstance(before, LinkHead) and isinstance(after, LinkHead):
        return bool(before.facts) is bool(after.facts)
    return before == after
