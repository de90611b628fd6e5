"""The strip above and below the board: a player, what it is doing, captures or hand, the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from board_core.fast_dataclass import dataclass
from board_core.game.clock import LITTLE_TIME, clock_text

from .kit.buttons import PRESS_KEYS
from .kit.labels import LAMP_GAP, LAMP_SIZE, Light, draw_light
from .kit.painter import (
    DOWN_STROKE,
    FIELD_RADIUS,
    HOVER_SHARE,
    SMALL_SIZE,
    TEXT_SIZE,
    TINY_SIZE,
    Painter,
)
from .kit.text import RGB
from .kit.widget import EMPTY_RECT, UI, Widget, plain
from .language import _

CLOCK_STEP_SECONDS = 0.5
"""The time between two pictures of a clock that shows no tenths."""

A_MINUTE = 60.0  # seconds

STRIP_HEIGHT, TWO_LINES_HEIGHT = 48, 40
"""Points of height of a strip, and from which it has a second line."""

CLOCK_HEIGHT, CLOCK_WIDTH, CLOCK_EDGE = 40, 104, 12
"""Points of height and least width of the clock's box, and beside its digits."""

CLOCK_SIZE = 24
"""Size of a clock's digits, in points."""

NAME_LEFT, NAME_LEAST = 36, 72
"""Points from the left to the name, and of width that it keeps beside many pieces."""

PIECE_SIZE, PIECE_STEP, KIND_GAP = 20, 10, 6
"""Points of a captured piece, from one to the next of its kind, and between two kinds."""

HELD_SIZE = 28
"""Points of a piece in hand."""

GAP = 12
"""Points between the name, the pieces and the clock."""

WOOD_COLOR: RGB = (0xD8, 0xC4, 0xA4)
NEWEST_COLOR: RGB = (0xB4, 0xC8, 0x64)
NUMBER_COLOR: RGB = (0x20, 0x20, 0x20)
WHITE_DISC: RGB = (0xFF, 0xFF, 0xFF)
BLACK_DISC: RGB = (0x1C, 0x1D, 0x1F)


@dataclass(frozen=True, slots=True)
class Taken:
    """The pieces of which a side has taken more than the other, and its lead in points."""

    pieces: tuple[str, ...] = ()
    lead: int = 0


NOTHING_TAKEN = Taken()


@dataclass(frozen=True, slots=True)
class Strip:
    """The contents of the strip: a player, what its program does, pieces, time.

    ``left`` is in seconds; without a clock ``used`` seconds are shown, or nothing if both are None.
    ``addition`` stands small before the clock.
    """

    name: str = ""
    second: str = ""  # after the name: Elo, file, or a note of the game
    white: bool = True
    step: bool = False  # the program moves when it is told to
    words: str = ""  # what the program does
    light: Light | None = None
    why: bool = False  # the words are an error that can be explained
    taken: Taken = NOTHING_TAKEN
    held: tuple[str, ...] = ()  # pieces in hand, instead of what was taken
    picked: str = ""  # the one that is about to be put on the board
    left: float | None = None
    used: float | None = None
    addition: str = ""
    running: bool = False
    low: bool = False  # little time
    to_move: bool = False


def next_change(left: float) -> float:
    """Return the seconds until the text of a running clock may change."""
    return 0.1 if left <= LITTLE_TIME + CLOCK_STEP_SECONDS else CLOCK_STEP_SECONDS


def used_text(seconds: float) -> str:
    """Return the time that a side has used: seconds at first, as 0:00 looks like no time left."""
    return clock_text(seconds) if seconds >= A_MINUTE else f"{int(seconds)} s"


def draw_side(painter: Painter, center: tuple[int, int], radius: int, *, white: bool) -> None:
    """Draw a player's colour as a disc with an edge, visible in every theme."""
    painter.disc(center, radius, painter.theme.field)
    painter.disc(center, radius - painter.px(1), WHITE_DISC if white else BLACK_DISC)


