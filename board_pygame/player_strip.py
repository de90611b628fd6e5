"""The strip above and below the board: a player, captures or pieces in hand, the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import inf

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from board_core.fast_dataclass import dataclass
from board_core.game.clock import LITTLE_TIME, clock_text

from .kit.painter import Painter
from .kit.text import RGB
from .kit.widget import EMPTY_RECT, UI, Widget

CLOCK_STEP_SECONDS = 0.5
"""The time between two pictures of a clock that shows no tenths."""

LARGE_CLOCK_DIGITS = 6
"""The most characters of a clock that leave room for what stands before them."""

WOOD_COLOR: RGB = (0xD8, 0xC4, 0xA4)
NEWEST_COLOR: RGB = (0xB4, 0xC8, 0x64)
STONE_EDGE: RGB = (0x60, 0x60, 0x60)
NUMBER_COLOR: RGB = (0x20, 0x20, 0x20)


@dataclass(frozen=True, slots=True)
class Strip:
    """The contents of the strip: name, captures, time left.

    ``left`` is in seconds; None shows no clock. ``addition`` stands small before it.
    """

    name: str = ""
    white: bool = True
    captures: tuple[str, ...] = ()
    held: tuple[str, ...] = ()  # pieces in hand, instead of what was taken
    picked: str = ""  # the one that is about to be put on the board
    left: float | None = None
    addition: str = ""
    running: bool = False
    low: bool = False  # little time
    to_move: bool = False


def next_change(left: float) -> float:
    """Return the seconds until the text of a running clock may change."""
    return 0.1 if left <= LITTLE_TIME + CLOCK_STEP_SECONDS else CLOCK_STEP_SECONDS


def is_low(left: float, base: float) -> bool:
    """Tell whether time is low: below an eighth of the base, 10 s at least and 60 s at most.

    The rule is that of lichess; both are in seconds.
    """
    return base != inf and left < min(60.0, max(10.0, base / 8))


def draw_stone(painter: Painter, tile: Rect, *, white: bool) -> None:
    """Draw a player's colour as a stone on wood, visible in every theme."""
    painter.box(tile, WOOD_COLOR, radius=4)
    radius = tile.h * 3 // 8
    painter.disc(tile.center, radius, STONE_EDGE)
    painter.disc(tile.center, radius - 1, (255, 255, 255) if white else (20, 20, 20))


