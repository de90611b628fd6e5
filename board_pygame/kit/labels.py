"""Text that stands beside other widgets."""

from __future__ import annotations

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import TEXT_SIZE, Painter
from .text import Caption, Fonts
from .theme import RGB
from .widget import UI, Widget, letter_command


class Label(Widget):
    """One line of text, or several if it ``wraps``. ``color`` is the name of a theme's field.

    The letter marked with ``&`` goes to ``target``; without a target, an ``&`` is shown as it is. A
    ``copyable`` label can have the keyboard, and Ctrl-C copies it.
    """

    def __init__(
        self,
        text: str = "",
        *,
        size: int = TEXT_SIZE,
        align: str = "left",
        mono: bool = False,
        color: str = "text",
        wrap: bool = False,
        copyable: bool = False,
        target: Widget | None = None,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self.size, self.align, self.mono = size, align, mono
        self.wraps = self.stretches = wrap
        self.focusable = copyable
        self._target = target
        self._caption, self._color = self._captioned(text), color

    @property
    def text(self) -> str:
        return self._caption.text

    def set(self, text: str, color: str | None = None) -> None:
        """Show another text, in the same colour unless one is given."""
        new = self._captioned(text), color or self._color
        if new != (self._caption, self._color):
            self._caption, self._color = new
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        line = fonts.height(self.size)
        if not self.wraps:
            return fonts.width(self.text, self.size, self.mono), line
        lines = fonts.wrap(self.text, self.size, width) if self.text else []
        return max((fonts.width(part, self.size) for part in lines), default=0), line * len(lines)

    def draw(self, painter: Painter) -> None:
        color = painter.theme.named(self._color if self.enabled else "idle")
        if self.focused:
            painter.box(self.rect, painter.theme.selected, radius=3)
        if self.wraps and painter.fonts.width(self.text, self.size, self.mono) > self.rect.w:
            self._draw_lines(painter, color)
        elif self._caption.at >= 0:
            painter.caption(self._caption, self.rect, color, size=self.size, align=self.align)
        else:
            painter.text(
                self.text, self.rect, color, size=self.size, align=self.align, mono=self.mono
            )

    def _draw_lines(self, painter: Painter, color: RGB) -> None:
        height = painter.fonts.height(self.size)
        room = max(1, self.rect.h // height)
        lines = painter.fonts.lines(self.text, self.size, self.rect.w, room)
        for index, line in enumerate(lines):
            place = Rect(self.rect.x, self.rect.y + index * height, self.rect.w, height)
            painter.text(line, place, color, size=self.size, align=self.align)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and letter_command(event, pygame.K_c):
            ui.clipboard.copy(self.text)
            return True
        return False

    def press(self, ui: UI) -> None:
        if self._target is not None and self._target.visible and self._target.enabled:
            self._target.press(ui)

    def _captioned(self, text: str) -> Caption:
        if self._target is None:
            return Caption(text)
        caption = Caption.of(text)
        self.accelerator = caption.letter
        return caption
