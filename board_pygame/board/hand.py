"""The hand at a board: picks up, drags and drops pieces, draws arrows. A pure state machine.

Every function takes a hand and its table. It returns the new hand, with the user's intent, if any.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from math import dist
from typing import Literal

from pygame import Rect

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Move
from board_core.games.look import in_hand, tag

from .cells import Cells, Covers, Point, nothing_covers
from .scene import Scene, Squares


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """Moves to choose from, shown one below the other from the square they share.

    ``symbols`` are the pieces that each move puts there; for None, the move is shown as text.
    """

    moves: tuple[Move, ...]
    places: Squares
    symbols: tuple[str | None, ...]
    chosen: int | None = None  # under the pointer, or by the arrow keys

    def spots(self, cells: Cells) -> tuple[Rect, ...]:
        """Return a cell for each move, from the target towards the middle of the board."""
        return cells.spots(self.places[-1], len(self.moves))

    def at(self, point: Point, cells: Cells) -> int | None:
        """Return the index of the move that is shown at a point."""
        spots = self.spots(cells)
        return next((i for i, spot in enumerate(spots) if spot.collidepoint(point)), None)

    def pointed(self, point: Point, cells: Cells) -> MoveChoice:
        return replace(self, chosen=self.at(point, cells))

    def stepped(self, down: int, cells: Cells) -> MoveChoice:
        """Choose the next move on the screen, down or up."""
        rows = [spot.y for spot in self.spots(cells)]
        step = down if len(rows) < 2 or rows[0] < rows[1] else -down
        first = 0 if step > 0 else len(rows) - 1
        chosen = first if self.chosen is None else (self.chosen + step) % len(rows)
        return replace(self, chosen=chosen)

    def by_letter(self, letter: str) -> Move | None:
        """Return the move that a letter distinguishes from the others."""
        tags = {tag(move, self.places).lower(): move for move in self.moves}
        return tags.get(letter.lower())

    def text(self, index: int) -> str:
        """Return the part of a move's text that differs from the others."""
        move = self.moves[index]
        return tag(move, self.places) or move


def fits(places: set[Squares], moves: tuple[Move, ...], cells: Cells) -> bool:
    """Return whether the board itself can offer these moves, which touch these places."""
    return len(places) == 1 and () not in places and len(moves) <= cells.geometry.height


DRAG_AFTER_PIXELS = 3
"""Pixels that the pointer moves before a press becomes a drag; 0 once somebody has dragged."""


class Ink(Enum):
    """The colours of arrows and circles."""

    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    PURPLE = "purple"


@dataclass(frozen=True, slots=True)
class Shape:
    """An arrow, or a circle where both squares are the same."""

    origin: str
    target: str
    ink: Ink = Ink.GREEN
    number: int = 0  # written on it; 0: none


# Intents


@dataclass(frozen=True, slots=True)
class MoveChosen:
    move: Move
    dragged: bool = False


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several legal moves fit: they share squares, or the user asked for the piece's moves."""

    moves: tuple[Move, ...]
    dragged: bool = False


@dataclass(frozen=True, slots=True)
class Premoved:
    """A move for later: it is played when the turn comes, if it is legal then."""

    squares: Squares


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """Squares that are no legal move."""

    squares: Squares


@dataclass(frozen=True, slots=True)
class WantsLive:
    """A request to show the newest position instead of the earlier one on the board."""


@dataclass(frozen=True, slots=True)
class WantsMenu:
    """A request for the menu of a square, if any, at a place on the screen."""

    square: str | None
    at: Point


@dataclass(frozen=True, slots=True)
class ShapeDrawn:
    """An arrow or a circle for the record, which keeps it with the position."""

    shape: Shape


Intent = ShapeDrawn | MoveChosen | Ambiguous | Premoved | MoveRefused | WantsLive | WantsMenu


@dataclass(frozen=True, slots=True)
class Habits:
    """The user's preferences for making moves."""

    move_by: Literal["both", "click", "drag"] = "both"
    choose_first: Literal["never", "premove", "always"] = "premove"
    """The occasions on which the first of several moves (a queen) is taken without asking."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that is held down."""

    square: str
    at: Point
    right: bool = False
    again: bool = False
    """The selected square is pressed once more; with the right button: something was cancelled."""
    dragging: bool = False
    left: bool = False  # the pointer has left the square since


@dataclass(frozen=True, slots=True)
class Hand:
    """Everything that the user has begun at the board."""

    selected: str | None = None
    press: Press | None = None
    pointer: Point = (0, 0)
    hover: str | None = None  # the square under the pointer
    premove: Squares = ()
    shapes: tuple[Shape, ...] = ()
    sketch: Shape | None = None  # the shape that is being drawn
    drags: bool = False  # the last move was dragged
    cursor: str | None = None  # of the keyboard

    @property
    def dragged(self) -> str | None:
        """The square whose piece is being dragged."""
        press = self.press
        return press.square if press is not None and press.dragging else None


