"""Choices by picture: cards, a palette, and a ladder of levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import dist
from typing import Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from .painter import CARD_RADIUS, SMALL_SIZE, Icon, Painter
from .text import RGB, Fonts
from .widget import UI, Widget, nothing, plain

CARD_HEIGHT, CARD_GAP = 76, 8
"""Height of a card and distance to the next one, in points."""

TITLE_SIZE = 16
"""Size of a card's title, in points."""

ENTER_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))


@dataclass(frozen=True, slots=True)
class ChoiceCard:
    """One choice; ``key`` is the key that chooses it."""

    icon: Icon
    title: str
    note: str = ""
    key: str = ""


class Cards(Widget):
    """Cards of which one is chosen. Tab goes to them once; the arrow keys choose another.

    ``on_enter`` runs when somebody presses Enter or clicks the chosen card again. With ``index``
    -1 none is chosen: then a click on any card runs it.
    """

    focusable = True

    def __init__(
        self,
        cards: Sequence[ChoiceCard],
        index: int = 0,
        on_change: Callable[[int], object] = nothing,
        on_enter: Callable[[], object] = nothing,
    ) -> None:
        super().__init__()
        self.cards, self.index = tuple(cards), index
        self._on_change, self._on_enter = on_change, on_enter
        self._pointed = -1

    def offer(self, *cards: ChoiceCard) -> None:
        """Replace the cards that can be chosen."""
        if cards != self.cards:
            self.cards = cards
            self.mark()

    def choose(self, index: int) -> None:
        """Choose a card and call ``on_change``."""
        if index != self.index:
            self.index = index
            self.mark()
            self._on_change(index)

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        count = len(self.cards)
        return width, fonts.px(CARD_HEIGHT * count + CARD_GAP * (count - 1))

    def places(self, fonts: Fonts) -> list[Rect]:
        """Return the rectangles of the cards."""
        gap, count = fonts.px(CARD_GAP), max(1, len(self.cards))
        high = (self.rect.h - gap * (count - 1)) // count
        rect = self.rect
        return [Rect(rect.x, rect.y + at * (high + gap), rect.w, high) for at in range(count)]

    def draw(self, painter: Painter) -> None:
        for index, (card, place) in enumerate(
            zip(self.cards, self.places(painter.fonts), strict=False)
        ):
            self._draw_card(painter, card, place, index)

    def _draw_card(self, painter: Painter, card: ChoiceCard, place: Rect, index: int) -> None:
        theme, px, fonts = painter.theme, painter.px, painter.fonts
        chosen = index == self.index
        pointed = self.hot and index == self._pointed
        fill = theme.selected if chosen else theme.hover if pointed else theme.panel
        painter.box(place, fill, theme.accent if chosen else theme.line, CARD_RADIUS)
        if chosen:
            bar = Rect(place.x + px(2), place.y + px(14), px(3), place.h - px(28))
            painter.fill(theme.accent, bar)
        ink = theme.accent if chosen else theme.dim
        painter.icon(card.icon, Rect(place.x + px(12), place.y, px(40), place.h), ink, 22)
        text = Rect(place.x + px(60), 0, place.w - px(60 + 12), fonts.height(TITLE_SIZE))
        lines = fonts.wrap(card.note, SMALL_SIZE, text.w)[:2]
        line = fonts.height(SMALL_SIZE)
        text.y = place.centery - (text.h + line * len(lines)) // 2
        if card.key:
            painter.text(card.key, text, theme.dim, size=SMALL_SIZE, align="right")
            text.w -= px(16)
        painter.text(card.title, text, size=TITLE_SIZE)
        for number, words in enumerate(lines):
            note = Rect(text.x, text.bottom + number * line, place.right - px(12) - text.x, line)
            painter.text(words, note, theme.dim, size=SMALL_SIZE)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and plain(event):
            step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key)
            if step is not None and self.index >= 0:
                self.choose((self.index + step) % len(self.cards))
                return True
            if event.key in ENTER_KEYS:
                self._on_enter()
                return True
        elif event.type == pygame.MOUSEMOTION:
            self._point(self._at(event.pos, ui.fonts))
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            index = self._at(event.pos, ui.fonts)
            if index >= 0:
                if index == self.index or self.index < 0:
                    self._on_enter()
                else:
                    self.choose(index)
            return True
        return False

    def _point(self, index: int) -> None:
        if index != self._pointed:
            self._pointed = index
            self.mark()

    def _at(self, position: tuple[int, int], fonts: Fonts) -> int:
        under = (i for i, one in enumerate(self.places(fonts)) if one.collidepoint(position))
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


