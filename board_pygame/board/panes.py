"""The pictures of one board, a map or boards in space; and the small one beside it."""

from __future__ import annotations

from dataclasses import replace

import pygame
from pygame import Rect

from board_pygame.kit.painter import Painter
from board_pygame.kit.widget import Widget

from .art import Art
from .backdrop import Backdrop, BoardColors, backdrop, worn
from .cells import Cells, Point
from .drawing import Drawing, compose
from .hand import Hand
from .painting import paint_board, paint_text
from .scene import SOLID_SHARE, Scene
from .solid import Camera, Solid
from .solid_painting import Plates, covers, paint_solid

FRAME_ROOM = 8
"""Pixels around several boards for the frame of the keyboard, which would cut the outer ones."""


BOARD_RADIUS = 3
"""Radius of the corners of a board, in points."""


class Pane:
    """One picture of a scene: its cells, its art, and what it shows."""

    def __init__(
        self, rect: Rect, scene: Scene, colors: BoardColors, camera: Camera | None
    ) -> None:
        """Make a picture in space with a camera, else a flat one."""
        self.drawing = Drawing()
        self.rect = Rect(rect)
        self.cells = self._cells(scene, camera)
        self.art = self._art(scene, colors)
        self._backdrop: tuple[object, Backdrop] | None = None
        self._plates = Plates()

    def fit(self, rect: Rect, scene: Scene, colors: BoardColors, camera: Camera | None) -> bool:
        """Adapt to another place, look or camera; return whether all must be painted again."""
        self.rect = Rect(rect)
        before, cells, art = self.cells, self._cells(scene, camera), self.art
        dress = worn(scene.look, colors)
        wanted = (scene.look, scene.geometry.style, dress, cells.cell)
        self.cells = cells
        if (art.look, art.style, art.colors, art.cell) != wanted:
            self.art = self._art(scene, colors)
            return True
        return cells != before

    def _cells(self, scene: Scene, camera: Camera | None) -> Cells:
        if camera is not None:
            geometry, pieces = scene.geometry, scene.pieces
            return Solid.seen_by(camera, self.rect, geometry, pieces, flipped=scene.flipped)
        room = FRAME_ROOM if scene.geometry.levels else 0
        return Cells.fit(
            self.rect.inflate(-2 * room, -2 * room),
            scene.geometry,
            flipped=scene.flipped,
            coordinates=scene.coordinates,
            pieces=scene.pieces,
        )

    def _art(self, scene: Scene, colors: BoardColors) -> Art:
        colors = worn(scene.look, colors)
        return Art(scene.look, scene.geometry.style, colors, self.cells.cell)

    def covers(self, place: str, point: Point) -> bool:
        """Return True if the picture of the piece on a place hides what is behind it at a point."""
        return covers(place, point, self.drawing, self.cells, self.art)

    def paint(self, painter: Painter, scene: Scene) -> None:
        """Paint the scene inside the painter's clip."""
        surface, cells = painter.surface, self.cells
        clip = surface.get_clip()
        inside = clip.clip(self.rect)
        if not inside:
            return  # the other picture has changed
        self.art.dress(painter.fonts)
        surface.set_clip(inside)
        if isinstance(cells, Solid):
            labelled = scene.coordinates
            paint_solid(painter, self.drawing, cells, self.art, self._plates, labelled)
        elif scene.geometry.places:
            paint_board(painter, self.drawing, cells, self.art, self._empty_board(painter, scene))
            painter.round_off(cells.board, BOARD_RADIUS)
        else:
            paint_text(painter, scene.text, cells.board)
        if self.drawing.framed:
            around = self.rect if scene.geometry.levels else cells.board
            width, radius = painter.px(2), painter.px(BOARD_RADIUS)
            pygame.draw.rect(surface, self.art.colors.cursor, around, width, radius)
        surface.set_clip(clip)

    def _empty_board(self, painter: Painter, scene: Scene) -> Backdrop:
        fonts, around = painter.fonts, painter.theme.background
        cells = replace(self.cells, hung=frozenset())  # where boards hang changes nothing
        key = (cells, scene.look, self.art.colors, scene.coordinates, fonts, around)
        if self._backdrop is None or self._backdrop[0] != key:
            picture = backdrop(
                self.cells, scene.look, self.art.colors, scene.coordinates, fonts, around
            )
            self._backdrop = (key, picture)
        return self._backdrop[1]


def panes_of(rect: Rect, scene: Scene, camera: Camera) -> list[tuple[Rect, Camera | None]]:
    """Return the places of the pictures of a scene, those in space with their camera."""
    if not scene.geometry.levels or scene.boards == "map":
        return [(rect, None)]
    if scene.boards == "solid":
        return [(rect, camera)]
    solid = Rect(rect.x, rect.y, int(rect.w * SOLID_SHARE), rect.h)
    return [(solid, camera), (Rect(solid.right, rect.y, rect.right - solid.right, rect.h), None)]


class SmallBoard(Widget):
    """Shows a scene in a frame; nothing until it has one."""

    def __init__(self, colors: BoardColors) -> None:
        super().__init__()
        self._colors = colors
        self._scene: Scene | None = None
        self._made: tuple[object, Cells, Art, Backdrop] | None = None
        self.show(False)

    def show_scene(self, scene: Scene | None) -> None:
        """Show this scene, or nothing."""
        self._scene = scene
        self.show(scene is not None)
        self.mark()

    def draw(self, painter: Painter) -> None:
        scene = self._scene
        if scene is None or not scene.geometry.places:
            return
        painter.box(self.rect, painter.theme.panel, painter.theme.accent, width=2)
        cells, art, empty = self._dressed(scene, painter)
        clip = painter.clip
        painter.surface.set_clip(clip.clip(cells.board))
        paint_board(painter, compose(scene, Hand(), cells), cells, art, empty)
        painter.surface.set_clip(clip)

    def _dressed(self, scene: Scene, painter: Painter) -> tuple[Cells, Art, Backdrop]:
        """Return the empty board, which is kept as long as it looks the same."""
        edge = 2 * painter.px(5)
        hung = frozenset(name for name in scene.geometry.movable if name in scene.pieces)
        key = (Rect(self.rect), scene.geometry, hung, scene.flipped, scene.look, painter.fonts)
        if self._made is None or self._made[0] != key:
            place = self.rect.inflate(-edge, -edge)
            cells = Cells.fit(
                place,
                scene.geometry,
                flipped=scene.flipped,
                coordinates=False,
                pieces=scene.pieces,
            )
            art = Art(scene.look, scene.geometry.style, self._colors, cells.cell)
            around = painter.theme.panel
            empty = backdrop(cells, scene.look, self._colors, False, painter.fonts, around)
            self._made = key, cells, art, empty
        _key, cells, art, empty = self._made
        art.dress(painter.fonts)
        return cells, art, empty
