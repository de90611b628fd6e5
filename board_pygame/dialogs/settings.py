"""The dialog with all settings of this user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
from pygame import Rect
from pygame.event import Event

from board_core.frontend.settings import AutoQueen, Language, Settings
from board_core.match.known_games import hosted
from board_pygame.board.backdrop import BROWN_COLORS, COLOR_SCHEMES
from board_pygame.board.widget import BoardWidget
from board_pygame.game_state import new_game_state
from board_pygame.games import CHESS_RULES
from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.dialog import ENTER_KEYS
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow, ScrolledForm
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import DropDown, Slider
from board_pygame.kit.painter import Painter
from board_pygame.kit.rows import ListOfRows, TableColumn
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segment, Segmented
from board_pygame.kit.widget import UI, Overlay, Widget, nothing, plain
from board_pygame.language import _
from board_pygame.records import tried
from board_pygame.scenes import scene_of

from .programs import ProgramFields

LANGUAGES: tuple[tuple[Language, str], ...] = (
    ("", ""),
    ("en", "English"),
    ("zh_CN", "简体中文"),
)
UI_SCALES = (0.0, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
QUEENS: tuple[AutoQueen, ...] = ("never", "premove", "always")

TITLE_SIZE = 20
"""Size of titles, in points."""


PREVIEWED = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3 h6"
"""The moves of the position that shows what is chosen."""

SIZE, NAMES_WIDTH, PREVIEW_WIDTH, LEAST_FORM = (1088, 664), 208, 376, 440
"""Points of the dialog's size, of the widths of its parts, and least of the form's with a preview.
"""


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
        groups = self._make_groups(settings)
        self._forms = [ScrolledForm(rows) for rows in groups.values()]
        self._titles = list(groups)
        self._names = TableWidget(
            [TableColumn()], ListOfRows([[name] for name in groups]), on_cursor=self._open
        )
        self._names.go_to(group)
        self._heading = Label(self.title, size=TITLE_SIZE, bold=True)
        self._title = Label(size=TITLE_SIZE, bold=True)
        self._note = Label(_("Changes apply at once."), color="dim")
        self._previewed = Label(_("Preview"), color="dim")
        self._game = new_game_state(next(iter(CHESS_RULES.values())))
        for move in PREVIEWED.split():
            self._game = tried(self._game, self._game.read(move), self._game.shown)
        rules = self._game.rules
        self._board = BoardWidget(hosted(rules).look, rules.geometry, nothing)
        self._board.enable(False)
        undo = Button(_("Undo changes"), self._undo)
        self._done = Button(_("Done"), self._finish, primary=True)
        self._buttons = FormRow(undo, self._done, align="right")
        self._body = Rect(0, 0, 0, 0)
        super().__init__(
            [
                *(self._heading, self._names, self._title, self._note, self._previewed),
                *(widget for form in self._forms for widget in form.widgets),
                *(self._board, undo, self._done),
            ],
            self._apply,
        )
        self.click_elsewhere_closes = False
        self.focus = self._names
        self._show_group()
        self._show_board()

    def _make_groups(self, settings: Settings) -> dict[str, list[FormRow]]:
        def segments(value: Any, *choices: tuple[Any, str]) -> Segmented[Any]:
            chosen = [Segment(one, text) for one, text in choices]
            segmented = Segmented(chosen, value, self._apply)
            segmented.stretches = True
            return segmented

        def titled(label: str, *widgets: Widget) -> list[FormRow]:
            return [FormRow(Label(label, color="dim")), FormRow(*widgets)]

        self._theme = segments(settings.theme, ("light", _("Light")), ("dark", _("Dark")))
        colors = {
            "brown": _("Brown"),
            "blue": _("Blue"),
            "green": _("Green"),
            "grey": _("Grey"),
            "contrast": _("Shapes"),
        }
        scheme = settings.board_colors
        self._colors = segments(
            scheme if scheme in COLOR_SCHEMES else next(iter(COLOR_SCHEMES)),
            *((name, colors.get(name, name)) for name in COLOR_SCHEMES),
        )
        sizes = [(size, f"{round(100 * size)} %") for size in UI_SCALES[1:]]
        scale = settings.ui_scale if settings.ui_scale in UI_SCALES else 0.0
        self._scale = segments(scale, (0.0, _("Automatic")), *sizes)
        self._animation = Slider(0, 500, settings.animation_ms, unit="ms", step=10)
        self._pause = Slider(0, 5000, min(5000, settings.viewing_pause_ms), unit="ms", step=50)
        ways = (
            ("both", _("Clicking or dragging")),
            ("click", _("Clicking")),
            ("drag", _("Dragging")),
        )
        self._move_by = segments(settings.move_by, *ways)
        self._queen = DropDown(
            [_("Always ask"), _("Queen when premoving"), _("Always a queen")],
            QUEENS.index(settings.auto_queen),
            self._apply,
        )
        spoken = ((code, name or _("As the system")) for code, name in LANGUAGES)
        self._language = segments(settings.language, *spoken)
        texts = {
            "coordinates": _("Coordinates on the board"),
            "show_destinations": _("Show where a piece can go"),
            "stone_numbers": _("Numbers on stones"),
            "letters_with_i": _("Letters with i on grids"),
            "ask_before_ending": _("Ask before a running game ends"),
            "sound": _("Sounds"),
            "save_ai_on_load": _("Loading an AI makes it the default of its side"),
        }
        self._checks = {
            name: CheckBox(text, getattr(settings, name), self._apply)
            for name, text in texts.items()
        }
        self._adviser = TextField(settings.adviser, hint="hard, uci:stockfish", mono=True)
        self._programs = settings.default_ai.map(
            lambda program: ProgramFields(program, settings.history, nothing)
        )
        looks = ("coordinates", "show_destinations", "stone_numbers", "letters_with_i")
        return {
            _("Look"): [
                *titled(_("Theme"), self._theme),
                *titled(_("Board"), self._colors),
                *titled(_("Size of text and buttons"), self._scale),
                *(FormRow(self._checks[name]) for name in looks),
            ],
            _("Moving"): [
                *titled(_("Pieces are moved by"), self._move_by),
                *titled(_("Promotion"), self._queen),
                FormRow(self._checks["ask_before_ending"]),
            ],
            _("Sound and pace"): [
                FormRow(self._checks["sound"]),
                *titled(_("Animation"), self._animation),
                *titled(_("Pause between moves of AIs"), self._pause),
            ],
            _("Programs"): [
                FormRow(self._checks["save_ai_on_load"]),
                FormRow(Label(_("White's default AI"), color="dim")),
                *self._programs.white.rows(),
                FormRow(Label(_("Black's default AI"), color="dim")),
                *self._programs.black.rows(letters=False),
            ],
            _("Hints and review"): titled(_("Hints and reviews by"), self._adviser),
            _("Language"): titled(_("Language"), self._language),
        }

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
        checks: dict[str, Any] = {name: check.on for name, check in self._checks.items()}
        return replace(
            old,
            language=self._language.value,
            theme=self._theme.value,
            board_colors=self._colors.value,
            ui_scale=self._scale.value,
            animation_ms=round(self._animation.value),
            viewing_pause_ms=pause,
            move_by=self._move_by.value,
            auto_queen=QUEENS[self._queen.index],
            adviser=self._adviser.text.strip() or old.adviser,
            default_ai=self._programs.map(lambda fields: fields.program),
            **checks,
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
        self._title.set(self._titles[self._group])
        for number, form in enumerate(self._forms):
            for widget in form.widgets:
                widget.show(number == self._group)

    def _show_board(self) -> None:
        settings, board = self._settings, self._board
        board.dress(COLOR_SCHEMES.get(settings.board_colors, BROWN_COLORS))
        board.show_scene(scene_of(self._game, settings, flipped=False), animate=False)
        board.hand = replace(board.hand, selected="b1")

    # Where it lies

    def layout(self, ui: UI) -> None:
        self.ui, px, fonts, pad = ui, ui.px, ui.fonts, ui.px(24)
        for fields in (self._programs.white, self._programs.black):
            fields.ui = ui
        screen = Rect((0, 0), ui.size).inflate(-2 * px(16), -2 * px(16))
        rect = self.rect = Rect(0, 0, min(px(SIZE[0]), screen.w), min(px(SIZE[1]), screen.h))
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
        for widget in (self._previewed, self._board):
            widget.show(bool(right))
        if right:
            self._previewed.place((aside.x, aside.y, aside.w, row))
            side = min(aside.w, buttons.y - aside.y - px(56))
            self._board.place((aside.x, aside.y + px(44), side, side))

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
