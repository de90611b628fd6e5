"""Buttons, check boxes and radio buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import CONTROL_HEIGHT, SMALL_SIZE, TEXT_SIZE, TICK_STROKE, Icon, Painter
from .text import RGB, Caption, Fonts
from .widget import UI, Widget, nothing, plain

BOX_SIZE = 18
"""Side of a check box or radio button, in points."""
BOX_GAP = 8
"""Distance from the box or icon to the text, in points."""
ICON_SIZE = 16
"""Width and height of a button's icon, in points."""
COMPACT_WIDTH = 40
"""Width of a button that shows its icon alone, in points."""
BUTTON_EDGES = 24
"""Points left and right of what stands on a button, together."""
PRESS_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))


class Button(Widget):
    """Runs an action when it is clicked. With ``on`` it looks pressed.

    An icon stands before the text, a key that does the same (``hint``) small after it. If they do
    not fit, the hint is dropped first, then the text if there is an icon. A ``compact`` button
    shows only its icon, and the text in its tip.
    """

    focusable = True

    def __init__(
        self,
        text: str,
        action: Callable[[], object] = nothing,
        *,
        primary: bool = False,
        tip: str = "",
        icon: Icon | None = None,
        hint: str = "",
        compact: bool = False,
        ghost: bool = False,
    ) -> None:
        super().__init__(tip)
        self.ghost = ghost
        self.compact = compact and icon is not None
        self.action = action
        self.primary = primary
        self.icon, self.hint = icon, hint
        self.on = False
        self._down = False
        self._caption = Caption.of(text)
        self.accelerator = self._caption.letter

    @property
    def text(self) -> str:
        return self._caption.text

    def set(self, text: str) -> None:
        """Replace the caption."""
        caption = Caption.of(text)
        if caption != self._caption:
            self._caption, self.accelerator = caption, caption.letter
            self.mark()

    def emphasise(self, primary: bool) -> None:
        """Look like the default choice, or not."""
        if primary != self.primary:
            self.primary = primary
            self.mark()

    def turn(self, on: bool) -> None:
        """Look pressed, or not."""
        if on != self.on:
            self.on = on
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        high = fonts.px(CONTROL_HEIGHT)
        if self.compact:
            return fonts.px(COMPACT_WIDTH), high
        return max(self._content_width(fonts, hint=True) + fonts.px(BUTTON_EDGES), high), high

    def _content_width(self, fonts: Fonts, *, hint: bool) -> int:
        """Return the pixels of icon, text and hint beside each other."""
        parts = [fonts.width(self.text, TEXT_SIZE)] if self.text else []
        if self.icon is not None:
            parts.append(fonts.px(ICON_SIZE))
        if hint and self.hint:
            parts.append(fonts.width(self.hint, SMALL_SIZE))
        return sum(parts) + fonts.px(BOX_GAP) * max(0, len(parts) - 1)

    def draw(self, painter: Painter) -> None:
        fill, line, ink = self._colors(painter)
        painter.frame(self.rect, fill, line, self.focused and self.enabled)
        if self.focused and self.enabled and self.primary:
            inner = self.rect.inflate(-2 * painter.px(2), -2 * painter.px(2))
            painter.box(inner, fill, painter.theme.on_accent, 4)
        self._draw_content(painter, self.rect.inflate(-2 * painter.px(4), 0), ink)

    def _draw_content(self, painter: Painter, inner: Rect, ink: RGB) -> None:
        fonts, gap = painter.fonts, painter.px(BOX_GAP)
        hint = bool(self.hint) and self._content_width(fonts, hint=True) <= inner.w
        wide = self._content_width(fonts, hint=hint)
        if self.icon is not None and (self.compact or wide > inner.w):
            painter.icon(self.icon, inner, ink, ICON_SIZE)
            return
        place = Rect(inner.centerx - wide // 2, inner.y, wide, inner.h)
        if wide > inner.w:
            place = inner
        if self.icon is not None:
            icon = Rect(place.x, place.y, painter.px(ICON_SIZE), place.h)
            painter.icon(self.icon, icon, ink, ICON_SIZE)
            place = Rect(icon.right + gap, place.y, place.right - icon.right - gap, place.h)
        text = Rect(place)
        if hint:
            text.w -= fonts.width(self.hint, SMALL_SIZE) + gap
            faint = ink if self.primary or not self.enabled else painter.theme.dim
            painter.text(self.hint, place, faint, size=SMALL_SIZE, align="right")
        painter.caption(self._caption, text, ink, align="center")

    def _colors(self, painter: Painter) -> tuple[RGB, RGB, RGB]:
        theme = painter.theme
        if not self.enabled:
            if self.on:  # a disabled button still shows that it is on
                return theme.selected, theme.line, theme.dim
            return theme.background, theme.line, theme.idle
        if self.primary:
            fill = theme.accent_pressed if self._down or self.hot else theme.accent
            return fill, fill, theme.on_accent
        if self._down:
            return theme.pressed, theme.accent, theme.text
        if self.on:
            return theme.selected, theme.accent, theme.text
        return (theme.hover if self.hot else theme.button), theme.line, theme.text

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._down = True
            self.mark()
            ui.capture(self)
            return True
        if event.type == pygame.MOUSEMOTION and self._down:
            return True
        if event.type == pygame.MOUSEBUTTONUP and self._down:
            self._down = False
            self.mark()
            if self.enabled and self.area.collidepoint(event.pos):
                self.action()
            return True
        if event.type == pygame.KEYDOWN and event.key in PRESS_KEYS and plain(event):
            self.action()
            return True
        return False

    def let_go(self) -> None:
        self._down = False
        self.mark()

    def press(self, ui: UI) -> None:
        self.action()


class CheckBox(Widget):
    """A choice between on and off."""

    focusable = True

    def __init__(
        self,
        text: str,
        on: bool = False,
        on_change: Callable[[bool], object] = nothing,
        *,
        tip: str = "",
    ) -> None:
        super().__init__(tip)
        self.on = on
        self._on_change = on_change
        self._caption = Caption.of(text)
        self.accelerator = self._caption.letter

    def turn(self, on: bool) -> None:
        """Set the value without calling ``on_change``."""
        if on != self.on:
            self.on = on
            self.mark()

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        width = fonts.width(self._caption.text, TEXT_SIZE) + fonts.px(BOX_SIZE + BOX_GAP + 6)
        return width, fonts.px(CONTROL_HEIGHT)

    def draw(self, painter: Painter) -> None:
        theme, size, usable = painter.theme, painter.px(BOX_SIZE), self.enabled
        box = Rect(self.rect.x + painter.px(2), self.rect.centery - size // 2, size, size)
        fill = (theme.accent if usable else theme.idle) if self.on else theme.panel
        line = theme.accent if usable and (self.on or self.hot) else theme.idle
        if self.focused and usable:
            around = box.inflate(2 * painter.px(2), 2 * painter.px(2))
            painter.box(around, theme.selected, theme.accent, BOX_SIZE // 4 + 2)
        painter.box(box, fill, line, BOX_SIZE // 4)
        text = Rect(box.right + painter.px(BOX_GAP), self.rect.y, 0, self.rect.h)
        text.w = self.rect.right - text.x
        painter.caption(self._caption, text, theme.text if usable else theme.idle)
        if self.on:
            painter.stroke(TICK_STROKE, box, theme.on_accent if usable else theme.panel, 2)

    def handle(self, event: Event, ui: UI) -> bool:
        if _clicked(event):
            self.press(ui)
            return True
        return False

    def press(self, ui: UI) -> None:
        ui.focus(self)
        self.turn(not self.on)
        self._on_change(self.on)


def _clicked(event: Event) -> bool:
    if event.type == pygame.MOUSEBUTTONDOWN:
        return bool(event.button == 1)
    return bool(event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and plain(event))


def spread(buttons: Sequence[Button], rect: Rect, ui: UI) -> None:
    """Place buttons in a row: as wide as they like, or all alike where there is no room."""
    gap = ui.px(8)
    widths = [button.natural_size(ui.fonts, 0)[0] for button in buttons]
    if sum(widths) + gap * (len(widths) - 1) > rect.w:
        widths = [(rect.w - gap * (len(widths) - 1)) // len(widths)] * len(widths)
    x = rect.x
    for button, wide in zip(buttons, widths, strict=True):
        button.place((x, rect.y, wide, rect.h))
        x += wide + gap
