"""Buttons, check boxes and radio buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import (
    CONTROL_HEIGHT,
    FIELD_RADIUS,
    HOVER_SHARE,
    PRESSED_SHARE,
    SMALL_HEIGHT,
    SMALL_SIZE,
    TEXT_SIZE,
    TICK_STROKE,
    TINY_SIZE,
    Icon,
    Painter,
    mixed,
)
from .text import RGB, Caption, Fonts
from .widget import UI, Widget, nothing, plain

BOX_SIZE = 20
"""Side of a check box or radio button, in points."""
BOX_GAP = 10
"""Distance from the box to the text, in points."""
ICON_SIZE = 18
"""Width and height of a button's icon, in points."""
ICON_GAP = 8
"""Distance from the icon to the text, and from the text to the key, in points."""
COMPACT_WIDTH = 36
"""Width of a button that shows its icon alone, in points."""
BUTTON_EDGES = 28
"""Points left and right of what stands on a button, together; a small one has fewer."""
KEY_EDGES = 10
"""Points left and right of a key on its chip, together."""
STACKED_HEIGHT, STACKED_WIDTH = 48, 112
"""Points of height from which a button narrower than this has its icon above its text."""
PRESS_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))


class Button(Widget):
    """Runs an action when it is clicked. With ``on`` it looks pressed.

    One button of a view is ``primary``; a ``ghost`` has no edge, for cancel and for what is rare.
    An icon stands before the text, or above it on a high and narrow button, and a key that does the
    same (``hint``) small after it. If they do not fit, the hint is dropped first, then the text if
    there is an icon. A ``compact`` button shows only its icon, and the text in its tip.
    """

    focusable = True

    def __init__(
        self,
        text: str,
        action: Callable[[], object] = nothing,
        *,
        primary: bool = False,
        ghost: bool = False,
        size: int = TEXT_SIZE,
        tip: str = "",
        icon: Icon | None = None,
        hint: str = "",
        compact: bool = False,
    ) -> None:
        """``size`` is that of the letters in points; a button with small ones is low."""
        super().__init__(tip)
        self.compact = compact and icon is not None
        self.action = action
        self.primary, self._ghost, self._size = primary, ghost or self.compact, size
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
        small = self._size <= SMALL_SIZE
        high = fonts.px(SMALL_HEIGHT if small else CONTROL_HEIGHT)
        if self.compact:
            return fonts.px(COMPACT_WIDTH), high
        edges = fonts.px(BUTTON_EDGES - 8 * small)
        return max(self._content_width(fonts, hint=True) + edges, high), high

    def _content_width(self, fonts: Fonts, *, hint: bool) -> int:
        """Return the pixels of icon, text and hint beside each other."""
        parts = [fonts.width(self.text, self._size)] if self.text else []
        if self.icon is not None:
            parts.append(fonts.px(ICON_SIZE))
        if hint and self.hint:
            parts.append(self._hint_width(fonts))
        return sum(parts) + fonts.px(ICON_GAP) * max(0, len(parts) - 1)

    def _hint_width(self, fonts: Fonts) -> int:
        return fonts.width(self.hint, TINY_SIZE) + fonts.px(KEY_EDGES)

    def draw(self, painter: Painter) -> None:
        theme, ink = painter.theme, self._draw_ground(painter)
        faint = ink if self.primary or not self.enabled else theme.dim
        inner = self.rect.inflate(-2 * painter.px(4), 0)
        high, narrow = painter.px(STACKED_HEIGHT), painter.px(STACKED_WIDTH)
        if self.icon and self.text and self.rect.h >= high and self.rect.w < narrow:
            self._draw_stacked(painter, self.icon, inner, ink, faint)
        else:
            self._draw_content(painter, inner, ink, faint)

    def _draw_ground(self, painter: Painter) -> RGB:
        """Draw the button without its content, and return the colour of its words."""
        theme, rect, usable = painter.theme, self.rect, self.enabled
        share = PRESSED_SHARE if self._down else HOVER_SHARE if self.hot else 0
        if self.primary and usable:
            painter.box(rect, mixed((0, 0, 0), theme.fill, 2 * share), radius=FIELD_RADIUS)
            return theme.on_accent
        if self.on:
            line = theme.accent if usable else theme.line
            painter.box(rect, theme.selected, line, FIELD_RADIUS)
        elif not self._ghost:
            painter.box(rect, theme.panel, theme.line, FIELD_RADIUS)
        if usable:
            painter.wash(rect, share)
        if not usable:
            return theme.idle
        return theme.dim if self._ghost and not self.on else theme.text

    def _draw_stacked(
        self, painter: Painter, icon: Icon, inner: Rect, ink: RGB, faint: RGB
    ) -> None:
        """Draw the icon above the text."""
        line = painter.fonts.height(SMALL_SIZE)
        place = Rect(inner.x, inner.centery - line + painter.px(1), inner.w, line)
        painter.icon(icon, place, faint, ICON_SIZE)
        painter.caption(self._caption, place.move(0, line), ink, size=SMALL_SIZE, align="center")

    def _draw_content(self, painter: Painter, inner: Rect, ink: RGB, faint: RGB) -> None:
        fonts, gap = painter.fonts, painter.px(ICON_GAP)
        hint = bool(self.hint) and self._content_width(fonts, hint=True) <= inner.w
        wide = self._content_width(fonts, hint=hint)
        if self.icon is not None and (self.compact or wide > inner.w):
            painter.icon(self.icon, inner, faint, ICON_SIZE)
            return
        place = Rect(inner.centerx - wide // 2, inner.y, wide, inner.h)
        if wide > inner.w:
            place = inner
        if self.icon is not None:
            icon = Rect(place.x, place.y, painter.px(ICON_SIZE), place.h)
            painter.icon(self.icon, icon, faint, ICON_SIZE)
            place = Rect(icon.right + gap, place.y, place.right - icon.right - gap, place.h)
        text = Rect(place)
        if hint:
            chip = Rect(0, 0, self._hint_width(fonts), painter.px(18))
            chip.midright = place.midright
            text.w -= chip.w + gap
            ground = painter.theme.sunk
            if self.primary and self.enabled:
                ground = mixed(painter.theme.on_accent, painter.theme.fill, 0.18)
            painter.box(chip, ground, radius=4)
            painter.text(self.hint, chip, faint, size=TINY_SIZE, align="center")
        painter.caption(self._caption, text, ink, size=self._size, align="center")

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
        if self.on:
            painter.box(box, theme.fill if usable else theme.idle, radius=5)
        else:
            painter.box(box, theme.panel, theme.field if usable else theme.line, 5)
            painter.wash(box, HOVER_SHARE if usable and self.hot else 0, 5)
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
