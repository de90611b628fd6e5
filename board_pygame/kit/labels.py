"""Labels: text, lamps with words, the prompt line, and an excerpt of source code."""

from __future__ import annotations

from enum import Enum

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import SMALL_SIZE, TEXT_SIZE, Icon, Painter
from .text import RGB, Caption, Fonts
from .widget import UI, Widget, letter_command


class Label(Widget):
    """One line of text, or several if it ``wraps``. ``color`` is the name of a theme's field.

    The letter marked with ``&`` goes to ``target``; without a target, an ``&`` is shown as it is. A
    ``copyable`` label can have the keyboard, and Ctrl-C copies it.
    """

    def __init__(
        self,
        text: str = "",
        *,
        size: int = TEXT_SIZE,
        align: str = "left",
        mono: bool = False,
        color: str = "text",
        wrap: bool = False,
        bold: bool = False,
        copyable: bool = False,
        target: Widget | None = None,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self.size, self.align, self.mono, self.bold = size, align, mono, bold
        self.wraps = self.stretches = wrap
        self.focusable = copyable
        self._target = target
        self._caption, self._color = self._captioned(text), color

    @property
    def text(self) -> str:
        return self._caption.text

    def set(self, text: str, color: str | None = None) -> None:
        """Show another text, in the same colour unless one is given."""
        new = self._captioned(text), color or self._color
        if new != (self._caption, self._color):
            self._caption, self._color = new
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        line = fonts.height(self.size)
        if not self.wraps:
            return self._wide(self.text, fonts), line
        lines = fonts.wrap(self.text, self.size, width, bold=self.bold) if self.text else []
        return max((self._wide(part, fonts) for part in lines), default=0), line * len(lines)

    def _wide(self, text: str, fonts: Fonts) -> int:
        return fonts.width(text, self.size, self.mono, self.bold)

    def draw(self, painter: Painter) -> None:
        color = painter.theme.named(self._color if self.enabled else "idle")
        wide = self._wide(self.text, painter.fonts) > self.rect.w
        if self.wraps and (wide or "\n" in self.text):
            self._draw_lines(painter, color)
        elif self._caption.at >= 0:
            painter.caption(self._caption, self.rect, color, size=self.size, align=self.align)
        else:
            self._draw_line(painter, self.text, self.rect, color)

    def _draw_line(self, painter: Painter, text: str, place: Rect, color: RGB) -> None:
        look = {"mono": self.mono, "bold": self.bold}
        painter.text(text, place, color, size=self.size, align=self.align, **look)

    def _draw_lines(self, painter: Painter, color: RGB) -> None:
        height = painter.fonts.height(self.size)
        room = max(1, self.rect.h // height)
        lines = painter.fonts.lines(self.text, self.size, self.rect.w, room, self.bold)
        for index, line in enumerate(lines):
            place = Rect(self.rect.x, self.rect.y + index * height, self.rect.w, height)
            self._draw_line(painter, line, place, color)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and letter_command(event, pygame.K_c):
            ui.clipboard.copy(self.text)
            return True
        return False

    def press(self, ui: UI) -> None:
        if self._target is not None and self._target.visible and self._target.enabled:
            self._target.press(ui)

    def _captioned(self, text: str) -> Caption:
        if self._target is None:
            return Caption(text)
        caption = Caption.of(text)
        self.accelerator = caption.letter
        return caption


LAMP_SIZE = 14
"""Points of width and height of a lamp."""
NARROWEST_WORDS = 24
"""Points of width that words beside a lamp need at least."""
LAMP_GAP = 6
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
    FINE = (Icon.CHECK, "good")
    REFUSED = (Icon.WARNING, "warning")


def draw_light(painter: Painter, light: Light, rect: Rect) -> None:
    """Draw a lamp in the middle of a rectangle."""
    shape, color = light.value
    place = rect.move(0, painter.px(1))  # beside small letters, not capitals
    painter.icon(shape, place, painter.theme.named(color), LAMP_SIZE)


class LampLabel(Widget):
    """A lamp and words, on one line or on as many as fit.

    Where only the lamp fits, the pointer tells the words.
    """

    kept_clear = True

    def __init__(self, size: int = TEXT_SIZE, *, bold: bool = False) -> None:
        super().__init__()
        self._size, self._bold = size, bold
        self.words = ""
        self.light: Light | None = None

    def set(self, words: str, light: Light | None) -> None:
        if (words, light) != (self.words, self.light):
            self.words, self.light, self.tip = words, light, words
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        lamp = 0 if self.light is None else fonts.px(LAMP_SIZE + LAMP_GAP)
        wide = lamp + fonts.width(self.words, self._size, bold=self._bold)
        line = fonts.height(self._size)
        if not 0 < width < wide:
            return wide, line
        return width, line * len(fonts.wrap(self.words, self._size, width - lamp, bold=self._bold))

    def draw(self, painter: Painter) -> None:
        px, text, high = painter.px, Rect(self.rect), painter.fonts.height(self._size)
        if self.light is not None:
            text.x += px(LAMP_SIZE + LAMP_GAP)
        text.w = self.rect.right - text.x
        most, lines = max(1, text.h // high), list[str]()
        if text.w > px(NARROWEST_WORDS):
            lines = painter.fonts.lines(self.words, self._size, text.w, most, self._bold)
        if len(lines) > 1:
            text.h = high
        if self.light is not None:
            draw_light(painter, self.light, Rect(self.rect.x, text.y, px(LAMP_SIZE), text.h))
        for line_of in lines:
            painter.text(line_of, text, size=self._size, bold=self._bold)
            text.y += high


EXCERPT_PAD = 8
"""Points between the border and the text."""


class Excerpt(Widget):
    """The place and the lines there; they are told at the pointer, as one may not fit."""

    stretches = True

    def __init__(self) -> None:
        super().__init__()
        self._place, self._source = "", ""

    @property
    def text(self) -> str:
        return "\n".join(filter(None, (self._place, self._source)))

    def set(self, place: str, source: str) -> None:
        """Show other lines; nothing is shown without a place or a line."""
        if (place, source) != (self._place, self._source):
            self._place, self._source = place, source
            self.tip = source
            self.mark()
        self.show(bool(self.text))

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        lines = self.text.count("\n") + 1 if self.text else 0
        return width, lines * fonts.height(SMALL_SIZE) + 2 * fonts.px(EXCERPT_PAD)

    def draw(self, painter: Painter) -> None:
        theme = painter.theme
        painter.box(self.rect, theme.sunk, radius=8)
        line = self.rect.inflate(-2 * painter.px(EXCERPT_PAD + 4), -2 * painter.px(EXCERPT_PAD))
        place = Rect(line.x, line.y, line.w, painter.fonts.height(SMALL_SIZE))
        if self._place:
            painter.text(self._place, place, theme.dim, size=SMALL_SIZE)
            place.y += place.h
        for text in self._source.split("\n"):
            painter.text(text, place, theme.text, size=SMALL_SIZE, mono=True)
            place.y += place.h
