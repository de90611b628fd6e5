"""Dialogs: windows within the window that ask, tell, or let somebody choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from .buttons import Button
from .form import FormRow, ScrolledForm
from .labels import Label
from .painter import HEAD_SIZE, SMALL_SIZE, Painter
from .rows import Rows, TableColumn
from .table import TableWidget
from .text import Fonts
from .widget import UI, Overlay, Widget, letter_command, nothing, plain

PAD_WIDTH = 20
"""Distance from the border of a dialog to its content, in points."""
HEAD_HEIGHT = 52
"""Height of the title bar, in points."""
SIDE_WIDTH, SIDE_GAP = 296, 8
"""Width of the column at the right of a dialog, and the distance of its rows, in points."""
OUTER_MARGIN = 12
"""Part of the window that stays visible around a dialog, in points."""
ENTER_KEYS = frozenset((pygame.K_RETURN, pygame.K_KP_ENTER))
ROW_KEYS = frozenset((pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN))
"""Keys that no field takes: they move the cursor of a dialog's table."""

Answer = tuple[str, Callable[[], object]]
"""The text of a button, and the action that runs after the message has closed."""


class Dialog(Overlay):
    """Rows of fields with buttons below. Enter presses ``default``, Escape dismisses.

    If no field takes text, the marked letters do the same with and without Alt.
    A dialog is as high as its rows need, and scrolls where the window is too small. One that
    ``keeps_height`` never gets lower than it was: a button would move away. ``width`` is in points.
    With a ``side``, the buttons stand at the foot of a column at the right, below these widgets.
    ``note`` stands at the right of the title.
    """

    veil = 60
    keeps_height = False

    def __init__(
        self,
        title: str,
        rows: Sequence[FormRow],
        buttons: Sequence[Widget],
        *,
        default: Button | None = None,
        width: float = 460,
        dismissed: Callable[[], object] = nothing,
        side: Sequence[Widget] = (),
    ) -> None:
        self.title, self.note = title, ""
        self.form, self._buttons = ScrolledForm(rows), FormRow(*buttons, align="right")
        self.default, self._width = default, width
        self._side, self._least = side, 0
        super().__init__([*self.form.widgets, *side, *buttons], dismissed)
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
        beside = fonts.px(SIDE_WIDTH) if self._side else 0
        inner = width - 2 * pad - beside
        below = beside - 2 * pad if beside else inner
        buttons = self._buttons.height(fonts, below)
        around = fonts.px(HEAD_HEIGHT) + (pad if beside else 2 * pad)
        around += buttons + pad if buttons and not beside else 0
        room = screen.h - 2 * fonts.px(OUTER_MARGIN) - around
        wanted = min(room, max(self._least, self.form.height(fonts, inner)))
        self._least = wanted if self.keeps_height else 0
        self.rect = Rect(0, 0, width, around + wanted)
        self.position(screen)
        top = self.rect.y + fonts.px(HEAD_HEIGHT) + (0 if beside else pad)
        view = Rect(self.rect.x + pad, top, inner, wanted)
        foot = Rect(self.rect.right - pad - below, self.rect.bottom - pad - buttons, below, buttons)
        self._buttons.place(fonts, foot)
        self.form.place_rows(fonts, view)
        self._lay_side(
            fonts, Rect(foot.x, self.rect.y + pad, below, foot.y - self.rect.y - 2 * pad)
        )

    def _lay_side(self, fonts: Fonts, room: Rect) -> None:
        """Place the widgets of the side below each other, as far as there is room."""
        y = room.y
        for widget in self._side:
            high = widget.natural_size(fonts, room.w)[1]
            widget.place((room.x, y, room.w, max(0, min(high, room.bottom - y))))
            y += high + fonts.px(SIDE_GAP)

    def position(self, screen: Rect) -> None:
        """Move the rectangle, whose size is known, to its place."""
        self.rect.center = screen.center

    def reveal(self, widget: Widget, ui: UI) -> None:
        self.form.reveal(widget)

    def draw(self, painter: Painter) -> None:
        super().draw(painter)
        theme, pad, head = painter.theme, painter.px(PAD_WIDTH), painter.px(HEAD_HEIGHT)
        beside = painter.px(SIDE_WIDTH) if self._side else 0
        title = Rect(self.rect.x + pad, self.rect.y, self.rect.w - beside - 2 * pad, head)
        painter.text(self.note, title, theme.dim, size=SMALL_SIZE, align="right")
        title.w -= painter.fonts.width(self.note, SMALL_SIZE)
        painter.text(self.title, title, size=HEAD_SIZE, bold=True)
        if beside:
            side = Rect(self.rect.right - beside, self.rect.y, beside, self.rect.h)
            side = side.inflate(-2 * painter.px(1), -2 * painter.px(1))
            painter.box(side, theme.background, radius=self.radius)
            painter.fill(theme.background, Rect(side.x, side.y, side.w // 2, side.h))

    # Events

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.form.handle(event, ui)
            return True
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS and plain(event):
            default = self.default
            if default is not None and default.visible and default.enabled:
                default.press(ui)
                return True
        if event.type == pygame.KEYDOWN and event.key in ROW_KEYS:
            tables = [one for one in self.widgets if isinstance(one, TableWidget) and one.visible]
            return len(tables) == 1 and tables[0].handle(event, ui)
        return event.type == pygame.KEYDOWN and plain(event) and self._letter(event.key, ui)

    def _letter(self, key: int, ui: UI) -> bool:
        """Press what has this marked letter, unless a field needs it."""
        if any(widget.takes_text for widget in self.widgets):
            return False
        for widget in self.widgets:
            usable = widget.accelerator and widget.visible and widget.enabled
            if usable and key == ord(widget.accelerator):
                widget.press(ui)
                return True
        return False


class Message(Dialog):
    """A text with answers below it, the usual one last.

    Enter gives the answer ``default``, Escape ``cancel``. Ctrl-C copies the text.
    """

    def __init__(
        self,
        title: str,
        text: str,
        answers: Sequence[Answer],
        *,
        default: int = -1,
        cancel: int = 0,
    ) -> None:
        self._text = Label(text, wrap=True)
        buttons = [
            Button(name, self._answer(action), primary=index == default % len(answers))
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
            [Button(cancel, self.dismiss), accept],
            default=accept,
            dismissed=dismissed,
        )

    def _accept(self) -> None:
        if self.table.cursor is not None:
            self._choose(self.table.cursor)

    def _choose(self, index: int) -> None:
        self.close()
        self._on_choose(index)
