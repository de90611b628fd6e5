"""Colours, marks and the empty squares or the grid of a board, with coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from itertools import chain

import pygame
from pygame import Rect, Surface

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry, Style
from board_core.games.look import Look
from board_pygame.kit.painter import mixed
from board_pygame.kit.text import Fonts

from .cells import POINTED_LABELS, Cells, Point

RGB = tuple[int, int, int]
RGBA = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class BoardColors:
    """The colours of a board. With ``shapes``, marks differ in shape too, not in hue alone."""

    light: RGB
    dark: RGB
    wood: RGB  # of a grid
    last: RGBA = (160, 199, 0, 94)
    selected: RGBA = (0x7F, 0xA6, 0x50, 255)
    target: RGBA = (20, 85, 30, 128)
    corners: RGBA = (20, 85, 0, 77)
    aim: RGBA = (20, 85, 30, 77)  # a target under the pointer
    premove: RGBA = (20, 30, 85, 128)
    refused: RGBA = (200, 30, 30, 150)
    over: RGBA = (0xC8, 0x27, 0x1F, 209)  # a king in check
    cursor: RGB = (0x22, 0x5F, 0xAE)
    shapes: bool = False

    def label(self, dark: bool) -> RGB:
        """Return the colour of the coordinates inside a dark or a light square."""
        if self.shapes:
            return (40, 44, 48)
        if sum(self.light) < 3 * 150:  # a dark ground of a game's own
            return (228, 228, 222)
        white, black = (255, 255, 255), (0, 0, 0)
        ink, other = (white, self.light) if dark else (black, self.dark)
        return mixed(ink, other, LABEL_SHARE)


LABEL_SHARE = 0.3
"""The white or black, from 0 to 1, in coordinates, which have the colour of the other squares."""


def rgb(text: str) -> RGB:
    """Return the colour that ``#rrggbb`` names."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def worn(look: Look, colors: BoardColors) -> BoardColors:
    """Return the colours of a game's own ground; strong contrast keeps its own."""
    if look.ground is None or colors.shapes:
        return colors
    light, dark = map(rgb, look.ground)
    return replace(colors, light=light, dark=dark)


BROWN_COLORS = BoardColors((0xEF, 0xD9, 0xB5), (0xB5, 0x88, 0x63), (0xDF, 0xB9, 0x6C))
DIM_BROWN_COLORS = replace(BROWN_COLORS, light=(0xDC, 0xC4, 0x9C), dark=(0xA1, 0x75, 0x4F))
"""The same in a dark window."""

CONTRAST_COLORS = BoardColors(
    light=(0xFA, 0xFA, 0xF7),
    dark=(0xA3, 0xAE, 0xB8),
    wood=(0xC9, 0x9A, 0x48),
    last=(255, 176, 0, 255),
    selected=(0, 66, 157, 255),
    target=(0, 66, 157, 255),
    corners=(0, 66, 157, 255),
    aim=(0, 66, 157, 90),
    premove=(90, 0, 120, 255),
    refused=(0, 0, 0, 190),
    over=(176, 0, 32, 255),
    cursor=(0, 0, 0),
    shapes=True,
)

COLOR_SCHEMES = {
    "brown": BROWN_COLORS,
    "blue": replace(BROWN_COLORS, light=(0xDE, 0xE3, 0xE6), dark=(0x8C, 0xA2, 0xAD)),
    "green": replace(BROWN_COLORS, light=(0xFF, 0xFF, 0xDD), dark=(0x86, 0xA6, 0x66)),
    "grey": replace(BROWN_COLORS, light=(0xE2, 0xE2, 0xE0), dark=(0xA2, 0xA2, 0xA0)),
    "contrast": CONTRAST_COLORS,
}


def colors_of(scheme: str, theme: str) -> BoardColors:
    """Return the colours of the board that the user has chosen, in a theme of the window."""
    colors = COLOR_SCHEMES.get(scheme, BROWN_COLORS)
    return DIM_BROWN_COLORS if colors is BROWN_COLORS and theme == "dark" else colors


