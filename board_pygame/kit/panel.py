"""The background of a card."""

from __future__ import annotations

from pygame import Rect

from .painter import Painter
from .widget import Widget


class Panel(Widget):
    """A box with a line; with a ``head`` or ``foot`` of so many pixels, a line lies there too."""

    def __init__(self, radius: int = 10) -> None:
        super().__init__()
        self._radius = radius
        self.head = self.foot = 0

    def draw(self, painter: Painter) -> None:
        theme, rect, thin = painter.theme, self.rect, painter.px(1)
        painter.box(rect, theme.panel, theme.line, self._radius)
        if self.head:
            painter.fill(theme.line, Rect(rect.x, rect.y + self.head, rect.w, thin))
        if self.foot:
            painter.fill(theme.line, Rect(rect.x, rect.bottom - self.foot, rect.w, thin))
