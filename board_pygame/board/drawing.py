"""The visible content of a board as a value, the change to another one, and its animation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from math import hypot

from pygame import Rect

from board_core.fast_dataclass import dataclass
from board_core.games.look import in_hand

from .art import shape_rect
from .cells import POINTED_LABELS, Cells, Point
from .hand import Hand, Ink, MoveChoice, Shape
from .scene import Scene, Squares
from .solid import Solid

INSTANT_SECONDS = 0.07
"""Shortest animation in seconds; a shorter one is left out."""

FADED_SHARE = 0.5
"""Opacity, from 0 to 1, with which a taken piece begins to fade."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece between two squares; with equal squares it fades where it stands."""

    symbol: str
    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two sets of pieces."""

    moved: tuple[Sprite, ...] = ()
    gone: tuple[tuple[str, str], ...] = ()  # square and symbol
    come: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Animation:
    """Pieces on their way. ``start`` is set when the first frame is due."""

    sprites: tuple[Sprite, ...]
    duration: float
    start: float | None = None

    def started(self, now: float) -> Animation:
        return self if self.start is not None else replace(self, start=now)

    def progress(self, now: float) -> float:
        """Return the progress from 0 to 1, slow at both ends."""
        if self.start is None:
            return 0.0
        return eased(min(1.0, max(0.0, (now - self.start) / self.duration)))

    def ended(self, now: float) -> bool:
        return self.start is not None and now >= self.start + self.duration

    @property
    def targets(self) -> frozenset[str]:
        """The squares of pieces that are still on their way."""
        return frozenset(s.target for s in self.sprites if s.origin != s.target)


def eased(t: float) -> float:
    """Return cubic easing, slow at both ends."""
    return 4 * t**3 if t < 0.5 else (t - 1) * (2 * t - 2) ** 2 + 1


def changes(
    before: Mapping[str, str], after: Mapping[str, str], cells: Cells, hints: Squares = ()
) -> Change:
    """Find the pieces that moved: each to the nearest square where its symbol has appeared.

    ``hints`` are the squares of the move, forwards or backwards: the piece that leaves the first
    is the one that arrives at the last, even with another symbol (a promotion).
    """
    gone = {s: symbol for s, symbol in before.items() if after.get(s) != symbol}
    come = {s: symbol for s, symbol in after.items() if before.get(s) != symbol}
    moved = []
    if _renamed(gone, come, hints):
        moved.append(Sprite(gone.pop(hints[0]), hints[0], hints[-1]))
        del come[hints[-1]]
    for target, symbol in list(come.items()):
        same = [square for square, other in gone.items() if other == symbol]
        if same:
            origin = min(same, key=lambda square: hypot(*cells.vector(square, target)))
            moved.append(Sprite(symbol, origin, target))
            del gone[origin], come[target]
    return Change(tuple(moved), tuple(gone.items()), tuple(come.items()))


def _renamed(gone: Mapping[str, str], come: Mapping[str, str], hints: Squares) -> bool:
    """Return whether the move's own piece left and arrived, and no other piece is like it."""
    if len(hints) < 2 or hints[0] not in gone or hints[-1] not in come:
        return False
    old, new = gone[hints[0]], come[hints[-1]]
    return old == new or (old not in come.values() and new not in gone.values())


def captured_squares(before: Mapping[str, str], after: Mapping[str, str], last: Squares) -> Squares:
    """Return the squares where a move took something, which are tinted."""
    gone = {s for s, symbol in before.items() if after.get(s) != symbol}
    kept = [symbol for square, symbol in after.items() if before.get(square) != symbol]
    taken = []
    for square in sorted(gone - set(last[:1])):
        if before[square] in kept and square not in last:
            kept.remove(before[square])  # this piece moved too
        else:
            taken.append(square)
    return tuple(taken)


def animation(before: Scene, after: Scene, cells: Cells, duration: float) -> Animation | None:
    """Return the animation from one scene to the next; None if nothing would be seen."""
    if (
        duration < INSTANT_SECONDS
        or before.geometry != after.geometry
        or before.look is not after.look
    ):
        return None
    hints = after.last if after.last != before.last else ()
    change = changes(before.pieces, after.pieces, cells, hints)
    if before.last and not _led_by(change, hints):
        change = changes(before.pieces, after.pieces, cells, before.last[::-1])
    fading = tuple(Sprite(symbol, square, square) for square, symbol in change.gone)
    if not change.moved and not fading:
        return None
    return Animation((*fading, *change.moved), duration)


def _led_by(change: Change, hints: Squares) -> bool:
    """Return whether the change contains the move of the hints."""
    return any(
        (sprite.origin, sprite.target) == (*hints[:1], *hints[-1:]) for sprite in change.moved
    )


