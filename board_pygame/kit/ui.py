"""The user interface: brings events to widgets, and widgets to the screen."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from .painter import RING_WIDTH, SMALL_SIZE, Painter, Theme
from .text import Fonts
from .widget import EMPTY_RECT, Clipboard, Layer, Overlay, Widget, plain

POINTER_EVENTS = frozenset((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION))

TIP_AFTER_SECONDS = 0.6
"""Seconds that the pointer rests on a widget before its help appears."""

TIP_WIDTH = 360
"""Greatest width of a line of help, in points; longer help has several lines."""

DOUBLE_CLICK_SECONDS = 0.4
"""Greatest time between the clicks of a double click."""

MOST_PARTS = 12
"""Number of damaged parts from which on one larger part is cheaper."""


class LayeredUI:
    """The layers of a window: what is drawn of them, and which widget gets an event.

    The loop sets ``now``, in seconds, before it dispatches or draws; this class reads no clock.
    """

    def __init__(self, surface: Surface, theme: Theme, fonts: Fonts, base: Layer) -> None:
        self.painter = Painter(surface, theme, fonts)
        self.layers: list[Layer] = [base]
        self.now = 0.0
        self.pointer = (-1, -1)
        self.clicks = 0  # presses of one button at one place in a row
        self.clipboard = Clipboard()
        self.folder: Path | None = None
        self._clicked = (0, (0, 0))  # the last button that was pressed, and its place
        self._clicked_at = -inf
        self._typing: bool | None = None
        self._told_caret: Rect | None = None
        self._eats_text = False
        self._captor: Widget | None = None
        self._hot: Widget | None = None
        self._tip_at = inf
        self._tip: tuple[str, Rect] | None = None
        self._keyed = False  # the last press was one of a key
        self._ringed = EMPTY_RECT  # what the ring around the focus was drawn around
        self._known_tip = ""  # of what was pressed last: it is not told again meanwhile
        self._damage: list[Rect] = []
        base.layout(self)
        self.focus(base.focus)
        self.redraw()

    @property
    def size(self) -> tuple[int, int]:
        return self.painter.surface.get_size()

    @property
    def theme(self) -> Theme:
        return self.painter.theme

    @property
    def fonts(self) -> Fonts:
        return self.painter.fonts

    @property
    def top(self) -> Layer:
        return self.layers[-1]

    def px(self, points: float) -> int:
        return self.painter.px(points)

    # Layers

    def open(self, layer: Layer) -> None:
        """Put a layer above the others."""
        self._leave()
        self.layers.append(layer)
        layer.layout(self)
        self.focus(layer.focus)
        self.redraw()

    def close(self, layer: Layer | None = None) -> None:
        """Remove this layer and all above it; the topmost one if none is given."""
        layer = layer or self.top
        if layer in self.layers[1:]:
            self._leave()
            del self.layers[self.layers.index(layer) :]
            self._listen_to_typing()
            self.redraw()
            self._hover(self.pointer)
            self._tip_at = inf  # the pointer has not moved onto what is uncovered

    def dress(
        self, surface: Surface, theme: Theme, fonts: Fonts, base: Layer | None = None
    ) -> None:
        """Change size, theme, scale or language: lay out and draw everything again."""
        self.painter = Painter(surface, theme, fonts)
        if base is not None:
            self._leave()
            if (old := self.layers[0].focus) is not None and old.focused:
                old.focused = False  # the next base may have the same widget
                old.focus_moved()
            self.layers[0] = base
        for layer in self.layers:
            layer.layout(self)
        self.focus(self.top.focus)
        self._hover(self.pointer)  # something else may lie under the pointer now
        self._tip, self._tip_at = None, inf
        self.redraw()

    def relayout(self, layer: Layer) -> None:
        """Lay out a layer again, because its content has changed size."""
        layer.layout(self)
        self.redraw()

    def focus(self, widget: Widget | None) -> None:
        """Give a widget of the topmost layer the keyboard."""
        layer = self.top
        old, layer.focus = layer.focus, widget
        if old is not None and old is not widget and old.focused:
            old.focused = False
            old.focus_moved()
        if widget is not None and not widget.focused:
            widget.focused = True
            widget.focus_moved()
            layer.reveal(widget, self)
        self._listen_to_typing()

    def _listen_to_typing(self) -> None:
        """Turn input methods on only where text is taken: shortcuts must not become Chinese."""
        focus = self.top.focus
        typing = focus is not None and focus.takes_text
        if typing != self._typing and pygame.display.get_init():
            self._typing = typing
            (pygame.key.start_text_input if typing else pygame.key.stop_text_input)()

    def capture(self, widget: Widget | None) -> None:
        """Send the pointer's events to this widget alone until the button is released."""
        self._captor = widget

    # Events

    def dispatch(self, event: Event) -> bool:
        """Hand an event to the widgets. Return whether one of them took it."""
        kind = event.type
        if kind in POINTER_EVENTS:
            self._forget_tip()
            return self._pointed(event)
        if kind in (pygame.MOUSEWHEEL, pygame.DROPFILE):
            under = self._under(self.pointer)
            return bool(under and under.handle(event, self)) or self.top.handle(event, self)
        if kind == pygame.KEYDOWN:
            return self._key(event)
        if kind == pygame.TEXTINPUT and self._eats_text:
            return True  # the letter of a shortcut
        if kind in (pygame.KEYUP, pygame.TEXTEDITING):
            self._eats_text = False  # an input method may swallow the next keys and send only text
        return self._given_to_focus(event) or self.top.handle(event, self)

    def _forget_tip(self) -> None:
        """Hide the tip at the pointer, until the pointer has rested again."""
        if self._tip is not None:
            self._damage.append(self._tip[1])
        self._tip, self._tip_at = None, inf

    def _given_to_focus(self, event: Event) -> bool:
        focus = self.top.focus
        if focus is None or not focus.visible or not focus.enabled:
            return False
        return focus.handle(event, self)

    def _pointed(self, event: Event) -> bool:
        if event.type != pygame.MOUSEMOTION and event.button in (4, 5):
            return False  # the wheel also sends events of its own
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._keyed = False
            self._count_clicks(event)
            self._known_tip = "" if self._hot is None else self._hot.tip
        self.pointer = event.pos
        if self._captor is not None:
            captor = self._captor
            if event.type == pygame.MOUSEBUTTONUP:
                self._captor = None
            taken = captor.handle(event, self)
            if event.type == pygame.MOUSEBUTTONUP:
                self._hover(event.pos)
            return taken
        layer = self.top
        if event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
        under = self._under(event.pos)
        if event.type == pygame.MOUSEBUTTONDOWN:
            if isinstance(layer, Overlay) and not layer.rect.collidepoint(event.pos):
                layer.click_elsewhere(self)
                under = self._under(event.pos)
                if layer in self.layers or not isinstance(under, layer.lets_through):
                    return True
                self._hover(event.pos)
            if event.button == 1 and not (under is not None and under.leaves_focus):
                takes = under is not None and under.focusable and under.enabled
                self.focus(under if takes else None)
        if under is not None:
            return under.enabled and under.handle(event, self)
        return layer.handle(event, self)

    def _count_clicks(self, event: Event) -> None:
        button, (x, y) = self._clicked
        near = max(abs(event.pos[0] - x), abs(event.pos[1] - y)) <= self.px(4)
        again = (
            near and button == event.button and self.now - self._clicked_at <= DOUBLE_CLICK_SECONDS
        )
        self.clicks = self.clicks + 1 if again else 1
        self._clicked, self._clicked_at = (event.button, event.pos), self.now

    def _key(self, event: Event) -> bool:
        self._eats_text, self._keyed = False, True
        self._forget_tip()
        if self._given_to_focus(event):
            return True
        self._eats_text = self._shortcut(event)
        return self._eats_text

    def _shortcut(self, event: Event) -> bool:
        layer = self.top
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._next_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key == pygame.K_F6 and plain(event):
            self._next_pane(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        for widget in list(layer.widgets):
            if widget.visible and widget.enabled and widget.shortcut(event, self):
                return True
        if layer.handle(event, self):
            return True
        if event.key == pygame.K_ESCAPE and isinstance(layer, Overlay) and layer.escape_closes:
            self.dismiss(layer)
            return True
        return False

    def dismiss(self, layer: Overlay) -> None:
        """Close a layer as Escape does."""
        self.close(layer)
        layer.dismissed()

    def _ring(self) -> list[Widget]:
        """Return the widgets that can have the keyboard, in the order of Tab."""
        return [w for w in self.top.widgets if w.focusable and w.visible and w.enabled]

    def _next_focus(self, step: int) -> None:
        layer, ring = self.top, self._ring()
        if ring:
            at = ring.index(layer.focus) if layer.focus in ring else (-1 if step > 0 else 0)
            self.focus(ring[(at + step) % len(ring)])

    def _next_pane(self, step: int) -> None:
        """Give the first widget of the next pane the keyboard."""
        layer = self.top
        first: dict[str, Widget] = {}
        for widget in self._ring():
            first.setdefault(layer.pane(widget), widget)
        panes = list(first)
        if panes:
            pane = "" if layer.focus is None else layer.pane(layer.focus)
            at = panes.index(pane) if pane in panes else (-1 if step > 0 else 0)
            self.focus(first[panes[(at + step) % len(panes)]])

    def _under(self, position: tuple[int, int]) -> Widget | None:
        for widget in reversed(self.top.widgets):
            if widget.visible and widget.area.collidepoint(position):
                return widget
        return None

    def _hover(self, position: tuple[int, int]) -> None:
        under = self._under(position)
        if under is not self._hot:
            for widget, hot in ((self._hot, False), (under, True)):
                if widget is not None:
                    widget.hot = hot
                    widget.mark()
            self._hot, self._known_tip = under, ""
        if under is not None:
            self._tip_at = self.now + TIP_AFTER_SECONDS

    def _leave(self) -> None:
        """Take the pointer from the topmost layer."""
        captor, self._captor = self._captor, None
        if captor is not None:
            captor.let_go()
        self._clicked_at = -inf  # the same place now belongs to another layer
        self._tip, self._tip_at = None, inf
        if self._hot is not None:
            self._hot.hot = False
            self._hot = None

    # Time

    @property
    def next_wake(self) -> float:
        """The time of the next redraw without an event; ``inf`` if there is none."""
        times = [w.wake for layer in self.layers for w in layer.widgets if w.visible]
        return min(times, default=inf) if self._tip_at == inf else min([*times, self._tip_at])

    def tick(self) -> None:
        """Wake the widgets whose time has come."""
        for layer in self.layers:
            for widget in layer.widgets:
                if widget.wake <= self.now:
                    widget.wake = inf
                    widget.woken(self.now)
        self._leave_what_vanished()
        if self._tip_at <= self.now:
            self._tip_at = inf
            if self._hot is not None and self._hot.tip not in ("", self._known_tip):
                self._tip = self._tip_at_pointer(self._hot.tip)
                self._damage.append(self._tip[1])

    def _leave_what_vanished(self) -> None:
        """Notice that another widget is under the resting pointer now."""
        hot = self._hot
        if self._captor is None and hot is not None and not hot.visible:
            self._forget_tip()
            self._hover(self.pointer)

    def _tip_at_pointer(self, text: str) -> tuple[str, Rect]:
        x, y = self.pointer
        lines = self.fonts.wrap(
            text, SMALL_SIZE, min(self.px(TIP_WIDTH), self.size[0] - self.px(16))
        )
        screen, hot = Rect((0, 0), self.size), self._hot
        rect = Rect(x + self.px(10), y + self.px(20), 0, 0)
        rect.w = max(self.fonts.width(line, SMALL_SIZE) for line in lines) + self.px(16)
        rect.h = len(lines) * self.fonts.height(SMALL_SIZE) + self.px(8)
        tops = [rect.y, y - self.px(6) - rect.h]
        if hot is not None and hot.rect.h <= self.px(64):  # beside its row, not on it
            tops = [hot.rect.bottom + self.px(4), hot.rect.y - self.px(4) - rect.h, *tops]
        spots = [Rect(rect.x, top, rect.w, rect.h).clamp(screen) for top in tops]
        others = [w for w in self.top.widgets if w.visible and w is not hot]
        clear = [w.rect for w in others if w.kept_clear or w.focusable]

        def covers(spot: Rect) -> int:
            return 9 * spot.collidepoint(x, y) + len(spot.collidelistall(clear))

        return "\n".join(lines), min(spots, key=covers)

    # Drawing

    def redraw(self) -> None:
        """Redraw everything the next time."""
        self._damage = [Rect((0, 0), self.size)]

    def _move_ring(self) -> None:
        """Mark the places where the ring around the focus disappears and appears."""
        focus = self.top.focus
        seen = self._keyed and focus is not None and focus.visible and focus.enabled
        ringed = focus.ringed(self.fonts) if seen and focus is not None else EMPTY_RECT
        if ringed != self._ringed:
            around = 4 * self.px(2 * RING_WIDTH)
            self._damage += [r.inflate(around, around) for r in (ringed, self._ringed) if r.w]
            self._ringed = Rect(ringed)

    def draw(self) -> list[Rect]:
        """Draw the marked parts of the screen, and return them."""
        screen = Rect((0, 0), self.size)
        self._move_ring()
        parts = self._damage
        self._damage = []
        for layer in self.layers:
            for widget in layer.widgets:
                if widget.damage:
                    parts += widget.damage
                    widget.damage = []
        parts = merged([part.clip(screen) for part in parts])
        surface = self.painter.surface
        for part in parts:
            surface.set_clip(part)
            self._draw_part(part)
        surface.set_clip(None)
        self._tell_where_text_goes()
        return parts

    def _tell_where_text_goes(self) -> None:
        """Tell the input method where to show its candidates."""
        focus = self.top.focus
        caret = focus.caret if self._typing and focus is not None else None
        if caret is not None and caret != self._told_caret:
            self._told_caret = caret.copy()
            pygame.key.set_text_input_rect(caret)

    def _draw_part(self, part: Rect) -> None:
        painter = self.painter
        surface = painter.surface
        for layer in self.layers:
            if isinstance(layer, Overlay):
                if layer.veil:
                    _darken(surface, part, layer.veil)
                if not layer.reach(painter.fonts).colliderect(part):
                    continue
            widgets = [w for w in layer.widgets if w.visible and w.rect.colliderect(part)]
            covering = [at for at, w in enumerate(widgets) if w.opaque.contains(part)]
            if covering:
                del widgets[: covering[-1]]
            else:
                layer.draw(painter)
            for widget in widgets:
                if seen := widget.area.clip(part):
                    surface.set_clip(seen)
                    widget.draw(painter)
            surface.set_clip(part)
        if self._ringed.w:
            painter.ring(self._ringed)
        if self._tip is not None:
            self._draw_tip(*self._tip)

    def _draw_tip(self, text: str, rect: Rect) -> None:
        painter, height = self.painter, self.fonts.height(SMALL_SIZE)
        painter.box(rect, painter.theme.text, radius=6)
        line = Rect(rect.x + self.px(8), rect.y + self.px(4), rect.w - self.px(16), height)
        for words in text.split("\n"):
            painter.text(words, line, painter.theme.background, size=SMALL_SIZE)
            line.y += height


def merged(parts: list[Rect]) -> list[Rect]:
    """Return the same area in parts that hardly overlap: parts that touch become one."""
    apart: list[Rect] = []
    for part in parts:
        if part.w <= 0 or part.h <= 0:
            continue
        while (hit := part.collidelist(apart)) >= 0:
            part = part.union(apart.pop(hit))
        apart.append(part)
    if len(apart) > MOST_PARTS:
        return [apart[0].unionall(apart[1:])]
    return apart


def _darken(surface: Surface, part: Rect, alpha: int) -> None:
    veil = Surface(part.size)
    veil.set_alpha(alpha)
    surface.blit(veil, part)
