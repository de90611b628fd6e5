"""A line of source code in a box, below the name of its place."""

from __future__ import annotations

from pygame import Rect

from .painter import SMALL_SIZE, Painter
from .text import Fonts
from .widget import Widget

EXCERPT_PAD = 8
"""Points between the border and the text."""


class Excerpt(Widget):
    """The place and the line there; the whole line is told at the pointer if it does not fit."""

    stretches = True

    def __init__(self) -> None:
        super().__init__()
        self._place, self._source = "", ""

    @property
    def text(self) -> str:
        return "\n".join(filter(None, (self._place, self._source)))

    def set(self, place: str, source: str) -> None:
        """Show another line; nothing is shown without a place or a line."""
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
        painter.box(self.rect, theme.background, theme.line, 4)
        line = self.rect.inflate(-2 * painter.px(EXCERPT_PAD + 4), -2 * painter.px(EXCERPT_PAD))
        place = Rect(line.x, line.y, line.w, painter.fonts.height(SMALL_SIZE))
        if self._place:
            painter.text(self._place, place, theme.dim, size=SMALL_SIZE)
            place.y += place.h
        painter.text(self._source, place, theme.text, size=SMALL_SIZE, mono=True)
