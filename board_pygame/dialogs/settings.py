"""The dialog with all settings of this user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
from pygame import Rect
from pygame.event import Event

from board_core.frontend.settings import Settings
from board_pygame.board.backdrop import COLOR_SCHEMES, colors_of
from board_pygame.board.widget import BoardWidget
from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.dialog import ENTER_KEYS
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow, ScrolledForm
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import Slider
from board_pygame.kit.painter import HEAD_SIZE, Painter
from board_pygame.kit.rows import ListOfRows, TableColumn
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segment, Segmented
from board_pygame.kit.widget import UI, Overlay, Widget, nothing, plain
from board_pygame.language import _
from board_pygame.scenes import sample_scene

from .programs import ProgramFields

SIZES = (0.0, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
"""The scales of text and buttons; 0 is chosen by the screen."""


WIDTH, HEIGHT, NAMES_WIDTH, PREVIEW_WIDTH, LEAST_FORM = 1088, 664, 208, 376, 440
"""Points of the dialog and of its parts; there is a preview if the form has its least width."""


class ChooseSettings(Overlay):
    """The dialog with all settings, in groups. Each is used at once; a board shows how it looks."""

    veil = 60
    radius = 10

    def __init__(
        self,
        settings: Settings,
        on_change: Callable[[Settings], object],
        before: Settings | None = None,
        group: int = 0,
    ) -> None:
        """``before`` are the settings to which *Undo changes* goes back."""
        self._settings, self._before = settings, before or settings
        self._on_change, self._group = on_change, group
        self.title = _("Settings")
        self._segments: dict[str, Segmented[Any]] = {}
        self._checks: dict[str, CheckBox] = {}
        self._forms = [ScrolledForm(rows) for rows in self._make_groups(settings)]
        groups = _("Look"), _("Moving"), _("Sound and pace"), _("Programs")
        self._groups = *groups, _("Hints and review"), _("Language")
        rows = ListOfRows([[name] for name in self._groups])
        self._names = TableWidget([TableColumn()], rows, on_cursor=self._open)
        self._names.go_to(group)
        self._heading, self._title = (
            Label(text, size=HEAD_SIZE, bold=True) for text in (self.title, "")
        )
        self._note = Label(_("Changes apply at once."), color="dim")
        scene = sample_scene(settings)
        self._board = BoardWidget(scene.look, scene.geometry, nothing)
        self._board.enable(False)
        undo = Button(_("Undo changes"), self._undo)
        self._done = Button(_("Done"), self._finish, primary=True)
        self._buttons = FormRow(undo, self._done, align="right")
        self._body = Rect(0, 0, 0, 0)
        super().__init__(
            [
                *(self._heading, self._names, self._title, self._note),
                *(widget for form in self._forms for widget in form.widgets),
                *(self._board, undo, self._done),
            ],
            self._apply,
        )
        self.click_elsewhere_closes = False
        self.focus = self._names
        self._show_group()
        self._show_board()

    def _make_groups(self, settings: Settings) -> list[list[FormRow]]:
        colors = {
            "brown": _("Brown"),
            "blue": _("Blue"),
            "green": _("Green"),
            "grey": _("Grey"),
            "contrast": _("Shapes"),
        }
        known = *COLOR_SCHEMES, settings.board_colors  # others may stand in the file
        sizes = sorted({*SIZES, settings.ui_scale})
        choices: dict[str, dict[Any, str]] = {
            "theme": {"light": _("Light"), "dark": _("Dark")},
            "board_colors": {name: colors.get(name, name) for name in known},
            "ui_scale": {
                size: f"{round(100 * size)} %" if size else _("Automatic") for size in sizes
            },
            "move_by": {
                "both": _("Clicking or dragging"),
                "click": _("Clicking"),
                "drag": _("Dragging"),
            },
            "auto_queen": {
                "never": _("Always ask"),
                "premove": _("Queen when premoving"),
                "always": _("Always a queen"),
            },
            "language": {"": _("As the system"), "en": "English", "zh_CN": "简体中文"},
        }
        for name, texts in choices.items():
            chosen = [Segment(one, text) for one, text in texts.items()]
            self._segments[name] = Segmented(chosen, getattr(settings, name), self._apply)
            self._segments[name].stretches = True
        ticks = {
            "coordinates": _("Coordinates on the board"),
            "show_destinations": _("Show where a piece can go"),
            "stone_numbers": _("Numbers on stones"),
            "letters_with_i": _("Letters with i on grids"),
            "ask_before_ending": _("Ask before a game is left or changes are lost"),
            "sound": _("Sounds"),
            "save_ai_on_load": _("Loading an AI makes it the default of its side"),
        }
        for name, text in ticks.items():
            self._checks[name] = CheckBox(text, getattr(settings, name), self._apply)
        self._animation = Slider(0, 500, settings.animation_ms, unit=_("ms"), step=10)
        pause = min(5000, settings.viewing_pause_ms)
        self._pause = Slider(0, 5000, pause, unit=_("ms"), step=50)
        self._adviser = TextField(settings.adviser, hint="hard, uci:stockfish", mono=True)
        self._programs = settings.default_ai.map(
            lambda program: ProgramFields(program, settings.history, nothing)
        )

        def titled(label: str, widget: Widget | str) -> list[FormRow]:
            shown = self._segments[widget] if isinstance(widget, str) else widget
            return [FormRow(Label(label, color="dim")), FormRow(shown)]

        def ticked(*names: str) -> list[FormRow]:
            return [FormRow(self._checks[name]) for name in names]

        return [
            [
                *titled(_("Theme"), "theme"),
                *titled(_("Board"), "board_colors"),
                *titled(_("Size of text and buttons"), "ui_scale"),
                *ticked("coordinates", "show_destinations", "stone_numbers", "letters_with_i"),
            ],
            [
                *titled(_("Pieces are moved by"), "move_by"),
                *titled(_("Promotion"), "auto_queen"),
                *ticked("ask_before_ending"),
            ],
            [
                *ticked("sound"),
                *titled(_("Animation"), self._animation),
                *titled(_("Pause between moves of AIs"), self._pause),
            ],
            [
                *ticked("save_ai_on_load"),
                FormRow(Label(_("White's default AI"), color="dim")),
                *self._programs.white.rows(),
                FormRow(Label(_("Black's default AI"), color="dim")),
                *self._programs.black.rows(letters=False),
            ],
            titled(_("Hints and reviews by"), self._adviser),
            titled(_("Language"), "language"),
        ]

    # What is chosen

    def _apply(self, *_news: object) -> None:
        """Use what is chosen; another language needs a new dialog."""
        before, self._settings = self._settings, self._chosen()
        if self._settings == before:
            return
        self._on_change(self._settings)
        self._show_board()
        if self._settings.language != before.language:
            self._reopen(self._settings)

    def _chosen(self) -> Settings:
        old = self._settings
        pause = old.viewing_pause_ms
        if round(self._pause.value) != min(5000, pause):  # a longer one may stand in the file
            pause = round(self._pause.value)
        chosen: dict[str, Any] = {name: one.value for name, one in self._segments.items()}
        chosen |= {name: check.on for name, check in self._checks.items()}
        return replace(
            old,
            animation_ms=round(self._animation.value),
            viewing_pause_ms=pause,
            adviser=self._adviser.text.strip() or old.adviser,
            default_ai=self._programs.map(lambda fields: fields.program),
            **chosen,
        )

    def _undo(self) -> None:
        self._on_change(self._before)
        self._reopen(self._before)

    def _reopen(self, settings: Settings) -> None:
        self.ui.close(self)
        self.ui.open(ChooseSettings(settings, self._on_change, self._before, self._group))

    def _finish(self) -> None:
        self.ui.dismiss(self)

    def _open(self, group: int) -> None:
        self._apply()
        if group != self._group:
            self._group = group
            self._show_group()
            self.ui.relayout(self)

    def _show_group(self) -> None:
        self._title.set(self._groups[self._group])
        for number, form in enumerate(self._forms):
            for widget in form.widgets:
                widget.show(number == self._group)

    def _show_board(self) -> None:
        settings, board = self._settings, self._board
        board.dress(colors_of(settings.board_colors, settings.theme))
        board.show_scene(sample_scene(settings), animate=False)
        board.hand = replace(board.hand, selected="b1")

    # Where it lies

    def layout(self, ui: UI) -> None:
        self.ui, px, fonts, pad = ui, ui.px, ui.fonts, ui.px(24)
        for fields in (self._programs.white, self._programs.black):
            fields.ui = ui
        screen = Rect((0, 0), ui.size).inflate(-2 * px(16), -2 * px(16))
        rect = self.rect = Rect(0, 0, min(px(WIDTH), screen.w), min(px(HEIGHT), screen.h))
        rect.center = screen.center
        row, names = px(32), px(NAMES_WIDTH)
        right = px(PREVIEW_WIDTH)
        if rect.w - names - right < px(LEAST_FORM):
            right = 0
        body = self._body = Rect(rect.x + names, rect.y, rect.w - names - right, rect.h)
        self._heading.place((rect.x + pad, rect.y + pad, names - pad, row))
        self._names.place((rect.x + px(12), rect.y + px(64), names - pad, rect.h - px(64 + 24)))
        inner = body.inflate(-2 * px(28), -2 * pad)
        self._title.place((inner.x, inner.y, inner.w, row))
        form = Rect(inner.x, inner.y + px(44), inner.w, inner.h - px(44 + 52))
        self._forms[self._group].place_rows(fonts, form)
        aside = Rect(body.right + pad, inner.y, right - 2 * pad, inner.h) if right else inner
        buttons = Rect(aside.x, aside.bottom - px(40), aside.w, px(40))
        self._buttons.place(fonts, buttons)
        left = self._buttons.widgets[0].rect.x if not right else inner.right
        self._note.place((inner.x, buttons.y, left - inner.x, px(40)))
        self._board.show(bool(right))
        side = min(aside.w, buttons.y - aside.y - px(24))
        self._board.place((aside.x, aside.y, side, side))

    def reveal(self, widget: Widget, ui: UI) -> None:
        self._forms[self._group].reveal(widget)

    def draw(self, painter: Painter) -> None:
        theme, rect = painter.theme, self.rect
        painter.shadow(rect)
        painter.box(rect, theme.background, theme.line, self.radius)
        body = self._body
        if body.right == rect.right:
            painter.box(body, theme.panel, theme.line, self.radius)
            body = Rect(body.x, body.y, painter.px(self.radius), body.h)
        painter.fill(theme.panel, body.inflate(0, -2))

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self._forms[self._group].handle(event, ui)
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS and plain(event):
            self._finish()
            return True
        return False