@dataclass(frozen=True, slots=True)
class HandTable:
    """The scene, the cells and the habits with which a hand works."""

    scene: Scene
    cells: Cells
    habits: Habits = Habits()
    covers: Covers = nothing_covers

    def square_at(self, at: Point, hand: Hand) -> str | None:
        """Return the place at a point; where places hide others, the one probably meant.

        A pointer that has hardly moved since a press counts as where it was pressed, and a dragged
        piece is not dropped on one that could be moved instead.
        """
        press = hand.press
        near = press is not None and dist(press.at, at) < DRAG_AFTER_PIXELS
        if press is not None and near and not in_hand(press.square):
            return press.square
        targets = () if hand.selected is None else self.scene.targets(hand.selected)
        movable = self.scene.movable if hand.dragged is None else (hand.dragged,)
        return self.cells.square_at(at, targets, movable, self.covers)


Step = tuple[Hand, Intent | None]


# The left button


def press(hand: Hand, table: HandTable, at: Point, choose: bool = False) -> Step:
    """Handle a press of the left button. With ``choose``, ask even where the first would be
    taken.
    """
    square = table.square_at(at, hand)
    hand = replace(hand, shapes=(), sketch=None, press=None, pointer=at, hover=square, cursor=None)
    if square is None:
        return replace(hand, selected=None, premove=()), None
    clicks = table.habits.move_by != "drag"
    before = hand.selected
    hand, intent = _touch(hand, table, square, clicks, choose)
    if intent is not None:
        return hand, intent
    if hand.selected == square:
        dragging = hand.drags and table.habits.move_by != "click"
        pressed = Press(square, at, again=before == square, dragging=dragging)
        return replace(hand, press=pressed), None
    if table.scene.moves_at(square):
        return replace(hand, press=Press(square, at)), None
    return hand, None


def motion(hand: Hand, table: HandTable, at: Point) -> Hand:
    """Handle a move of the pointer, with or without a button."""
    square = table.square_at(at, hand)
    press = hand.press
    if press is None:
        return hand if square == hand.hover else replace(hand, hover=square, pointer=at)
    left = press.left or square != press.square
    if press.right:
        target = table.cells.snapped(press.square, at) if left else press.square
        if square == press.square:
            target = square
        ink = hand.sketch.ink if hand.sketch else Ink.GREEN
        sketch = Shape(press.square, target, ink)
        press = replace(press, left=left)
        return replace(hand, press=press, hover=square, pointer=at, sketch=sketch)
    dragging = press.dragging or (
        table.habits.move_by != "click"
        and press.square == hand.selected
        and dist(press.at, at) >= DRAG_AFTER_PIXELS
    )
    press = replace(press, dragging=dragging, left=left)
    return replace(hand, press=press, hover=square, pointer=at)


def release(hand: Hand, table: HandTable, at: Point, choose: bool = False) -> Step:
    """Handle a release of the left button."""
    press, square = hand.press, table.square_at(at, hand)
    if press is None or press.right:
        return hand, None
    hand = replace(hand, press=None, pointer=at, hover=square)
    if hand.selected != press.square:  # a point without a piece
        moves = table.scene.moves_at(press.square)
        if square == press.square and moves:
            return _play(hand, table, moves, False, choose)
        return hand, None
    if press.dragging and square is not None and square != press.square:
        return _drop(hand, table, (press.square, square), choose)
    back = press.left and square in (press.square, None) and not in_hand(press.square)
    gone = press.again or back
    if gone or table.habits.move_by == "drag":
        return replace(hand, selected=None), None
    return hand, None


def tap(hand: Hand, table: HandTable, square: str, choose: bool = False) -> Step:
    """Handle a square chosen by keyboard: pick its piece up, or put one down."""
    hand = replace(hand, press=None, sketch=None)
    if hand.selected == square:
        return replace(hand, selected=None), None
    hand, intent = _touch(hand, table, square, True, choose)
    moves = table.scene.moves_at(square)
    if intent is None and hand.selected is None and moves:
        return _play(hand, table, moves, False, choose)
    return hand, intent


