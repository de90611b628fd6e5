"""The base class of widgets, the layers in which they lie, and the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import pygame
from pygame import Rect
from pygame.event import Event

from .painter import CONTROL_HEIGHT, SHADOW_WIDTH, Painter
from .text import Fonts


class Clipboard:
    """Copies and pastes text. It also keeps the last copy, for a system without a clipboard."""

    def __init__(self) -> None:
        self._kept = ""

    def copy(self, text: str) -> None:
        self._kept = text
        sendable = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
        try:
            pygame.scrap.put_text(sendable)
        except pygame.error:
            return  # paste() then returns the copy kept here

    def paste(self) -> str:
        try:
            return pygame.scrap.get_text() or self._kept
        except (pygame.error, UnicodeDecodeError):
            return self._kept


class UI(Protocol):
    """The user interface, as far as widgets and layers use it."""

    now: float
    """The time in seconds, set by the loop before each event and each drawing."""
    pointer: tuple[int, int]
    clicks: int
    """Presses of one button at one place in a row."""
    clipboard: Clipboard
    folder: Path | None
    """The folder of the file that was chosen last."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the window in pixels."""

    @property
    def fonts(self) -> Fonts: ...

    def px(self, points: float) -> int:
        """Return a length in pixels."""

    def open(self, layer: Layer) -> None:
        """Put a layer above the others."""

    def close(self, layer: Layer | None = None) -> None:
        """Remove this layer and all above it."""

    def dismiss(self, layer: Overlay) -> None:
        """Close a layer as Escape does."""

    def relayout(self, layer: Layer) -> None:
        """Lay out a layer again, because its content has changed size."""

    def redraw(self) -> None:
        """Redraw everything next time."""

    def focus(self, widget: Widget | None) -> None:
        """Give a widget of the topmost layer the keyboard."""

    def capture(self, widget: Widget | None) -> None:
        """Send the pointer's events to this widget alone until the button is released."""


EMPTY_RECT = Rect(0, 0, 0, 0)

T = TypeVar("T")


def nothing(*_: object) -> None:
    """Do nothing: the default of callbacks."""


class Widget:
    """A rectangle of the screen that draws itself and answers events.

    A widget draws on whatever lies beneath it, inside the painter's clip, and only when a part of
    it was marked. Events carry the pointer's position; a widget never asks the system for it.
    """

    focusable = False
    takes_text = False  # it receives TEXTINPUT while it has the keyboard
    stretches = False  # it takes the remaining width of a row
    grows = False  # it takes the remaining height of a column
    leaves_focus = False  # a click on it leaves the keyboard where it is
    kept_clear = False  # the help for other widgets does not cover it where it need not

    def __init__(self, tip: str = "") -> None:
        self.rect = Rect(0, 0, 0, 0)
        self.window: Rect | None = None  # if set, only the part inside it is shown
        self.tip = tip  # the help shown at the pointer
        self.accelerator = ""  # the letter that, with Alt, does what a click does
        self.caret: Rect | None = None  # the place of the next character
        self.visible = True
        self.enabled = True
        self.hot = False  # the pointer is over it
        self.focused = False
        self.wake = inf  # the time of its next redraw, in seconds of UI.now
        self.damage: list[Rect] = []

    def place(self, rect: Rect | tuple[int, int, int, int]) -> None:
        rect = Rect(rect)
        if rect != self.rect:
            self.mark()
            self.rect = rect
            self.mark()

    @property
    def area(self) -> Rect:
        """The part that can be seen and clicked."""
        return self.rect if self.window is None else self.rect.clip(self.window)

    @property
    def opaque(self) -> Rect:
        """The part that each drawing covers: nothing below it needs to be drawn."""
        return EMPTY_RECT

    def ringed(self, fonts: Fonts) -> Rect:
        """Return the part around which a ring shows that it has the keyboard; empty for none."""
        return self.area

    def natural_size(self, fonts: Fonts, width: int) -> tuple[int, int]:
        """Return the preferred width and height in pixels, where ``width`` is available."""
        return width, fonts.px(CONTROL_HEIGHT)

    def least_height(self, fonts: Fonts) -> int:
        """Return the least useful height of a widget that grows, in pixels."""
        return 0

    def show(self, visible: bool = True) -> None:
        if visible != self.visible:
            self.mark()  # for a widget that disappears
            self.visible = visible
            self.mark()

    def enable(self, enabled: bool = True) -> None:
        if enabled != self.enabled:
            self.enabled = enabled
            self.mark()

    def mark(self, part: Rect | None = None) -> None:
        """Mark this part, or all of it, to be redrawn if it is visible."""
        if not self.visible:
            return
        part = self.rect.copy() if part is None else part
        if part not in self.damage:
            self.damage.append(part)
        if len(self.damage) > 64:
            self.damage = [self.damage[0].unionall(self.damage[1:])]

    def woken(self, now: float) -> None:
        """React to the time of ``wake``, which was reset before: mark what is to be redrawn."""
        self.mark()

    def draw(self, painter: Painter) -> None:
        """Draw what lies inside ``painter.clip``."""

    def handle(self, event: Event, ui: UI) -> bool:
        """Handle an event. Return True if no other widget may have it."""
        return False

    def focus_moved(self) -> None:
        """React to getting or losing the keyboard."""
        self.mark()

    def let_go(self) -> None:
        """React to a layer that opened while a button was held here, so no release will come."""

    def press(self, ui: UI) -> None:
        """Do what the accelerator stands for."""
        ui.focus(self)

    def shortcut(self, event: Event, ui: UI) -> bool:
        """Handle a key that the focused widget refused: Alt and the accelerator."""
        if self.accelerator and alt_only(event) and event.key == ord(self.accelerator):
            self.press(ui)
            return True
        return False


class Painted(Widget, Generic[T]):
    """A value that a function paints; another value marks it, and the pointer tells its tip."""

    def __init__(
        self,
        value: T,
        paint: Callable[[Painter, Rect, T], None],
        tip: Callable[[T], str] = lambda value: "",
    ) -> None:
        super().__init__()
        self.value, self.paint, self._tip = value, paint, tip

    def set(self, value: T) -> None:
        if value != self.value:
            self.value, self.tip = value, self._tip(value)
            self.mark()

    def draw(self, painter: Painter) -> None:
        self.paint(painter, self.rect, self.value)


class AlarmWidget(Widget):
    """Calls ``ring`` at the time of ``wake``; it is not seen."""

    def __init__(self, ring: Callable[[], object]) -> None:
        super().__init__()
        self._ring = ring

    def woken(self, now: float) -> None:
        self._ring()


def alt_only(event: Event) -> bool:
    """Return whether a key is pressed with Alt, but not with AltGr."""
    other = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_MODE
    return bool(event.mod & pygame.KMOD_ALT) and not event.mod & other


def command(event: Event) -> bool:
    """Return whether a key is pressed with Ctrl, or with Command."""
    return bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not (
        event.mod & pygame.KMOD_ALT
    )


def letter_command(event: Event, letter: int) -> bool:
    """Return whether this letter is pressed with Ctrl or Command and nothing else."""
    return command(event) and event.key == letter and not event.mod & pygame.KMOD_SHIFT


def plain(event: Event) -> bool:
    """Return whether a key is pressed without Ctrl, Alt and Command; Shift is allowed."""
    return not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT)


class Layer:
    """Widgets that are shown together. The topmost layer has the keyboard and the mouse."""

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets = list(widgets)
        self.focus: Widget | None = None

    def add(self, *widgets: Widget) -> None:
        self.widgets += widgets

    def pane(self, widget: Widget) -> str:
        """Return the part of the layer in which a widget lies; F6 goes to the next part."""
        return ""

    def reveal(self, widget: Widget, ui: UI) -> None:
        """Scroll so that a widget that got the keyboard is visible."""

    def layout(self, ui: UI) -> None:
        """Place the widgets. Called when the layer opens and when the window changes."""

    def draw(self, painter: Painter) -> None:
        """Draw the ground beneath the widgets."""
        painter.fill(painter.theme.background, painter.clip)

    def handle(self, event: Event, ui: UI) -> bool:
        """Handle an event that no widget took, such as a shortcut."""
        return False


class Overlay(Layer):
    """A layer that covers ``rect``; the rest stays visible and cannot be used."""

    veil = 0  # darkness of the rest, from 0 to 255
    radius = 12

    def __init__(
        self, widgets: Iterable[Widget] = (), dismissed: Callable[[], object] = nothing
    ) -> None:
        super().__init__(widgets)
        self.rect = Rect(0, 0, 0, 0)
        self.dismissed = dismissed  # called when Escape or a click elsewhere closes it
        self.click_elsewhere_closes = True
        self.lets_through: tuple[type[Widget], ...] = ()  # what gets the click that closes it
        self.escape_closes = True

    def click_elsewhere(self, ui: UI) -> None:
        """Close as Escape does, if a click elsewhere closes it."""
        if self.click_elsewhere_closes:
            ui.dismiss(self)

    def reach(self, fonts: Fonts) -> Rect:
        """Return the area that it draws on, including its shadow."""
        return self.rect.inflate(2 * fonts.px(SHADOW_WIDTH), 3 * fonts.px(SHADOW_WIDTH))

    def draw(self, painter: Painter) -> None:
        painter.shadow(self.rect)
        painter.box(self.rect, painter.theme.panel, painter.theme.line, self.radius)