LADDER_HEIGHT = 98
"""Height in points."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One level; ``number`` tells its strength, if it is known."""

    name: str
    number: int | None = None


class LevelLadder(Widget):
    """Levels side by side, the weakest first, of which one may be chosen (index -1: none)."""

    focusable = True
    stretches = True

    def __init__(
        self, rungs: Sequence[Rung], index: int, on_change: Callable[[int], object] = nothing
    ) -> None:
        super().__init__()
        self.offer(rungs)
        self.index = index
        self._on_change = on_change
        self._pointed = -1

    def offer(self, rungs: Sequence[Rung]) -> None:
        """Show these levels instead of the ones before."""
        self.rungs = tuple(rungs)
        self.tip = " · ".join(rung.name for rung in rungs)  # until one of them is pointed at
        self.mark()

    def set(self, index: int) -> None:
        """Set the index without calling ``on_change``."""
        if index != self.index:
            self.index = index
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        return min(width, fonts.px(78) * len(self.rungs)), fonts.px(LADDER_HEIGHT)

    def places(self) -> list[Rect]:
        """Return the rectangles of the levels."""
        rect, count = self.rect, max(1, len(self.rungs))
        wide = rect.w // count
        return [Rect(rect.x + at * wide, rect.y, wide, rect.h) for at in range(count)]

    def draw(self, painter: Painter) -> None:
        theme, px, fonts = painter.theme, painter.px, painter.fonts
        count, line = len(self.rungs), fonts.height(SMALL_SIZE)
        for index, (rung, place) in enumerate(zip(self.rungs, self.places(), strict=False)):
            chosen = index == self.index
            if chosen:
                painter.box(place, theme.selected, theme.accent)
            elif self.hot and index == self._pointed:
                painter.box(place, theme.hover)
            foot = place.bottom - 2 * line - px(4)
            least, most = px(10), foot - place.y - px(6)
            high = least + (most - least) * index // max(1, count - 1)
            bar = Rect(0, foot - high, px(22), high)
            bar.centerx = place.centerx
            painter.box(bar, theme.accent if 0 <= index <= self.index else theme.line, radius=3)
            inner = place.inflate(-px(4), 0)
            name = Rect(inner.x, foot + px(2), inner.w, line)
            painter.text(rung.name, name, size=SMALL_SIZE, align="center")
            number = "" if rung.number is None else f"{rung.number:,}"
            painter.text(number, name.move(0, line), theme.dim, size=SMALL_SIZE, align="center")

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and plain(event):
            last = len(self.rungs) - 1
            step = {
                pygame.K_LEFT: max(0, self.index - 1),
                pygame.K_DOWN: max(0, self.index - 1),
                pygame.K_RIGHT: min(last, self.index + 1),
                pygame.K_UP: min(last, self.index + 1),
                pygame.K_HOME: 0,
                pygame.K_END: last,
            }
            if event.key in step:
                self._choose(step[event.key])
                return True
        elif event.type == pygame.MOUSEMOTION:
            self._point(self._at(event.pos))
            return True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if (index := self._at(event.pos)) >= 0:
                self._choose(index)
            return True
        return False

    def _choose(self, index: int) -> None:
        if index != self.index:
            self.set(index)
            self._on_change(index)

    def _point(self, index: int) -> None:
        if index != self._pointed:
            self._pointed = index
            self.tip = self.rungs[index].name if index >= 0 else ""
            self.mark()

    def _at(self, position: tuple[int, int]) -> int:
        under = (i for i, place in enumerate(self.places()) if place.collidepoint(position))
        return next(under, -1)