def laid_captures(pieces: Sequence[str], room: float) -> list[tuple[str, float]]:
    """Return pieces, each with the points from the first one's left to its own.

    Those of a kind overlap by half; where that takes more than ``room``, all are closer.
    """
    steps = [
        PIECE_STEP if one == other else PIECE_SIZE + KIND_GAP for one, other in pairwise(pieces)
    ]
    share = min(1.0, max(0.0, room - PIECE_SIZE) / max(1, sum(steps)))
    return list(zip(pieces, accumulate((step * share for step in steps), initial=0.0), strict=True))


@lru_cache(maxsize=64)
def _silhouette(picture: Surface, low: RGB, high: RGB) -> Surface:
    """Return a picture in two colours, for its dark and its light parts."""
    image = picture.copy()
    span = [max(0, end - start) for start, end in zip(low, high, strict=True)]
    image.fill(span, special_flags=pygame.BLEND_RGB_MULT)
    image.fill(low, special_flags=pygame.BLEND_RGB_ADD)
    return image


class PlayerStrip(Widget):
    """Draws a player above or below the board. A click on the name opens the card of its seat."""

    def __init__(
        self,
        picture: Callable[[str, int], Surface],
        take_up: Callable[[str, tuple[int, int], UI], object] = lambda _symbol, _at, _ui: None,
        open_card: Callable[[], object] | None = None,
        explain: Callable[[], object] = lambda: None,
    ) -> None:
        """``take_up`` gets the symbol of a piece in hand that was pressed, ``open_card`` is called
        by a click on the rest and by Enter, ``explain`` by a click on *Why*.
        """
        super().__init__()
        self.strip = Strip()
        self.on = False  # its card is open
        self.focusable = open_card is not None
        self.leaves_focus = True  # Space after a click releases the next move
        self._take_up, self._open_card, self._explain = take_up, open_card, explain
        self._held_at: list[tuple[Rect, str]] = []
        self._digits_at: list[Rect] = []  # of the clock, as they were drawn
        self._words_at, self._why_at = Rect(EMPTY_RECT), Rect(EMPTY_RECT)
        self._clock_at = Rect(EMPTY_RECT)
        self._drawn: Painter | None = None  # the last one
        self._down = False
        self._picture = picture  # of a piece, by its symbol and its size in pixels

    def place(self, rect: Rect | tuple[int, int, int, int]) -> None:
        super().place(rect)
        self._drawn = None  # perhaps there are other fonts

    def turn(self, on: bool) -> None:
        """Show that the card of this seat is open, or that it is closed."""
        if on != self.on:
            self.on = on
            self.mark()

    def show_strip(self, strip: Strip) -> None:
        old, self.strip = self.strip, strip
        if old == strip:
            return
        if _fixed(old) != _fixed(strip) or self._drawn is None:
            self.mark()
            return
        if old.words != strip.words:
            self.mark(self._changed_words(old.words, strip.words, self._drawn))
        before, now = _digits(old), _digits(strip)
        if self._end(self._drawn) != self._clock_at:
            self.mark()  # the room for the name has changed
        elif (old.running, old.low) != (strip.running, strip.low):
            self.mark(self._clock_at)
        elif before != now:
            self.mark(self._changed_digits(before, now))

    def _changed_words(self, before: str, now: str, painter: Painter) -> Rect:
        """Return the place of the words that differ: mostly of a number at their end."""
        same = painter.fonts.width(now[: _alike(before, now)], SMALL_SIZE)
        place = Rect(self._words_at)
        place.w = max(place.w, painter.fonts.width(now, SMALL_SIZE) + painter.px(LAMP_GAP)) - same
        place.x += same
        return place.clip(self.rect)

    def _changed_digits(self, before: tuple[str, str], now: tuple[str, str]) -> Rect:
        """Return the place of the digits that differ: most ticks change one or two of them."""
        places, (old, addition), (new, added) = self._digits_at, before, now
        if addition != added or not len(old) == len(new) == len(places):
            return self._inside()
        return places[_alike(old, new)].union(places[-1])

    @property
    def opaque(self) -> Rect:
        return self._inside() if self.strip.running and self.strip.left is not None else EMPTY_RECT

    def _inside(self) -> Rect:
        """Return the place of the digits of a clock, away from its round corners."""
        edge = 2 * (self.rect.h // 8)
        return self._clock_at.inflate(-edge, -edge)

    def _end(self, painter: Painter) -> Rect:
        """Return the place of the clock's box, or of the time used."""
        (time, addition), px, fonts = _digits(self.strip), painter.px, painter.fonts
        high = min(px(CLOCK_HEIGHT), self.rect.h - px(4))
        if self.strip.left is None:
            wide = fonts.width(time, TEXT_SIZE, mono=True) + 2 * px(4) if time else 0
        else:
            wide = fonts.width(time, CLOCK_SIZE, mono=True) + 2 * px(CLOCK_EDGE)
            wide += fonts.width(addition, TEXT_SIZE) + px(4) if addition else 0
            wide = max(px(CLOCK_WIDTH), wide)
        return Rect(self.rect.right - wide, self.rect.centery - high // 2, wide, high)

    # Drawing

    def draw(self, painter: Painter) -> None:
        self._drawn = painter
        self._clock_at = self._end(painter)
        if self.opaque.contains(painter.clip):
            self._draw_clock(painter)
            return
        if self.on:
            painter.box(self.rect, painter.theme.selected, painter.theme.accent, FIELD_RADIUS)
        elif self.hot and self._open_card is not None:
            painter.wash(self.rect, HOVER_SHARE)
        self._draw_clock(painter)
        if painter.clip.left < self._clock_at.left:
            self._draw_name(painter, self._draw_pieces(painter))

    def _draw_name(self, painter: Painter, end: int) -> None:
        """Draw the disc, the name and what the program does, as far as ``end``."""
        strip, theme, px, fonts = self.strip, painter.theme, painter.px, painter.fonts
        center = (self.rect.x + px(14), self.rect.centery)
        draw_side(painter, center, px(10), white=strip.white)
        if strip.to_move:
            ring = Rect(0, 0, px(28), px(28))
            ring.center = center
            painter.box(ring, None, theme.accent, 14, 2)
        line = Rect(self.rect.x + px(NAME_LEFT), self.rect.y, 0, self.rect.h)
        line.w = end - line.x
        two = bool(strip.words) and self.rect.h >= px(TWO_LINES_HEIGHT)
        if two:
            half = px(STRIP_HEIGHT - 8) // 2
            line = Rect(line.x, self.rect.centery - half, line.w, half)
        arrow = px(16) + px(8) if self._open_card is not None else 0
        tag = fonts.width(_("Step"), TINY_SIZE) + px(12 + 8) if strip.step else 0
        room = max(px(NAME_LEAST), line.w - arrow - tag)
        second = fonts.width(strip.second, SMALL_SIZE) + px(8) if strip.second else 0
        wide = fonts.width(strip.name, TEXT_SIZE, bold=strip.to_move)
        cut = wide + second > room
        if cut:
            second = max(0, room - min(wide, max(px(NAME_LEAST), room - second)))
        wide = min(wide, room - second)
        place = Rect(line.x, line.y, wide, line.h)
        painter.text(strip.name, place, size=TEXT_SIZE, bold=strip.to_move)
        place.x = place.right + px(8)
        if second > px(8):
            place.w = second - px(8)
            painter.text(strip.second, place, theme.dim, size=SMALL_SIZE)
            place.x = place.right + px(8)
        if strip.step:
            chip = Rect(place.x, line.centery - px(9), tag - px(8), px(18))
            painter.box(chip, theme.sunk, radius=4)
            painter.text(_("Step"), chip, theme.dim, size=TINY_SIZE, align="center")
            place.x = chip.right + px(8)
        if arrow and place.x + px(16) <= line.right:
            mark = Rect(place.x, line.centery - px(8), px(16), px(16))
            painter.stroke(DOWN_STROKE, mark, theme.dim)
        told = [f"{strip.name} {strip.second}".rstrip()] if cut else []
        if two:
            self._draw_words(painter, line.move(0, line.h), told)
        self.tip = "\n".join(told)

    def _draw_words(self, painter: Painter, line: Rect, told: list[str]) -> None:
        """Draw the lamp and the words; those that do not fit are added to ``told``."""
        strip, theme, px, fonts = self.strip, painter.theme, painter.px, painter.fonts
        assert strip.light is not None, "words have a lamp"
        draw_light(painter, strip.light, Rect(line.x, line.y, px(LAMP_SIZE), line.h))
        line.x += px(LAMP_SIZE + LAMP_GAP)
        line.w -= px(LAMP_SIZE + LAMP_GAP)
        why = fonts.width(_("Why"), SMALL_SIZE) + px(8) if strip.why else 0
        ink = {Light.FAILED: theme.error, Light.REFUSED: theme.warning}.get(strip.light, theme.dim)
        wide = fonts.width(strip.words, SMALL_SIZE)
        if wide > line.w - why:
            told.append(strip.words)
        self._words_at = Rect(line.x, line.y, min(wide, max(0, line.w - why)), line.h)
        painter.text(strip.words, self._words_at, ink, size=SMALL_SIZE)
        self._why_at = Rect(self._words_at.right + px(8), line.y, max(0, why - px(8)), line.h)
        if strip.why:
            painter.text(_("Why"), self._why_at, theme.accent, size=SMALL_SIZE)
            under = Rect(self._why_at.x, line.centery + px(8), self._why_at.w, px(1))
            painter.fill(theme.accent, under)

    def _draw_pieces(self, painter: Painter) -> int:
        """Draw the hand or what was taken before the clock; return where the room for the name
        ends.
        """
        px, end = painter.px, self._clock_at.left
        end -= px(GAP) if self._clock_at.w else 0
        room = end - self.rect.x - px(NAME_LEFT + NAME_LEAST + GAP)
        self._held_at = []
        if self.strip.held:
            return self._draw_held(painter, end, room) - px(GAP)
        if self.strip.taken.pieces or self.strip.taken.lead:
            return self._draw_taken(painter, end, room) - px(GAP)
        return end

    def _draw_held(self, painter: Painter, end: int, room: int) -> int:
        """Draw each kind of piece with its number, on wood; the one that was clicked stands out."""
        px, kinds = painter.px, list(dict.fromkeys(self.strip.held))
        piece = min(px(HELD_SIZE), self.rect.h - px(6), room // len(kinds) - px(16))
        piece = max(px(12), piece)
        x = start = end - len(kinds) * (piece + px(16)) + px(2)
        for symbol in kinds:
            spot = Rect(x, self.rect.centery - piece // 2 - px(1), piece + px(14), piece + px(2))
            painter.box(spot, NEWEST_COLOR if symbol == self.strip.picked else WOOD_COLOR, radius=4)
            painter.surface.blit(self._picture(symbol, piece), (spot.x, spot.y + px(1)))
            number = Rect(spot.right - px(15), spot.y, px(13), spot.h)
            count = str(self.strip.held.count(symbol))
            painter.text(count, number, NUMBER_COLOR, size=TINY_SIZE, align="right")
            self._held_at.append((spot, symbol))
            x = spot.right + px(2)
        return start

    def _draw_taken(self, painter: Painter, end: int, room: int) -> int:
        """Draw the pieces as grey figures, and the lead in points after them."""
        theme, px, taken = painter.theme, painter.px, self.strip.taken
        lead = f"+{taken.lead}" if taken.lead else ""
        words = Rect(0, self.rect.y, painter.fonts.width(lead, SMALL_SIZE), self.rect.h)
        words.right = end
        painter.text(lead, words, theme.dim, size=SMALL_SIZE)
        end = words.left - (px(KIND_GAP) if lead else 0)
        if not taken.pieces:
            return end
        laid = laid_captures(taken.pieces, (room - words.w) / painter.fonts.scale)
        size = px(PIECE_SIZE)
        start = end - size - px(laid[-1][1])
        dark = sum(theme.background) < sum(theme.dim)
        low, high = (theme.background, theme.dim) if dark else (theme.dim, theme.background)
        for symbol, at in laid:
            figure = symbol.upper() if dark else symbol.lower()
            image = _silhouette(self._picture(figure, size), low, high)
            painter.surface.blit(image, (start + px(at), self.rect.centery - size // 2))
        return start

    def _draw_clock(self, painter: Painter) -> None:
        strip, theme, px, box = self.strip, painter.theme, painter.px, self._clock_at
        time, addition = _digits(strip)
        if not time:
            return
        size, place = CLOCK_SIZE, box.inflate(-2 * px(CLOCK_EDGE), 0)
        ink = theme.text if strip.to_move else theme.dim
        ticks = False
        if strip.left is None:
            size, place = TEXT_SIZE, box.inflate(-2 * px(4), 0)
        else:
            fill, ink = theme.sunk, theme.error if strip.low else theme.dim
            if strip.running:
                fill, ink = theme.error if strip.low else theme.text, theme.background
            ticks = strip.running and self._inside().contains(painter.clip)
            if ticks:  # no corner has changed
                painter.fill(fill, painter.clip)
            else:
                painter.box(box, fill)
        fonts, clip = painter.fonts, painter.clip
        if not ticks or len(time) != len(self._digits_at):
            widths = [fonts.width(digit, size, mono=True) for digit in time]
            lefts = accumulate(widths[:-1], initial=place.right - sum(widths))
            inside = self._inside()
            pairs = zip(lefts, widths, strict=True)
            self._digits_at = [Rect(left, inside.y, width, inside.h) for left, width in pairs]
        for digit, spot in zip(time, self._digits_at, strict=True):
            if spot.colliderect(clip):  # each picture of a digit is made once, not at each tick
                image = fonts.render(digit, size, ink, mono=True)
                y = spot.centery - image.get_height() // 2 - px(1)  # its letters stand low
                painter.surface.blit(image, (spot.x, y))
        painter.text(addition, place, ink, size=TEXT_SIZE)

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN:
            return event.key in PRESS_KEYS and plain(event) and self._opens()
        if event.type == pygame.MOUSEBUTTONUP and self._down:
            self._down = False
            return self.area.collidepoint(event.pos) and self._opens()
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        for spot, symbol in self._held_at:
            if spot.collidepoint(event.pos):
                self._take_up(symbol, event.pos, ui)
                return True
        if self.strip.why and self._why_at.collidepoint(event.pos):
            self._explain()
            return True
        self._down = self._open_card is not None
        if self._down:
            ui.capture(self)
        return self._down

    def let_go(self) -> None:
        self._down = False

    def press(self, ui: UI) -> None:
        self._opens()

    def _opens(self) -> bool:
        if self._open_card is not None:
            self._open_card()
        return self._open_card is not None


def _fixed(strip: Strip) -> tuple[object, ...]:
    """Return all but the times and the words."""
    return (
        strip.name,
        strip.second,
        strip.white,
        strip.step,
        strip.light,
        strip.why,
        bool(strip.words),
        strip.taken,
        strip.held,
        strip.picked,
        strip.to_move,
        strip.left is None,
    )


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _digits(strip: Strip) -> tuple[str, str]:
    """Return the time as it is shown, and what stands before it."""
    if strip.left is None:
        return "" if strip.used is None else used_text(strip.used), ""
    return clock_text(strip.left), f"!{strip.addition}" if strip.low else strip.addition
