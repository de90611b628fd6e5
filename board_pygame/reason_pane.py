"""Tells why a program failed: the reason in large type, what to do, then all that it wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pygame import Rect

from board_core.author.analysis import Judgement

from .failure import Report, report_of
from .intents import BeginAction, Intent, SeatAction, TestSeat
from .kit.buttons import Button
from .kit.form import FormRow, ScrolledForm, Spacer
from .kit.labels import Excerpt, Label, Light
from .kit.painter import HEAD_SIZE, Icon
from .kit.scrolling import BAR_WIDTH
from .kit.text import Fonts
from .kit.textpane import Paragraph, TextPane
from .kit.widget import UI, Widget
from .language import _
from .state import State

LONG_HEADLINE = 3
"""Lines of a headline in large type; a longer one is shown smaller."""

NAME_SIZE = 16
"""Size of a long headline, in points."""


class ReasonRows:
    """The widgets that tell a report, for a pane and for a dialog."""

    def __init__(self) -> None:
        self.headline = Label(size=HEAD_SIZE, color="error", wrap=True, copyable=True, bold=True)
        self.excerpt = Excerpt()
        self.verdict = Label(wrap=True)
        self.advice = Label(color="dim", wrap=True)
        self.text = TextPane(at_end=True)
        self.show(None)

    @property
    def told(self) -> tuple[Widget, ...]:
        """The widgets above the full text."""
        return (self.headline, self.excerpt, self.verdict, self.advice)

    def show(self, report: Report | None) -> None:
        """Tell a report; nothing is seen without one."""
        self.text.show(report is not None and bool(report.lines))
        if report is None:
            report = Report("", "")
        self.headline.set(report.headline, report.color)
        self.excerpt.set(report.place, report.source)
        self.verdict.set(report.verdict)
        self.advice.set(report.advice, "warning" if report.color == "good" else "dim")
        for label in (self.headline, self.verdict, self.advice):
            label.show(bool(label.text))
            label.tip = label.text  # a long word may be broken
        self.text.set([Paragraph(text, color) for text, color in report.lines])

    def measure(self, fonts: Fonts, width: int) -> None:
        """Choose the size of the headline for this width."""
        lines = fonts.wrap(self.headline.text, HEAD_SIZE, width, bold=True)
        self.headline.size = HEAD_SIZE if len(lines) <= LONG_HEADLINE else NAME_SIZE


PANE_PAD = 12
"""Points between the border of the pane and its content."""


class ReasonPane:
    """The tab that tells why a program failed, with what to do next."""

    def __init__(self, ask: Callable[[Intent], None]) -> None:
        self._ask = ask
        self._rows = ReasonRows()
        self.test = Button(_("Test start"), primary=True, icon=Icon.FLASK)
        self._again = Button(
            _("Play again"), partial(ask, BeginAction.START_PLAYING), icon=Icon.RESET
        )
        copy = Button(
            _("Copy all"), partial(ask, SeatAction.COPY_REPORT), ghost=True, icon=Icon.COPY
        )
        show = partial(ask, SeatAction.SHOW_FOLDER)
        folder = Button("", show, compact=True, icon=Icon.FOLDER, tip=_("Open folder"))
        self.form = ScrolledForm(
            [
                *(FormRow(widget) for widget in self._rows.told),
                FormRow(self._rows.text),
            ]
        )
        self._report: Report | None = None
        self._made_of: tuple[object, ...] = ()  # the state that the report was computed from
        self.light: Light | None = None  # the lamp of its tab
        self._buttons = (self.test, self._again, copy, folder)
        self._last_row = FormRow(self.test, self._again, Spacer(), copy, folder)
        self.body = Rect(0, 0, 0, 0)
        self._fonts: Fonts | None = None
        self._visible = False
        self._refresh()

    @property
    def widgets(self) -> list[Widget]:
        return [*self.form.widgets, *self._buttons]

    @property
    def filled(self) -> bool:
        """Something has failed, or was tested."""
        return self._report is not None

    def place(self, rect: Rect, ui: UI) -> None:
        self.body, self._fonts = Rect(rect), ui.fonts
        self._refresh()

    def show(self, visible: bool) -> None:
        """Show the pane, or hide it."""
        if visible != self._visible:
            self._visible = visible
            self._refresh()

    def show_state(self, whole: State, _judged: Mapping[int, Judgement]) -> None:
        """Show the report on the AI whose failure is told."""
        state = whole.game
        color = state.explained
        seat = None if color is None else state.seats[color]
        made_of = (color, seat, state.view.ended, state.phase)
        if made_of == self._made_of:
            return
        self._made_of = made_of
        report = report_of(state)
        self.light = None
        if report is not None:
            failed = Light.FAILED if report.color == "error" else Light.READY
            self.light = Light.BUSY if seat is not None and seat.trying else failed
        if color is not None:
            self.test.action = partial(self._ask, TestSeat(color))
            idle = not (state.running or state.busy or state.seats[color].trying)
            self.test.enable(idle)
            self._again.enable(idle and state.ended)
            proof = report is not None and report.in_game and state.ended  # only a game gives it
            self.test.emphasise(not proof)
            self._again.emphasise(proof)
        if report != self._report:
            self._report = report
            self.form.back_to_top()
            self._refresh()

    def _refresh(self) -> None:
        """Show what is told, and lay it out: a row without text takes no room."""
        self._rows.show(self._report if self._visible else None)
        for button in self._buttons:
            button.show(self._visible)
        if self._visible and self._fonts is not None:
            pad = self._fonts.px(PANE_PAD)
            view = self.body.inflate(-2 * pad, -2 * pad)
            view.w -= self._fonts.px(BAR_WIDTH) - pad // 2
            self._rows.measure(self._fonts, view.w)
            high = self._last_row.height(self._fonts, view.w)
            self._last_row.place(self._fonts, Rect(view.x, view.bottom - high, view.w, high))
            view.h = max(0, view.h - high - pad)
            self.form.place_rows(self._fonts, view)
        self.form.open(self._visible)
