"""Surfaces made of SVG elements."""

from __future__ import annotations

from io import BytesIO

import pygame
from pygame import Surface


def svg_surface(body: str, size: tuple[int, int], box: tuple[float, float]) -> Surface:
    """Return SVG elements as a surface of this size in pixels; ``box`` is their own size."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {box[0]} {box[1]}">{body}</svg>'
    )
    surface = pygame.image.load(BytesIO(text.encode()), "picture.svg")
    return surface.convert_alpha() if pygame.display.get_surface() else surface
