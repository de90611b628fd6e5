"""What is seen of a thing on a board: the pixels that change when it is taken away."""

from collections.abc import Iterable
from dataclasses import replace

import pygame
from pygame import Mask, Surface

from board_pygame.board.cells import Point
from board_pygame.board.drawing import Drawing
from board_pygame.board.panes import Pane
from board_pygame.board.scene import Scene
from board_pygame.kit.painter import Painter

FEWEST = 12
"""Pixels by which something can be seen."""

FAINT, STRONG = 24, 90
"""Least differences, of 255, of a mark and of a piece: its shadow is weaker."""


class Onlooker:
    """Sees one picture of a board, as it is painted now."""

    def __init__(self, pane: Pane, scene: Scene, painter: Painter) -> None:
        self.pane, self._scene, self._painter = pane, scene, painter

    def piece(self, place: str) -> list[Point]:
        """The points at which a piece is seen, without its edge; the first one is in the middle."""
        return self._seen(self._without(self.pane.drawing, "pieces", place), STRONG)

    def target(self, place: str) -> list[Point]:
        """The points at which a target is seen, with the piece that can be taken there."""
        drawing = self.pane.drawing
        bare = self._without(drawing, "marks", place)
        taken = place in drawing.pieces and place not in self._scene.geometry.movable
        return self._seen(self._without(bare, "pieces", place) if taken else bare, FAINT)

    @staticmethod
    def _without(drawing: Drawing, kind: str, place: str) -> Drawing:
        kept = {name: what for name, what in getattr(drawing, kind).items() if name != place}
        return replace(drawing, **{kind: kept})

    def _seen(self, less: Drawing, least: int) -> list[Point]:
        whole, bare = self._painted(self.pane.drawing), self._painted(less)
        same = pygame.mask.from_threshold(whole, (0, 0, 0), (least, least, least, 255), bare)
        same.invert()
        return _inner(same) if same.count() >= FEWEST else []

    def _painted(self, drawing: Drawing) -> Surface:
        surface = Surface(self._painter.surface.get_size())
        kept, self.pane.drawing = self.pane.drawing, drawing
        self.pane.paint(Painter(surface, self._painter.theme, self._painter.fonts), self._scene)
        self.pane.drawing = kept
        return surface


def _inner(mask: Mask) -> list[Point]:
    """Return the points that are not at an edge, from the middle of the largest part outwards."""
    x, y = mask.connected_component().centroid()
    found = list(_deep(mask, 2)) or list(_deep(mask, 0))
    return sorted(found, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)


def _deep(mask: Mask, depth: int) -> Iterable[Point]:
    around = ((depth, 0), (-depth, 0), (0, depth), (0, -depth))
    whole = mask.get_rect().inflate(-2 * depth, -2 * depth)
    for rect in mask.get_bounding_rects():
        for x in range(rect.left, rect.right):
            for y in range(rect.top, rect.bottom):
                if whole.collidepoint(x, y) and all(
                    mask.get_at((x + across, y + down)) for across, down in around
                ):
                    yield x, y
