"""The surfaces of a board, each drawn once for a size of its cells."""

from __future__ import annotations

from collections import OrderedDict
from math import atan2, cos, hypot, sin

from pygame import Rect, Surface
from pygame.transform import smoothscale

from board_core.game.geometry import Style
from board_core.games.look import Look, ink_on
from board_pygame.kit.painter import svg_surface
from board_pygame.kit.text import Fonts

from .backdrop import (
    MARKS,
    RGB,
    WON_COLOR,
    BoardColors,
    disc_colors,
    disc_picture,
    letter_size,
    marks_of,
    paint,
    rgb,
)
from .cells import Cells
from .hand import Ink

INK_COLORS: dict[Ink, RGB] = {
    Ink.GREEN: (0x15, 0x78, 0x1B),
    Ink.RED: (0x88, 0x20, 0x20),
    Ink.BLUE: (0x00, 0x30, 0x88),
    Ink.YELLOW: (0xE6, 0x8F, 0x00),
    Ink.PURPLE: (0x6E, 0x35, 0x91),
}
INK_OPACITY = 0.6
ARROW_WIDTH = 10 / 64
CIRCLE_WIDTH = 4 / 64
GHOST_ALPHA = 77
"""Opacity, of 255, of a dragged piece on the square it came from."""

MOST_PICTURES = 400
"""Pictures of pieces in different sizes that are kept."""

SHAPE_CELLS = 200
"""Area, in cells, of the arrows and circles that are kept for the next time."""
STROKE_WIDTH = 0.14
"""Width of the line through the stones that won a game, in cells."""

DIGIT_HEIGHT = 0.40
"""Height of the numbers on stones, in cells."""
LEAST_NUMBERED = 18
"""Least size in pixels of a cell with a number; smaller ones could not be read."""

LETTER_HEIGHT, LETTERS_WIDTH = 0.5, 0.66
"""Height of the letters on a disc, and their greatest width, in cells."""


class Art:
    """The surfaces of one look in one set of colours at one size."""

    def __init__(self, look: Look, style: Style, colors: BoardColors, cell: int) -> None:
        self.look, self.style, self.colors, self.cell = look, style, colors, cell
        self._fonts: Fonts | None = None
        self._drawn = look.pictures()
        self._special = marks_of(style, colors)
        self._pieces: dict[tuple[str, int], Surface] = {}
        self._marks: dict[tuple[str, int], Surface] = {}
        self._shapes: OrderedDict[tuple[float, float, Ink], Surface] = OrderedDict()
        self._strokes: dict[tuple[float, float], Surface] = {}

    def piece(self, symbol: str, size: int = 0) -> Surface:
        """Return the picture of a symbol, as large as a cell unless ``size`` says otherwise."""
        size = size or self.cell
        key = (symbol, size)
        picture = self._pieces.get(key)
        if picture is None:
            picture = self._pieces[key] = self._piece(symbol, size)
        return picture

    def _piece(self, symbol: str, size: int) -> Surface:
        drawn = self._drawn.get(symbol)
        if drawn is not None:
            return svg(drawn, size, 45)
        colors = disc_colors(self.look, symbol)
        picture = svg(disc_picture(colors), size, 45)
        if self.look.letters and self._fonts is not None:
            letters = _letters(symbol, size, colors, self._fonts)
            picture.blit(letters, letters.get_rect(center=picture.get_rect().center))
        return picture

    def dress(self, fonts: Fonts) -> None:
        """Write with these fonts from now on."""
        if self._fonts is not fonts:
            self._fonts = fonts
            self._pieces.clear()

    def faint(self, symbol: str, alpha: int, size: int = 0) -> Surface:
        """Return a transparent picture of a piece. Use it before the next call."""
        key = (symbol, -(size or self.cell))
        picture = self._pieces.get(key)
        if picture is None:
            picture = self._pieces[key] = self.piece(symbol, size).copy()
        picture.set_alpha(alpha)
        return picture

    def scaled(self, symbol: str, size: int) -> Surface:
        """Return a picture made from a larger one: quick enough for sizes that change often."""
        key = (symbol, size)
        if key not in self._pieces:
            if len(self._pieces) > MOST_PICTURES:
                self._pieces.clear()
            large = self.piece(symbol, 3 * self.cell)
            self._pieces[key] = smoothscale(large, (size, size))
        return self._pieces[key]

    def mark(self, kind: str, size: int = 0) -> Surface:
        """Return a mark with which a cell is decorated, or a board of another size."""
        key = (kind, size or self.cell)
        surface = self._marks.get(key)
        if surface is None:
            body = self._special.get(kind, MARKS[kind])(self.colors)
            surface = self._marks[key] = svg(body, key[1], 100)
        return surface

    def shape(self, columns: float, rows: float, ink: Ink) -> Surface:
        """Return an arrow of so many columns and rows, or a circle, as large as its
        ``shape_rect``.
        """
        key = (columns, rows, ink)
        surface = self._shapes.get(key)
        if surface is None:
            surface = self._shapes[key] = _drawn_shape(columns, rows, self.cell, ink)
            most = SHAPE_CELLS * self.cell**2  # long arrows are large
            while len(self._shapes) > 1 and sum(map(_area, self._shapes.values())) > most:
                self._shapes.popitem(last=False)
        self._shapes.move_to_end(key)
        return surface

    def stroke(self, columns: float, rows: float) -> Surface:
        """Return a line from the middle of a cell to one so many columns and rows away."""
        surface = self._strokes.get((columns, rows))
        if surface is None:
            surface = self._strokes[(columns, rows)] = _drawn_stroke(columns, rows, self.cell)
        return surface


