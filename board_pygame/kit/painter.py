"""Drawing of what widgets are made of: rounded boxes, discs, text. It knows no widget."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect, Surface

from .icon import Icon, icon_surface
from .text import Caption, Fonts
from .theme import RGB, Theme

TEXT_SIZE = 14
"""Size of ordinary text, in points."""
SMALL_SIZE = 12
"""Size of notes, in points."""
HEAD_SIZE = 20
"""Size of headlines and reasons, in points."""
CONTROL_HEIGHT = 32
"""Height of widgets with one line, such as buttons and fields, in points."""
SHADOW_WIDTH = 14
"""Width of the shadow around a dialog, in points."""

Stroke = tuple[tuple[float, float], ...]
"""A line through points of a square from (0, 0) to (1, 1)."""

TICK_STROKE: Stroke = ((0.2, 0.52), (0.42, 0.74), (0.8, 0.28))
DOWN_STROKE: Stroke = ((0.22, 0.38), (0.5, 0.66), (0.78, 0.38))


class Painter:
    """A surface with a theme and fonts. Widgets draw on it inside its clip."""

    def __init__(self, surface: Surface, theme: Theme, fonts: Fonts) -> None:
        self.surface, self.theme, self.fonts = surface, theme, fonts

    @property
    def clip(self) -> Rect:
        """The part of the screen that is being redrawn."""
        return self.surface.get_clip()

    def px(self, points: float) -> int:
        """Return a length in pixels."""
        return self.fonts.px(points)

    def fill(self, color: RGB, rect: Rect) -> None:
        self.surface.fill(color, rect)

    def underline(self, color: RGB, rect: Rect) -> None:
        """Draw a line of one point along the lower edge, inside."""
        height = self.px(1)
        self.surface.fill(color, (rect.x, rect.bottom - height, rect.w, height))

    def box(self, rect: Rect, fill: RGB, line: RGB | None = None, radius: int = 6) -> None:
        """Draw a rounded box with a border of one point."""
        if rect.w > 0 and rect.h > 0:
            radius = min(self.px(radius), rect.w // 2, rect.h // 2)
            _box(self.surface, rect, fill, line or fill, radius, self.px(1))

    def frame(self, rect: Rect, fill: RGB, line: RGB, focused: bool, radius: int = 6) -> None:
        """Draw a box whose border is thick and bright while its widget has the keyboard."""
        if focused:
            self.box(rect, self.theme.accent, radius=radius)
            thick = 2 * self.px(2)
            self.box(rect.inflate(-thick, -thick), fill, radius=radius - 2)
        else:
            self.box(rect, fill, line, radius)

    def stroke(self, stroke: Stroke, rect: Rect, color: RGB, width: float = 1.8) -> None:
        """Draw a smooth line in the largest square in the middle of ``rect``; ``width`` is in
        points.
        """
        size = min(rect.size)
        image = _stroke(stroke, size, max(1.0, width * self.fonts.scale), color)
        self.surface.blit(image, image.get_rect(center=rect.center))

    def icon(self, icon: Icon, rect: Rect, color: RGB, size: int = 16) -> None:
        """Draw an icon in the middle of a rectangle; ``size`` is in points."""
        image = icon_surface(icon, self.px(size), color)
        self.surface.blit(image, image.get_rect(center=rect.center))

    def shadow(self, rect: Rect) -> None:
        """Draw the shadow around a dialog."""
        reach = self.px(SHADOW_WIDTH)
        self.surface.blit(_shadow(rect.size, reach), (rect.x - reach, rect.y - reach // 2))

    def disc(self, center: tuple[int, int], radius: int, color: RGB) -> None:
        """Draw a disc; ``radius`` is in pixels."""
        size = 2 * radius
        self.surface.blit(_disc(size, color), (center[0] - radius, center[1] - radius))

    def text(
        self,
        text: str,
        rect: Rect,
        color: RGB | None = None,
        *,
        size: int = TEXT_SIZE,
        align: str = "left",
        mono: bool = False,
    ) -> None:
        """Draw one line in the middle of the height, shortened to the width.

        ``align`` is ``left``, ``center`` or ``right``.
        """
        if rect.w <= 0:
            return
        color = self.theme.text if color is None else color
        fonts = self.fonts
        image = fonts.render(fonts.fit(text, size, rect.w, mono), size, color, mono)
        place = image.get_rect(centery=rect.centery)
        if align == "center":
            place.centerx = rect.centerx
        elif align == "right":
            place.right = rect.right
        else:
            place.left = rect.left
        self.surface.blit(image, place)

    def paragraph(
        self, text: str, rect: Rect, color: RGB | None = None, *, size: int = TEXT_SIZE
    ) -> None:
        """Draw a text in the middle of a rectangle, on as many lines as it needs and has room."""
        height = self.fonts.height(size)
        lines = self.fonts.lines(text, size, rect.w, max(1, rect.h // height))
        place = Rect(rect.x, rect.centery - len(lines) * height // 2, rect.w, height)
        for line in lines:
            self.text(line, place, color, size=size, align="center")
            place.y += height

    def caption(
        self,
        caption: Caption,
        rect: Rect,
        color: RGB,
        *,
        size: int = TEXT_SIZE,
        align: str = "left",
    ) -> None:
        """Draw a text whose letter for Alt is underlined."""
        self.text(caption.text, rect, color, size=size, align=align)
        whole = self.fonts.width(caption.text, size)
        if caption.at < 0 or whole > rect.w:
            return
        start = self.fonts.width(caption.text[: caption.at], size)
        width = self.fonts.width(caption.text[caption.at], size)
        left = {"left": rect.left, "center": rect.centerx - whole // 2, "right": rect.right - whole}
        y = rect.centery + self.px(size * 0.56)
        self.fill(color, Rect(left[align] + start, y, width, max(1, self.px(1))))

    def line(self, color: RGB, points: list[tuple[int, int]], width: int = 1) -> None:
        pygame.draw.lines(self.surface, color, False, points, width)


def _box(surface: Surface, rect: Rect, fill: RGB, line: RGB, radius: int, wide: int) -> None:
    """Draw a box from four cached corners and plain rectangles: any size takes the same memory."""
    if radius < 1:
        surface.fill(line, rect)
        surface.fill(fill, rect.inflate(-2 * wide, -2 * wide))
        return
    corners = _corners(fill, line, radius, wide)
    x, y, right, bottom = rect.left, rect.top, rect.right - radius, rect.bottom - radius
    surface.fill(fill, (x + radius, y, rect.w - 2 * radius, rect.h))
    for side in (x, right):  # two strips: one wide rectangle would fill large boxes twice
        surface.fill(fill, (side, y + radius, radius, rect.h - 2 * radius))
    if line != fill:
        surface.fill(line, (x + radius, y, rect.w - 2 * radius, wide))
        surface.fill(line, (x + radius, rect.bottom - wide, rect.w - 2 * radius, wide))
        surface.fill(line, (x, y + radius, wide, rect.h - 2 * radius))
        surface.fill(line, (rect.right - wide, y + radius, wide, rect.h - 2 * radius))
    for corner, place in zip(
        corners, ((x, y), (right, y), (x, bottom), (right, bottom)), strict=True
    ):
        surface.blit(corner, place)


@lru_cache(maxsize=512)
def _corners(
    fill: RGB, line: RGB, radius: int, wide: int
) -> tuple[Surface, Surface, Surface, Surface]:
    """Return the corners, drawn four times as large and scaled down: pygame's arcs are ragged."""
    size, fine = 2 * radius, 4
    big = Surface((size * fine, size * fine), pygame.SRCALPHA)
    big.fill((*line, 0))
    whole = big.get_rect()
    pygame.draw.rect(big, line, whole, 0, radius * fine)
    inner = whole.inflate(-2 * wide * fine, -2 * wide * fine)
    pygame.draw.rect(big, fill, inner, 0, max(0, radius - wide) * fine)
    small = pygame.transform.smoothscale(big, (size, size))
    top_left, top_right, bottom_left, bottom_right = (
        small.subsurface((x, y, radius, radius)).copy() for y in (0, radius) for x in (0, radius)
    )
    return top_left, top_right, bottom_left, bottom_right