STONE_ALPHA = 130
"""Opacity, of 255, of a stone that a click would put on the board."""


BEST_INKS = (Ink.GREEN, Ink.BLUE, Ink.YELLOW, Ink.PURPLE)
"""The inks of the moves that an engine proposes, the best one first; others have no arrow."""


@dataclass(frozen=True, slots=True)
class Stone:
    """The stone that a click would put on the board, and its place."""

    symbol: str
    place: str


@dataclass(frozen=True, slots=True)
class Flying:
    """A piece that is on no square: dragged, on its way, or shown before a click."""

    symbol: str
    topleft: tuple[int, int]
    alpha: int = 255
    board: str = ""  # the name of a board that is moved; empty for a piece
    size: int = 0  # pixels, where they differ from place to place; 0: a cell


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that is visible above the empty board.

    ``marks`` are the decorations of a square, from below; ``ghost`` and ``absent`` describe its
    piece.
    """

    pieces: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shapes: tuple[Shape, ...] = ()
    flying: tuple[Flying, ...] = ()
    choice: MoveChoice | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)  # on stones
    struck: tuple[Squares, ...] = ()  # lines through stones, by their ends


def compose(
    scene: Scene,
    hand: Hand,
    cells: Cells,
    *,
    animation: Animation | None = None,
    now: float = 0.0,
    refused: Squares = (),
    choice: MoveChoice | None = None,
    stone: Stone | None = None,
    lifted: bool = True,
) -> Drawing:
    """Return the drawing of a scene and a hand. A click would put ``stone`` on the board.

    What hangs on the pointer is ``lifted`` in the picture where the pointer is.
    """
    marks = _marks(scene, hand, refused)
    if hand.hover is not None and scene.coordinates and not scene.geometry.on_points:
        for square, kind in zip(cells.labelled(hand.hover), POINTED_LABELS, strict=False):
            marks[square] = (*marks.get(square, ()), kind)
    flying = [] if animation is None else _on_their_way(animation, now, cells, marks)
    if stone is not None:
        flying.append(Flying(stone.symbol, cells.stand(stone.place).topleft, STONE_ALPHA))
    dragged = hand.dragged
    if dragged is not None and in_hand(dragged) and lifted:
        (x, y), half = hand.pointer, cells.cell // 2
        flying.append(Flying(dragged.removesuffix("@"), (x - half, y - half)))
    elif dragged is not None and dragged in scene.pieces:
        marks[dragged] = (*marks.get(dragged, ()), "ghost")
        x, y = hand.pointer
        half = cells.cell // 2
        if dragged in cells.hung:
            carried = _carried(scene, dragged, (x, y), cells, marks)
            flying += carried if lifted else []
        elif lifted:
            flying.append(Flying(scene.pieces[dragged], (x - half, y - half)))
    if choice is not None:
        squares = choice.places
        for square, state in ((squares[-1], "absent"), (squares[0], "ghost")):
            marks[square] = (*marks.get(square, ()), state)
    shapes = hand.shapes if hand.sketch is None else (*hand.shapes, *_sketched(scene, hand))
    drawn = (Shape(places[0], places[-1], Ink(color)) for places, color in scene.shapes)
    shapes = (*drawn, *shapes)
    shapes = (*_ranked(scene), *shapes)
    if len(scene.arrow) > 1:
        shapes = (Shape(scene.arrow[0], scene.arrow[-1], Ink.BLUE), *shapes)
    return Drawing(
        scene.pieces,
        marks,
        shapes,
        tuple(flying),
        choice,
        scene.numbers,
        scene.struck,
    )


def differences(before: Drawing, after: Drawing, cells: Cells) -> list[Rect]:
    """Return the parts of the screen that look different; in space all, as boards hide others."""
    if isinstance(cells, Solid):
        return [] if before == after else [cells.board]
    veiled = (before.choice is None) != (after.choice is None)
    if veiled or before.struck != after.struck:
        return [cells.board]
    squares = {
        square
        for square in before.marks.keys() | after.marks.keys()
        if before.marks.get(square) != after.marks.get(square)
    }
    if before.pieces is not after.pieces:
        old, new = before.pieces, after.pieces
        squares |= {s for s in old.keys() | new.keys() if old.get(s) != new.get(s)}
    if before.numbers is not after.numbers:
        written = before.numbers.keys() | after.numbers.keys()
        squares |= {s for s in written if before.numbers.get(s) != after.numbers.get(s)}
    boards = squares & cells.geometry.movable.keys()
    parts = [cells.squares[square].copy() for square in squares - boards]
    parts += [cells.squares[board].union(cells.tabs[board]).inflate(4, 4) for board in boards]
    if before.choice != after.choice:
        parts += [spot for c in (before.choice, after.choice) if c for spot in c.spots(cells)]
    if before.shapes != after.shapes:
        changed = set(before.shapes) ^ set(after.shapes)
        parts += [shape_rect(cells, one.origin, one.target) for one in changed]
    if before.flying != after.flying:
        size = (cells.cell, cells.cell)
        for one in set(before.flying) ^ set(after.flying):
            if one.board:
                parts.append(Rect(one.topleft, cells.squares[one.board].size).inflate(4, 4))
            else:
                parts.append(Rect(one.topleft, size))
    return parts


def _marks(scene: Scene, hand: Hand, refused: Squares) -> dict[str, tuple[str, ...]]:
    marks: dict[str, tuple[str, ...]] = {}

    def mark(kind: str, squares: Squares) -> None:
        for square in squares:
            if square in scene.geometry:  # a piece in hand is beside the board
                marks[square] = (*marks.get(square, ()), kind)

    selected = hand.selected
    numbered = bool(scene.numbers) and all(square in scene.numbers for square in scene.last)
    mark("newest" if numbered else "last", scene.last)
    mark("captured", tuple(square for square in scene.captured if square not in scene.last))
    mark("over" if scene.over else "marked", tuple(scene.marked))
    mark("forbidden", scene.forbidden)
    if len(scene.arrow) == 1:
        mark("hint", scene.arrow)
    mark("premove", hand.premove)
    if selected is not None:
        mark("selected", (selected,))
        if scene.destinations:
            for target in scene.targets(selected):
                aimed = target == hand.hover
                taken = "prey" if scene.geometry.levels else "corners"  # small squares: a frame
                named = target in scene.geometry.movable  # a dot would hide the board's name
                kind = "aim" if aimed else taken if named or target in scene.pieces else "dot"
                mark(kind, (target,))
    if scene.may_premove and hand.dragged and hand.hover not in (None, hand.dragged):
        mark("premove", (hand.hover,))
    mark("grip", tuple(board for board in scene.geometry.movable if board in scene.movable))
    mark("refused", refused[-1:])
    if hand.cursor is not None:
        mark("cursor", (hand.cursor,))
    return marks


def _carried(
    scene: Scene, board: str, pointer: Point, cells: Cells, marks: dict[str, tuple[str, ...]]
) -> list[Flying]:
    """Return a board that hangs on the pointer by its name, and the pieces on it."""
    tab, corner = cells.tabs[board].center, cells.squares[board].topleft

    def lifted(at: Point) -> Point:
        return pointer[0] + at[0] - tab[0], pointer[1] + at[1] - tab[1]

    flying = [Flying(scene.pieces[board], lifted(corner), board=board)]
    for place in cells.geometry.movable[board].places:
        if place in scene.pieces:
            marks[place] = (*marks.get(place, ()), "ghost")
            spot = cells.stand(place)
            flying.append(
                Flying(scene.pieces[place], lifted(spot.topleft), size=_size(spot, cells))
            )
    return flying


def _on_their_way(
    animation: Animation, now: float, cells: Cells, marks: dict[str, tuple[str, ...]]
) -> list[Flying]:
    done = animation.progress(now)
    flying, boards = [], cells.geometry.movable
    for sprite in sorted(animation.sprites, key=lambda one: one.target not in boards):
        where = cells.squares.__getitem__ if sprite.target in boards else cells.stand
        a, b = where(sprite.origin), where(sprite.target)
        if sprite.origin == sprite.target:
            alpha = round(255 * FADED_SHARE * (1 - done))
        else:
            alpha = 255
            marks[sprite.target] = (*marks.get(sprite.target, ()), "absent")
        place = (round(a.x + (b.x - a.x) * done), round(a.y + (b.y - a.y) * done))
        board = sprite.target if sprite.target in boards else ""
        flying.append(Flying(sprite.symbol, place, alpha, board, 0 if board else _size(b, cells)))
    return flying


def _size(picture: Rect, cells: Cells) -> int:
    return 0 if picture.w == cells.cell else picture.w


def _ranked(scene: Scene) -> tuple[Shape, ...]:
    """Return the arrows of the moves that an engine proposes, the best one on top."""
    ranked = [
        Shape(places[0], places[-1], BEST_INKS[number - 1], number)
        for number, places in enumerate(scene.best[: len(BEST_INKS)], start=1)
        if places
    ]
    return tuple(reversed(ranked))


def _sketched(scene: Scene, hand: Hand) -> tuple[Shape, ...]:
    """Return the shape that is being drawn; no circle where a right click asks for a menu."""
    sketch, press = hand.sketch, hand.press
    if sketch is None or press is None:
        return ()
    asks = sketch.ink is Ink.GREEN or len(scene.from_square(sketch.origin)) > 1
    if sketch.origin == sketch.target and (press.again or press.left or asks):
        return ()
    return (sketch,)
