"""The dialog with all settings of this user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from board_core import PerColor
from board_core.frontend.settings import Language, Settings
from board_pygame.board.backdrop import COLOR_SCHEMES
from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import DropDown, Slider
from board_pygame.kit.widget import UI
from board_pygame.language import _

from .programs import ProgramFields

LANGUAGES: tuple[tuple[Language, str], ...] = (
    ("", ""),
    ("en", "English"),
    ("zh_CN", "简体中文"),
)
UI_SCALES = (0.0, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)


class ChooseSettings(Dialog):
    """The dialog with all settings. It passes them to ``on_save``; closing discards them."""

    def __init__(self, settings: Settings, on_save: Callable[[Settings], object]) -> None:
        self._settings, self._on_save = settings, on_save
        codes = [code for code, _name in LANGUAGES]
        names = [name or _("As the system") for _code, name in LANGUAGES]
        self._language = DropDown(names, codes.index(settings.language))
        self._theme = DropDown([_("Light"), _("Dark")], ("light", "dark").index(settings.theme))
        colors = {
            "brown": _("Brown"),
            "blue": _("Blue"),
            "green": _("Green"),
            "grey": _("Grey"),
            "contrast": _("High contrast, with shapes"),
        }
        schemes = list(COLOR_SCHEMES)
        scheme = schemes.index(settings.board_colors) if settings.board_colors in schemes else 0
        self._colors = DropDown([colors.get(name, name) for name in schemes], scheme)
        scale = UI_SCALES.index(settings.ui_scale) if settings.ui_scale in UI_SCALES else 0
        self._scale = DropDown(
            [_("Automatic"), *(f"{round(100 * value)} %" for value in UI_SCALES[1:])], scale
        )
        self._animation = Slider(0, 500, settings.animation_ms, unit="ms", step=10)
        self._pause = Slider(0, 5000, min(5000, settings.viewing_pause_ms), unit="ms", step=50)
        self._move_by = DropDown(
            [_("Clicking or dragging"), _("Clicking"), _("Dragging")],
            ("both", "click", "drag").index(settings.move_by),
        )
        self._queen = DropDown(
            [_("Always ask"), _("Queen when premoving"), _("Always a queen")],
            ("never", "premove", "always").index(settings.auto_queen),
        )
        self._sound = CheckBox(_("Sounds"), settings.sound)
        self._dots = CheckBox(_("Show where a piece can go"), settings.show_destinations)
        self._coordinates = CheckBox(_("Coordinates on the board"), settings.coordinates)
        self._numbers = CheckBox(_("Numbers on stones"), settings.stone_numbers)
        self._letters = CheckBox(_("Letters with i on grids"), settings.letters_with_i)
        self._asks = CheckBox(_("Ask before a running game ends"), settings.ask_before_ending)
        self._adviser = TextField(settings.adviser, hint="hard, uci:stockfish", mono=True)
        self._save_ai = CheckBox(_("Loading an AI makes it the default of its side"))
        self._save_ai.turn(settings.save_ai_on_load)
        self._programs = PerColor(
            ProgramFields(settings.default_ai.white, settings.history, _ignore),
            ProgramFields(settings.default_ai.black, settings.history, _ignore),
        )
        accept = Button(_("&Save"), self._accept, primary=True)
        super().__init__(
            _("Settings"),
            [
                FormRow(self._language, label=_("&Language")),
                FormRow(self._theme, label=_("&Theme")),
                FormRow(self._colors, label=_("&Board")),
                FormRow(self._scale, label=_("Si&ze")),
                FormRow(self._animation, label=_("Ani&mation")),
                FormRow(self._pause, label=_("&Pause between moves of AIs")),
                FormRow(self._move_by, label=_("Pieces are moved by")),
                FormRow(self._queen, label=_("Promotion")),
                FormRow(self._sound, self._dots, self._coordinates),
                FormRow(self._numbers, self._letters, self._asks),
                FormRow(self._adviser, label=_("Hints and reviews by")),
                FormRow(self._save_ai),
                FormRow(Label(_("White's default AI"), color="dim")),
                *self._programs.white.rows(),
                FormRow(Label(_("Black's default AI"), color="dim")),
                *self._programs.black.rows(letters=False),
            ],
            [Button(_("&Cancel"), self.dismiss), accept],
            default=accept,
            width=680,
        )

    def layout(self, ui: UI) -> None:
        for fields in (self._programs.white, self._programs.black):
            fields.ui = ui
        super().layout(ui)

    def _accept(self) -> None:
        self.close()
        self._on_save(self._chosen())

    def _chosen(self) -> Settings:
        old = self._settings
        pause = old.viewing_pause_ms
        if round(self._pause.value) != min(5000, pause):  # a longer one may stand in the file
            pause = round(self._pause.value)
        return replace(
            old,
            language=LANGUAGES[self._language.index][0],
            theme=("light", "dark")[self._theme.index],
            board_colors=list(COLOR_SCHEMES)[self._colors.index],
            ui_scale=UI_SCALES[self._scale.index],
            animation_ms=round(self._animation.value),
            viewing_pause_ms=pause,
            move_by=("both", "click", "drag")[self._move_by.index],
            auto_queen=("never", "premove", "always")[self._queen.index],
            sound=self._sound.on,
            show_destinations=self._dots.on,
            coordinates=self._coordinates.on,
            stone_numbers=self._numbers.on,
            letters_with_i=self._letters.on,
            ask_before_ending=self._asks.on,
            save_ai_on_load=self._save_ai.on,
            adviser=self._adviser.text.strip() or old.adviser,
            default_ai=PerColor(self._programs.white.program, self._programs.black.program),
        )


def _ignore(*_news: object) -> None:
    """Do nothing, as changes take effect when the dialog is saved."""