@lru_cache(maxsize=256)
def _stroke(stroke: Stroke, size: int, width: float, color: RGB) -> Surface:
    fine = 4
    big = Surface((size * fine, size * fine), pygame.SRCALPHA)
    big.fill((*color, 0))
    points = [(x * size * fine, y * size * fine) for x, y in stroke]
    pygame.draw.lines(big, color, False, points, round(width * fine))
    for point in points:
        pygame.draw.circle(big, color, point, width * fine / 2)
    return pygame.transform.smoothscale(big, (max(1, size), max(1, size)))


@lru_cache(maxsize=4)
def _shadow(size: tuple[int, int], reach: int) -> Surface:
    width, height = size
    shadow = Surface((width + 2 * reach, height + 2 * reach), pygame.SRCALPHA)
    for step in range(reach):
        part = shadow.get_rect().inflate(-2 * step, -2 * step)
        alpha = round(50 * ((step + 1) / reach) ** 2)
        pygame.draw.rect(shadow, (0, 0, 0, alpha), part, 0, 2 * reach - step)
    return shadow


@lru_cache(maxsize=512)
def _disc(size: int, color: RGB) -> Surface:
    fine = 4
    big = Surface((size * fine, size * fine), pygame.SRCALPHA)
    big.fill((*color, 0))
    pygame.draw.circle(big, color, (size * fine // 2, size * fine // 2), size * fine // 2)
    return pygame.transform.smoothscale(big, (max(1, size), max(1, size)))
