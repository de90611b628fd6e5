"""Painting of a board's drawing, or of the part that changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface

from board_core.game.geometry import Style
from board_pygame.kit.painter import Painter

from .art import DIGIT_HEIGHT, GHOST_ALPHA, INK_COLORS, LEAST_NUMBERED, Art, shape_rect
from .backdrop import RGB, Backdrop
from .cells import POINTED_LABELS, Cells, Point
from .drawing import Drawing, Flying
from .hand import MoveChoice, Shape
from .scene import Squares

OVER_PIECES = {
    Style.SQUARES: frozenset(("cursor",)),
    Style.CELLS: frozenset(("cursor", "marked", "over")),
    Style.POINTS: frozenset(
        ("cursor", "last", "newest", "captured", "marked", "over", "refused"),
    ),
}
"""Marks that are drawn above the piece: a stone would hide them."""

WITHOUT_PICTURE = frozenset(("ghost", "absent", "grip", *POINTED_LABELS))
"""Marks that change the piece or the label of a square."""

BESIDE_LABELS = frozenset(("dot",))
"""Marks that leave the label of a square as it is; drawn twice, it would be bold."""

LIFT_SHARE = 16
"""Divisor of a square's height by which a selected piece is lifted, into the free room above."""

TEXT_SIZES = range(22, 7, -1)
"""Sizes of letters, in points, for a position that is shown as text."""

LEAST_LETTERS = 9
"""Pixels of height of the smallest letters that can be read."""

VEIL_COLOR = (20, 20, 20, 150)

BADGE_COLOR: RGB = (255, 255, 255)
BADGE_SHARE = 0.62
"""The part of an arrow's length before its number; arrows to one square meet only at its end."""

ON_BLACK: RGB = (240, 240, 236)
ON_WHITE: RGB = (28, 28, 28)
"""Colours of the numbers on stones."""


def paint_board(
    painter: Painter, drawing: Drawing, cells: Cells, art: Art, empty: Backdrop
) -> None:
    """Paint the board inside the painter's clip."""
    surface, clip = painter.surface, painter.clip
    part = clip.clip(cells.board)
    if not part.w or not part.h:
        return
    left, top = cells.board.topleft
    surface.blit(empty.surface, part, part.move(-left, -top))
    for board in cells.geometry.movable:
        _paint_level(painter, board, drawing, cells, art, empty)
    above = _paint_squares(painter, drawing, cells, art, empty, part)
    for ends in drawing.struck:
        _paint_stroke(surface, ends, cells, art, part)
    surface.blits(above)

    def paint_lifted(board: Flying) -> None:
        _paint_plate(surface, board.topleft, board.symbol, empty.plates[board.board])

    paint_above(painter, drawing, cells, art, paint_lifted)


def paint_above(
    painter: Painter,
    drawing: Drawing,
    cells: Cells,
    art: Art,
    paint_lifted: Callable[[Flying], None],
) -> None:
    """Paint what lies above all squares: arrows, pieces on their way and a choice of moves."""
    surface = painter.surface
    part = painter.clip.clip(cells.board)
    for shape in drawing.shapes:
        _paint_shape(painter, shape, cells, art, part)
    for shape in drawing.shapes:  # an arrow may cross the number of another
        _paint_badge(painter, shape, cells, part)
    for flying in drawing.flying:
        if flying.board:
            paint_lifted(flying)
        else:
            _paint_flying(surface, flying, cells, art, part)
    if drawing.choice is not None:
        _paint_choice(painter, drawing.choice, cells, art, part)


def paint_text(painter: Painter, text: str, rect: Rect) -> None:
    """Show a position of a game without places as text, in letters as large as fit."""
    theme, fonts = painter.theme, painter.fonts
    painter.fill(theme.panel, rect)
    inside = rect.inflate(-2 * painter.px(14), -2 * painter.px(12))
    lines = text.expandtabs().splitlines()

    def fits(size: int) -> bool:
        wide = max((fonts.width(line, size, mono=True) for line in lines), default=0)
        return wide <= inside.w and len(lines) * fonts.height(size) <= inside.h

    size = next(filter(fits, TEXT_SIZES), TEXT_SIZES[-1])
    height = fonts.height(size)
    for number, line in enumerate(lines):
        place = Rect(inside.x, inside.y + number * height, inside.w, height)
        painter.text(line, place, size=size, mono=True)


