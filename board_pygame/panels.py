"""Parts of the game screen that are more than one widget of the kit: drawn from values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from board_core.clock import LITTLE_TIME, clock_text

from .kit.painter import SMALL_SIZE, Painter
from .kit.theme import RGB
from .kit.widget import EMPTY_RECT, UI, Widget

CLOCK_STEP = 0.5
"""Seconds between two pictures of a clock that shows none."""


LARGE_DIGITS = 6
"""So many of a clock's signs leave room for what stands before them."""

CAPTION = 11
"""Points of the letters that say what a figure is."""
EDGE = 8
"""Pixels by which the round corners of a row of facts reach into it, on both sides together."""

WOOD: RGB = (0xD8, 0xC4, 0xA4)
NEWEST: RGB = (0xB4, 0xC8, 0x64)
DARK: RGB = (0x20, 0x20, 0x20)


@dataclass(frozen=True, slots=True)
class Strip:
    """A player beside the board: who, what it took, how long it has.

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
    """Seconds until the text of a running clock may be another."""
    return 0.1 if left <= LITTLE_TIME + CLOCK_STEP else CLOCK_STEP


def is_low(left: float, base: float) -> bool:
    """Little time: an eighth of the first time, at least 10 s and at most 60 s (as lichess)."""
    return base != inf and left < min(60.0, max(10.0, base / 8))


class PlayerStrip(Widget):
    """Above and below the board."""

    def __init__(
        self,
        picture: Callable[[str, int], Surface],
        take_up: Callable[[str], object] = lambda _symbol: None,
    ) -> None:
        """``take_up`` is told the symbol of a piece in hand that was clicked."""
        super().__init__()
        self.strip = Strip()
        self._take_up = take_up
        self._held_at: list[tuple[Rect, str]] = []
        self._picture = picture  # of a piece, by its symbol and its size in pixels

    def show_strip(self, strip: Strip) -> None:
        old, self.strip = self.strip, strip
        if old == strip:
            return
        if _words(old) != _words(strip):
            self.mark()
        elif _box(old) != _box(strip):
            self.mark(self._clock())
        elif _digits(old) != _digits(strip):
            self.mark(self._inside() if strip.running else self._clock())

    @property
    def opaque(self) -> Rect:
        return self._inside() if self.strip.running and self.strip.left is not None else EMPTY_RECT

    def _inside(self) -> Rect:
        """Where the digits are on the box of a running clock, away from its round corners."""
        edge = 2 * (self.rect.h // 6)
        return self._clock().inflate(-edge, -edge)

    def _clock(self) -> Rect:
        width = self.rect.h * 3
        return Rect(self.rect.right - width, self.rect.y, width, self.rect.h)

    def draw(self, painter: Painter) -> None:
        strip, theme, px = self.strip, painter.theme, painter.px
        self._draw_clock(painter)
        if painter.clip.left >= self._clock().left:
            return
        size = px(16)
        center = (self.rect.x + px(12), self.rect.centery)
        painter.disc(center, size // 2, theme.dim)
        painter.disc(center, size // 2 - 1, (255, 255, 255) if strip.white else (20, 20, 20))
        room = self._clock().left - self.rect.x - px(30)
        # many captures need their room: the name gives way, but not below a third
        piece = px(20)
        wide = piece + px(12) * (len(strip.captures) - 1) if strip.captures else 0
        if strip.held:
            piece = min(px(30), self.rect.h - px(4))
            wide = (piece + px(16)) * len(dict.fromkeys(strip.held))
        text = Rect(self.rect.x + px(28), self.rect.y, max(room // 3, room - wide - px(8)), 0)
        text.h = self.rect.h
        fits = painter.fonts.fit(strip.name, 16, text.w)
        painter.text(fits, text, theme.text if strip.to_move else theme.dim, size=16)
        self._held_at = []
        if strip.captures or strip.held:
            x = text.x + painter.fonts.width(fits, 16) + px(12)
            place = Rect(x, self.rect.centery - piece // 2, 0, piece)
            if strip.held:
                self._draw_held(painter, place)
            else:
                self._draw_captures(painter, place)

    def _draw_held(self, painter: Painter, place: Rect) -> None:
        """Each kind of piece with its number, on wood; the one that was clicked stands out."""
        piece, px = place.h, painter.px
        for symbol in dict.fromkeys(self.strip.held):
            count = self.strip.held.count(symbol)
            spot = Rect(place.x, place.y - px(1), piece + px(14), piece + px(2))
            painter.box(spot, NEWEST if symbol == self.strip.picked else WOOD, radius=4)
            painter.surface.blit(self._picture(symbol, piece), place.topleft)
            number = Rect(spot.right - px(15), spot.y, px(13), spot.h)
            painter.text(str(count), number, DARK, size=13, align="right")
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
        """In order, on wood, where both colours are seen; the newest on a ground of its own."""
        captures, piece, px = self.strip.captures, place.h, painter.px
        room = self._clock().left - place.x - piece - px(4)
        step = min(px(12), max(1, room // len(captures)))
        wood = Rect(place.x - px(3), place.y - px(2), 0, piece + px(4))
        wood.w = step * (len(captures) - 1) + piece + px(6)
        painter.box(wood, WOOD, radius=4)
        newest = Rect(place.x + step * (len(captures) - 1), wood.y, piece + px(3), wood.h)
        painter.box(newest, NEWEST, radius=4)
        for index, symbol in enumerate(captures):
            at = (place.x + step * index, place.y)
            painter.surface.blit(self._picture(symbol, piece), at)

    def _draw_clock(self, painter: Painter) -> None:
        strip, theme, px = self.strip, painter.theme, painter.px
        if strip.left is None:
            return
        box = self._clock().inflate(0, -px(6))
        ink: RGB = theme.text if strip.running else theme.dim
        if strip.running:
            fill = theme.error if strip.low else theme.accent
            if self._inside().contains(painter.clip):  # a tick: the corners are as they were
                painter.fill(fill, painter.clip)
            else:
                painter.box(box, fill, radius=5)
            ink = theme.background if strip.low else theme.on_accent
        elif strip.low:
            ink = theme.error
        time, place = clock_text(strip.left), box.inflate(-px(16), 0)
        large = self.rect.h >= px(42) and (not strip.addition or len(time) <= LARGE_DIGITS)
        painter.text(time, place, ink, size=24 if large else 18, align="right", mono=True)
        painter.text(strip.addition, place, ink, size=16, mono=True)


def _words(strip: Strip) -> tuple[object, ...]:
    """All but the clock."""
    return strip.name, strip.captures, strip.held, strip.picked, strip.to_move, strip.white


def _box(strip: Strip) -> tuple[bool, bool, bool]:
    return strip.running, strip.low, strip.left is None


def _digits(strip: Strip) -> tuple[str, str]:
    return "" if strip.left is None else clock_text(strip.left), strip.addition


class FactsRow(Widget):
    """Figures side by side, each below what it is called."""

    def __init__(self, captions: Sequence[str]) -> None:
        super().__init__()
        self.captions = tuple(captions)
        self.texts = [""] * len(self.captions)
        self._upper: list[Rect] = []  # where the captions stand
        self._lower: list[Rect] = []  # and the figures

    def put(self, index: int, *texts: str) -> None:
        """Show these figures, from one on."""
        for at, text in enumerate(texts, start=index):
            if self.texts[at] != text:
                self.texts[at] = text
                self.mark(self._lower[at] if self._lower else None)

    def place(self, rect: Rect | tuple[int, int, int, int]) -> None:
        super().place(rect)
        inner, count = self.opaque, len(self.texts)
        edges = [inner.x + inner.w * at // count for at in range(count + 1)]
        upper, lower = Rect(inner), Rect(inner)
        upper.h = inner.h // 2
        lower.top, lower.h = upper.bottom, inner.h - upper.h
        cells = [(left, right - left) for left, right in pairwise(edges)]
        self._upper = [Rect(left, upper.y, width, upper.h) for left, width in cells]
        self._lower = [Rect(left, lower.y, width, lower.h) for left, width in cells]

    @property
    def opaque(self) -> Rect:
        return self.rect.inflate(-EDGE, -EDGE)

    def draw(self, painter: Painter) -> None:
        theme, clip = painter.theme, painter.clip
        if self.opaque.contains(clip):
            painter.fill(theme.panel, clip)
        else:
            painter.box(self.rect, theme.panel, theme.line, radius=4)
        for caption, place in zip(self.captions, self._upper, strict=True):
            if place.colliderect(clip):
                painter.text(caption, _indented(place, painter), theme.dim, size=CAPTION)
        for text, place in zip(self.texts, self._lower, strict=True):
            if place.colliderect(clip):
                painter.text(text, _indented(place, painter), size=SMALL_SIZE)


def _indented(place: Rect, painter: Painter) -> Rect:
    indent = painter.px(6)
    return Rect(place.x + indent, place.y, place.w - indent, place.h)


class EvaluationBar(Widget):
    """White's part grows from White's side of the board."""

    def __init__(self) -> None:
        super().__init__()
        self._advantage: float | None = None
        self._flipped = False

    def show_advantage(self, advantage: float | None, flipped: bool) -> None:
        if (advantage, flipped) != (self._advantage, self._flipped):
            self._advantage, self._flipped = advantage, flipped
            self.mark()

    def draw(self, painter: Painter) -> None:
        theme = painter.theme
        if self._advantage is None:
            painter.fill(theme.line, self.rect)
            return
        white = round(self.rect.h * (1 + self._advantage) / 2)
        painter.fill((0x40, 0x40, 0x40), self.rect)
        part = Rect(self.rect.x, self.rect.bottom - white, self.rect.w, white)
        if self._flipped:
            part.top = self.rect.top
        painter.fill((0xF4, 0xF4, 0xF4), part)
        middle = self.rect.centery
        painter.fill(theme.accent, Rect(self.rect.x, middle, self.rect.w, 1))


class EvaluationGraph(Widget):
    """The advantage ply by ply; a click goes to a ply."""

    def __init__(self, go: Callable[[int], object], hint: str) -> None:
        super().__init__()
        self._go = go
        self._hint = hint
        self._curve: tuple[tuple[int, float], ...] = ()
        self._plies = 0
        self._ply = 0
        self._caption = ""

    def show_curve(
        self, curve: Sequence[tuple[int, float]], plies: int, ply: int, caption: str
    ) -> None:
        """``ply`` is the one that is shown; ``caption`` what is thought of it."""
        new = (tuple(curve), plies, ply, caption)
        if new != (self._curve, self._plies, self._ply, self._caption):
            self._curve, self._plies, self._ply, self._caption = new
            self.mark()

    def draw(self, painter: Painter) -> None:
        theme, px = painter.theme, painter.px
        painter.box(self.rect, theme.panel, theme.line, radius=4)
        if not self._curve:
            inner = self.rect.inflate(-px(16), 0)
            painter.text(self._hint, inner, theme.dim, size=SMALL_SIZE, align="center")
            return
        area = self._area(painter.px(4))
        middle = area.centery
        points = [
            (self._x(area, ply), middle - round(advantage * area.h / 2))
            for ply, advantage in self._curve
        ]
        shape = [(points[0][0], middle), *points, (points[-1][0], middle)]
        if len(points) > 1:
            veil = Surface(self.rect.size, pygame.SRCALPHA)
            moved = [(x - self.rect.x, y - self.rect.y) for x, y in shape]
            pygame.draw.polygon(veil, (*theme.accent, 70), moved)
            painter.surface.blit(veil, self.rect)
        painter.fill(theme.line, Rect(area.x, middle, area.w, 1))
        if len(points) > 1:
            pygame.draw.aalines(painter.surface, theme.accent, False, points)
        else:
            painter.disc(points[0], px(2), theme.accent)
        x = self._x(area, self._ply)
        painter.fill(theme.warning, Rect(x, area.y, 1, area.h))
        if self._caption:
            width = min(painter.fonts.width(self._caption, SMALL_SIZE), area.w)
            place = Rect(area.x + px(4), area.y, width, painter.fonts.height(SMALL_SIZE))
            painter.text(self._caption, place, theme.text, size=SMALL_SIZE)

    def _area(self, margin: int) -> Rect:
        return self.rect.inflate(-2 * margin, -2 * margin)

    def _x(self, area: Rect, ply: int) -> int:
        return area.x + round(area.w * ply / max(20, self._plies))

    def handle(self, event: Event, ui: UI) -> bool:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        dragged = event.type == pygame.MOUSEMOTION and event.buttons[0]
        if not (pressed or dragged) or not self._plies:
            return False
        if pressed:
            ui.capture(self)
        area = self._area(ui.px(4))
        ply = round((event.pos[0] - area.x) / area.w * max(20, self._plies))
        self._go(max(0, min(ply, self._plies)))
        return True
