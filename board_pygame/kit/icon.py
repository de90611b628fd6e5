"""Icons: strokes on a field of 24 by 24, drawn here in any colour and size; and pictures of SVG."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from io import BytesIO

import pygame
from pygame import Surface

from .theme import RGB


def svg_surface(body: str, size: tuple[int, int], box: tuple[float, float]) -> Surface:
    """Return SVG elements as a surface of this size in pixels; ``box`` is their own size."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {box[0]} {box[1]}">{body}</svg>'
    )
    surface = pygame.image.load(BytesIO(text.encode()), "picture.svg")
    return surface.convert_alpha() if pygame.display.get_surface() else surface


FIELD_UNITS = 24
"""The width and height of the field on which icons are drawn."""

STROKE_WIDTH = 2
"""Width of the lines, in units of the field."""


class Icon(Enum):
    """The icons; a value is the strokes and the filled shapes of one, as SVG paths."""

    HOME = ("M4 11L12 4L20 11M6 10V20H18V10", "")
    NEW = ("M12 5V19M5 12H19", "")
    PLAY = ("", "M7 5L19 12L7 19Z")
    PAUSE = ("", "M6 5H10V19H6ZM14 5H18V19H14Z")
    STOP = ("", "M6 6H18V18H6Z")
    RESET = ("M5 12A7 7 0 1 0 8 6.3M8.5 2.5L7.5 6.7L11.7 7.7", "")
    TAKE_BACK = ("M9 5L5 9L9 13M5 9H15A4.5 4.5 0 0 1 15 18H9", "")
    HINT = ("M9 17H15M10 21H14M9 17C9 14 6 13 6 9A6 6 0 0 1 18 9C18 13 15 14 15 17", "")
    DRAW = ("M5 9H19M5 15H19", "")
    RESIGN = ("M6 21V4H18L15 8.5L18 13H6", "")
    FLIP = ("M8 19V5M4 9L8 5L12 9M16 5V19M12 15L16 19L20 15", "")
    MENU = ("M5 7H19M5 12H19M5 17H19", "")
    COCKPIT = ("M4 5H20V19H4ZM12 5V19M15 9H17M15 13H17", "")
    QUIET = ("M4 5H20V19H4ZM14 5V19", "")
    FIRST = ("M17 6L11 12L17 18M7 6V18", "")
    BACK = ("M14 6L8 12L14 18", "")
    FORTH = ("M10 6L16 12L10 18", "")
    LAST = ("M7 6L13 12L7 18M17 6V18", "")
    WATCH = ("M4 5H20V16H4ZM8 20H16", "M10 8L15 10.5L10 13Z")
    FLASK = (
        "M9 3H15M10 3V10L5 19A1.5 1.5 0 0 0 6.5 21H17.5A1.5 1.5 0 0 0 19 19L14 10V3M8 16H16",
        "",
    )
    ANALYSE = ("M4 4V20H20M7 15L11 10L14 13L20 6", "")
    EDIT = ("M4 20L5 16L16 5L19 8L8 19ZM13.5 7.5L16.5 10.5", "")
    HAND = ("M6 3L18 12L12 13L15 20L12.5 21L9.5 14L6 17.5Z", "")
    PASTE = ("M8 5H5V21H19V5H16M9 3H15V7H9Z", "")
    FOLDER = ("M3 6H9L11 9H21V19H3Z", "")
    SETTINGS = (
        "M12 8.5A3.5 3.5 0 1 0 12 15.5A3.5 3.5 0 1 0 12 8.5M12 3V6M12 18V21M3 12H6M18 12H21"
        "M5.6 5.6L7.8 7.8M16.2 16.2L18.4 18.4M18.4 5.6L16.2 7.8M7.8 16.2L5.6 18.4",
        "",
    )
    HELP = ("M8.5 9A3.5 3.5 0 1 1 13.5 12C12.3 12.8 12 13.4 12 15", "M10.7 18H13.3V20.6H10.7Z")
    COPY = ("M9 9H20V20H9ZM15 9V4H4V15H9", "")
    SAVE = ("M6 3H14L18 7V21H6ZM14 3V7H18", "")
    SEARCH = ("M10.5 4A6.5 6.5 0 1 0 10.5 17A6.5 6.5 0 1 0 10.5 4M15.5 15.5L21 21", "")
    OPENED = ("M6 9L12 15L18 9", "")
    UPWARDS = ("M6 15L12 9L18 15", "")
    CLOSED = ("M9 6L15 12L9 18", "")
    CHECK = ("M5 12.5L10 17.5L19 7", "")
    CROSS = ("M6 6L18 18M18 6L6 18", "")
    ENTER = ("M19 6V13H6M10 9L6 13L10 17", "")
    NUMBERS = ("M10 4L8 20M16 4L14 20M4.5 9H20M4 15H19.5", "")
    INFO = (
        "",
        "M12 2A10 10 0 1 0 12 22A10 10 0 1 0 12 2ZM10.8 10.5V17.5H13.2V10.5ZM10.8 6.5V9H13.2V6.5Z",
    )
    RING = ("M12 5A7 7 0 1 0 12 19A7 7 0 1 0 12 5", "")
    DASHED_RING = (
        "M12 5A7 7 0 0 1 15.5 6M18 8.4A7 7 0 0 1 18.9 13M17.4 16.4A7 7 0 0 1 13.6 18.8"
        "M10 18.7A7 7 0 0 1 6.4 16.2M5.1 12.8A7 7 0 0 1 6.1 8.3M8.7 5.8A7 7 0 0 1 9 5.7",
        "",
    )
    DISC = ("", "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4Z")
    HALF_DISC = ("M12 5A7 7 0 1 0 12 19A7 7 0 1 0 12 5", "M12 5A7 7 0 0 1 12 19Z")
    WARNING = ("", "M12 3L22.5 21H1.5ZM10.9 9V15H13.1V9ZM10.9 16.6V18.8H13.1V16.6Z")
    PERSON = (
        "",
        "M12 4A4 4 0 1 0 12 12A4 4 0 1 0 12 4ZM4 21C4 16 7.5 14 12 14C16.5 14 20 16 20 21Z",
    )
    CROWN = ("", "M3 7L8 11L12 5L16 11L21 7L19.5 19H4.5Z")


@lru_cache(maxsize=512)
def icon_surface(icon: Icon, size: int, color: RGB) -> Surface:
    """Return an icon so many pixels wide. It is cached: do not change it."""
    strokes, shapes = icon.value
    ink = f"#{color[0]:02x}{color[1]:02x}{color[2]:02x}"
    body = (
        f'<path d="{strokes}" fill="none" stroke="{ink}" stroke-width="{STROKE_WIDTH}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        if strokes
        else ""
    )
    if shapes:
        body += f'<path d="{shapes}" fill="{ink}" fill-rule="evenodd"/>'
    return svg_surface(body, (size, size), (FIELD_UNITS, FIELD_UNITS))
