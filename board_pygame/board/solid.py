"""Boards on several levels as plates in space: where everything is on the screen. Arithmetic.

Space is measured in places: x to the right, y away from the viewer, z up. Each player's own side is
in front and own board lowest; no game's rules use a board's height.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import cos, dist, pi, radians, sin
from operator import mul

from pygame import Rect

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import BoardLevel, Geometry

from .cells import LEAST_TAB, Cells, Covers, Point, nothing_covers

Spot = tuple[float, float]
"""A point of the screen, in pixels."""

Outline = tuple[Spot, ...]
"""The four corners of a square or a board: near left, near right, far right, far left."""

HEIGHT_STEP = 1.3
"""Places of height between a board and the next one above it."""

PULL_FACTOR = 1.15
"""Places by which boards that move are drawn further out than they are, so that all is seen."""

PLATE_THICKNESS = 0.09
PIECE_HEIGHT = 0.9
"""Heights of a board and of a piece, in places."""

EYE_DISTANCE = 30.0
"""Places between the eye and the middle of the boards."""

PIECE_SHARE, FOOT_SHARE = 0.94, 37 / 45
"""Width of a piece's picture in places, and how far down in it the piece stands."""

RING_RADIUS = 0.27
"""Radius of the ring of a hidden target, in places."""

CIRCLE_STEPS = 24
"""Corners of a circle as it is painted."""

CELLS_ACROSS, CELLS_DOWN = 11, 13
"""Places that the room of a picture is wide and high; their size does not change by turning."""

FREE_BESIDE, FREE_BELOW = 14, 20
"""Pixels left free at the sides, and above and below."""

TAB_GAP = 2
"""Pixels between a board and its name."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The direction from which the boards are seen, in degrees."""

    yaw: float = -10.0
    pitch: float = 42.0

    def turned(self, across: float, up: float) -> Camera:
        """Return the camera turned, as far as everything remains reachable."""
        yaw = min(40.0, max(-40.0, self.yaw + across))
        return Camera(yaw, min(58.0, max(30.0, self.pitch + up)))


