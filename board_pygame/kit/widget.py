"""What every widget is, and the layers they lie in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import TYPE_CHECKING

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import CONTROL_HEIGHT, SHADOW_WIDTH, Painter
from .text import Fonts

if TYPE_CHECKING:
    from .ui import UI


EMPTY_RECT = Rect(0, 0, 0, 0)


def nothing(*_: object) -> None:
    """The callback of who does not care."""


class Widget:
    """A rectangle of the screen that draws itself and answers events.

    It draws on whatever lies beneath it, inside the painter's clip, and only when
    a part of it was marked. Events carry the pointer's position: nothing asks the system for it.
    """

    focusable = False
    takes_text = False  # it wants TEXTINPUT while it has the keyboard
    stretches = False  # it takes what room is left in a row
    grows = False  # it takes what height is left in a column

    def __init__(self, tip: str = "") -> None:
        self.rect = Rect(0, 0, 0, 0)
        self.window: Rect | None = None  # if set, only what lies in here is shown
        self.tip = tip  # a line of help under the pointer
        self.accelerator = ""  # the letter that does with Alt what a click does
        self.caret: Rect | None = None  # where the next character will stand
        self.visible = True
        self.enabled = True
        self.hot = False  # the pointer is over it
        self.focused = False
        self.wake = inf  # when it wants to be drawn again, in seconds of UI.now
        self.damage: list[Rect] = []

    def place(self, rect: Rect | tuple[int, int, int, int]) -> None:
        rect = Rect(rect)
        if rect != self.rect:
            self.mark()
            self.rect = rect
            self.mark()

    @property
    def area(self) -> Rect:
        """What can be seen and clicked."""
        return self.rect if self.window is None else self.rect.clip(self.window)

    @property
    def opaque(self) -> Rect:
        """What it paints over whenever it is drawn: nothing below needs to be."""
        return EMPTY_RECT

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        """How many pixels it likes to have where there are ``width`` from left to right."""
        return width, fonts.px(CONTROL_HEIGHT)

    def least_height(self, fonts: Fonts) -> int:
        """What it needs to be of use, if it grows."""
        return 0

    def show(self, visible: bool = True) -> None:
        if visible != self.visible:
            self.mark()  # if it is to disappear
            self.visible = visible
            self.mark()

    def enable(self, enabled: bool = True) -> None:
        if enabled != self.enabled:
            self.enabled = enabled
            self.mark()

    def mark(self, part: Rect | None = None) -> None:
        """This part of it, or all, is to be drawn anew, if it can be seen."""
        if not self.visible:
            return
        part = self.rect.copy() if part is None else part
        if part not in self.damage:
            self.damage.append(part)
        if len(self.damage) > 64:
            self.damage = [self.damage[0].unionall(self.damage[1:])]

    def woken(self, now: float) -> None:
        """Its ``wake`` has come, and was reset: what is to be drawn anew is marked here."""
        self.mark()

    def draw(self, painter: Painter) -> None:
        """Draw what lies inside ``painter.clip``."""

    def handle(self, event: Event, ui: UI) -> bool:
        """True if it was the widget's business and nobody else's."""
        return False

    def focus_moved(self) -> None:
        """It has got the keyboard, or lost it."""
        self.mark()

    def let_go(self) -> None:
        """Something has opened while a button was held down on it: there will be no release."""

    def press(self, ui: UI) -> None:
        """What its accelerator does."""
        ui.focus(self)

    def shortcut(self, event: Event, ui: UI) -> bool:
        """A key that the widget with the keyboard did not want: Alt and the accelerator."""
        if self.accelerator and alt_only(event) and event.key == ord(self.accelerator):
            self.press(ui)
            return True
        return False


def alt_only(event: Event) -> bool:
    """Whether a key is pressed with Alt, but not with AltGr."""
    other = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_MODE
    return bool(event.mod & pygame.KMOD_ALT) and not event.mod & other


def command(event: Event) -> bool:
    """Whether a key is pressed with Ctrl, or with Command."""
    return bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not (
        event.mod & pygame.KMOD_ALT
    )


def letter_command(event: Event, letter: int) -> bool:
    """Whether Ctrl, or Command, and nothing else is pressed with this letter."""
    return command(event) and event.key == letter and not event.mod & pygame.KMOD_SHIFT


def plain(event: Event) -> bool:
    """Whether a key is pressed without Ctrl, Alt and Command; Shift may be."""
    return not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT)


class Layer:
    """Widgets that are shown together. The topmost layer has the keyboard and the mouse."""

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets = list(widgets)
        self.focus: Widget | None = None

    def add(self, *widgets: Widget) -> None:
        self.widgets += widgets

    def reveal(self, widget: Widget, ui: UI) -> None:
        """A widget has got the keyboard: see to it that it can be seen."""

    def layout(self, ui: UI) -> None:
        """Put the widgets where they belong; called when the layer opens and the window changes."""

    def draw(self, painter: Painter) -> None:
        """What lies beneath the widgets."""
        painter.fill(painter.theme.background, painter.clip)

    def handle(self, event: Event, ui: UI) -> bool:
        """Events that no widget wanted: shortcuts."""
        return False


class Overlay(Layer):
    """A layer that covers ``rect`` and leaves the rest to be seen, but not used."""

    veil = 0  # 0 to 255: how much darker the rest becomes
    radius = 6

    def __init__(
        self, widgets: Iterable[Widget] = (), dismissed: Callable[[], object] = nothing
    ) -> None:
        super().__init__(widgets)
        self.rect = Rect(0, 0, 0, 0)
        self.dismissed = dismissed  # called when Escape or a click elsewhere closes it
        self.click_elsewhere_closes = True
        self.escape_closes = True

    def reach(self, fonts: Fonts) -> Rect:
        """All it draws on: its shadow lies around it."""
        return self.rect.inflate(2 * fonts.px(SHADOW_WIDTH), 3 * fonts.px(SHADOW_WIDTH))

    def draw(self, painter: Painter) -> None:
        painter.shadow(self.rect)
        painter.box(self.rect, painter.theme.panel, painter.theme.line, self.radius)
