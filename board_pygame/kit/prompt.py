"""The line that tells what to do or why something was refused, with a shape before it."""

from __future__ import annotations

from pygame import Rect

from .lamp import LAMP_GAP, LAMP_SIZE, Light, draw_light
from .painter import TEXT_SIZE, Painter
from .widget import Widget


class PromptLine(Widget):
    """A sentence on as many lines as fit. What does not fit is told at the pointer."""

    kept_clear = True

    def __init__(self) -> None:
        super().__init__()
        self.text, self.light = "", Light.TOLD

    def set(self, text: str, light: Light) -> None:
        if (text, light) != (self.text, self.light):
            self.text, self.light, self.tip = text, light, ""
            self.mark()

    def draw(self, painter: Painter) -> None:
        if not self.text:
            return
        px, fonts = painter.px, painter.fonts
        height = fonts.height(TEXT_SIZE)
        left = px(LAMP_SIZE + LAMP_GAP)
        place = Rect(self.rect.x + left, self.rect.y, self.rect.w - left, height)
        most = max(1, self.rect.h // height)
        lines = fonts.wrap(self.text, TEXT_SIZE, place.w)
        if len(lines) > most:
            self.tip = self.text
            lines = fonts.lines(self.text, TEXT_SIZE, place.w, most)
        if len(lines) == 1:
            place.y = self.rect.y + (min(self.rect.h, 2 * height) - height) // 2
        draw_light(painter, self.light, Rect(self.rect.x, place.y, px(LAMP_SIZE), height))
        for line in lines:
            painter.text(line, place)
            place.y += height