@dataclass(frozen=True)
class Solid(Cells):
    """The boards in space, seen by a camera. ``cell`` is the width of a place near the middle."""

    room: tuple[int, int, int, int] = (0, 0, 1, 1)
    camera: Camera = Camera()
    scale: float = 1.0
    shift: Spot = (0.0, 0.0)
    standing: frozenset[str] = frozenset()
    """The places with pieces, which can hide what is behind them."""

    @classmethod
    def seen_by(
        cls,
        camera: Camera,
        rect: Rect,
        geometry: Geometry,
        pieces: Container[str] = (),
        *,
        flipped: bool = False,
    ) -> Solid:
        """Return the largest picture in a rectangle."""
        hung = frozenset(name for name in geometry.movable if name in pieces)
        standing = frozenset(name for name in geometry.places if name in pieces)
        room = (rect.x, rect.y, rect.w, rect.h)
        unit = cls(geometry, 1, (0, 0), flipped, 0, hung, room, camera, standing=standing)
        reached = [
            unit.project(x, y, z + up)
            for level in geometry.levels
            for x, y, z in unit.corners(level)
            for up in (-PLATE_THICKNESS, PIECE_HEIGHT)
        ]
        left, right = min(x for x, _ in reached), max(x for x, _ in reached)
        top, bottom = min(y for _, y in reached), max(y for _, y in reached)
        cell = max(1, int(min(rect.w / CELLS_ACROSS, rect.h / CELLS_DOWN)))
        below = max(0, tab_height(cell) + 2 * TAB_GAP - FREE_BELOW)
        across = max(1, rect.w - 2 * FREE_BESIDE)
        down = max(1, rect.h - 2 * FREE_BELOW - below)
        scale = min(across / (right - left), down / (bottom - top))
        shift = (
            rect.centerx - scale * (left + right) / 2,
            rect.centery - below / 2 - scale * (top + bottom) / 2,
        )
        return replace(unit, cell=cell, scale=scale, shift=shift)

    def like(self, other: Cells) -> bool:
        return isinstance(other, Solid) and super().like(replace(other, standing=self.standing))

    # Space

    @cached_property
    def heights(self) -> Mapping[str, float]:
        """The heights of the boards; the viewer's own main board is the lowest."""
        found, levels = {}, self.geometry.levels
        highest = max(level.space[2] for level in levels if not level.pin)
        for level in levels:
            main = self.geometry.level_of[level.pin] if level.pin else level
            base = highest - main.space[2] if self.flipped else main.space[2]
            found[level.name] = (base + level.space[2] - main.space[2]) * HEIGHT_STEP
        return found

    def corners(self, level: BoardLevel) -> list[tuple[float, float, float]]:
        """Return the corners of a board in space."""
        left, top, _ = level.space
        right, bottom = left + len(level.rows[0]), top + len(level.rows)
        ends = ((left, bottom), (right, bottom), (right, top), (left, top))
        return [self.at(level, *end) for end in ends]

    def at(self, level: BoardLevel, column: float, row: float) -> tuple[float, float, float]:
        """Return a point of a board in space, by its column and row seen from above."""
        columns, rows = self._size
        x, y = column + self._pull(level) - columns / 2, rows / 2 - row
        if self.flipped:
            x, y = -x, -y
        return x, y, self.heights[level.name]

    @cached_property
    def _size(self) -> tuple[int, int]:
        """The columns and rows of all boards, seen from above."""
        levels = self.geometry.levels
        return (
            max(level.space[0] + len(level.rows[0]) for level in levels),
            max(level.space[1] + len(level.rows) for level in levels),
        )

    def _pull(self, level: BoardLevel) -> float:
        if not level.pin:
            return 0.0
        main = self.geometry.level_of[level.pin]
        outward = 2 * level.space[0] + len(level.rows[0]) > 2 * main.space[0] + len(main.rows[0])
        return PULL_FACTOR if outward else -PULL_FACTOR

    def project(self, x: float, y: float, z: float) -> Spot:
        """Return where a point in space is on the screen."""
        cos_yaw, sin_yaw, cos_pitch, sin_pitch = self._turn
        z -= 2 * HEIGHT_STEP
        x, y = x * cos_yaw + y * sin_yaw, y * cos_yaw - x * sin_yaw
        up, away = z * cos_pitch + y * sin_pitch, y * cos_pitch - z * sin_pitch
        near = self.scale * EYE_DISTANCE / (EYE_DISTANCE + away)
        return self.shift[0] + x * near, self.shift[1] - up * near

    @cached_property
    def _turn(self) -> tuple[float, float, float, float]:
        yaw, pitch = radians(self.camera.yaw), radians(self.camera.pitch)
        return cos(yaw), sin(yaw), cos(pitch), sin(pitch)

    # The screen

    @cached_property
    def outlines(self) -> Mapping[str, Outline]:
        """The outlines of all places on the screen, and of boards by their names."""
        found: dict[str, Outline] = {}
        for level in self.geometry.levels:
            left, top, _ = level.space
            for down, names in enumerate(level.rows):
                for right, name in enumerate(names):
                    x, y = left + right, top + down
                    ends = ((x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y))
                    found[name] = tuple(self.project(*self.at(level, *end)) for end in ends)
            found[level.name] = self.plate(level)
        return found

    def plate(self, level: BoardLevel, down: float = 0.0) -> Outline:
        """Return the outline of a board, or of its lower side."""
        return tuple(self.project(x, y, z - down) for x, y, z in self.corners(level))

    @cached_property
    def order(self) -> Sequence[BoardLevel]:
        """The boards that are there, from the lowest, which others may cover."""
        there = (
            level for level in self.geometry.levels if not level.pin or level.name in self.hung
        )
        return sorted(there, key=lambda level: self.heights[level.name])

    @cached_property
    def painted(self) -> Mapping[str, Sequence[str]]:
        """The places of each board, from the back to the front."""
        return {
            level.name: sorted(level.places, key=lambda name: middle(self.outlines[name])[1])
            for level in self.geometry.levels
        }

    def pin_spot(self, level: BoardLevel) -> Spot:
        """Return where a movable board is attached: at the outer corner of its pin's place."""
        main = middle(self.outlines[self.geometry.level_of[level.pin].name])
        return max(self.outlines[level.pin], key=lambda corner: dist(corner, main))

    def near_edge(self, level: BoardLevel) -> Outline:
        """Return the two ends of the edge of a board nearest to the viewer."""
        under = self.plate(level, PLATE_THICKNESS)
        return tuple(sorted(under, key=lambda spot: -spot[1])[:2])

    # As on a grid

    @property
    def field(self) -> Rect:
        return Rect(self.room)

    @property
    def board(self) -> Rect:
        return Rect(self.room)

    @cached_property
    def squares(self) -> dict[str, Rect]:
        names = (*self.geometry.places, *self.geometry.movable)
        return {name: bounds(self.outlines[name]) for name in names}

    @cached_property
    def tabs(self) -> Mapping[str, Rect]:
        found = {}
        for name, level in self.geometry.movable.items():
            x, y = middle(self.near_edge(level))
            tab = Rect(0, 0, max(1, round(1.5 * self.cell)), tab_height(self.cell))
            tab.midtop = (round(x), round(y) + TAB_GAP)
            found[name] = tab
        return found

    def labelled(self, square: str) -> tuple[str, ...]:
        return ()

    def center(self, square: str) -> Point:
        x, y = middle(self.outlines[square])
        return round(x), round(y)

    def spot(self, square: str) -> Rect:
        return Rect(0, 0, self.cell, self.cell).move_to(center=self.center(square))

    def stand(self, square: str) -> Rect:
        near_left, near_right, far_right, far_left = self.outlines[square]
        width = min(dist(near_left, near_right), dist(far_right, far_left))
        x, y = middle(self.outlines[square])
        nearest = max(corner[1] for corner in self.outlines[square])
        size = max(8, int(width * PIECE_SHARE) // 2 * 2)
        foot = y + (nearest - y) * 0.28  # in front of the middle, so that heads hide less
        return Rect(round(x - size / 2), round(foot - size * FOOT_SHARE), size, size)

    def spots(self, square: str, count: int) -> tuple[Rect, ...]:
        first = self.spot(square)
        step = self.cell if first.centery < self.field.centery else -self.cell
        cells = [first.move(0, step * number) for number in range(count)]
        whole = cells[0].unionall(cells)
        over = whole.clamp(self.field).y - whole.y
        return tuple(cell.move(0, over) for cell in cells)

    def square_at(
        self,
        point: Point,
        targets: Container[str] = (),
        movable: Container[str] = (),
        covers: Covers = nothing_covers,
    ) -> str | None:
        if not self.field.collidepoint(point):
            return None
        under, near = self._under(point, covers)
        empty = self.geometry.movable.keys() - self.hung  # places where boards could hang
        foremost = next((name for name in under if name not in empty), None)
        meant = [name for name in under if name in targets]
        if meant:
            ringed = [
                name
                for name in meant
                if inside(circle(self.outlines[name], RING_RADIUS), point)
                and self.hides(name, covers)
            ]
            aims = ringed or meant[:1]  # rings are above everything, and else the foremost is seen
            aims += [foremost] if foremost is not None and foremost in movable else []
            return min(aims, key=lambda name: self._away(name, point))
        wanted = (name for name in (*under, *near) if name in movable or name in targets)
        return next(wanted, foremost)

    def hides(self, square: str, covers: Covers) -> bool:
        """Return True if something else covers the middle of a square."""
        return self.square_at(self.center(square), covers=covers) != square

    def _under(self, point: Point, covers: Covers) -> tuple[list[str], list[str]]:
        """Return everything under a point, from the front, and the pieces that are near it.

        In front are names of boards, then places where others could hang, then squares.
        """
        found = [name for name in self.hung if self.tabs[name].collidepoint(point)]
        found += [
            name
            for name in self.geometry.movable
            if name not in self.hung and inside(self.outlines[name], point)
        ]
        near = list[str]()
        for level in reversed(self.order):
            for name in reversed(self.painted[level.name]):
                if self.squares[name].collidepoint(point) and inside(self.outlines[name], point):
                    found.append(name)
                elif name in self.standing and self._body(name).collidepoint(point):
                    (found if covers(name, point) else near).append(name)
        return found, near

    def _body(self, square: str) -> Rect:
        """Return the part of a piece's picture that can be grabbed."""
        picture = self.stand(square)
        return picture.inflate(-picture.w // 8, 0)

    def _away(self, name: str, point: Point) -> float:
        """Return how far a point is from where one aims at a place."""
        if name in self.hung:
            return dist(point, self.tabs[name].center)
        aims = [self.center(name), *([self.stand(name).center] if name in self.standing else [])]
        return min(dist(point, aim) for aim in aims)


def tab_height(cell: int) -> int:
    """Return the pixels of height of a board's name."""
    return max(LEAST_TAB, cell // 2)


def middle(points: Sequence[Spot]) -> Spot:
    """Return the middle of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def bounds(points: Sequence[Spot]) -> Rect:
    """Return the rectangle around some points."""
    left, top = (int(min(values)) for values in zip(*points, strict=True))
    right, bottom = (int(max(values)) + 1 for values in zip(*points, strict=True))
    return Rect(left, top, right - left, bottom - top)


def circle(outline: Outline, radius: float) -> list[Spot]:
    """Return a circle that lies on a square, as a polygon; the radius is in places."""
    near_left, near_right, far_right, far_left = outline
    corners = tuple(zip(near_left, near_right, far_right, far_left, strict=True))
    points = []
    for step in range(CIRCLE_STEPS):
        turn = 2 * pi * step / CIRCLE_STEPS
        u, v = 0.5 + radius * cos(turn), 0.5 + radius * sin(turn)
        shares = (1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v
        x, y = (sum(map(mul, shares, ends)) for ends in corners)
        points.append((x, y))
    return points


def inside(points: Sequence[Spot], at: Point) -> bool:
    """Return True if a point is inside an outline."""
    x, y = at
    odd = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd
