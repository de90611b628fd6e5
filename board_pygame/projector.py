"""The projector's screen: board, names, clocks and the last moves, to be read from ten metres."""

from __future__ import annotations

from math import inf

import pygame
from pygame.event import Event

from board_core import Color
from board_core.clock import clock_face

from .actions import Actions
from .board.widget import BoardWidget, asks_menu
from .faces import name_of, verdict
from .kit.painter import Painter
from .kit.widget import UI, Layer, Widget, plain
from .language import outcome_words
from .layout import Projection, projection
from .panels import is_low
from .state import Phase, State

LAST_MOVES = 8


class BigText(Widget):
    """One line as high as its place."""

    def __init__(self, align: str = "left", mono: bool = False) -> None:
        super().__init__()
        self._align, self._mono = align, mono
        self._text, self._color = "", "text"

    def set(self, text: str, color: str = "text") -> None:
        if (text, color) != (self._text, self._color):
            self._text, self._color = text, color
            self.mark()

    def draw(self, painter: Painter) -> None:
        size = round(self.rect.h / painter.fonts.scale / 1.45)
        color = painter.theme.named(self._color)
        painter.text(self._text, self.rect, color, size=size, align=self._align, mono=self._mono)


class ProjectorScreen(Layer):
    """No buttons: the keys of the window work here too."""

    def __init__(self, actions: Actions, board: BoardWidget) -> None:
        super().__init__()
        self._actions = actions
        self.board = board
        self._names = {color: BigText() for color in Color}
        self._clocks = {color: BigText(mono=True) for color in Color}
        self._moves = [BigText() for _ in range(LAST_MOVES // 2)]
        self._verdict = BigText()
        self._why = BigText()
        self._flipped = False
        self._place: Projection | None = None
        self.add(
            board,
            *self._names.values(),
            *self._clocks.values(),
            *self._moves,
            self._verdict,
            self._why,
        )

    def layout(self, ui: UI) -> None:
        place = self._place = projection(ui.size, self.board.scene.extent)
        self.board.place(place.board)
        self._place_sides(place)
        height = place.moves.h // len(self._moves)
        for index, row in enumerate(self._moves):
            top = place.moves.y + index * height
            row.place((place.moves.x, top, place.moves.w, min(height, place.names[0].h)))
        half = place.verdict.h // 2
        self._verdict.place((place.verdict.x, place.verdict.y, place.verdict.w, half))
        self._why.place((place.verdict.x, place.verdict.y + half, place.verdict.w, half // 2))

    def _place_sides(self, place: Projection) -> None:
        for color in Color:
            lower = (color is Color.WHITE) is not self._flipped
            self._names[color].place(place.names[0 if lower else 1])
            self._clocks[color].place(place.clocks[0 if lower else 1])

    def show(self, state: State, now: float) -> None:
        if self._place is not None and self.board.scene.flipped != self._flipped:
            self._flipped = self.board.scene.flipped
            self._place_sides(self._place)
        clock = state.view.clock
        for color in Color:
            to_move = state.view.to_move is color and state.phase is not Phase.ENDED
            self._names[color].set(name_of(state, color), "text" if to_move else "dim")
            left = clock.left(color, now) if state.phase is not Phase.TRYING else inf
            low = is_low(left, clock.allotted(color, now))
            running = state.running and clock.running is color
            ink = "error" if low else "accent" if running else "dim"
            self._clocks[color].set("" if left == inf else clock_face(clock, color, now), ink)
        self._show_moves(state)
        ended = state.view.ended
        self._verdict.set(verdict(ended.outcome) if ended else "", "good")
        self._why.set(outcome_words(ended.outcome, ended.explanation) if ended else "", "dim")

    def _show_moves(self, state: State) -> None:
        played = state.view.played[: state.ply]
        first = max(0, (len(played) - 1) // 2 * 2 - LAST_MOVES + 2)
        for row, start in zip(self._moves, range(first, first + LAST_MOVES, 2), strict=True):
            pair = played[start : start + 2]
            if pair:
                words = "  ".join(event.notation for event in pair)
                row.set(f"{start // 2 + 1}.  {words}")
            else:
                row.set("")

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type != pygame.KEYDOWN or not plain(event):
            return False
        do = self._actions
        if asks_menu(event):
            self.board.ask_menu()
            return True
        keys = {pygame.K_F11: do.project, pygame.K_ESCAPE: do.project, pygame.K_f: do.flip}
        if event.key == pygame.K_LEFT:
            do.step(-1)
        elif event.key == pygame.K_RIGHT:
            do.step(1)
        elif event.key in (pygame.K_END, pygame.K_SPACE):
            do.step(10**6)
        elif event.key in keys:
            keys[event.key]()
        else:
            return False
        return True
