"""The board as a widget: shows scenes, moves pieces by mouse and keyboard, emits intents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import inf
from typing import assert_never

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color, Move
from board_core.game.geometry import Geometry
from board_core.games.look import Look, hand_place, tag
from board_pygame.kit.painter import Painter
from board_pygame.kit.text import Fonts
from board_pygame.kit.widget import EMPTY_RECT, UI, Widget

from . import hand as hands
from .backdrop import BROWN_COLORS, BoardColors
from .cells import Cells
from .drawing import Animation, Drawing, Stone, animation, captured_squares, compose, differences
from .hand import (
    Ambiguous,
    Habits,
    Hand,
    HandTable,
    Ink,
    Intent,
    MoveChoice,
    MoveChosen,
    MoveRefused,
    Premoved,
    ShapeDrawn,
    Step,
    WantsLive,
    WantsMenu,
    fits,
)
from .panes import Pane, panes_of
from .scene import Scene, Squares
from .solid import Camera, Solid

FRAME_SECONDS = 1 / 60
FLASH_SECONDS = 0.4
"""Seconds that an illegal target stays red."""

TURN_BY_PIXEL, TURN_BY_KEY = 0.35, 5.0
"""Degrees by which boards in space are turned."""

ARROW_KEYS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}

MENU_KEYS = (pygame.K_MENU, 0x40000065)
"""Keys for a menu. The second is SDL's for the key between Alt and Ctrl, unnamed in pygame."""


def asks_menu(event: Event) -> bool:
    """Return whether this key asks for the menu of the focused thing."""
    shifted = event.key == pygame.K_F10 and event.mod & pygame.KMOD_SHIFT
    return event.key in MENU_KEYS or bool(shifted)