def _paint_level(
    painter: Painter, board: str, drawing: Drawing, cells: Cells, art: Art, empty: Backdrop
) -> None:
    """Paint a board that can be moved, with its name beside it; or the marks where it can go."""
    surface, rect, decoration = painter.surface, cells.squares[board], drawing.marks.get(board, ())
    owner = drawing.pieces.get(board)
    if owner is not None and "absent" not in decoration:
        _paint_plate(surface, rect.topleft, owner, empty.plates[board], "ghost" in decoration)
        paint_tab(painter, board, owner, cells.tabs[board], decoration)
    for kind in decoration:
        if kind not in WITHOUT_PICTURE:
            surface.blit(art.mark(kind, rect.w), rect)


def paint_tab(
    painter: Painter, board: str, owner: str, tab: Rect, decoration: Sequence[str]
) -> None:
    """Paint the name of a board that can be moved, in the colours of its owner."""
    tab = tab.inflate(-2, -4)
    ground, ink = (ON_BLACK, ON_WHITE) if owner.isupper() else (ON_WHITE, ON_BLACK)
    painter.box(tab, ground, ink, radius=tab.h // 3)
    size = round(max(LEAST_LETTERS, tab.h * 0.66) / painter.fonts.scale)
    image = painter.fonts.render(board, size, ink)
    if image.get_width() < tab.w and tab.h >= LEAST_LETTERS:
        painter.surface.blit(image, image.get_rect(center=tab.center))
    if "grip" in decoration and tab.w > 2 * image.get_width():
        _paint_grip(painter.surface, tab, ink)


def _paint_grip(surface: Surface, tab: Rect, ink: RGB) -> None:
    """Paint the dots by which one sees that a board can be taken hold of."""
    dot = max(1, tab.h // 8)
    for across in (1, 2):
        for down in (1, 2, 3):
            for x in (tab.x + 2 * dot * across + dot, tab.right - 2 * dot * across - 2 * dot):
                surface.fill(ink, (x, tab.y + tab.h * down // 4 - dot // 2, dot, dot))


def _paint_plate(
    surface: Surface, at: Point, owner: str, plate: Surface, faint: bool = False
) -> None:
    """Paint a board with a rim in the colour of its owner."""
    plate.set_alpha(GHOST_ALPHA if faint else 255)
    surface.blit(plate, at)
    if not faint:
        width = max(2, plate.get_width() // 24)
        rim = Rect(at, plate.get_size()).inflate(2, 2)
        color, edge = (ON_BLACK, ON_WHITE) if owner.isupper() else (ON_WHITE, ON_BLACK)
        _paint_border(surface, rim, color, width)
        _paint_border(surface, rim.inflate(2, 2), edge, 1)


def _paint_border(surface: Surface, rect: Rect, color: RGB, width: int) -> None:
    """Paint the border of a rectangle; pygame.draw.rect draws that of its visible part."""
    x, y, w, h = rect
    for side in (
        (x, y, w, width),
        (x, y + h - width, w, width),
        (x, y, width, h),
        (x + w - width, y, width, h),
    ):
        surface.fill(color, side)


def _paint_squares(
    painter: Painter,
    drawing: Drawing,
    cells: Cells,
    art: Art,
    empty: Backdrop,
    part: Rect,
) -> list[tuple[Surface, Rect]]:
    """Paint the squares and their pieces. Return what lies above the pieces, not yet painted."""
    surface, above = painter.surface, []
    over = OVER_PIECES[cells.geometry.style]
    pieces, marks, rects = drawing.pieces, drawing.marks, cells.squares
    numbers = drawing.numbers if cells.cell >= LEAST_NUMBERED else {}
    for square in cells.within(part):
        symbol, decoration = pieces.get(square), marks.get(square, ())
        rect = rects[square]
        for kind in decoration:
            if kind not in over and kind not in WITHOUT_PICTURE:
                surface.blit(art.mark(kind), rect)
        if not BESIDE_LABELS.issuperset(decoration):
            for label in empty.labels.get(square, ()):
                pointed = label.mark in decoration
                surface.blit(label.pointed if pointed else label.image, label.place)
        if symbol is not None and "absent" not in decoration:
            if "ghost" in decoration:
                surface.blit(art.faint(symbol, GHOST_ALPHA), rect)
            elif "selected" in decoration and not cells.geometry.on_points:
                surface.blit(art.piece(symbol), rect.move(0, -rect.h // LIFT_SHARE))
            else:
                surface.blit(art.piece(symbol), rect)
            if square in numbers:
                above.append(_number(numbers[square], symbol, rect, painter))
        for kind in decoration:
            if kind in over:
                above.append((art.mark(kind), rect))
    return above


def _number(number: int, symbol: str, stone: Rect, painter: Painter) -> tuple[Surface, Rect]:
    """Return a stone's number: light on Black's, dark on White's, whose symbols are capitals."""
    size = max(1, round(stone.h * DIGIT_HEIGHT / painter.fonts.scale))
    image = painter.fonts.render(str(number), size, ON_WHITE if symbol.isupper() else ON_BLACK)
    return image, image.get_rect(center=stone.center)


def _paint_stroke(surface: Surface, ends: Squares, cells: Cells, art: Art, part: Rect) -> None:
    one, other = ends
    rect = cells.squares[one].union(cells.squares[other])
    if rect.colliderect(part):
        surface.blit(art.stroke(*cells.vector(one, other)), rect)


def _paint_shape(painter: Painter, shape: Shape, cells: Cells, art: Art, part: Rect) -> None:
    rect = shape_rect(cells, shape.origin, shape.target)
    if not rect.colliderect(part):
        return
    picture = art.shape(*cells.vector(shape.origin, shape.target), shape.ink)
    painter.surface.blit(picture, rect)


def _paint_badge(painter: Painter, shape: Shape, cells: Cells, part: Rect) -> None:
    """Paint the number of an arrow."""
    rect = shape_rect(cells, shape.origin, shape.target)
    if shape.number and rect.colliderect(part):
        (x, y), (to_x, to_y) = cells.center(shape.origin), cells.center(shape.target)
        radius = max(4, cells.cell // 7)
        center = (x + round((to_x - x) * BADGE_SHARE), y + round((to_y - y) * BADGE_SHARE))
        painter.disc(center, radius, INK_COLORS[shape.ink])
        painter.disc(center, radius - max(1, radius // 8), BADGE_COLOR)
        size = max(1, round(1.3 * radius / painter.fonts.scale))
        image = painter.fonts.render(str(shape.number), size, ON_WHITE)
        painter.surface.blit(image, image.get_rect(center=center))


def _paint_flying(surface: Surface, flying: Flying, cells: Cells, art: Art, part: Rect) -> None:
    size = flying.size or cells.cell
    if Rect(flying.topleft, (size, size)).colliderect(part):
        whole = flying.alpha == 255
        picture = (
            art.piece(flying.symbol, size)
            if whole
            else art.faint(flying.symbol, flying.alpha, size)
        )
        surface.blit(picture, flying.topleft)


def _paint_choice(painter: Painter, choice: MoveChoice, cells: Cells, art: Art, part: Rect) -> None:
    veil = Surface(part.size, pygame.SRCALPHA)
    veil.fill(VEIL_COLOR)
    painter.surface.blit(veil, part)
    for index, rect in enumerate(choice.spots(cells)):
        if rect.colliderect(part):
            chosen = index == choice.chosen
            painter.surface.blit(art.mark("chosen" if chosen else "choice"), rect)
            symbol = choice.symbols[index]
            if symbol is None:
                painter.text(choice.text(index), rect, (20, 20, 20), align="center")
            else:
                picture = art.piece(symbol, cells.cell if chosen else cells.cell * 86 // 100)
                painter.surface.blit(picture, picture.get_rect(center=rect.center))
