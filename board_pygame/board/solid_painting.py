"""Painting of boards as plates in space."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Surface, gfxdraw
from pygame.transform import smoothscale

from board_core.game.geometry import BoardLevel
from board_core.games.look import Look
from board_pygame.kit.painter import Painter

from .art import GHOST_ALPHA, Art
from .backdrop import LEAST_LABELLED, RGB, RGBA, BoardColors, faded, ink_of, letter_size, rgb
from .cells import Cells, Point
from .drawing import Drawing, Flying
from .painting import ON_BLACK, ON_WHITE, paint_above, paint_tab
from .solid import PLATE_THICKNESS, RING_RADIUS, Outline, Solid, Spot, bounds, circle, middle

GLASS_ALPHA = 222
"""Opacity, of 255, of a board: what is below shows a little."""

SMOOTHING_SCALE = 2
"""Boards are drawn so many times larger and made smaller, so that their edges are smooth."""

TARGET_MARKS = frozenset(("dot", "prey", "aim"))
"""Marks of the places to which a piece can go."""

DOT_RADIUS = 0.18
"""Radius of a target's dot in places."""

RING_RADII = (RING_RADIUS, 0.22, 0.1)
"""Radii of the ring of a target that is hidden: of its edge, of the ring and of its hole."""

RING_PAPER: RGBA = (250, 250, 246, 255)
"""The colour of its edge and its hole."""

OPAQUE_ALPHA = 100
"""Opacity, of 255, from which a picture hides what is behind it."""

MARK_OUTLINES = ("captured", "cursor", "prey")
"""Marks that are drawn as an outline."""


class Plates:
    """The boards of one look as surfaces, each drawn once for a camera."""

    def __init__(self) -> None:
        self._key: object = None
        self._drawn: dict[tuple[str, str], tuple[Surface, Spot]] = {}

    def get(
        self, solid: Solid, level: BoardLevel, owner: str, look: Look, colors: BoardColors
    ) -> tuple[Surface, Spot]:
        """Return a board and where its picture goes."""
        key = (solid.camera, solid.room, solid.flipped, look, colors)
        if self._key != key:
            self._key = key
            self._drawn.clear()
        known = self._drawn.get((level.name, owner))
        if known is None:
            known = _plate(solid, level, owner, look, colors)
            self._drawn[level.name, owner] = known
        return known