DOT_RADIUS = 15.5  # hundredths of a cell

WON_COLOR: RGB = (0x2E, 0xA0, 0x43)
"""Colour of the line through the stones that won a game."""


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


def hatch(color: RGBA, step: int = 16) -> str:
    """Return slanting lines."""
    lines = " ".join(f"M{x} 0L{x - 100} 100" for x in range(step, 200, step))
    return f'<path d="{lines}" {paint(color, stroke=5)}/>'


def cross(color: RGBA) -> str:
    return f'<path d="M14 14L86 86M86 14L14 86" {paint(color, stroke=10)}/>'


def small_cross(color: RGBA) -> str:
    return f'<path d="M30 30L70 70M70 30L30 70" {paint(color, stroke=9)}/>'


def plus(color: RGBA) -> str:
    """Return a ring that is lightly filled, with a plus inside."""
    red, green, blue, _alpha = color
    return (
        f'<circle cx="50" cy="50" r="41" {paint((red, green, blue, 90))}/>'
        f'{ring(color, 41, 9)}<path d="M50 28V72M28 50H72" {paint(color, stroke=9)}/>'
    )


def choice_disc(color: RGBA) -> str:
    return f'<circle cx="50" cy="50" r="48" {paint(color)}/>'


def _rgba(color: RGB, alpha: int = 255) -> RGBA:
    return (*color, alpha)