class BoardWidget(Widget):
    """A board of any game.

    It passes the user's intents to ``wants``. ``after`` returns the pieces after a legal move of
    the scene; with it a move is shown at once, before the game has answered, and another scene must
    follow.
    """

    focusable = True

    def __init__(
        self,
        look: Look,
        geometry: Geometry,
        wants: Callable[[Intent], None],
        after: Callable[[Move], Mapping[str, str]] | None = None,
        *,
        colors: BoardColors = BROWN_COLORS,
        habits: Habits | None = None,
        duration: float = 0.2,
    ) -> None:
        super().__init__()
        self.scene = Scene(look, geometry)
        self.hand = Hand()
        self.duration = duration  # of an animation, in seconds
        self.habits = habits or Habits()
        self._wants, self._after = wants, after
        self._colors = colors
        self._camera = Camera()
        self._turned_from: tuple[int, int] | None = None  # while somebody turns the boards
        self._panes = [Pane(self.rect, self.scene, colors, None)]
        self._pane = self._panes[0]  # the one that somebody points at
        self._animation: Animation | None = None
        self._choice: MoveChoice | None = None
        self._refused: Squares = ()
        self._flash_ends: float | None = None
        self._landed: Squares = ()  # of a move that was dragged, and is not animated
        self._selected: str | None = None
        self.on_select: Callable[[], object] = lambda: None  # called when it is another place
        self._stone: tuple[object, Move, Stone | None] | None = None
        self._felt = (False, False)  # hot, focused
        self._now = 0.0

    # Commands of the window

    @property
    def cells(self) -> Cells:
        return self._pane.cells

    @property
    def drawing(self) -> Drawing:
        """The visible content."""
        return self._pane.drawing

    def take_up(self, symbol: str, at: tuple[int, int], ui: UI) -> None:
        """Select a piece in hand that was pressed beside the board, from where it may be dragged,
        or refuse it. Pressed once more, it is put back.
        """
        place = hand_place(symbol)
        if place in self.scene.movable:
            ui.capture(self)
            press = hands.Press(place, at, again=self.hand.selected == place)
            self.hand = replace(self.hand, selected=place, press=press, premove=(), shapes=())
            self._update()
        elif self.scene.moves:
            self._wants(WantsLive() if self.scene.locked else MoveRefused((place,)))

    def taken_up(self, color: Color) -> str:
        """Return the symbol of the piece in hand that this side is about to drop."""
        selected = self.hand.selected
        if selected is None or selected in self.scene.geometry:
            return ""
        symbol = selected.removesuffix("@")
        return symbol if symbol.isupper() is (color is Color.WHITE) else ""

    def picture(self, symbol: str, size: int) -> pygame.Surface:
        """Return the picture of a symbol, so many pixels wide, for use beside the board."""
        return self._pane.art.piece(symbol, size)

    @property
    def choosing(self) -> bool:
        """True while a choice of moves is open."""
        return self._choice is not None

    @property
    def grips(self) -> bool:
        """True if the pointer holds a piece, or is over one that can be picked up."""
        hand = self.hand
        return self.hot and (hand.hover in self.scene.movable or hand.dragged is not None)

    def show_scene(self, scene: Scene, animate: bool = True) -> None:
        """Show this scene from now on."""
        before = self.scene
        if before.pieces is not scene.pieces and before.pieces != scene.pieces:
            dragged, self._landed = self._landed and self._landed == scene.last, ()
            duration = self.duration if animate and not dragged else 0.0
            self._animation = animation(before, scene, self.cells, duration)
            if self._animation is not None:
                self.wake = 0.0  # at once: woken() gets the time
        self.hand = hands.settled(self.hand, before, scene)
        self.scene = scene
        if before.geometry != scene.geometry:
            self._refused = ()
        if before.text != scene.text:
            self.mark()
        if self._choice is not None and not set(self._choice.moves) <= set(scene.moves):
            self._choice = None
        self._fit()
        self._update()

    def take_premove(self) -> None:
        """Play the premove if it is legal in this scene."""
        if self.hand.premove:
            self._do(hands.take_premove(self.hand, self._table))

    def cancel(self) -> None:
        """Cancel everything that was begun."""
        self._choice = None
        self.hand = Hand(drags=self.hand.drags, shapes=self.hand.shapes)
        self._update()

    def circle(self, square: str) -> None:
        """Draw a circle around a square, or erase it."""
        self._do(hands.draw(self.hand, self._table, hands.Shape(square, square)))

    def dress(self, colors: BoardColors) -> None:
        """Paint the board in these colours from now on."""
        self._colors = colors
        self._fit()

    # Calls of the kit

    def place(self, rect: Rect | tuple[int, int, int, int]) -> None:
        super().place(rect)
        self._fit()

    def ringed(self, fonts: Fonts) -> Rect:
        return self.rect if self.hand.cursor is None else EMPTY_RECT  # a cursor says enough

    @property
    def opaque(self) -> Rect:
        board = self._panes[0].cells.board
        return board if self.window is None else board.clip(self.window)

    def woken(self, now: float) -> None:
        self._now = now
        if self._animation is not None:
            self._animation = self._animation.started(now)
            if self._animation.ended(now):
                self._animation = None
        if self._refused:
            if self._flash_ends is None:
                self._flash_ends = now + FLASH_SECONDS
            elif now >= self._flash_ends:
                self._refused, self._flash_ends = (), None
        self._update()
        flash = self._flash_ends if self._flash_ends is not None else inf
        self.wake = min(flash, now + FRAME_SECONDS if self._animation is not None else inf)

    def draw(self, painter: Painter) -> None:
        if self._felt != (self.hot, self.focused):  # the kit has marked everything
            self._felt = (self.hot, self.focused)
            self._update()
        surface, clip = painter.surface, painter.clip
        surface.set_clip(clip.clip(self.rect))  # a dragged piece stays inside
        for pane in self._panes:
            pane.paint(painter, self.scene)
        surface.set_clip(clip)

    def handle(self, event: Event, ui: UI) -> bool:
        self._now = ui.now
        match event.type:
            case pygame.MOUSEMOTION:
                self._pointer_moved(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                ui.capture(self)
                self._pressed(event.button, event.pos)
            case pygame.MOUSEBUTTONUP if event.button in (1, 3):
                self._released(event.button, event.pos)
            case pygame.KEYDOWN:
                return self._key(event)
            case _:
                return False
        return True

    def let_go(self) -> None:
        self._turned_from = None
        self.hand = replace(self.hand, press=None, sketch=None)
        self._update()

    # The mouse

    @property
    def _table(self) -> HandTable:
        return HandTable(self.scene, self.cells, self.habits, self._pane.covers)

    def _point(self, at: tuple[int, int]) -> None:
        """Turn to the picture at a point; a choice stays where it was opened."""
        if self._choice is None and len(self._panes) > 1:
            found = (pane for pane in self._panes if pane.cells.board.collidepoint(at))
            self._pane = next(found, self._pane)

    def _pointer_moved(self, at: tuple[int, int]) -> None:
        self._point(at)
        if self._turned_from is not None:
            x, y = self._turned_from
            self._turned_from = at
            self.turn((at[0] - x) * TURN_BY_PIXEL, (at[1] - y) * TURN_BY_PIXEL)
            return
        if self._choice is not None:
            self._choice = self._choice.pointed(at, self.cells)
        else:
            before, self.hand = self.hand, hands.motion(self.hand, self._table, at)
            if self.hand is before:
                return
        self._update()

    def _pressed(self, button: int, at: tuple[int, int]) -> None:
        self._point(at)
        if self._choice is not None:
            choice = self._choice
            index = choice.at(at, self.cells) if button == 1 else None
            self._choose(None if index is None else choice.moves[index])
        elif button == 1 and self._turns_at(at):
            self._turned_from = at
        elif button == 1:
            self._do(hands.press(self.hand, self._table, at, _chooses()))
        else:
            self.hand = hands.right_press(self.hand, self._table, at, _ink())
            self._update()

    def _released(self, button: int, at: tuple[int, int]) -> None:
        self._point(at)
        if self._choice is not None:
            return
        if button == 1 and self._turned_from is not None:
            self._turned_from = None
        elif button == 1:
            self._do(hands.release(self.hand, self._table, at, _chooses()))
        elif self.hand.press is None and self.cells.square_at(at) is None:
            self._wants(WantsMenu(None, at))  # a click beside the squares
        else:
            self._do(hands.right_release(self.hand, self._table))

    def _turns_at(self, at: tuple[int, int]) -> bool:
        """Return True where no square is in a picture in space: there it is turned."""
        return isinstance(self.cells, Solid) and self._table.square_at(at, self.hand) is None

    def turn(self, across: float, up: float) -> None:
        """Turn the boards in space, by degrees."""
        self._camera = self._camera.turned(across, up)
        self._fit()

    def straighten(self) -> None:
        """Show the boards in space from where they are seen at first."""
        self._camera = Camera()
        self._fit()

    # The keyboard

    def _key(self, event: Event) -> bool:
        if self._choice is not None:
            return self._choice_key(self._choice, event)
        if event.key in ARROW_KEYS and event.mod & pygame.KMOD_CTRL:
            if event.mod & pygame.KMOD_SHIFT:
                across, down = ARROW_KEYS[event.key]
                self.turn(across * TURN_BY_KEY, -down * TURN_BY_KEY)
                return True
            self._move_cursor(*ARROW_KEYS[event.key])
            return True
        cursor = self.hand.cursor
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and cursor is not None:
            self._do(hands.tap(self.hand, self._table, cursor, _chooses()))
            return True
        return event.key == pygame.K_ESCAPE and self._escape()

    def ask_menu(self) -> None:
        """Ask for the menu at the keyboard's cursor, as a right click does."""
        cursor = self.hand.cursor
        at = self.cells.field.center if cursor is None else self.cells.center(cursor)
        self._wants(WantsMenu(cursor, at))

    def _choice_key(self, choice: MoveChoice, event: Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self._choose(None)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            down = 1 if event.key == pygame.K_DOWN else -1
            self._choice = choice.stepped(down, self.cells)
            self._update()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            if choice.chosen is not None:
                self._choose(choice.moves[choice.chosen])
        elif event.key < 128:
            move = choice.by_letter(chr(event.key))
            if move is not None:
                self._choose(move)
        return True

    def _move_cursor(self, across: int, down: int) -> None:
        cells, hand = self.cells, self.hand
        at = hand.cursor or hand.selected or next(iter(self.scene.last[-1:]), None)
        if hand.cursor is not None:
            at = cells.beside(hand.cursor, across, down)
        self.hand = replace(hand, cursor=at or cells.middle())
        self._update()

    def _escape(self) -> bool:
        hand = self.hand
        if not (hand.selected or hand.premove or hand.press or hand.cursor):
            return False
        cursor = hand.cursor if hand.selected or hand.premove else None
        self.cancel()
        self.hand = replace(self.hand, cursor=cursor)
        self._update()
        return True

    # Consequences

    def _do(self, step: Step) -> None:
        self.hand, intent = step
        if intent is not None:
            self._carry_out(intent)
        self._update()

    def _carry_out(self, intent: Intent) -> None:
        match intent:
            case MoveChosen(move, dragged):
                self._play(move, dragged)
            case Ambiguous(moves) if fits(self._places(moves), moves, self.cells):
                (places,) = self._places(moves)
                symbols = self._symbols(moves, places)
                self._choice = MoveChoice(moves, places, symbols)
            case MoveRefused(squares):
                self._refused, self._flash_ends = squares, None
                self.wake = 0.0
                self._wants(intent)
            case Ambiguous() | Premoved() | WantsLive() | WantsMenu() | ShapeDrawn():
                self._wants(intent)
            case _:
                assert_never(intent)

    def _choose(self, move: Move | None) -> None:
        """Play one of the offered moves, or none."""
        self._choice = None
        if move is not None:
            self._play(move, dragged=True)  # no animation: the target was visible
        self._update()

    def _play(self, move: Move, dragged: bool) -> None:
        self._landed = self.scene.moves.get(move, ()) if dragged else ()
        if self._after is not None:
            self._expect(move, self._after(move), dragged)
        self._wants(MoveChosen(move, dragged))

    def _expect(self, move: Move, pieces: Mapping[str, str], dragged: bool) -> None:
        """Show a move before the game has answered."""
        squares = self.scene.moves.get(move, ())
        scene = replace(
            self.scene,
            pieces=pieces,
            moves={},
            movable=frozenset(),
            may_premove=False,
            last=squares,
            captured=captured_squares(self.scene.pieces, pieces, squares),
            marked=(),
        )
        self.show_scene(scene, animate=not dragged)

    def _places(self, moves: Iterable[Move]) -> set[Squares]:
        """Return the places that each of these moves touches."""
        return {self.scene.moves.get(move, ()) for move in moves}

    def _symbols(self, moves: tuple[Move, ...], places: Squares) -> tuple[str | None, ...]:
        """Return the pieces that tell these moves apart: those that stand on the target after
        them, or by the letters of the moves.
        """
        symbols = tuple(self._symbol_after(move, places) for move in moves)
        if None in symbols or len(set(symbols)) == len(moves):
            return symbols
        pieces, board = self.scene.pieces, self.scene.geometry.movable.get(places[0])
        movers = (*(board.places if board else ()), places[0])
        mover = next((pieces[place] for place in movers if place in pieces), "")
        letters = (tag(move, places) for move in moves)
        named = tuple(one.upper() if mover.isupper() else one.lower() for one in letters)
        return named if mover and self.scene.look.pictures().keys() >= set(named) else symbols

    def _symbol_after(self, move: Move, places: Squares) -> str | None:
        return None if self._after is None else self._after(move).get(places[-1])

    # Updates

    def _fit(self) -> None:
        """Adapt to another place, size, look or camera."""
        scene, panes, before = self.scene, self._panes, self.cells
        wanted = panes_of(self.rect, scene, self._camera)
        if [camera is None for _, camera in wanted] != [
            not isinstance(pane.cells, Solid) for pane in panes
        ]:
            self._panes = [Pane(rect, scene, self._colors, camera) for rect, camera in wanted]
            self._pane = self._panes[-1]
            changed = self._panes
        else:
            changed = [
                pane
                for pane, (rect, camera) in zip(panes, wanted, strict=True)
                if pane.fit(rect, scene, self._colors, camera)
            ]
        if self.hand.press is not None and not self.cells.like(before):
            self.hand = replace(self.hand, press=None, sketch=None)
        for pane in changed:
            pane.drawing = self._composed(pane)  # the old drawing has other squares
            self.mark(pane.rect if len(self._panes) > 1 else None)

    def _update(self) -> None:
        """Mark the parts that look different now."""
        if self.hand.selected != self._selected:
            self._selected = self.hand.selected
            self.on_select()
        for pane in self._panes:
            before, pane.drawing = pane.drawing, self._composed(pane)
            for part in differences(before, pane.drawing, pane.cells):
                self.mark(part)

    def _composed(self, pane: Pane) -> Drawing:
        hand, active = self.hand, pane is self._pane
        if not self.hot and hand.press is None:
            hand = replace(hand, hover=None)
        return compose(
            self.scene,
            hand,
            pane.cells,
            animation=self._animation,
            now=self._now,
            refused=self._refused,
            choice=self._choice if active else None,
            stone=self._stone_under(hand),
            lifted=active,
        )

    def _stone_under(self, hand: Hand) -> Stone | None:
        """Return the stone that a click would put on the board."""
        if hand.hover is None or self._after is None or hand.selected is not None:
            return None
        moves = self.scene.moves_at(hand.hover)
        if not moves:
            return None
        known = self._stone
        if known is None or known[0] is not self.scene.moves or known[1] != moves[0]:
            known = self._stone = (self.scene.moves, moves[0], self._stone_of(moves[0]))
        return known[2]

    def _stone_of(self, move: Move) -> Stone | None:
        places = self.scene.moves.get(move, ())
        symbol = self._symbol_after(move, places) if places else None
        return None if symbol is None else Stone(symbol, places[-1])


def _chooses() -> bool:
    """Return whether Control is held, which asks for the piece whatever the habit is."""
    return bool(pygame.key.get_mods() & pygame.KMOD_CTRL)


def _ink() -> Ink:
    mods = pygame.key.get_mods()
    red, blue = mods & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL), mods & pygame.KMOD_ALT
    if red and blue:
        return Ink.YELLOW
    return Ink.RED if red else Ink.BLUE if blue else Ink.GREEN
