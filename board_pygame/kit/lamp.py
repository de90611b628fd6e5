"""Lamps: a shape in a colour, with words. No two lamps have the same shape."""

from __future__ import annotations

from enum import Enum

from pygame import Rect

from .icon import Icon
from .painter import TEXT_SIZE, Painter
from .text import Fonts
from .widget import Widget

LAMP_SIZE = 16
"""Points of width and height of a lamp."""
NARROWEST_WORDS = 24
"""Points of width that words beside a lamp need at least."""
LAMP_GAP = 8
"""Points between a lamp and its words."""


class Light(Enum):
    """The lamps; a value is the shape and the name of the colour in a theme."""

    ABSENT = (Icon.DASHED_RING, "dim")
    READY = (Icon.RING, "good")
    IDLE = (Icon.DISC, "good")
    BUSY = (Icon.HALF_DISC, "accent")
    PAUSED = (Icon.PAUSE, "warning")
    STOPPED = (Icon.STOP, "dim")
    FAILED = (Icon.WARNING, "error")
    PERSON = (Icon.PERSON, "text")
    RUNNING = (Icon.PLAY, "good")
    WON = (Icon.CROWN, "good")
    EVEN = (Icon.DRAW, "info")
    FINE = (Icon.CHECK, "good")
    TOLD = (Icon.INFO, "info")
    REFUSED = (Icon.WARNING, "warning")


def draw_light(painter: Painter, light: Light, rect: Rect) -> None:
    """Draw a lamp in the middle of a rectangle."""
    shape, color = light.value
    painter.icon(shape, rect, painter.theme.named(color), LAMP_SIZE)


class LampLabel(Widget):
    """A lamp and words on one line. Where only the lamp fits, the pointer tells the words."""

    def __init__(self, size: int = TEXT_SIZE) -> None:
        super().__init__()
        self._size = size
        self.words, self.light = "", Light.ABSENT

    def set(self, words: str, light: Light) -> None:
        if (words, light) != (self.words, self.light):
            self.words, self.light, self.tip = words, light, words
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        words = fonts.width(self.words, self._size)
        return fonts.px(LAMP_SIZE + LAMP_GAP) + words, fonts.height(self._size)

    def draw(self, painter: Painter) -> None:
        px, rect = painter.px, self.rect
        draw_light(painter, self.light, Rect(rect.x, rect.y, px(LAMP_SIZE), rect.h))
        text = Rect(rect.x + px(LAMP_SIZE + LAMP_GAP), rect.y, 0, rect.h)
        text.w = rect.right - text.x
        if text.w > px(NARROWEST_WORDS):  # else the pointer tells them
            painter.text(self.words, text, size=self._size)