MARKS: dict[str, Callable[[BoardColors], str]] = {
    "last": lambda c: full(c.last),
    "newest": lambda c: full(c.last),
    "captured": lambda c: ring((*c.last[:3], 255), 46, 5),
    "marked": lambda c: full(c.over),
    "over": lambda c: full(c.over),
    "selected": lambda c: full(c.selected),
    "premove": lambda c: full(c.premove),
    "dot": lambda c: dot(c.target),
    "corners": lambda c: corners(c.corners),
    "prey": lambda c: frame((*c.corners[:3], 255), 11),
    "aim": lambda c: full(c.aim),
    "refused": lambda c: full(c.refused),
    "cursor": lambda c: frame(_rgba(c.cursor), 6),
    "choice": lambda c: choice_disc((176, 176, 176, 255)),
    "hint": lambda c: plus((0x15, 0x78, 0x1B, 255)),
    "forbidden": lambda c: small_cross((176, 24, 24, 255)),
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


LEAST_LABELLED = 22
"""Least size in pixels of a cell with coordinates; smaller ones could not be read."""


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """A coordinate inside a square, and how it looks while the pointer is in its row or column."""

    image: Surface
    pointed: Surface
    place: Point
    mark: str  # of POINTED_LABELS


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The empty board, as large as ``cells.board``.

    ``labels`` are the coordinates inside squares, with their places: they are drawn above marks
    too.
    """

    surface: Surface
    labels: Mapping[str, tuple[EdgeLabel, ...]]
    plates: Mapping[str, Surface] = field(default_factory=dict)
    """The boards that can be moved, by their names; the surface shows where they can hang."""


def backdrop(
    cells: Cells, look: Look, colors: BoardColors, coordinates: bool, fonts: Fonts, around: RGB
) -> Backdrop:
    """Draw an empty board; ``around`` is the colour of what is not part of it."""
    surface = Surface(cells.board.size)
    if pygame.display.get_surface():
        surface = surface.convert()
    labels: dict[str, tuple[EdgeLabel, ...]] = {}
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
            for label in chain.from_iterable(labels.values()):
                surface.blit(label.image, (label.place[0] - left, label.place[1] - top))
    return Backdrop(surface, labels, _taken_off(surface, cells, fonts, around))


def _taken_off(surface: Surface, cells: Cells, fonts: Fonts, around: RGB) -> dict[str, Surface]:
    """Cut out the boards that can be moved, leave outlines of them, and name the others."""
    geometry, (left, top) = cells.geometry, cells.board.topleft
    size = letter_size(max(8.0, cells.cell * 0.36), fonts)
    ink = ink_of(around)
    plates = {}
    for level in geometry.levels:
        if not level.pin:
            first, last = (cells.squares[level.rows[at][at]] for at in (0, -1))
            board = first.union(last).move(-left, -top)
            pygame.draw.rect(surface, ink, board.inflate(2, 2), 1)
            name = fonts.render(level.name, size, ink)
            surface.blit(name, name.get_rect(midtop=board.midbottom))
            continue
        board = cells.squares[level.name].move(-left, -top)
        plates[level.name] = surface.subsurface(board).copy()
        surface.fill(around, board)
        pygame.draw.rect(surface, faded(ink, around), board, 1)
        name = fonts.render(level.name, size, faded(ink, around))
        surface.blit(name, name.get_rect(center=board.center))
    return plates


def ink_of(ground: RGB) -> RGB:
    """Return the colour of letters on a ground."""
    return (28, 28, 28) if sum(ground) > 3 * 110 else (240, 240, 236)


def faded(ink: RGB, ground: RGB) -> RGB:
    """Return the colour in the middle between two."""
    red, green, blue = ((one + other) // 2 for one, other in zip(ink, ground, strict=True))
    return red, green, blue


def _draw_squares(surface: Surface, cells: Cells, look: Look, colors: BoardColors) -> None:
    geometry, (left, top) = cells.geometry, cells.board.topleft
    line = max(1, cells.cell // 40)
    for name in geometry.places:
        plain = colors.shapes and geometry.levels  # strong contrast keeps its own colours
        tint, rect = None if plain else look.tints.get(name), cells.squares[name]
        place = rect.move(-left, -top)
        if geometry.style is Style.CELLS:
            surface.fill(colors.dark, place)
            place = place.inflate(-line, -line)
            surface.fill(colors.light if tint is None else rgb(tint), place)
        else:
            color = colors.dark if geometry.is_dark(name) else colors.light
            surface.fill(color if tint is None else rgb(tint), place)


def _inside(cells: Cells, colors: BoardColors, fonts: Fonts) -> dict[str, tuple[EdgeLabel, ...]]:
    """Return the coordinates inside the squares.

    Labels of columns stand at the bottom left of their lowest squares, labels of rows at the top
    right of their last squares. Without labels, each square that has room for it shows its name.
    """
    cell, geometry, seen = cells.cell, cells.geometry, cells.seen
    size = letter_size(max(8.0, cell * 0.165, min(12.0 * fonts.scale, cell * 0.28)), fonts)
    gap = max(2, cell // 26)  # not under the frame of the focus
    found: dict[str, tuple[EdgeLabel, ...]] = {}

    def write(text: str, square: str, right: bool) -> None:
        dark = geometry.style is Style.SQUARES and geometry.is_dark(square)
        ink, paper = colors.label(dark), colors.dark if dark else colors.light
        image, rect = fonts.render(text, size, ink, False, True), cells.squares[square]
        pointed = Surface(image.get_size())
        pointed.fill(ink)
        pointed.blit(fonts.render(text, size, paper, False, True), (0, 0))
        if image.get_width() + 2 * gap > cell:
            return
        x = rect.right - image.get_width() - gap if right else rect.x + gap
        y = rect.y + 1 if right else rect.bottom - image.get_height() - 1
        label = EdgeLabel(image, pointed, (x, y), POINTED_LABELS[right])
        found[square] = (*found.get(square, ()), label)

    for name, level in geometry.level_of.items():
        below, beside = cells.labelled(name)
        file = seen.column_labels[cells.place(name)[0]]
        if name == below:
            write(file, name, right=False)
        if name == beside:
            write(name.removesuffix(level.name).removeprefix(file), name, right=True)
    if geometry.levels:
        return found
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
    width, height = surface.get_size()
    size = letter_size(max(8.0, min(cell * 0.42, height / 36)), fonts)
    ink = (70, 50, 20)
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


def letter_size(pixels: float, fonts: Fonts) -> int:
    return max(1, round(pixels / fonts.scale))
