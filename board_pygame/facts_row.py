"""The row of facts about the game: figures with captions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pygame import Rect

from .kit.painter import SMALL_SIZE, Painter
from .kit.widget import Widget

CAPTION_SIZE = 11
"""Points of the letters of a caption."""

ROUND_EDGE = 8
"""Pixels by which the round corners reach into the row, on both sides together."""


class FactsRow(Widget):
    """Shows figures side by side, each below its caption."""

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
        return self.rect.inflate(-ROUND_EDGE, -ROUND_EDGE)

    def draw(self, painter: Painter) -> None:
        theme, clip = painter.theme, painter.clip
        if self.opaque.contains(clip):
            painter.fill(theme.panel, clip)
        else:
            painter.box(self.rect, theme.panel, theme.line, radius=4)
        for caption, place in zip(self.captions, self._upper, strict=True):
            if place.colliderect(clip):
                painter.text(caption, _indented(place, painter), theme.dim, size=CAPTION_SIZE)
        for text, place in zip(self.texts, self._lower, strict=True):
            if place.colliderect(clip):
                painter.text(text, _indented(place, painter), size=SMALL_SIZE)


def _indented(place: Rect, painter: Painter) -> Rect:
    indent = painter.px(6)
    return Rect(place.x + indent, place.y, place.w - indent, place.h)
