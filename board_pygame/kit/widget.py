"""What every widget is, and the layers they lie in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import TYPE_CHECKING

from pygame import Rect
from pygame.event import Event

from .painter import Painter

if TYPE_CHECKING:
    from .ui import UI


class Widget:
    """A rectangle of the screen that draws itself and answers events.

    It draws on whatever lies beneath it, inside the painter's clip, and only when
    a part of it was marked. Events carry the pointer's position: nothing asks the system for it.
    """

    focusable = False

    def __init__(self, tip: str = "") -> None:
        self.rect = Rect(0, 0, 0, 0)
        self.tip = tip  # a line of help under the pointer
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

    def show(self, visible: bool = True) -> None:
        if visible != self.visible:
            self.visible = visible
            self.mark()

    def enable(self, enabled: bool = True) -> None:
        if enabled != self.enabled:
            self.enabled = enabled
            self.mark()

    def mark(self, part: Rect | None = None) -> None:
        """This part of it, or all, is to be drawn anew."""
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


class Layer:
    """Widgets that are shown together. The topmost layer has the keyboard and the mouse."""

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets = list(widgets)
        self.focus: Widget | None = None

    def add(self, *widgets: Widget) -> None:
        self.widgets += widgets

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

    def __init__(
        self, widgets: Iterable[Widget] = (), dismissed: Callable[[], None] | None = None
    ) -> None:
        super().__init__(widgets)
        self.rect = Rect(0, 0, 0, 0)
        self.dismissed = dismissed  # called when Escape or a click elsewhere closes it
        self.click_elsewhere_closes = True
        self.escape_closes = True

    def draw(self, painter: Painter) -> None:
        painter.box(self.rect, painter.theme.panel, painter.theme.line)
