"""The projector's screen: board, names, clocks and the last moves, legible from ten metres."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pygame
from pygame.event import Event

from board_core import Color
from board_core.clock import clock_face

from .board.widget import BoardWidget, asks_menu
from .game_state import GameState
from .intents import TO_NEWEST_PLY, FlipBoard, Intent, StepPlies, ToggleProjector
from .kit.painter import Painter
from .kit.widget import UI, Layer, Widget, plain
from .labels import name_of, verdict
from .language import outcome_words
from .layout import Layout, projector_frame
from .player_strip import is_low

LAST_MOVES = 8

PROJECTOR_KEYS: dict[int, Intent] = {
    pygame.K_F11: ToggleProjector(),
    pygame.K_ESCAPE: ToggleProjector(),
    pygame.K_f: FlipBoard(),
    pygame.K_LEFT: StepPlies(-1),
    pygame.K_RIGHT: StepPlies(1),
    pygame.K_END: TO_NEWEST_PLY,
    pygame.K_SPACE: TO_NEWEST_PLY,
}
"""The projector's keys and their intents."""


class BigText(Widget):
    """One line of text as high as its place."""

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
    """A screen without buttons; the keys of the window work here too."""

    def __init__(self, ask: Callable[[Intent], None], board: BoardWidget) -> None:
        super().__init__()
        self._ask = ask
        self.board = board
        self._names = {color: BigText() for color in Color}
        self._clocks = {color: BigText(mono=True) for color in Color}
        self._moves = [BigText() for _ in range(LAST_MOVES // 2)]
        self._verdict = BigText()
        self._why = BigText()
        self._flipped = False
        self._place: Layout | None = None
        self.add(
            board,
            *self._names.values(),
            *self._clocks.values(),
            *self._moves,
            self._verdict,
            self._why,
        )

    def layout(self, ui: UI) -> None:
        place = self._place = projector_frame(ui.size, self.board.scene.extent)
        self.board.place(place["board"])
        self._place_sides(place)
        moves, verdict = place["moves"], place["verdict"]
        height = moves.h // len(self._moves)
        for index, row in enumerate(self._moves):
            row.place((moves.x, moves.y + index * height, moves.w, height))
        half = verdict.h // 2
        self._verdict.place((verdict.x, verdict.y, verdict.w, half))
        self._why.place((verdict.x, verdict.y + half, verdict.w, half // 2))

    def _place_sides(self, place: Layout) -> None:
        for color in Color:
            side = "lower" if (color is Color.WHITE) is not self._flipped else "upper"
            self._names[color].place(place[side])
            self._clocks[color].place(place[f"{side} clock"])

    def show(self, state: GameState, now: float) -> None:
        if self._place is not None and self.board.scene.flipped != self._flipped:
            self._flipped = self.board.scene.flipped
            self._place_sides(self._place)
        clock = state.view.clock
        for color in Color:
            to_move = state.view.to_move is color and not state.ended
            self._names[color].set(name_of(state, color), "text" if to_move else "dim")
            left = clock.remaining_at(color, now) if not state.free else inf
            low = is_low(left, clock.allotted(color, now))
            running = state.running and clock.running is color
            ink = "error" if low else "accent" if running else "dim"
            self._clocks[color].set("" if left == inf else clock_face(clock, color, now), ink)
        self._show_moves(state)
        ended = state.view.ended
        self._verdict.set(verdict(ended.outcome) if ended else "", "good")
        self._why.set(outcome_words(ended.outcome, ended.explanation) if ended else "", "dim")

    def _show_moves(self, state: GameState) -> None:
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
        if asks_menu(event):
            self.board.ask_menu()
            return True
        intent = PROJECTOR_KEYS.get(event.key)
        if intent is not None:
            self._ask(intent)
        return intent is not None
