"""Cards: large choices, one below the other, each with an icon, a title and a line about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect
from pygame.event import Event

from .icon import Icon
from .painter import SMALL_SIZE, Painter
from .text import Fonts
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
        focused = self.focused and (chosen or self.index < 0)
        painter.frame(place, fill, theme.accent if chosen else theme.line, focused, 8)
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
