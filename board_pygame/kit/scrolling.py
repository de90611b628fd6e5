"""A scroll bar, which shows what part of something long is visible."""

from __future__ import annotations

from pygame import Rect

from .painter import Painter
from .text import Fonts

BAR_WIDTH = 12
"""Width of a scroll bar, in points."""
SHORTEST_THUMB = 28
"""Least height of a thumb, in points; a shorter one is hard to catch."""


def bar_of(body: Rect, fonts: Fonts) -> Rect:
    """Return the strip at the right edge in which the thumb moves."""
    width = fonts.px(BAR_WIDTH)
    return Rect(body.right - width, body.y, width, body.h)


def thumb_of(bar: Rect, first: int, seen: int, count: int, fonts: Fonts) -> Rect:
    """Return the thumb when ``seen`` of ``count`` things are visible, from ``first``; empty if all
    are.
    """
    if count <= seen:
        return Rect(bar.topleft, (0, 0))
    height = min(bar.h, max(fonts.px(SHORTEST_THUMB), bar.h * seen // count))
    return Rect(bar.x, bar.y + (bar.h - height) * first // (count - seen), bar.w, height)


def first_at(bar: Rect, top: int, seen: int, count: int, fonts: Fonts) -> int:
    """Return the first thing that is visible when the thumb's top is at ``top``."""
    room = bar.h - thumb_of(bar, 0, seen, count, fonts).h
    return round((top - bar.y) * (count - seen) / max(1, room))


def draw_bar(painter: Painter, thumb: Rect, held: bool) -> None:
    if thumb.h:
        theme = painter.theme
        slim = thumb.inflate(-2 * painter.px(3), -2 * painter.px(2))
        painter.box(slim, theme.dim if held else theme.idle, radius=3)
