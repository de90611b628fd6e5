"""The backdrop of a board: its empty squares or its grid, with coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import chain

import pygame
from pygame import Rect, Surface

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry, Style
from board_core.games.look import Look
from board_pygame.kit.text import Fonts

from .cells import POINTED_LABELS, Cells, Point
from .colors import RGB, BoardColors, rgb

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
        ink, paper = colors.label, colors.dark if dark else colors.light
        image, rect = fonts.render(text, size, ink), cells.squares[square]
        pointed = Surface(image.get_size())
        pointed.fill(ink)
        pointed.blit(fonts.render(text, size, paper), (0, 0))
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
