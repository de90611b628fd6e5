"""Choices by picture: cards in rows or as tiles, and a palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import dist
from typing import Any, Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from .painter import TINY_SIZE, Icon, Painter
from .scrolling import BAR_WIDTH, ScrolledWidget
from .text import RGB, Fonts
from .widget import UI, Widget, nothing, plain

ROW_HEIGHT, LINK_HEIGHT = 60, 36
"""Height of a row with a note, and of one without, in points."""

TILE_GAP = 12
"""Distance between tiles, in points."""

TITLE_SIZE, NOTE_SIZE = 16, 14
"""Sizes of a card's texts, in points."""

LEAST_PICTURE = 40
"""Points of width of a picture; a tile without room for it has none."""

ENTER_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))

Picture = Callable[[Painter, int], Surface]
"""Draws a square picture of so many pixels."""


@dataclass(frozen=True, slots=True)
class PictureCard:
    """One choice; ``aside`` stands at its right end: a key, or what a click there does."""

    title: str
    note: str = ""
    picture: Icon | Picture | None = None
    aside: str = ""


class Cards(ScrolledWidget):
    """Cards in rows, or as tiles in ``columns``. Tab goes to them once, arrow keys from one to one.

    A click or Enter runs ``on_choose``; a right click ``on_menu``, and a click on the end of a row
    ``on_aside``. A letter goes to the next card whose title begins with it.
    """

    focusable = True

    def __init__(
        self,
        cards: Sequence[PictureCard],
        on_choose: Callable[[int], object],
        *,
        columns: int = 0,
        on_aside: Callable[[int], object] | None = None,
        on_menu: Callable[[int, tuple[int, int]], object] = nothing,
    ) -> None:
        super().__init__()
        self.cards, self.columns = tuple(cards), columns
        self.chosen = -1
        self._on_choose, self._on_aside, self._on_menu = on_choose, on_aside, on_menu
        self._at = 0  # where the keyboard is
        self._pointed = -1
        self._cut: dict[int, str] = {}  # the texts of cards that do not fit, for their tips
        self._fonts: Fonts | None = None

    def offer(self, cards: Sequence[PictureCard], chosen: int = -1) -> None:
        """Show these cards in place of those before; ``chosen`` stands out."""
        if (tuple(cards), chosen) != (self.cards, self.chosen):
            self.cards, self.chosen = tuple(cards), chosen
            self._at = max(0, min(self._at if chosen < 0 else chosen, len(self.cards) - 1))
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        self.measure(fonts)
        return width, sum(self._heights())

    def ringed(self, fonts: Fonts) -> Rect:
        self.measure(fonts)
        return self.places()[self._at] if self.cards else self.rect

    def measure(self, fonts: Fonts) -> None:
        """Find the sizes of all that is seen."""
        self._measure(fonts)
        self._fonts, self.wheel_step = fonts, 1

    def _heights(self) -> list[int]:
        assert self._fonts is not None
        px = self._fonts.px
        return [px(ROW_HEIGHT if card.note else LINK_HEIGHT) for card in self.cards]

    # Tiles scroll by rows

    def _count(self) -> int:
        return -(-len(self.cards) // max(1, self.columns)) if self.columns else 1

    def _seen(self) -> int:
        return max(1, (self.rect.h + self._gap) // (self._tile()[1] + self._gap))

    @property
    def scrolls(self) -> bool:
        """True if not all tiles can be seen."""
        return self._count() > self._seen()

    @property
    def _gap(self) -> int:
        assert self._fonts is not None
        return self._fonts.px(TILE_GAP)

    def _tile(self) -> tuple[int, int]:
        """Return the size of a tile: square but for its texts, and no higher than there is room."""
        assert self._fonts is not None
        px, columns = self._fonts.px, max(1, self.columns)
        wide = (self.rect.w - self._gap * (columns - 1)) // columns
        high = wide + px(48)
        rows = self._count()
        if rows * (high + self._gap) > self.rect.h + self._gap:  # the bar takes some width
            wide -= -(-px(BAR_WIDTH) // columns) if rows > 1 else 0
        return wide, min(high, self.rect.h)

    def places(self) -> list[Rect]:
        """Return the rectangles of the cards; of tiles that are scrolled away too."""
        rect = self.rect
        if not self.columns:
            tops = accumulate(heights := self._heights(), initial=rect.y)
            return [Rect(rect.x, y, rect.w, high) for y, high in zip(tops, heights, strict=False)]
        (wide, high), gap, first = self._tile(), self._gap, self._first()
        return [
            Rect(
                rect.x + at % self.columns * (wide + gap),
                rect.y + (at // self.columns - first) * (high + gap),
                wide,
                high,
            )
            for at in range(len(self.cards))
        ]

    def draw(self, painter: Painter) -> None:
        self.measure(painter.fonts)
        clip = painter.clip
        painter.surface.set_clip(clip.clip(self.rect.inflate(2, 2)))
        draw = self._draw_tile if self.columns else self._draw_row
        for index, (card, place) in enumerate(zip(self.cards, self.places(), strict=True)):
            if place.colliderect(self.rect):
                self._cut.pop(index, None)
                draw(painter, card, place, index)
        self._tell()
        if self.columns:
            self._draw_bar(painter)
        painter.surface.set_clip(clip)

    def _tell(self) -> None:
        """Tell at the pointer what is cut there, or anywhere while it is elsewhere."""
        cut = self._cut if self._pointed < 0 else {0: self._cut.get(self._pointed, "")}
        self.tip = "; ".join(filter(None, cut.values()))

    def _write(self, painter: Painter, index: int, text: str, rect: Rect, **look: Any) -> None:
        if painter.fonts.width(text, look["size"], bold=look.get("bold", False)) > rect.w:
            card = self.cards[index]
            self._cut[index] = f"{card.title}: {card.note}" if card.note else card.title
        painter.text(text, rect, **look)

    def _ground(self, painter: Painter, index: int) -> RGB:
        theme = painter.theme
        pointed = self.hot and index == self._pointed
        return theme.selected if index == self.chosen else theme.hover if pointed else theme.panel

    def _draw_tile(self, painter: Painter, card: PictureCard, place: Rect, index: int) -> None:
        px, theme = painter.px, painter.theme
        pad = px(12 if place.h > px(80) else 8)
        line = theme.accent if index == self.chosen else theme.line
        painter.box(place, self._ground(painter, index), line, 10)
        inner = place.inflate(-2 * pad, -2 * pad)
        fonts, rows = painter.fonts, 1
        size = min(inner.w, inner.h - px(8) - fonts.height(TITLE_SIZE) - fonts.height(NOTE_SIZE))
        titles, notes = zip(*((one.title, one.note) for one in self.cards), strict=True)
        large = fonts.largest(titles, inner.w, TITLE_SIZE, NOTE_SIZE, TINY_SIZE, bold=True)
        small = fonts.largest(notes, inner.w, NOTE_SIZE, TINY_SIZE)
        title, note = fonts.height(large), fonts.height(small)
        if card.picture is not None and size >= px(LEAST_PICTURE):
            self._draw_picture(painter, card.picture, Rect(inner.x, inner.y, inner.w, size))
        else:
            rows = max(1, (inner.h - title) // note)
        wrapped = [fonts.lines(text, small, inner.w, rows) for text in notes]
        foot = max(map(len, wrapped)) * note
        row = Rect(inner.x, inner.bottom - foot - title, inner.w, title)
        self._write(painter, index, card.title, row, size=large, bold=True)
        row.y, row.h = row.bottom, note
        for text in wrapped[index]:
            self._write(painter, index, text, row, color=theme.dim, size=small)
            row.y += note

    def _draw_row(self, painter: Painter, card: PictureCard, place: Rect, index: int) -> None:
        px, theme = painter.px, painter.theme
        ground = self._ground(painter, index)
        if ground != theme.panel or (self.focused and index == self._at):
            painter.box(place, ground, ground, 8)
        text = place.inflate(-2 * px(12), 0)
        if card.picture is not None:
            size = px(20 if isinstance(card.picture, Icon) else LEAST_PICTURE)
            spot = Rect(text.x, place.centery - size // 2, size, size)
            self._draw_picture(painter, card.picture, spot)
            text.w -= size + px(12)
            text.x += size + px(12)
        if card.aside:
            ink = theme.dim if self._on_aside is None else theme.accent
            painter.text(card.aside, text, ink, size=NOTE_SIZE, align="right")
            text.w -= painter.fonts.width(card.aside, NOTE_SIZE) + px(12)
        if not card.note:
            self._write(painter, index, card.title, text, color=theme.accent, size=NOTE_SIZE)
            return
        title, note = painter.fonts.height(TITLE_SIZE), painter.fonts.height(NOTE_SIZE)
        upper = Rect(text.x, place.centery - (title + note) // 2, text.w, title)
        lower = Rect(text.x, upper.bottom, text.w, note)
        self._write(painter, index, card.title, upper, size=TITLE_SIZE)
        self._write(painter, index, card.note, lower, color=theme.dim, size=NOTE_SIZE)

    def _draw_picture(self, painter: Painter, picture: Icon | Picture, place: Rect) -> None:
        if isinstance(picture, Icon):
            painter.icon(picture, place, painter.theme.dim, 20)
            return
        image = picture(painter, min(place.size))
        painter.surface.blit(image, image.get_rect(center=place.center))

    def handle(self, event: Event, ui: UI) -> bool:
        self.measure(ui.fonts)
        if event.type == pygame.KEYDOWN and plain(event):
            return self._key(event)
        if self.columns and self._scroll(event, ui):
            return True
        if event.type == pygame.MOUSEMOTION:
            if (pointed := self._under(event.pos)) != self._pointed:
                self._pointed = pointed
                self._tell()
                self.mark()
        elif event.type == pygame.MOUSEBUTTONDOWN and (at := self._under(event.pos)) >= 0:
            self._at = at
            card, place = self.cards[at], self.places()[at]
            aside = ui.fonts.width(card.aside, NOTE_SIZE) + 2 * ui.px(12)
            if event.button == 3:
                self._on_menu(at, event.pos)
            elif self._on_aside and card.aside and event.pos[0] >= place.right - aside:
                self._on_aside(at)
            elif event.button == 1:
                self._on_choose(at)
        else:
            return False
        return True

    def _key(self, event: Event) -> bool:
        down = max(1, self.columns)
        step = {pygame.K_UP: -down, pygame.K_DOWN: down}
        if self.columns:
            step |= {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        letter = event.unicode.casefold()
        if event.key in step:
            self._go(max(0, min(self._at + step[event.key], len(self.cards) - 1)))
        elif event.key in ENTER_KEYS and self.cards:
            self._on_choose(self._at)
        elif event.key == pygame.K_MENU and self.cards:
            self._on_menu(self._at, self.places()[self._at].center)
        elif letter.isalpha():
            after = [*range(self._at + 1, len(self.cards)), *range(self._at)]
            begins = (at for at in after if self.cards[at].title.casefold().startswith(letter))
            self._go(next(begins, self._at))
        else:
            return False
        return True

    def _go(self, at: int) -> None:
        self._at = at
        if self.columns:
            self._show_part(at // self.columns, at // self.columns + 1)
        self.mark()

    def _under(self, position: tuple[int, int]) -> int:
        under = (at for at, place in enumerate(self.places()) if place.collidepoint(position))
        return next(under, -1)


DRAG_AFTER_PIXELS = 4
"""Pixels that the pointer moves before a press becomes a drag."""


class Drags(Protocol):
    """Takes what is dragged from a palette."""

    def carry(self, symbol: str, origin: None, at: tuple[int, int]) -> None: ...
    def carry_on(self, at: tuple[int, int]) -> None: ...
    def put_down(self, at: tuple[int, int]) -> None: ...
    def give_up(self) -> None: ...


class PiecePalette(Widget):
    """Symbols with their pictures. Tab goes to it once; the arrow keys choose another symbol."""

    focusable = True

    def __init__(
        self,
        symbols: Sequence[str],
        picture: Callable[[str, int], Surface],
        on_pick: Callable[[str], object],
        drags: Drags,
        ground: RGB,
    ) -> None:
        """``picture`` gets a symbol and a size in pixels; all are seen on the ``ground``."""
        super().__init__()
        self.symbols, self.value = tuple(symbols), ""
        self._picture, self._on_pick, self._drags = picture, on_pick, drags
        self._ground = ground
        self._down: tuple[str, tuple[int, int]] | None = None
        self._carries = False
        self._pointed = ""

    def set(self, value: str) -> None:
        """Show which symbol is chosen; none if it is of another palette."""
        if value != self.value:
            self.value = value
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        size = fonts.px(40)
        return min(width, len(self.symbols) * (size + fonts.px(4))), size

    def places(self) -> list[tuple[str, Rect]]:
        """Return the symbols with their places."""
        count = max(1, len(self.symbols))
        wide = min(self.rect.w // count, self.rect.h * 5 // 4)
        return [
            (symbol, Rect(self.rect.x + at * wide, self.rect.y, wide, self.rect.h))
            for at, symbol in enumerate(self.symbols)
        ]

    def draw(self, painter: Painter) -> None:
        theme, px = painter.theme, painter.px
        for symbol, place in self.places():
            box, chosen = place.inflate(-px(4), 0), symbol == self.value
            pointed = self.hot and symbol == self._pointed
            wide, line = (2, theme.accent) if chosen or pointed else (1, theme.line)
            painter.box(box, self._ground, line, width=wide)
            size = min(box.w, box.h) - px(6)
            picture = self._picture(symbol, max(1, size))
            painter.surface.blit(picture, picture.get_rect(center=box.center))

    def handle(self, event: Event, ui: UI) -> bool:
        match event.type:
            case pygame.MOUSEMOTION:
                self._moved(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                symbol = self._at(event.pos)
                if symbol:
                    self._down = symbol, event.pos
                    ui.capture(self)
                    self._on_pick(symbol)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._down = None
                if self._carries:
                    self._carries = False
                    self._drags.put_down(event.pos)
            case pygame.KEYDOWN if plain(event) and self.symbols:
                return self._key(event.key)
            case _:
                return False
        return True

    def _at(self, position: tuple[int, int]) -> str:
        under = (symbol for symbol, place in self.places() if place.collidepoint(position))
        return next(under, "")

    def _moved(self, at: tuple[int, int]) -> None:
        if self._carries:
            self._drags.carry_on(at)
        elif self._down is not None:
            symbol, start = self._down
            if dist(at, start) >= DRAG_AFTER_PIXELS:
                self._carries = True
                self._drags.carry(symbol, None, at)
        elif (pointed := self._at(at)) != self._pointed:
            self._pointed = pointed
            self.mark()

    def _key(self, key: int) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(key)
        if step is None:
            return False
        symbols = self.symbols
        at = symbols.index(self.value) + step if self.value in symbols else 0
        self._on_pick(symbols[at % len(symbols)])
        return True

    def let_go(self) -> None:
        self._down = None
        if self._carries:
            self._carries = False
            self._drags.give_up()
