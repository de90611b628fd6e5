"""A small picture of a position beside the board, which takes no events."""

from __future__ import annotations

from pygame import Rect

from board_pygame.kit.painter import Painter
from board_pygame.kit.widget import Widget

from .art import Art
from .backdrop import Backdrop, backdrop
from .cells import Cells
from .colors import BoardColors
from .drawing import compose
from .hand import Hand
from .painting import paint_board
from .scene import Scene


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
        painter.frame(self.rect, painter.theme.panel, painter.theme.line, focused=True)
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
