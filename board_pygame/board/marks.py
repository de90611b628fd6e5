"""Marks and discs as SVG elements: the decorations of cells, and pieces without a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from board_core.game.geometry import Style
from board_core.games.look import Look

from .colors import RGB, RGBA, BoardColors, rgb

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
    "marked": lambda c: glow(),
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
