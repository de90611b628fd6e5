"""The handle between two parts of a layer, which moves their border."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import Painter
from .widget import UI, Widget, plain

GRIP_SIZE = (4, 56)
"""Width and height of what is seen of a handle, in points."""


class Splitter(Widget):
    """A border that is dragged sideways, or moved by the arrow keys.

    ``move`` gets the way of the border in pixels, ``step`` a direction: -1 or 1 for an arrow key,
    -2 and 2 for Home and End; a double click is End. ``done`` is called after each of them.
    """

    focusable = True

    def __init__(
        self,
        move: Callable[[int], object],
        step: Callable[[int], object],
        done: Callable[[], object],
        *,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self._move, self._step, self._done = move, step, done
        self._held = False

    def draw(self, painter: Painter) -> None:
        theme, (width, height) = painter.theme, map(painter.px, GRIP_SIZE)
        grip = Rect(0, 0, width, min(height, self.rect.h))
        grip.center = self.rect.center
        active = self.focused or self.hot or self._held
        painter.box(grip, theme.accent if active else theme.idle, radius=2)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and plain(event):
            steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_HOME: -2, pygame.K_END: 2}
            if event.key in steps:
                self._go(steps[event.key])
            return event.key in steps
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if ui.clicks == 2:
                self._go(2)
            else:
                self._held = True
                ui.capture(self)
        elif event.type == pygame.MOUSEMOTION and self._held:
            self._move(event.pos[0] - self.rect.centerx)
        elif event.type == pygame.MOUSEBUTTONUP and self._held:
            self.let_go()
            self._done()
        else:
            return False
        return True

    def _go(self, step: int) -> None:
        self._step(step)
        self._done()

    def let_go(self) -> None:
        self._held = False
        self.mark()