def _touch(hand: Hand, table: HandTable, square: str, clicks: bool, choose: bool) -> Step:
    """Handle a press on a square before it is known whether it becomes a drag."""
    scene = table.scene
    if scene.locked:
        return replace(hand, selected=None), WantsLive()
    hand = replace(hand, premove=())
    selected = hand.selected
    if clicks and selected not in (None, square):
        squares = (selected, square)
        moves = scene.by_squares.get(squares, ())
        if moves:
            return _play(replace(hand, selected=None), table, moves, False, choose)
        if square not in scene.movable:
            return _wrong(replace(hand, selected=None), scene, squares)
    if square in scene.movable:
        return replace(hand, selected=square), None
    hand = replace(hand, selected=None)
    expected = square in scene.pieces or scene.by_points
    if scene.moves and expected and not scene.moves_at(square):
        return hand, MoveRefused((square,))
    return hand, None


def _drop(hand: Hand, table: HandTable, squares: Squares, choose: bool) -> Step:
    hand = replace(hand, selected=None)
    moves = table.scene.by_squares.get(squares, ())
    if moves:
        return _play(hand, table, moves, True, choose)
    return _wrong(hand, table.scene, squares)


def _wrong(hand: Hand, scene: Scene, squares: Squares) -> Step:
    """Store squares without a legal move as a premove, or refuse them."""
    if scene.may_premove:
        return replace(hand, premove=squares), Premoved(squares)
    return hand, MoveRefused(squares)


def _play(
    hand: Hand, table: HandTable, moves: tuple[Move, ...], dragged: bool, choose: bool
) -> tuple[Hand, Intent]:
    hand = replace(hand, drags=dragged)
    if len(moves) == 1 or (table.habits.choose_first == "always" and not choose):
        return hand, MoveChosen(moves[0], dragged)
    return hand, Ambiguous(moves, dragged)


# The right button


def right_press(hand: Hand, table: HandTable, at: Point, ink: Ink = Ink.GREEN) -> Hand:
    """Handle a press of the right button: cancel what was begun, or begin an arrow."""
    if hand.press is not None:
        return replace(hand, press=None, selected=None, sketch=None)
    cancels = hand.selected is not None or bool(hand.premove)
    square = table.square_at(at, hand)
    hand = replace(hand, selected=None, premove=(), hover=square, pointer=at, cursor=None)
    if square is None:
        return hand
    sketch = Shape(square, square, ink)
    return replace(hand, press=Press(square, at, right=True, again=cancels), sketch=sketch)


def right_release(hand: Hand, table: HandTable) -> Step:
    """Finish an arrow, or ask for a piece's moves or the menu.

    In another ink than the usual one, a click draws a circle.
    """
    press, sketch = hand.press, hand.sketch
    if press is None or not press.right or sketch is None:
        return hand, None
    hand = replace(hand, press=None, sketch=None)
    if sketch.origin == sketch.target:
        if press.again or press.left:
            return hand, None
        moves = table.scene.from_square(press.square)
        if len(moves) > 1:
            return hand, Ambiguous(moves)
        if sketch.ink is Ink.GREEN:
            return hand, WantsMenu(press.square, hand.pointer)
    return draw(hand, table, sketch)


def draw(hand: Hand, table: HandTable, shape: Shape) -> Step:
    """Draw a shape, or erase it; a record keeps its shapes itself."""
    if table.scene.keeps_shapes:
        return hand, ShapeDrawn(shape)
    return replace(hand, shapes=_toggled(hand.shapes, shape)), None


def _toggled(shapes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """Add a shape; the same shape again erases it, and another colour replaces it."""
    others = tuple(
        one for one in shapes if (one.origin, one.target) != (shape.origin, shape.target)
    )
    return others if shape in shapes else (*others, shape)


# The table changes


def take_premove(hand: Hand, table: HandTable) -> Step:
    """Play the premove if it is now legal, and forget it in any case."""
    moves = table.scene.by_squares.get(hand.premove, ())
    hand = replace(hand, premove=())
    if not moves:
        return hand, None
    if len(moves) > 1 and table.habits.choose_first == "never":
        return hand, Ambiguous(moves)
    return hand, MoveChosen(moves[0])


def settled(hand: Hand, before: Scene, after: Scene) -> Hand:
    """Return the hand over a new scene, with what still exists there."""
    if before.geometry != after.geometry or before.look is not after.look:
        return Hand(drags=hand.drags)

    def there(square: str | None) -> bool:
        same = square is not None and before.pieces.get(square) == after.pieces.get(square)
        return same and not after.locked

    moved = before.pieces is not after.pieces and dict(before.pieces) != dict(after.pieces)
    if hand.selected is not None and not (there(hand.selected) and hand.selected in after.movable):
        pressed = hand.press if hand.press is not None and hand.press.right else None
        hand = replace(hand, selected=None, press=pressed)
    if hand.premove and not there(hand.premove[0]):
        hand = replace(hand, premove=())
    if moved and hand.shapes:
        hand = replace(hand, shapes=())  # they belong to another position
    return hand
