"""Drawing of what widgets are made of: themes of colours, icons, rounded boxes, discs, text.

It knows no widget.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from io import BytesIO

import pygame
from pygame import Rect, Surface

from .text import RGB, Caption, Fonts


def mixed(ink: RGB, ground: RGB, share: float) -> RGB:
    """Return the colour of a ground under so much ink, from 0 to 1."""
    red, green, blue = (
        round(one * share + other * (1 - share)) for one, other in zip(ink, ground, strict=True)
    )
    return red, green, blue


HOVER_SHARE, PRESSED_SHARE = 0.06, 0.12
"""The ink over what lies under the pointer, and over what is held down."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour that a widget may use.

    Words in ``text``, ``dim``, ``accent``, ``good``, ``warning`` and ``error`` can be read on
    ``panel`` and on ``background``.
    """

    background: RGB
    panel: RGB  # cards and fields
    sunk: RGB  # a resting clock, the track of segments, code
    raised: RGB  # the chosen segment on its track
    line: RGB  # decoration only
    field: RGB  # edges of fields, ticks and discs
    text: RGB
    dim: RGB
    accent: RGB  # links, focus, what is current
    fill: RGB  # the primary button
    on_accent: RGB  # words on ``fill``
    selected: RGB
    good: RGB
    warning: RGB
    error: RGB
    good_ground: RGB  # of a note that something works
    warning_ground: RGB
    error_ground: RGB

    def named(self, name: str) -> RGB:
        """Return the colour of a field. A stored name gives the right colour in every theme."""
        color: RGB = getattr(self, name)
        return color

    @property
    def hover(self) -> RGB:
        """The colour of a card under the pointer."""
        return mixed(self.text, self.panel, HOVER_SHARE)

    @property
    def idle(self) -> RGB:
        """The colour of words that cannot be used now."""
        return mixed(self.dim, self.panel, 0.6)

    @property
    def info(self) -> RGB:
        return self.accent


LIGHT_THEME = Theme(
    background=(0xF3, 0xF2, 0xEE),
    panel=(0xFF, 0xFF, 0xFF),
    sunk=(0xEB, 0xE9, 0xE3),
    raised=(0xFF, 0xFF, 0xFF),
    line=(0xDE, 0xDB, 0xD3),
    field=(0x8B, 0x88, 0x7F),
    text=(0x1C, 0x1D, 0x1F),
    dim=(0x56, 0x57, 0x5B),
    accent=(0x22, 0x5F, 0xAE),
    fill=(0x22, 0x5F, 0xAE),
    on_accent=(0xFF, 0xFF, 0xFF),
    selected=(0xE0, 0xEB, 0xF8),
    good=(0x1C, 0x6E, 0x36),
    warning=(0x85, 0x56, 0x00),
    error=(0xB3, 0x26, 0x1E),
    good_ground=(0xE6, 0xF3, 0xE9),
    warning_ground=(0xFB, 0xF1, 0xDC),
    error_ground=(0xFC, 0xED, 0xEB),
)

DARK_THEME = Theme(
    background=(0x16, 0x17, 0x19),
    panel=(0x1F, 0x21, 0x24),
    sunk=(0x2A, 0x2D, 0x31),
    raised=(0x44, 0x49, 0x4F),
    line=(0x35, 0x39, 0x3F),
    field=(0x7F, 0x84, 0x8C),
    text=(0xEC, 0xEE, 0xF0),
    dim=(0xA9, 0xAD, 0xB4),
    accent=(0x7D, 0xB3, 0xF2),
    fill=(0x2C, 0x69, 0xBA),
    on_accent=(0xFF, 0xFF, 0xFF),
    selected=(0x20, 0x3A, 0x5A),
    good=(0x73, 0xC9, 0x8B),
    warning=(0xE6, 0xB6, 0x5C),
    error=(0xFF, 0x93, 0x88),
    good_ground=(0x1D, 0x30, 0x24),
    warning_ground=(0x36, 0x2D, 0x1C),
    error_ground=(0x3A, 0x23, 0x22),
)

THEMES = {"light": LIGHT_THEME, "dark": DARK_THEME}


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
    STEP = ("M17 6V18", "M5 6L14 12L5 18Z")
    CLOCK = ("M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4M12 8V12L15 14", "")
    BOOK = ("M12 7C9 5 6 5 3 6V18C6 17 9 17 12 19C15 17 18 17 21 18V6C18 5 15 5 12 7ZM12 7V19", "")
    COMMENT = ("M4 5H20V16H11L7 20V16H4Z", "")
    LAYERS = ("M12 3L21 8L12 13L3 8ZM3 12L12 17L21 12M3 16L12 21L21 16", "")
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
    BIN = ("M5 7H19M10 7V4H14V7M7 7L8 20H16L17 7M10.5 11V16M13.5 11V16", "")
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


TITLE_SIZE = 28
"""Size of the headings of the start screen, in points; they are bold."""
HEAD_SIZE = 20
"""Size of titles of cards and dialogs and of reasons, in points; they are bold."""
TEXT_SIZE = 16
"""Size of everything to read or to click, in points."""
ROW_SIZE = 15
"""Size of words in the row of actions, in menus, comments and rows of forms, in points."""
SMALL_SIZE = 14
"""Size of second lines, labels and variations, in points."""
TINY_SIZE = 12
"""Size of seconds, units and keys, in points."""
CONTROL_HEIGHT = 40
"""Height of widgets with one line, such as buttons and fields, in points."""
SMALL_HEIGHT = 32
"""Height of small buttons, in points."""
FIELD_RADIUS, CARD_RADIUS = 8, 10
"""Radius of the corners of buttons and fields, and of cards, in points."""
RING_WIDTH = 2
"""Width of the ring around what has the keyboard, and of the gap inside it, in points."""
SHADOW_WIDTH = 20
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

    def box(
        self, rect: Rect, fill: RGB | None, line: RGB | None = None, radius: int = 6, width: int = 1
    ) -> None:
        """Draw a rounded box with a border of so many points; without ``fill`` only the border."""
        edge = line or fill
        if rect.w > 0 and rect.h > 0 and edge is not None:
            radius = min(self.px(radius), rect.w // 2, rect.h // 2)
            _box(self.surface, rect, fill, edge, radius, self.px(width))

    def round_off(self, rect: Rect, radius: int) -> None:
        """Cover the corners of a rectangle with the background, so that they look round."""
        size = self.px(radius)
        _blit_corners(self.surface, _corners(None, self.theme.background, size, 0), rect, size)

    def ring(self, rect: Rect, radius: int = FIELD_RADIUS) -> None:
        """Draw the ring around what has the keyboard, with a gap."""
        around = self.px(2 * RING_WIDTH)
        outer = rect.inflate(2 * around, 2 * around)
        self.box(outer, None, self.theme.accent, radius + 2 * RING_WIDTH, RING_WIDTH)

    def wash(self, rect: Rect, share: float, radius: int = FIELD_RADIUS) -> None:
        """Lay so much ink, from 0 to 1, over a rounded part of the surface."""
        if share and rect.w > 0 and rect.h > 0:
            image = _wash(rect.size, self.theme.text, round(255 * share), self.px(radius))
            self.surface.blit(image, rect)

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
        bold: bool = False,
    ) -> None:
        """Draw one line in the middle of the height, shortened to the width.

        ``align`` is ``left``, ``center`` or ``right``.
        """
        if rect.w <= 0:
            return
        color = self.theme.text if color is None else color
        fonts = self.fonts
        image = fonts.render(fonts.fit(text, size, rect.w, mono, bold), size, color, mono, bold)
        place = image.get_rect(centery=rect.centery)
        if place.h > rect.h:  # room is left above all letters, none below a g
            place.bottom = rect.bottom
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


Corners = tuple[Surface, Surface, Surface, Surface]
"""The corners of a box, from the upper left to the lower right one."""


def _box(surface: Surface, rect: Rect, fill: RGB | None, line: RGB, radius: int, wide: int) -> None:
    """Draw a box from four cached corners and plain rectangles: any size takes the same memory."""
    if radius < 1 and fill is not None:
        surface.fill(line, rect)
        surface.fill(fill, rect.inflate(-2 * wide, -2 * wide))
        return
    corners = _corners(fill, line, radius, wide)
    x, y, right = rect.left, rect.top, rect.right - radius
    if fill is not None:
        surface.fill(fill, (x + radius, y, rect.w - 2 * radius, rect.h))
        for side in (x, right):  # two strips: one wide rectangle would fill large boxes twice
            surface.fill(fill, (side, y + radius, radius, rect.h - 2 * radius))
    if line != fill:
        surface.fill(line, (x + radius, y, rect.w - 2 * radius, wide))
        surface.fill(line, (x + radius, rect.bottom - wide, rect.w - 2 * radius, wide))
        surface.fill(line, (x, y + radius, wide, rect.h - 2 * radius))
        surface.fill(line, (rect.right - wide, y + radius, wide, rect.h - 2 * radius))
    _blit_corners(surface, corners, rect, radius)


def _blit_corners(surface: Surface, corners: Corners, rect: Rect, radius: int) -> None:
    across, down = (rect.left, rect.right - radius), (rect.top, rect.bottom - radius)
    places = ((x, y) for y in down for x in across)
    surface.blits(list(zip(corners, places, strict=True)))


@lru_cache(maxsize=512)
def _corners(fill: RGB | None, line: RGB, radius: int, wide: int) -> Corners:
    """Return the corners, drawn four times as large and scaled down: pygame's arcs are ragged.

    If the border is not ``wide``, the corners are what lies outside of it.
    """
    size, fine = 2 * radius, 4
    big = Surface((size * fine, size * fine), pygame.SRCALPHA)
    big.fill((*line, 0 if wide else 255))
    whole = big.get_rect()
    if wide:
        pygame.draw.rect(big, line, whole, 0, radius * fine)
    inner = whole.inflate(-2 * wide * fine, -2 * wide * fine)
    pygame.draw.rect(big, fill or (*line, 0), inner, 0, max(0, radius - wide) * fine)
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


@lru_cache(maxsize=64)
def _wash(size: tuple[int, int], ink: RGB, alpha: int, radius: int) -> Surface:
    image = Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(image, (*ink, alpha), image.get_rect(), 0, radius)
    return image


@lru_cache(maxsize=4)
def _shadow(size: tuple[int, int], reach: int) -> Surface:
    width, height = size
    shadow = Surface((width + 2 * reach, height + 2 * reach), pygame.SRCALPHA)
    for step in range(reach):
        part = shadow.get_rect().inflate(-2 * step, -2 * step)
        alpha = round(46 * ((step + 1) / reach) ** 2)
        pygame.draw.rect(shadow, (0, 0, 0, alpha), part, 0, 2 * reach - step)
    return shadow


@lru_cache(maxsize=512)
def _disc(size: int, color: RGB) -> Surface:
    fine = 4
    big = Surface((size * fine, size * fine), pygame.SRCALPHA)
    big.fill((*color, 0))
    pygame.draw.circle(big, color, (size * fine // 2, size * fine // 2), size * fine // 2)
    return pygame.transform.smoothscale(big, (max(1, size), max(1, size)))
