"""The pictures of one board, a map or boards in space; and the small one beside it."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect, Surface
from pygame.transform import smoothscale

from board_pygame.kit.painter import Painter
from board_pygame.kit.text import Fonts
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


PICTURES_KEPT = 100

CROPPED_ROWS, CROPPED_BELOW = 9, 200
"""Lines of a grid that are seen in a picture of fewer pixels."""

LEAST_SOLID = 480
"""Pixels of boards in space, which are made smaller for a picture."""

_pictures: dict[object, Surface] = {}


def board_picture(scene: Scene, colors: BoardColors, painter: Painter, size: int) -> Surface:
    """Return a picture of a scene, at most so many pixels wide and high. Do not change it."""
    geometry, fonts = scene.geometry, painter.fonts
    pieces = tuple(sorted(scene.pieces.items()))
    seen = (scene.flipped, scene.last, scene.captured, scene.marked, scene.over)
    key = (scene.look, geometry, pieces, scene.text, seen, size, colors, painter.theme, fonts)
    if key not in _pictures:
        if len(_pictures) >= PICTURES_KEPT:
            _pictures.clear()
        points = geometry.on_points and len(geometry.rows) > CROPPED_ROWS
        large = (
            size * len(geometry.rows) // CROPPED_ROWS if points and size < CROPPED_BELOW else size
        )
        large = max(size, LEAST_SOLID) if geometry.levels else large
        surface = Surface((large, large))
        surface.fill(painter.theme.background)
        pane = Pane(surface.get_rect(), scene, colors, Camera() if geometry.levels else None)
        pane.drawing = compose(scene, Hand(), pane.cells)
        pane.paint(Painter(surface, painter.theme, fonts), scene)
        if geometry.levels or scene.text:
            surface = smoothscale(surface, (size, size))
        elif large > size:
            middle = Rect(0, 0, size, size)
            middle.center = pane.cells.board.center
            surface = surface.subsurface(middle)
        else:
            surface = surface.subsurface(pane.cells.board)
        _pictures[key] = surface
    return _pictures[key]


class SmallBoard(Widget):
    """Shows a scene in a frame; nothing until it has one."""

    def __init__(self, *, framed: bool = True) -> None:
        super().__init__()
        self._colors: BoardColors | None = None
        self._framed = framed
        self._scene: Scene | None = None
        self.show(False)

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        return width, width if self.visible else 0

    def show_scene(self, scene: Scene | None, colors: BoardColors | None = None) -> None:
        """Show this scene in these colours, or nothing."""
        self._scene, self._colors = scene, colors
        self.show(scene is not None)
        self.mark()

    def draw(self, painter: Painter) -> None:
        scene, colors = self._scene, self._colors
        if scene is None or colors is None or not scene.geometry.places:
            return
        edge = 0
        if self._framed:
            painter.box(self.rect, painter.theme.panel, painter.theme.accent, width=2)
            edge = 2 * painter.px(5)
        image = board_picture(scene, colors, painter, min(self.rect.size) - edge)
        painter.surface.blit(image, image.get_rect(center=self.rect.center))
