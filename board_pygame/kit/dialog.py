"""Dialogs: windows within the window that ask, tell, or let somebody choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from .buttons import Button
from .form import Form, FormRow
from .labels import Label
from .painter import Painter
from .scrolling import BAR_WIDTH, bar_of, draw_bar, first_at, thumb_of
from .table import Rows, TableColumn, TableWidget
from .text import Fonts
from .widget import UI, Overlay, Widget, letter_command, nothing, plain

PAD_WIDTH = 18
"""Distance from the border of a dialog to its content, in points."""
TITLE_SIZE = 16
"""Size of the title's letters, in points."""
HEAD_HEIGHT = 46
"""Height of the title bar, in points."""
OUTER_MARGIN = 12
"""Part of the window that stays visible around a dialog, in points."""
WHEEL_STEP = 60
"""Distance that one step of the wheel scrolls, in points."""

ENTER_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER))

Answer = tuple[str, Callable[[], object]]
"""The text of a button, and the action that runs after the message has closed."""


class Dialog(Overlay):
    """Rows of fields with buttons below. Enter presses ``default``, Escape dismisses.

    A dialog is as high as its rows need, and scrolls where the window is too small. ``width`` is in
    points.
    """

    veil = 60
    radius = 10

    def __init__(
        self,
        title: str,
        rows: Sequence[FormRow],
        buttons: Sequence[Button],
        *,
        default: Button | None = None,
        width: float = 460,
        dismissed: Callable[[], object] = nothing,
    ) -> None:
        self.title = title
        self._form, self._buttons = Form(rows), FormRow(*buttons, align="right")
        self._default, self._width = default, width
        self._offset = 0  # pixels that are scrolled away
        self._view = Rect(0, 0, 0, 0)  # where the form is seen
        self._bar = _Bar(self)
        super().__init__([*self._form.widgets, self._bar, *buttons], dismissed)
        self.click_elsewhere_closes = False
        self.focus = next((widget for widget in self.widgets if widget.focusable), None)

    def close(self) -> None:
        """Close without calling ``dismissed``."""
        self.ui.close(self)

    def dismiss(self) -> None:
        """Close as Escape does, and call ``dismissed``."""
        self.ui.dismiss(self)

    # Layout

    def layout(self, ui: UI) -> None:
        self.ui = ui
        fonts, screen = ui.fonts, Rect((0, 0), ui.size)
        pad = fonts.px(PAD_WIDTH)
        width = min(fonts.px(self._width), screen.w - 2 * fonts.px(OUTER_MARGIN))
        inner = width - 2 * pad
        buttons = self._buttons.height(fonts, inner)
        around = fonts.px(HEAD_HEIGHT) + 2 * pad + (buttons + pad if buttons else 0)
        room = screen.h - 2 * fonts.px(OUTER_MARGIN) - around
        wanted = min(room, self._form.height(fonts, inner))
        self.rect = Rect(0, 0, width, around + wanted)
        self.rect.center = screen.center
        self._view = Rect(
            self.rect.x + pad, self.rect.y + fonts.px(HEAD_HEIGHT) + pad, inner, wanted
        )
        below = Rect(self._view.x, self.rect.bottom - pad - buttons, inner, buttons)
        self._buttons.place(fonts, below)
        self._place_form(fonts)

    def _place_form(self, fonts: Fonts) -> None:
        view = self._view
        height = max(view.h, self._form.height(fonts, view.w, least=True))
        self._offset = max(0, min(self._offset, height - view.h))
        self._form.place(fonts, Rect(view.x, view.y - self._offset, view.w, height))
        scrolls = height > view.h
        for widget in self._form.widgets:
            widget.window = view if scrolls else None
        self._bar.show(scrolls)
        self._bar.height = height
        self._bar.place(bar_of(view.move(fonts.px(BAR_WIDTH) + fonts.px(2), 0), fonts))

    @property
    def offset(self) -> int:
        """Distance that is scrolled away, in pixels."""
        return self._offset

    def scroll_to(self, offset: int, ui: UI) -> None:
        before, self._offset = self._offset, offset
        self._place_form(ui.fonts)
        if self._offset != before:
            ui.redraw()

    def reveal(self, widget: Widget, ui: UI) -> None:
        view = self._view
        if widget.window is not None and not view.contains(widget.rect):
            down = max(0, widget.rect.bottom - view.bottom)
            up = max(0, view.top - widget.rect.top)
            self.scroll_to(self._offset + (down if down and not up else -up), ui)

    def draw(self, painter: Painter) -> None:
        super().draw(painter)
        pad, head = painter.px(PAD_WIDTH), painter.px(HEAD_HEIGHT)
        title = Rect(self.rect.x + pad, self.rect.y, self.rect.w - 2 * pad, head)
        painter.text(self.title, title, size=TITLE_SIZE)
        painter.fill(painter.theme.line, Rect(self.rect.x + 1, title.bottom, self.rect.w - 2, 1))

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll_to(self._offset - event.y * ui.px(WHEEL_STEP), ui)
            return True
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS and plain(event):
            default = self._default
            if default is not None and default.visible and default.enabled:
                default.press(ui)
                return True
        return False


