"""The row of facts about the game: figures with captions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pygame import Rect

from .kit.painter import SMALL_SIZE, Painter
from .kit.text import Fonts
from .kit.widget import Widget

CAPTION_SIZE = 11
"""Points of the letters of a caption."""

INDENT_WIDTH = 6
"""Points before a caption and its figure."""

ROUND_EDGE = 8
"""Pixels by which the round corners reach into the row, on both sides together."""


class FactsRow(Widget):
    """Shows figures side by side, each below its caption: the first ones, as many as have room."""

    def __init__(self, captions: Sequence[str]) -> None:
        super().__init__()
        self.captions = tuple(captions)
        self.texts = [""] * len(self.captions)
        self._upper: list[Rect] = []  # where the captions stand
        self._lower: list[Rect] = []  # and the figures

    def put(self, index: int, *texts: str) -> None:
        """Show these figures, the first at this index."""
        for at, text in enumerate(texts, start=index):
            if self.texts[at] != text:
                self.texts[at] = text
                if at < len(self._lower):
                    self.mark(self._lower[at])

    def lay(self, rect: Rect, fonts: Fonts) -> None:
        """Place the row, with the facts whose captions can be read whole."""
        self.place(rect)
        inner, indent = self.opaque, fonts.px(INDENT_WIDTH)
        widths = [fonts.width(caption, CAPTION_SIZE) + indent for caption in self.captions]
        count = len(widths)
        while count > 1 and max(widths[:count]) > inner.w // count:
            count -= 1
        edges = [inner.x + inner.w * at // count for at in range(count + 1)]
        upper, lower = Rect(inner), Rect(inner)
        upper.h = inner.h // 2
        lower.top, lower.h = upper.bottom, inner.h - upper.h
        cells = [(left, right - left) for left, right in pairwise(edges)]
        self._upper = [Rect(left, upper.y, width, upper.h) for left, width in cells]
        self._lower = [Rect(left, lower.y, width, lower.h) for left, width in cells]

    @property
    def opaque(self) -> Rect:
        return self.rect.inflate(-ROUND_EDGE, -ROUND_EDGE)

    def draw(self, painter: Painter) -> None:
        theme, clip = painter.theme, painter.clip
        if self.opaque.contains(clip):
            painter.fill(theme.panel, clip)
        else:
            painter.box(self.rect, theme.panel, theme.line, radius=4)
        for caption, place in zip(self.captions, self._upper, strict=False):
            if place.colliderect(clip):
                painter.text(caption, _indented(place, painter), theme.dim, size=CAPTION_SIZE)
        for text, place in zip(self.texts, self._lower, strict=False):
            if place.colliderect(clip):
                painter.text(text, _indented(place, painter), size=SMALL_SIZE)


def _indented(place: Rect, painter: Painter) -> Rect:
    indent = painter.px(INDENT_WIDTH)
    return Rect(place.x + indent, place.y, place.w - indent, place.h)
