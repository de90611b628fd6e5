"""A board on which pieces are set up: no rules, only places that are tapped and pieces carried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import dist
from typing import Any, Protocol

import pygame
from pygame.event import Event

from board_pygame.kit.widget import UI, plain

from .hand import DRAG_AFTER_PIXELS
from .scene import Scene
from .widget import ARROW_KEYS, BoardWidget

TAP_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))
REMOVE_KEYS = frozenset((pygame.K_DELETE, pygame.K_BACKSPACE))


class BoardCarrier(Protocol):
    """Carries a piece at the pointer, from the board or from beside it."""

    def carry(self, symbol: str, origin: str | None, at: tuple[int, int]) -> None:
        """Take a piece up; ``origin`` is its place, None beside the board."""

    def carry_on(self, at: tuple[int, int]) -> None:
        """Follow the pointer."""

    def put_down(self, at: tuple[int, int]) -> None:
        """Put the piece down where the pointer is."""

    def give_up(self) -> None:
        """Leave the piece where it was."""


class ArrangingBoard(BoardWidget):
    """Tells ``tap`` and ``remove`` the places, and gives pieces that are dragged to the carrier."""

    def __init__(
        self,
        *of_board: Any,
        tap: Callable[[str], object],
        remove: Callable[[str], object],
        carrier: BoardCarrier,
        **options: Any,
    ) -> None:
        """The arguments without a name, and all other options, are those of the board."""
        super().__init__(*of_board, **options)
        self._tap, self._remove, self._carrier = tap, remove, carrier
        self._down: tuple[str, tuple[int, int]] | None = None  # where the button went down
        self._carries = False

    def show_held(self, scene: Scene, held: str) -> None:
        """Show a scene, and which piece was picked up by a click."""
        self.show_scene(replace(scene, movable=frozenset({held} if held else ())), animate=False)
        self.hand = replace(self.hand, selected=held or None)
        self._update()

    def handle(self, event: Event, ui: UI) -> bool:
        self._now = ui.now
        match event.type:
            case pygame.MOUSEMOTION:
                self._moved(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button in (1, 3):
                self._by_mouse = True
                place = self.cells.square_at(event.pos)
                self.hand = replace(self.hand, cursor=None)
                if place is not None and event.button == 3:
                    self._remove(place)
                elif place is not None:
                    self._down = place, event.pos
                    ui.capture(self)
                self._update()
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._let_up(event.pos)
            case pygame.KEYDOWN if plain(event):
                return self._pressed_key(event.key)
            case _:
                return False
        return True

    def _moved(self, at: tuple[int, int]) -> None:
        if self._carries:
            self._carrier.carry_on(at)
        elif self._down is not None and dist(at, self._down[1]) >= DRAG_AFTER_PIXELS:
            place = self._down[0]
            symbol = self.scene.pieces.get(place)
            if symbol is not None:
                self._carries = True
                self._carrier.carry(symbol, place, at)
        self.hand = replace(self.hand, hover=self.cells.square_at(at))
        self._update()

    def _let_up(self, at: tuple[int, int]) -> None:
        down, self._down = self._down, None
        if self._carries:
            self._carries = False
            self._carrier.put_down(at)
        elif down is not None and self.cells.square_at(at) == down[0]:
            self._tap(down[0])

    def _pressed_key(self, key: int) -> bool:
        cursor = self.hand.cursor
        if key in ARROW_KEYS:
            self._by_mouse = False
            self._move_cursor(*ARROW_KEYS[key])
        elif key in TAP_KEYS and cursor is not None:
            self._tap(cursor)
        elif key in REMOVE_KEYS and cursor is not None:
            self._remove(cursor)
        else:
            return False
        return True

    def let_go(self) -> None:
        self._down = None
        if self._carries:
            self._carries = False
            self._carrier.give_up()
        super().let_go()