class _Bar(Widget):
    """The scroll bar of a dialog whose rows are higher than the window."""

    def __init__(self, dialog: Dialog) -> None:
        super().__init__()
        self._dialog = dialog
        self.height = 0  # of what is scrolled
        self._grip: int | None = None

    def draw(self, painter: Painter) -> None:
        draw_bar(painter, self._thumb(painter.fonts), self._grip is not None)

    def _thumb(self, fonts: Fonts) -> Rect:
        return thumb_of(self.rect, self._dialog.offset, self.rect.h, self.height, fonts)

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            thumb = self._thumb(ui.fonts)
            inside = thumb.top <= event.pos[1] < thumb.bottom
            self._grip = event.pos[1] - thumb.y if inside else thumb.h // 2
            ui.capture(self)
            self._drag(event.pos[1], ui)
        elif event.type == pygame.MOUSEMOTION and self._grip is not None:
            self._drag(event.pos[1], ui)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._grip = None
            self.mark()
        else:
            return False
        return True

    def _drag(self, y: int, ui: UI) -> None:
        top = y - (self._grip or 0)
        offset = first_at(self.rect, top, self.rect.h, self.height, ui.fonts)
        self._dialog.scroll_to(offset, ui)
        self.mark()


class Message(Dialog):
    """A text with answers below it. Enter gives the answer ``default``, Escape ``cancel``.

    Ctrl-C copies the text.
    """

    def __init__(
        self,
        title: str,
        text: str,
        answers: Sequence[Answer],
        *,
        default: int = 0,
        cancel: int = -1,
    ) -> None:
        self._text = Label(text, wrap=True)
        buttons = [
            Button(name, self._answer(action), primary=index == default)
            for index, (name, action) in enumerate(answers)
        ]
        super().__init__(
            title,
            [FormRow(self._text)],
            buttons,
            default=buttons[default],
            dismissed=answers[cancel][1],
        )
        self.focus = buttons[default]

    def _answer(self, action: Callable[[], object]) -> Callable[[], object]:
        def answer() -> None:
            self.close()
            action()

        return answer

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.KEYDOWN and letter_command(event, pygame.K_c):
            ui.clipboard.copy(self._text.text)
            return True
        return super().handle(event, ui)


class ChooseRow(Dialog):
    """A dialog that asks for one row of a table: by a double click, Enter or ``ok``."""

    def __init__(
        self,
        title: str,
        text: str,
        columns: Sequence[TableColumn],
        rows: Rows,
        on_choose: Callable[[int], object],
        *,
        ok: str = "&OK",
        cancel: str = "&Cancel",
        dismissed: Callable[[], object] = nothing,
    ) -> None:
        self._on_choose = on_choose
        height = max(4, min(12, len(rows)))
        self.table = TableWidget(columns, rows, height=height, on_activate=self._choose)
        self.table.go_to(0 if len(rows) else None)
        accept = Button(ok, self._accept, primary=True)
        super().__init__(
            title,
            [FormRow(Label(text, wrap=True)), FormRow(self.table)],
            [accept, Button(cancel, self.dismiss)],
            default=accept,
            dismissed=dismissed,
        )

    def _accept(self) -> None:
        if self.table.cursor is not None:
            self._choose(self.table.cursor)

    def _choose(self, index: int) -> None:
        self.close()
        self._on_choose(index)
