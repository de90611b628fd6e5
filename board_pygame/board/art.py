"""The surfaces of a board, each drawn once for a size of its cells."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from math import atan2, cos, hypot, sin

import pygame
from pygame import Rect, Surface

from board_core.geometry import Geometry, Style
from board_core.look import Look, ink_on
from board_pygame.kit.text import Fonts

from .cells import Cells, Point
from .colors import RGB, RGBA, BoardColors, rgb
from .hand import Ink

INK_COLORS: dict[Ink, RGB] = {
    Ink.GREEN: (0x15, 0x78, 0x1B),
    Ink.RED: (0x88, 0x20, 0x20),
    Ink.BLUE: (0x00, 0x30, 0x88),
    Ink.YELLOW: (0xE6, 0x8F, 0x00),
}
INK_OPACITY = 0.6
ARROW_WIDTH = 10 / 64
CIRCLE_WIDTH = 4 / 64
GHOST_ALPHA = 77
"""Opacity, of 255, of a dragged piece on the square it came from."""

LEAST_LABELLED = 22
"""Least size in pixels of a cell with coordinates; smaller ones could not be read."""

SHAPE_CELLS = 200
"""Area, in cells, of the arrows and circles that are kept for the next time."""

DOT_RADIUS = 15.5  # hundredths of a cell

WON_COLOR: RGB = (0x2E, 0xA0, 0x43)
"""Colour of the line through the stones that won a game."""
STROKE_WIDTH = 0.14
"""Width of that line, in cells."""

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
        self._marks: dict[str, Surface] = {}
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

    def faint(self, symbol: str, alpha: int) -> Surface:
        """Return a transparent picture of a piece. Use it before the next call."""
        picture = self._pieces.get((symbol, -1))
        if picture is None:
            picture = self._pieces[(symbol, -1)] = self.piece(symbol).copy()
        picture.set_alpha(alpha)
        return picture

    def mark(self, kind: str) -> Surface:
        """Return a mark with which a cell is decorated."""
        surface = self._marks.get(kind)
        if surface is None:
            body = self._special.get(kind, MARKS[kind])(self.colors)
            surface = self._marks[kind] = svg(body, self.cell, 100)
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
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="0 0 {box} {box}">{body}</svg>'
    )
    return _shown_fast(pygame.image.load(BytesIO(text.encode()), "picture.svg"))


def _shown_fast(surface: Surface) -> Surface:
    return surface.convert_alpha() if pygame.display.get_surface() else surface


def paint(color: RGBA, *, stroke: float = 0) -> str:
    """Return the SVG attributes of a filling, or of a line."""
    red, green, blue, alpha = color
    tone, opacity = f"#{red:02x}{green:02x}{blue:02x}", f"{alpha / 255:.3f}"
    if stroke:
        return f'fill="none" stroke="{tone}" stroke-opacity="{opacity}" stroke-width="{stroke}"'
    return f'fill="{tone}" fill-opacity="{opacity}"'


# Marks: hundredths of a cell


def full(color: RGBA) -> str:
    return f'<rect width="100" height="100" {paint(color)}/>'


def dot(color: RGBA) -> str:
    return f'<circle cx="50" cy="50" r="{DOT_RADIUS}" {paint(color)}/>'


def corners(color: RGBA) -> str:
    """Return all of a cell but a disc that is wider than the cell."""
    return (
        f'<path fill-rule="evenodd" {paint(color)} d="M0 0H100V100H0Z '
        'M50 -6.5A56.5 56.5 0 0 0 50 106.5A56.5 56.5 0 0 0 50 -6.5Z"/>'
    )


def frame(color: RGBA, width: float = 8, dashes: str = "") -> str:
    """Return a border inside the cell."""
    dashes = f' stroke-dasharray="{dashes}"' if dashes else ""
    edge, side = width / 2, 100 - width
    return (
        f'<rect x="{edge}" y="{edge}" width="{side}" height="{side}" '
        f"{paint(color, stroke=width)}{dashes}/>"
    )


def brackets(color: RGBA) -> str:
    """Return the four corners of a border."""
    d = "M4 30V4H30 M70 4H96V30 M96 70V96H70 M30 96H4V70"
    return f'<path d="{d}" {paint(color, stroke=8)}/>'


def ring(color: RGBA, radius: float = 45, width: float = 6) -> str:
    return f'<circle cx="50" cy="50" r="{radius}" {paint(color, stroke=width)}/>'


def glow() -> str:
    """Return the red of a check, which fades towards the edges."""
    return (
        '<defs><radialGradient id="g" cx="50" cy="50" r="70" gradientUnits="userSpaceOnUse">'
        '<stop offset="0" stop-color="#ff0000"/><stop offset="0.25" stop-color="#e70000"/>'
        '<stop offset="0.89" stop-color="#a90000" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#9e0000" stop-opacity="0"/></radialGradient></defs>'
        '<rect width="100" height="100" fill="url(#g)"/>'
    )


def hatch(color: RGBA, step: int = 16) -> str:
    """Return slanting lines."""
    lines = " ".join(f"M{x} 0L{x - 100} 100" for x in range(step, 200, step))
    return f'<path d="{lines}" {paint(color, stroke=5)}/>'


def cross(color: RGBA) -> str:
    return f'<path d="M14 14L86 86M86 14L14 86" {paint(color, stroke=10)}/>'


def choice_disc(color: RGBA) -> str:
    return f'<circle cx="50" cy="50" r="48" {paint(color)}/>'


def _rgba(color: RGB, alpha: int = 255) -> RGBA:
    return (*color, alpha)


MARKS: dict[str, Callable[[BoardColors], str]] = {
    "last": lambda c: full(c.last),
    "newest": lambda c: full(c.last),
    "captured": lambda c: ring((*c.last[:3], 255), 46, 5),
    "marked": lambda c: glow(),
    "over": lambda c: full(c.over),
    "selected": lambda c: full(c.selected),
    "premove": lambda c: full(c.premove),
    "dot": lambda c: dot(c.target),
    "corners": lambda c: corners(c.corners),
    "aim": lambda c: full(c.aim),
    "refused": lambda c: full(c.refused),
    "cursor": lambda c: frame(_rgba(c.cursor), 6),
    "choice": lambda c: choice_disc((176, 176, 176, 255)),
    "chosen": lambda c: choice_disc((0xE8, 0x8A, 0x3A, 255)),
}
"""The drawings of all marks. The mappings below replace some of them."""

SHAPE_MARKS: dict[str, Callable[[BoardColors], str]] = {
    "last": lambda c: full((*c.last[:3], 110)) + brackets((150, 90, 0, 255)),
    "captured": lambda c: ring((150, 90, 0, 255), 40, 5),
    "marked": lambda c: full((*c.over[:3], 60)) + hatch((*c.over[:3], 200)) + frame(c.over, 6),
    "over": lambda c: full(c.over) + cross((255, 255, 255, 230)),
    "selected": lambda c: full((*c.selected[:3], 70)) + frame(c.selected, 9),
    "premove": lambda c: full((*c.premove[:3], 60)) + frame(c.premove, 9, "17 10"),
    "dot": lambda c: dot((255, 255, 255, 255)) + ring(c.target, 14, 7),
    "corners": lambda c: corners(c.corners),
    "refused": lambda c: cross(c.refused),
}

GRID_MARKS: dict[str, Callable[[BoardColors], str]] = {
    "last": lambda c: f'<circle cx="50" cy="50" r="13" {paint((216, 30, 30, 255))}/>',
    "newest": lambda c: ring((216, 30, 30, 255), 41, 6),
    "captured": lambda c: ring((216, 30, 30, 160), 30, 5),
    "marked": lambda c: ring(_rgba(WON_COLOR), 35, 6),
    "over": lambda c: ring(_rgba(WON_COLOR), 35, 6),
    "selected": lambda c: ring(c.selected, 44, 8),
    "premove": lambda c: ring(c.premove, 40, 10),
    "corners": lambda c: ring((*c.target[:3], 200), 44, 8),
    "aim": lambda c: dot(c.aim),
    "refused": lambda c: cross((216, 30, 30, 255)),
}
"""Marks on a grid, which lie on the stones."""

CELL_MARKS = {kind: GRID_MARKS[kind] for kind in ("marked", "over")}
"""Marks on cells that point at pieces."""


def marks_of(style: Style, colors: BoardColors) -> Mapping[str, Callable[[BoardColors], str]]:
    """Return the marks that replace the usual ones."""
    shapes = SHAPE_MARKS if colors.shapes else {}
    match style:
        case Style.POINTS:
            return GRID_MARKS
        case Style.CELLS:
            return shapes | CELL_MARKS
        case Style.SQUARES:
            return shapes


# Discs


def disc_colors(look: Look, symbol: str) -> tuple[str, str, str]:
    """Return the light, the dark and the edge colour of the disc of a symbol's side."""
    white = symbol.isupper()
    if look.discs is None:
        return ("#ffffff", "#d4d4d0", "#8a8a86") if white else ("#6a6a6a", "#0c0c0c", "#000000")
    red, green, blue = rgb(look.discs[0 if white else 1])
    light, edge = (
        "#" + "".join(f"{round(part + (end - part) * share):02x}" for part in (red, green, blue))
        for end, share in ((255, 0.45), (0, 0.45))
    )
    return light, look.discs[0 if white else 1], edge