def _area(surface: Surface) -> int:
    return surface.get_width() * surface.get_height()


def svg(body: str, size: int, box: int) -> Surface:
    """Return SVG elements as a square surface."""
    return svg_surface(body, (size, size), (box, box))


def _letters(symbol: str, size: int, colors: tuple[str, str, str], fonts: Fonts) -> Surface:
    """Return a symbol as it is written on a disc, dark on a light one."""
    ink = rgb(ink_on(colors[1]))
    high = LETTER_HEIGHT * size
    wide = fonts.width(symbol, letter_size(high, fonts))
    return fonts.render(
        symbol, letter_size(high * min(1.0, LETTERS_WIDTH * size / max(1, wide)), fonts), ink
    )


def shape_rect(cells: Cells, origin: str, target: str) -> Rect:
    """Return the part of the screen that a shape needs."""
    cell = cells.cell
    both = cells.spot(origin).union(cells.spot(target))
    less = 0 if origin == target else -2 * (cell // 8)
    return both.inflate(less, less)


def _drawn_shape(columns: float, rows: float, cell: int, ink: Ink) -> Surface:
    red, green, blue = INK_COLORS[ink]
    color = paint((red, green, blue, round(255 * INK_OPACITY)))
    if columns == rows == 0:
        line = paint((red, green, blue, round(255 * INK_OPACITY)), stroke=CIRCLE_WIDTH * 100)
        return svg(f'<circle cx="50" cy="50" r="{50 - 50 * CIRCLE_WIDTH}" {line}/>', cell, 100)
    less = 2 * (cell // 8) / cell  # the margin that shape_rect leaves out
    width, height = abs(columns) + 1 - less, abs(rows) + 1 - less
    edge = 0.5 - less / 2
    start = (edge if columns >= 0 else width - edge, edge if rows >= 0 else height - edge)
    points = _arrow(start, columns, rows)
    pixels = (round(width * cell), round(height * cell))
    box = (pixels[0] / cell, pixels[1] / cell)
    return svg_surface(f'<path d="{points}" {color}/>', pixels, box)


def _drawn_stroke(columns: float, rows: float, cell: int) -> Surface:
    width, height = round((abs(columns) + 1) * cell), round((abs(rows) + 1) * cell)
    half = cell / 2
    x, y = (half if columns >= 0 else width - half), (half if rows >= 0 else height - half)
    red, green, blue = WON_COLOR
    line = paint((red, green, blue, 255), stroke=max(2.0, cell * STROKE_WIDTH))
    path = f"M{x} {y}L{x + columns * cell} {y + rows * cell}"
    body = f'<path d="{path}" stroke-linecap="round" {line}/>'
    return svg_surface(body, (width, height), (width, height))


def _arrow(start: tuple[float, float], columns: float, rows: float) -> str:
    """Return the outline of an arrow: a rounded end, a shaft, and a head with its tip in the
    target.
    """
    length, angle, half = hypot(columns, rows), atan2(rows, columns), ARROW_WIDTH / 2
    neck, wing = length - 3 * ARROW_WIDTH, 2 * ARROW_WIDTH

    def at(along: float, across: float) -> str:
        x = start[0] + along * cos(angle) - across * sin(angle)
        y = start[1] + along * sin(angle) + across * cos(angle)
        return f"{x:.4f} {y:.4f}"

    return (
        f"M{at(0, half)}A{half} {half} 0 0 1 {at(0, -half)}L{at(neck, -half)}L{at(neck, -wing)}"
        f"L{at(length, 0)}L{at(neck, wing)}L{at(neck, half)}Z"
    )