def paint_solid(
    painter: Painter,
    drawing: Drawing,
    solid: Solid,
    art: Art,
    plates: Plates,
    coordinates: bool = True,
) -> None:
    """Paint all boards and what is on them, from the lowest to the highest."""
    surface, ground = painter.surface, painter.theme.background
    surface.fill(ground, solid.board.clip(painter.clip))
    pieces, marks = drawing.pieces, drawing.marks
    _paint_stand(surface, solid, faded(ink_of(ground), ground))
    for level in solid.order:
        owner, decoration = pieces.get(level.name, ""), marks.get(level.name, ())
        if level.pin and (not owner or "absent" in decoration):
            continue
        if level.pin:
            ends = solid.pin_spot(level), middle(solid.outlines[level.name])
            pygame.draw.line(surface, (34, 36, 42), *ends, max(3, solid.cell // 7))
            pygame.draw.line(surface, (156, 162, 172), *ends, max(1, solid.cell // 16))
        plate, at = plates.get(solid, level, owner, art.look, art.colors)
        plate.set_alpha(GHOST_ALPHA if "ghost" in decoration else 255)
        surface.blit(plate, at)
        _paint_marks(surface, solid.outlines[level.name], decoration, art.colors, solid.cell)
        for name in solid.painted[level.name]:
            _paint_marks(surface, solid.outlines[name], marks.get(name, ()), art.colors, solid.cell)
        if coordinates and solid.cell >= LEAST_LABELLED:
            _label(painter, solid, level)
        for name in solid.painted[level.name]:
            if name in pieces and "absent" not in marks.get(name, ()):
                _paint_piece(surface, solid, name, pieces[name], marks.get(name, ()), art)
    for name in solid.geometry.movable:
        if name not in solid.hung and marks.get(name):
            outline = solid.outlines[name]
            _paint_marks(surface, outline, marks[name], art.colors, solid.cell)
            pygame.draw.aalines(surface, art.colors.target[:3], True, outline)
            _write(painter, name, middle(outline), ink_of(ground), 0.34 * solid.cell)
    for name in solid.hung:
        paint_tab(painter, name, pieces[name], solid.tabs[name], marks.get(name, ()))
    _paint_hidden_targets(surface, drawing, solid, art)

    def paint_lifted(board: Flying) -> None:
        level = solid.geometry.movable[board.board]
        plate, (x, y) = plates.get(solid, level, board.symbol, art.look, art.colors)
        left, top = solid.squares[board.board].topleft
        plate.set_alpha(255)
        surface.blit(plate, (board.topleft[0] + x - left, board.topleft[1] + y - top))

    paint_above(painter, drawing, solid, art, paint_lifted)


def _plate(
    solid: Solid, level: BoardLevel, owner: str, look: Look, colors: BoardColors
) -> tuple[Surface, Spot]:
    outline, under = solid.outlines[level.name], solid.plate(level, PLATE_THICKNESS)
    box = bounds((*outline, *under)).inflate(6, 6)
    large = Surface((box.w * SMOOTHING_SCALE, box.h * SMOOTHING_SCALE), pygame.SRCALPHA)

    def there(points: Sequence[Spot]) -> list[Spot]:
        return [((x - box.x) * SMOOTHING_SCALE, (y - box.y) * SMOOTHING_SCALE) for x, y in points]

    shades = []
    for name in level.places:
        tint = look.tints.get(name)
        usual = colors.dark if solid.geometry.is_dark(name) else colors.light
        shade = usual if tint is None or colors.shapes else rgb(tint)
        shades.append(shade)
        pygame.draw.polygon(large, (*shade, GLASS_ALPHA), there(solid.outlines[name]))
    edge: RGB = tuple(part // 2 for part in min(shades, key=sum))  # type: ignore[assignment]
    for number in range(4):
        after = (number + 1) % 4
        side = [outline[number], outline[after], under[after], under[number]]
        if middle(side)[1] > middle(outline)[1] or number != 2:
            pygame.draw.polygon(large, (*edge, 235), there(side))
    rim = edge if not owner else ON_BLACK if owner.isupper() else ON_WHITE
    pygame.draw.polygon(large, (*rim, 255), there(outline), 6 if owner else 3)
    return smoothscale(large, box.size), box.topleft


def _paint_marks(
    surface: Surface, outline: Outline, kinds: Sequence[str], colors: BoardColors, cell: int
) -> None:
    for kind in kinds:
        color = _color(kind, colors)
        if color is None:
            continue
        if kind in ("dot", "hint"):
            _paint_disc(surface, outline, DOT_RADIUS, color)
        elif kind in MARK_OUTLINES:
            pygame.draw.polygon(surface, color[:3], outline, max(2, cell // 14))
        else:
            _veil(surface, outline, color)


def _color(kind: str, colors: BoardColors) -> RGBA | None:
    """Return the colour of a mark; None for one that is not drawn on a square."""
    match kind:
        case "newest" | "captured":
            return colors.last
        case "marked" | "over":
            return (*colors.over[:3], 190)
        case "dot":
            return (*colors.target[:3], 255)
        case "hint":
            return (0x15, 0x78, 0x1B, 255)
        case "forbidden" | "ghost" | "absent" | "grip" | "column" | "row":
            return None
        case "cursor":
            return (*colors.cursor, 255)
        case "prey":
            return (*colors.corners[:3], 255)
        case _:
            found: RGBA = getattr(colors, kind)
            return found


def _veil(surface: Surface, outline: Outline, color: RGBA) -> None:
    box = bounds(outline)
    layer = Surface(box.size, pygame.SRCALPHA)
    pygame.draw.polygon(layer, color, [(x - box.x, y - box.y) for x, y in outline])
    surface.blit(layer, box)


def _paint_disc(surface: Surface, outline: Outline, radius: float, color: RGBA) -> None:
    """Paint a disc that lies on a square; the radius is in places."""
    disc = circle(outline, radius)
    gfxdraw.filled_polygon(surface, disc, color)
    gfxdraw.aapolygon(surface, disc, color)


def _paint_hidden_targets(surface: Surface, drawing: Drawing, solid: Solid, art: Art) -> None:
    """Paint rings where a piece can go that would be seen behind others only."""

    def covered(name: str, point: Point) -> bool:
        return covers(name, point, drawing, solid, art)

    for name, kinds in drawing.marks.items():
        target = not TARGET_MARKS.isdisjoint(kinds) and name in solid.geometry.places
        if target and solid.hides(name, covered):
            ink = (*art.colors.target[:3], 255)
            rings = [*zip(RING_RADII, (RING_PAPER, ink, RING_PAPER), strict=True)]
            for radius, color in rings[:2] if "aim" in kinds else rings:
                _paint_disc(surface, solid.outlines[name], radius, color)


def covers(place: str, point: Point, drawing: Drawing, cells: Cells, art: Art) -> bool:
    """Return True if the picture of the piece on a place hides what is behind it at a point."""
    if place not in drawing.pieces:
        return False
    stand = cells.stand(place)
    picture = art.scaled(drawing.pieces[place], stand.w)
    x, y = point[0] - stand.x, point[1] - stand.y
    inside = 0 <= x < picture.get_width() and 0 <= y < picture.get_height()
    return inside and picture.get_at((x, y)).a >= OPAQUE_ALPHA


def _paint_piece(
    surface: Surface, solid: Solid, name: str, symbol: str, kinds: Sequence[str], art: Art
) -> None:
    place = solid.stand(name)
    x, y = place.midbottom
    foot = y - place.h * 7 // 45
    shadow = int(x), int(foot), place.w * 3 // 10, max(1, place.w * 11 // 100)
    gfxdraw.filled_ellipse(surface, *shadow, (0, 0, 0, 70))
    picture = art.scaled(symbol, place.w)
    if "ghost" in kinds:
        picture = picture.copy()
        picture.set_alpha(GHOST_ALPHA)
    lifted = place.h // 14 if "selected" in kinds else 0
    surface.blit(picture, place.move(0, -lifted))


def _paint_stand(surface: Surface, solid: Solid, color: RGB) -> None:
    """Paint a foot, and an arm to each board that does not move, bent away from who looks."""
    mains = [level for level in solid.geometry.levels if not level.pin]
    low = min(solid.heights[level.name] for level in mains)
    foot = (0.0, -0.6, low - 1.25)
    x, y = solid.project(*foot)
    for share, mixed in ((1.0, color), (0.8, faded(color, (128, 132, 138)))):
        wide, high = int(solid.cell * 1.15 * share), int(solid.cell * 0.5 * share)
        gfxdraw.filled_ellipse(surface, int(x), int(y), wide, high, (*mixed, 255))
        gfxdraw.aaellipse(surface, int(x), int(y), wide, high, (*mixed, 255))
    for level in sorted(mains, key=lambda level: -solid.heights[level.name]):
        corners = solid.corners(level)
        end = (0.0, sum(y for _, y, _ in corners) / 4, corners[0][2] - 0.05)
        bend = (0.0, end[1] + 0.9 + 0.75 * end[2], end[2] * 0.42 - 0.5)
        points = []
        for step in range(17):
            t = step / 16
            curve = zip(foot, bend, end, strict=True)
            points.append(
                solid.project(
                    *((1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in curve)
                )
            )
        pygame.draw.lines(surface, color, False, points, max(3, solid.cell // 5))
        light = faded(color, (200, 204, 210))
        pygame.draw.lines(surface, light, False, points, max(1, solid.cell // 12))


def _label(painter: Painter, solid: Solid, level: BoardLevel) -> None:
    """Write the files along the near edge of a board, and the ranks along its right."""
    names = [row[::-1] for row in reversed(level.rows)] if solid.flipped else level.rows
    for name in names[-1]:
        file = name.removesuffix(level.name)[:1]
        _write(painter, file, _toward(solid.outlines[name], 0), ON_WHITE, 0.24 * solid.cell)
    for row in names:
        rank = row[-1].removesuffix(level.name)[1:]
        _write(painter, rank, _toward(solid.outlines[row[-1]], 2), ON_WHITE, 0.24 * solid.cell)
    if not level.pin:
        x, y = middle(solid.near_edge(level))
        ground, at = painter.theme.background, (x, y + 0.3 * solid.cell)
        reach = max(1, solid.cell // 24)
        for across, up in ((1, 1), (1, -1), (-1, 1), (-1, -1)):  # it may lie on another board
            edge = (at[0] + across * reach, at[1] + up * reach)
            _write(painter, level.name, edge, ground, 0.4 * solid.cell)
        _write(painter, level.name, at, ink_of(ground), 0.4 * solid.cell)


def _toward(outline: Outline, corner: int) -> Spot:
    """Return a point near one corner of a square as it is seen."""
    x, y = middle(outline)
    lower = sorted(sorted(outline, key=lambda spot: -spot[1])[:2])
    upper = sorted(sorted(outline, key=lambda spot: spot[1])[:2])
    to_x, to_y = (*lower, *upper[::-1])[corner]
    return x + (to_x - x) * 0.74, y + (to_y - y) * 0.66


def _write(painter: Painter, text: str, at: Spot, ink: RGB, pixels: float) -> None:
    size = letter_size(max(8.0, pixels), painter.fonts)
    image = painter.fonts.render(text, size, ink)
    painter.surface.blit(image, image.get_rect(center=(round(at[0]), round(at[1]))))