def disc_picture(colors: tuple[str, str, str]) -> str:
    """Return a disc, 94 hundredths of a cell wide."""
    light, dark, edge = colors
    return (
        '<defs><radialGradient id="g" cx="17" cy="15" r="26" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        "</radialGradient></defs>"
        f'<circle cx="22.5" cy="22.5" r="20.6" fill="url(#g)" stroke="{edge}" stroke-width="1"/>'
    )


def _letters(symbol: str, size: int, colors: tuple[str, str, str], fonts: Fonts) -> Surface:
    """Return a symbol as it is written on a disc, dark on a light one."""
    ink = rgb(ink_on(colors[1]))
    high = LETTER_HEIGHT * size
    wide = fonts.width(symbol, _points(high, fonts))
    return fonts.render(
        symbol, _points(high * min(1.0, LETTERS_WIDTH * size / max(1, wide)), fonts), ink
    )


# The board itself


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The empty board, as large as ``cells.board``.

    ``labels`` are the coordinates inside squares, with their places: they are drawn above marks
    too.
    """

    surface: Surface
    labels: Mapping[str, tuple[tuple[Surface, Point], ...]]


def backdrop(
    cells: Cells, look: Look, colors: BoardColors, coordinates: bool, fonts: Fonts, around: RGB
) -> Backdrop:
    """Draw an empty board; ``around`` is the colour of what is not part of it."""
    surface = Surface(cells.board.size)
    if pygame.display.get_surface():
        surface = surface.convert()
    labels: dict[str, tuple[tuple[Surface, Point], ...]] = {}
    if cells.geometry.on_points:
        _draw_grid(surface, cells, colors)
        if coordinates:
            _label_outside(surface, cells, fonts)
    else:
        surface.fill(around)
        _draw_squares(surface, cells, look, colors)
        if coordinates and cells.cell >= LEAST_LABELLED:
            labels = _inside(cells, colors, fonts)
            left, top = cells.origin
            for placed in labels.values():
                surface.blits([(image, (x - left, y - top)) for image, (x, y) in placed])
    return Backdrop(surface, labels)


def _draw_squares(surface: Surface, cells: Cells, look: Look, colors: BoardColors) -> None:
    geometry, (left, top) = cells.geometry, cells.board.topleft
    line = max(1, cells.cell // 40)
    for name, rect in cells.squares.items():
        tint = look.tints.get(name)
        place = rect.move(-left, -top)
        if geometry.style is Style.CELLS:
            surface.fill(colors.dark, place)
            place = place.inflate(-line, -line)
            surface.fill(colors.light if tint is None else rgb(tint), place)
        else:
            color = colors.dark if geometry.is_dark(name) else colors.light
            surface.fill(color if tint is None else rgb(tint), place)


def _inside(
    cells: Cells, colors: BoardColors, fonts: Fonts
) -> dict[str, tuple[tuple[Surface, Point], ...]]:
    """Return the coordinates inside the squares.

    Labels of columns stand at the bottom left of their lowest squares, labels of rows at the top
    right of their last squares. Without labels, each square that has room for it shows its name.
    """
    cell, geometry, seen = cells.cell, cells.geometry, cells.seen
    size = _points(max(8.0, cell * 0.165), fonts)
    gap = max(1, cell // 26)
    found: dict[str, tuple[tuple[Surface, Point], ...]] = {}

    def write(text: str, square: str, right: bool) -> None:
        dark = geometry.style is Style.SQUARES and geometry.is_dark(square)
        image, rect = fonts.render(text, size, colors.label(dark)), cells.squares[square]
        if image.get_width() + 2 * gap > cell:
            return
        x = rect.right - image.get_width() - gap if right else rect.x + gap
        y = rect.y if right else rect.bottom - image.get_height()
        found[square] = (*found.get(square, ()), (image, (x, y)))

    for column, text in enumerate(seen.column_labels):
        if (lowest := _last(seen.place(column, row) for row in range(seen.height))) is not None:
            write(text, lowest, right=False)
    for row, text in enumerate(seen.row_labels):
        if (last := _last(seen.rows[row])) is not None:
            write(text, last, right=True)
    if not seen.column_labels and not seen.row_labels:
        for name in seen.places:
            write(name, name, right=False)
    return found


def _last(places: Iterable[str | None]) -> str | None:
    found = [place for place in places if place is not None]
    return found[-1] if found else None


def _draw_grid(surface: Surface, cells: Cells, colors: BoardColors) -> None:
    cell = cells.cell
    first = cells.margin + cell // 2
    line = tuple(part * 4 // 10 for part in colors.wood)
    width = max(1, cell // 40)
    surface.fill(colors.wood)
    for one, other in cells.seen.lines:
        x, y = (first + number * cell for number in one)
        right, bottom = (first + number * cell for number in other)
        surface.fill(line, Rect(x, y, right - x + width, bottom - y + width))
    radius = max(2, round(cell * 0.1))
    for column, row in _dots(cells.seen):
        place = (first + column * cell + width // 2, first + row * cell + width // 2)
        pygame.draw.aacircle(surface, line, place, radius)


def _dots(seen: Geometry) -> list[tuple[int, int]]:
    """Return the points that help the eye; all points where some of a grid are missing."""
    columns, rows = seen.size
    if len(seen.places) < columns * rows:
        return [seen.at(name) for name in seen.places]
    return [(column, row) for column in _stars(columns) for row in _stars(rows)]


def _stars(lines: int) -> list[int]:
    """Return the numbers of the lines that carry the points that help the eye."""
    edge = 3 if lines > 12 else 2
    return [edge, lines // 2, lines - 1 - edge] if lines % 2 and lines > 8 else []


def _label_outside(surface: Surface, cells: Cells, fonts: Fonts) -> None:
    cell, margin, seen = cells.cell, cells.margin, cells.seen
    if cell < LEAST_LABELLED // 2:
        return
    size = _points(max(8.0, min(cell * 0.42, 26)), fonts)
    ink = (70, 50, 20)
    width, height = surface.get_size()
    for column, text in enumerate(seen.column_labels):
        image = fonts.render(text, size, ink)
        x = margin + column * cell + cell // 2
        for y in (margin // 2, height - margin // 2):
            surface.blit(image, image.get_rect(center=(x, y)))
    for row, text in enumerate(seen.row_labels):
        image = fonts.render(text, size, ink)
        y = margin + row * cell + cell // 2
        for x in (margin // 2, width - margin // 2):
            surface.blit(image, image.get_rect(center=(x, y)))


def _points(pixels: float, fonts: Fonts) -> int:
    return max(1, round(pixels / fonts.scale))


# Arrows and circles


def shape_rect(cells: Cells, origin: str, target: str) -> Rect:
    """Return the part of the screen that a shape needs."""
    cell = cells.cell
    both = cells.squares[origin].union(cells.squares[target])
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
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels[0]}" height="{pixels[1]}" '
        f'viewBox="0 0 {pixels[0] / cell} {pixels[1] / cell}"><path d="{points}" {color}/></svg>'
    )
    return _shown_fast(pygame.image.load(BytesIO(text.encode()), "arrow.svg"))


def _drawn_stroke(columns: float, rows: float, cell: int) -> Surface:
    width, height = round((abs(columns) + 1) * cell), round((abs(rows) + 1) * cell)
    half = cell / 2
    x, y = (half if columns >= 0 else width - half), (half if rows >= 0 else height - half)
    red, green, blue = WON_COLOR
    line = paint((red, green, blue, 255), stroke=max(2.0, cell * STROKE_WIDTH))
    path = f"M{x} {y}L{x + columns * cell} {y + rows * cell}"
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><path d="{path}" stroke-linecap="round" {line}/></svg>'
    )
    return _shown_fast(pygame.image.load(BytesIO(text.encode()), "stroke.svg"))


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