def laid_captures(captures: Sequence[str], step: int, room: int) -> list[tuple[str, int]]:
    """Return captures, each with the pixels from the first one's left to its own.

    They stand in order, ``step`` pixels apart. Where that takes more than ``room``, those of a kind
    stand together and cover each other.
    """
    kinds = list(dict.fromkeys(captures))
    ordered, between, alike = list(captures), len(kinds) - 1, len(captures) - len(kinds)
    other = same = step
    if step * (len(captures) - 1) > room:
        ordered = sorted(captures, key=kinds.index)
        other = max(1, min(step, (room - alike * step // 4) // max(1, between)))
        same = max(1, min(other, (room - between * other) // max(1, alike)))
    steps = [same if one == after else other for one, after in pairwise(ordered)]
    return list(zip(ordered, accumulate(steps, initial=0), strict=True))


class PlayerStrip(Widget):
    """Draws a player above or below the board: name, captures or pieces in hand, clock."""

    def __init__(
        self,
        picture: Callable[[str, int], Surface],
        take_up: Callable[[str], object] = lambda _symbol: None,
        open_card: Callable[[], object] = lambda: None,
        explain: Callable[[], object] = lambda: None,
    ) -> None:
        """``take_up`` gets the symbol of a piece in hand that was clicked."""
        super().__init__()
        self.strip = Strip()
        self._take_up = take_up
        self._held_at: list[tuple[Rect, str]] = []
        self._digits_at: list[Rect] = []  # of the clock, as they were drawn
        self._picture = picture  # of a piece, by its symbol and its size in pixels

    def show_strip(self, strip: Strip) -> None:
        old, self.strip = self.strip, strip
        if old == strip:
            return
        if _words(old) != _words(strip):
            self.mark()
        elif _box(old) != _box(strip):
            self.mark(self._clock())
        elif (before := _digits(old)) != (now := _digits(strip)):
            self.mark(self._changed(before, now) if strip.running else self._clock())

    def _changed(self, before: tuple[str, str], now: tuple[str, str]) -> Rect:
        """Return the place of the digits that differ: most ticks change one or two of them."""
        places, (old, addition), (new, added) = self._digits_at, before, now
        if addition != added or not len(old) == len(new) == len(places):
            return self._inside()
        first = next(at for at in range(len(new)) if old[at] != new[at])
        return places[first].union(places[-1])

    @property
    def opaque(self) -> Rect:
        return self._inside() if self.strip.running and self.strip.left is not None else EMPTY_RECT

    def _inside(self) -> Rect:
        """Return the place of the digits of a running clock, away from its round corners."""
        edge = 2 * (self.rect.h // 6)
        return self._clock().inflate(-edge, -edge)

    def _end(self) -> int:
        """Return where the room for the name and the captures ends."""
        return self.rect.right if self.strip.left is None else self._clock().left

    def _clock(self) -> Rect:
        width = self.rect.h * 3
        return Rect(self.rect.right - width, self.rect.y, width, self.rect.h)

    def draw(self, painter: Painter) -> None:
        strip, theme, px = self.strip, painter.theme, painter.px
        self._draw_clock(painter)
        if painter.clip.left >= self._end():
            return
        tile = Rect(self.rect.x, 0, px(24), px(24))
        tile.centery = self.rect.centery
        draw_stone(painter, tile, white=strip.white)
        room = self._end() - self.rect.x - px(34)
        # many captures need their room: the name gives way, but not below a third
        piece = px(20)
        wide = piece + px(12) * (len(strip.captures) - 1) if strip.captures else 0
        if strip.held:
            piece = min(px(30), self.rect.h - px(4))
            wide = (piece + px(16)) * len(dict.fromkeys(strip.held))
        text = Rect(tile.right + px(8), self.rect.y, max(room // 3, room - wide - px(8)), 0)
        text.h = self.rect.h
        fits = painter.fonts.fit(strip.name, 16, text.w)
        painter.text(fits, text, theme.text if strip.to_move else theme.dim, size=16)
        if strip.to_move:  # the same letters again, a little to the right
            painter.text(fits, text.move(1, 0), theme.text, size=16)
        self._held_at = []
        if strip.captures or strip.held:
            x = text.x + painter.fonts.width(fits, 16) + px(12)
            place = Rect(x, self.rect.centery - piece // 2, 0, piece)
            if strip.held:
                self._draw_held(painter, place)
            else:
                self._draw_captures(painter, place)

    def _draw_held(self, painter: Painter, place: Rect) -> None:
        """Draw each kind of piece with its number, on wood; the one that was clicked stands out."""
        piece, px = place.h, painter.px
        for symbol in dict.fromkeys(self.strip.held):
            count = self.strip.held.count(symbol)
            spot = Rect(place.x, place.y - px(1), piece + px(14), piece + px(2))
            painter.box(spot, NEWEST_COLOR if symbol == self.strip.picked else WOOD_COLOR, radius=4)
            painter.surface.blit(self._picture(symbol, piece), place.topleft)
            number = Rect(spot.right - px(15), spot.y, px(13), spot.h)
            painter.text(str(count), number, NUMBER_COLOR, size=13, align="right")
            self._held_at.append((spot, symbol))
            place.x = spot.right + px(2)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        for spot, symbol in self._held_at:
            if spot.collidepoint(event.pos):
                self._take_up(symbol)
                return True
        return False

    def _draw_captures(self, painter: Painter, place: Rect) -> None:
        """Draw them on wood, where both colours are seen; mark the newest."""
        captures, piece, px = self.strip.captures, place.h, painter.px
        room = self._end() - place.x - piece - px(4)
        laid = laid_captures(captures, px(17), room)  # pictures have a free edge
        wood = Rect(place.x - px(3), place.y - px(2), laid[-1][1] + piece + px(6), piece + px(4))
        painter.box(wood, WOOD_COLOR, radius=4)
        left = max(x for symbol, x in laid if symbol == captures[-1])
        newest = Rect(place.x + left, wood.y, piece + px(3), wood.h)
        painter.box(newest, NEWEST_COLOR, radius=4)
        for symbol, x in laid:
            painter.surface.blit(self._picture(symbol, piece), (place.x + x, place.y))

    def _draw_clock(self, painter: Painter) -> None:
        strip, theme, px = self.strip, painter.theme, painter.px
        if strip.left is None:
            return
        box = self._clock().inflate(0, -px(6))
        fill, line, ink = theme.panel, theme.line, theme.error if strip.low else theme.text
        if strip.running:
            fill = line = theme.error if strip.low else theme.text
            ink = theme.background
        clip, inside = painter.clip, self._inside()
        ticks = strip.running and inside.contains(clip)  # no corner has changed
        if ticks:
            painter.fill(fill, clip)
        else:
            painter.box(box, fill, line, radius=5)
        time, place = clock_text(strip.left), box.inflate(-px(16), 0)
        size = 28 if self.rect.h >= px(44) else 20
        if strip.addition and len(time) > LARGE_CLOCK_DIGITS:
            size = 16
        fonts, surface = painter.fonts, painter.surface
        if not ticks or len(time) != len(self._digits_at):
            widths = [fonts.width(digit, size, mono=True) for digit in time]
            lefts = accumulate(widths[:-1], initial=place.right - sum(widths))
            pairs = zip(lefts, widths, strict=True)
            self._digits_at = [Rect(left, inside.y, width, inside.h) for left, width in pairs]
        for digit, spot in zip(time, self._digits_at, strict=True):
            if spot.colliderect(clip):  # each picture of a digit is made once, not at each tick
                image = fonts.render(digit, size, ink, mono=True)
                surface.blit(image, (spot.x, spot.centery - image.get_height() // 2))
        if addition := f"!{strip.addition}" if strip.low else strip.addition:
            painter.text(addition, place, ink, size=16)


def _words(strip: Strip) -> tuple[object, ...]:
    """Return all but the clock."""
    return strip.name, strip.captures, strip.held, strip.picked, strip.to_move, strip.white


def _box(strip: Strip) -> tuple[bool, bool, bool]:
    return strip.running, strip.low, strip.left is None


def _digits(strip: Strip) -> tuple[str, str]:
    return "" if strip.left is None else clock_text(strip.left), strip.addition
