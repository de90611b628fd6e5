"""The window's dialogs: each asks, and tells what was chosen when it has closed."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import choice

from board_core import BadSetup, Color, Move, PerColor, Position, Rules
from board_core.protocols import PROTOCOLS
from board_core.roster import BadPlayer, PlayerSpec, parse_player

from .board.colors import SCHEMES
from .host import Tried
from .kit.buttons import Button, Check, Choices, Radio
from .kit.choice import Choice, Slider
from .kit.dialog import ChooseRow, Dialog, Message
from .kit.fields import Combo, Entry
from .kit.files import FileBrowser, FileTexts, Kind
from .kit.form import Row
from .kit.labels import Label
from .kit.painter import SMALL
from .kit.table import Column, ListOfRows, Table
from .kit.text import Caption
from .kit.ui import UI
from .kit.widget import Widget
from .language import _, color_word, sentence
from .levels import LEVELS, PACES
from .settings import Language, Program, Settings


@dataclass(frozen=True, slots=True)
class Wish:
    """A game somebody wants to play; a level is an index of :data:`LEVELS`, None a person."""

    levels: PerColor[int | None]
    pace: int = 0
    variant: int = 0
    by_hand: bool = False
    from_board: bool = False  # from the position that is shown


class NewGame(Dialog):
    """Who plays whom, how well, and how fast."""

    def __init__(
        self,
        wish: Wish,
        variants: Sequence[str],
        on_play: Callable[[Wish], object],
        on_workshop: Callable[[], object],
        *,
        first: bool = False,
    ) -> None:
        people = sum(level is None for level in (wish.levels.white, wish.levels.black))
        level = next((n for n in (wish.levels.black, wish.levels.white) if n is not None), 0)
        names = [_(name) for _spec, name in LEVELS]
        self._on_play, self._on_workshop = on_play, on_workshop
        self._kind = Choices(people, self._changed)
        side = Color.BLACK if wish.levels.white is not None else Color.WHITE
        self._side: Choices[Color | None] = Choices(side)
        self._level = Choices(level)
        self._white = Choice(names, wish.levels.white or 0)
        self._black = Choice(names, wish.levels.black or 0)
        self._pace = Choice([_(pace.name) for pace in PACES], wish.pace)
        self._variant = Choice([_(name) for name in variants], wish.variant)
        self._by_hand = Check(_("A move at a time, when I say so"), wish.by_hand)
        self._from_board = Check(_("From the position on the board"), wish.from_board)
        kinds = [
            Row(Radio(_("Play against the computer"), 1, self._kind)),
            Row(Radio(_("Two people at this board"), 2, self._kind)),
            Row(Radio(_("Watch two computers"), 0, self._kind)),
        ]
        self._levels = [Radio(name, index, self._level) for index, name in enumerate(names)]
        self._sides = [
            Radio(color_word(Color.WHITE), Color.WHITE, self._side),
            Radio(color_word(Color.BLACK), Color.BLACK, self._side),
            Radio(_("by lot"), None, self._side),
        ]
        play = Button(_("&Play"), self._play, primary=True)
        workshop = Button(_("Test my own &AI…"), self._workshop)
        away = _("Look around") if first else _("&Cancel")
        super().__init__(
            _("The Chess Board") if first else _("New game"),
            [
                *kinds,
                Row(*self._levels, label=_("Level")),
                Row(*self._sides, label=_("You play")),
                Row(self._white, label=color_word(Color.WHITE)),
                Row(self._black, label=color_word(Color.BLACK)),
                Row(self._pace, label=_("Time")),
                Row(self._variant, label=_("Draws")),
                Row(self._by_hand),
                Row(self._from_board),
            ],
            [workshop, Button(away, self.dismiss), play],
            default=play,
            width=520,
        )
        self._show(people)

    def _changed(self, people: int) -> None:
        self._show(people)
        self.ui.relayout(self)

    def _show(self, people: int) -> None:
        of_computer: list[Widget] = [*self._levels, *self._sides]
        for widget in of_computer:
            widget.show(people == 1)
        for widget in (self._white, self._black, self._by_hand):
            widget.show(people == 0)

    def _wish(self) -> Wish:
        people = self._kind.value
        levels: PerColor[int | None] = PerColor(None, None)
        if people == 0:
            levels = PerColor(self._white.index, self._black.index)
        elif people == 1:
            side = self._side.value or choice(list(Color))
            levels = levels.put(side.other, self._level.value)
        return Wish(
            levels,
            self._pace.index,
            self._variant.index,
            people == 0 and self._by_hand.on,
            self._from_board.on,
        )

    def _play(self) -> None:
        self.close()
        self._on_play(self._wish())

    def _workshop(self) -> None:
        self.close()
        self._on_workshop()


# AIs


def file_texts() -> FileTexts:
    """The words of file dialogs in the language that is spoken."""
    return FileTexts(
        path=_("&Path"),
        up=_("&Up"),
        home=_("Home"),
        working=_("Working directory"),
        name=_("Name"),
        size=_("Size"),
        modified=_("Modified"),
        file_name=_("File &name"),
        open=_("&Open"),
        save=_("&Save"),
        cancel=_("&Cancel"),
        empty=_("Nothing is here"),
        overwrite=_("Overwrite?"),
        exists=_("{name} exists already. Overwrite it?"),
        yes=_("&Yes"),
        no=_("&No"),
    )


def protocol_words() -> dict[str, str]:
    """What each protocol is called in a list."""
    known = {"san": _("SAN lines (course)"), "uci": "UCI", "xboard": "XBoard (CECP)"}
    return {name: known.get(name, name) for name in PROTOCOLS}


def quoted(word: str) -> str:
    """A word of a command line, for the grammar of players."""
    return f'"{word}"' if " " in word or "'" in word else word


def spec_of(program: Program) -> PlayerSpec:
    """Raises BadPlayer."""
    return parse_player(f"{program.protocol}:{quoted(program.path)} {program.arguments}".strip())


class ProgramFields:
    """Fields for a program: its file, its arguments, its protocol."""

    def __init__(
        self, program: Program | None, history: Sequence[Program], changed: Callable[..., object]
    ) -> None:
        program = program or Program("")
        self._names = list(PROTOCOLS)
        self.path = Combo(program.path, on_change=changed)
        self.path.values = list(dict.fromkeys(known.path for known in history))
        self.arguments = Combo(program.arguments, on_change=changed)
        self.arguments.values = list(
            dict.fromkeys(known.arguments for known in history if known.arguments)
        )
        words = protocol_words()
        self.protocol = Choice(
            [words[name] for name in self._names], self._names.index(program.protocol), changed
        )
        self._browse = Button(_("Browse…"), partial(self._choose_file, self.path, False))
        self._insert = Button(_("Insert file…"), partial(self._choose_file, self.arguments, True))
        self._changed = changed
        self.ui: UI | None = None

    def rows(self, *, letters: bool = True) -> list[Row]:
        """Without ``letters`` to press, where others of the kind have them."""
        labels = [_("Program &file"), _("Ar&guments"), _("P&rotocol")]
        if not letters:
            labels = [Caption.of(label).text for label in labels]
        return [
            Row(self.path, self._browse, label=labels[0]),
            Row(self.arguments, self._insert, label=labels[1]),
            Row(self.protocol, label=labels[2]),
        ]

    @property
    def program(self) -> Program | None:
        """None while no file is named."""
        path = self.path.text.strip()
        if not path:
            return None
        name = self._names[self.protocol.index]
        return Program(str(Path(path).expanduser()), self.arguments.text.strip(), name)

    def dropped(self, path: str) -> None:
        """A file was dropped onto the dialog."""
        self.path.set(path)
        self._changed()

    def _choose_file(self, field: Combo, insert: bool) -> None:
        if self.ui is None:
            return
        here = Path(self.path.text.strip() or ".").expanduser()
        folder = here.parent if here.parent.is_dir() and self.path.text else Path.home()

        def chosen(path: Path) -> None:
            if insert:
                field.insert(f'"{path}"')
            else:
                field.set(str(path))
            self._changed()

        recent = [Path(value).parent for value in self.path.values]
        self.ui.open(
            FileBrowser(
                _("Choose a file") if insert else _("Choose a program"),
                folder,
                chosen,
                kind=None if insert else Kind(_("Only programs"), is_program),
                recent=list(dict.fromkeys(recent)),
                texts=file_texts(),
            )
        )


def is_program(path: Path) -> bool:
    """Whether this looks like a file that can play."""
    if path.suffix.lower() in (".py", ".exe", ".bat", ".jar", ".com"):
        return True
    return os.name != "nt" and os.access(path, os.X_OK)


class LoadAI(Dialog):
    """Which program plays a side; a trial start says whether it can."""

    def __init__(
        self,
        color: Color,
        settings: Settings,
        on_load: Callable[[Program, PlayerSpec], object],
        on_try: Callable[[PlayerSpec], object],
        on_clear: Callable[[], object],
    ) -> None:
        self._on_load, self._on_try, self._on_clear = on_load, on_try, on_clear
        start = settings.default_ai[color]
        if start is None and settings.history:
            start = settings.history[0]
        self._fields = ProgramFields(start, settings.history, self._changed)
        note = Label(
            _("The program runs in the folder of its file. Files can be dropped here."),
            size=SMALL,
            color="dim",
            wrap=True,
        )
        self._result = Label("", wrap=True)
        self._trial = Button(_("&Test start"), self._try)
        self._load = Button(_("&Load"), self._accept, primary=True)
        title = _("White's AI") if color is Color.WHITE else _("Black's AI")
        super().__init__(
            title,
            [*self._fields.rows(), Row(note), Row(self._result)],
            [
                Button(_("Clear &history"), self._clear),
                self._trial,
                Button(_("&Cancel"), self.dismiss),
                self._load,
            ],
            default=self._load,
            width=720,
        )
        self._changed()

    def layout(self, ui: UI) -> None:
        self._fields.ui = ui
        super().layout(ui)

    def _changed(self, *_news: object) -> None:
        ready = self._fields.program is not None
        self._trial.enable(ready)
        self._load.enable(ready)
        if self._result.text:
            self._tell("", "text")

    def _tell(self, text: str, color: str) -> None:
        self._result.set(text, color)
        self.ui.relayout(self)

    def tried(self, tried: Tried, words: str) -> None:
        """What came of the trial start that was asked for here."""
        program = self._fields.program
        if program is not None and _spec_or_none(program) == tried.spec:
            self._tell(words, "good" if tried.trouble is None else "error")

    def dropped(self, path: str) -> None:
        self._fields.dropped(path)

    def _spec(self) -> PlayerSpec | None:
        program = self._fields.program
        if program is None:
            return None
        try:
            return spec_of(program)
        except BadPlayer as error:
            self._tell(sentence(error.sentence), "error")
            return None

    def _try(self) -> None:
        spec = self._spec()
        if spec is not None:
            self._tell(_("Starting it, and asking for a first move …"), "dim")
            self._on_try(spec)

    def _accept(self) -> None:
        spec, program = self._spec(), self._fields.program
        if spec is not None and program is not None:
            self.close()
            self._on_load(program, spec)

    def _clear(self) -> None:
        self._on_clear()
        self._fields.path.values = []
        self._fields.arguments.values = []
        self._tell(_("The history is empty now."), "good")


def _spec_or_none(program: Program) -> PlayerSpec | None:
    try:
        return spec_of(program)
    except BadPlayer:
        return None


# Settings

LANGUAGES: tuple[tuple[Language, str], ...] = (
    ("", ""),
    ("en", "English"),
    ("zh_CN", "简体中文"),
)
SCALES = (0.0, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)


class ChooseSettings(Dialog):
    """All that is kept for this user; ``on_save`` hears of it, closing otherwise discards."""

    def __init__(self, settings: Settings, on_save: Callable[[Settings], object]) -> None:
        self._settings, self._on_save = settings, on_save
        codes = [code for code, _name in LANGUAGES]
        names = [name or _("As the system") for _code, name in LANGUAGES]
        self._language = Choice(names, codes.index(settings.language))
        self._theme = Choice([_("Light"), _("Dark")], ("light", "dark").index(settings.theme))
        colors = {
            "brown": _("Brown"),
            "blue": _("Blue"),
            "green": _("Green"),
            "grey": _("Grey"),
            "contrast": _("High contrast, with shapes"),
        }
        schemes = list(SCHEMES)
        scheme = schemes.index(settings.board_colors) if settings.board_colors in schemes else 0
        self._colors = Choice([colors.get(name, name) for name in schemes], scheme)
        scale = SCALES.index(settings.ui_scale) if settings.ui_scale in SCALES else 0
        self._scale = Choice(
            [_("Automatic"), *(f"{round(100 * value)} %" for value in SCALES[1:])], scale
        )
        self._animation = Slider(0, 500, settings.animation_ms, unit="ms", step=10)
        self._pause = Slider(0, 5000, min(5000, settings.viewing_pause_ms), unit="ms", step=50)
        self._move_by = Choice(
            [_("Clicking or dragging"), _("Clicking"), _("Dragging")],
            ("both", "click", "drag").index(settings.move_by),
        )
        self._queen = Choice(
            [_("Always ask"), _("Queen when premoving"), _("Always a queen")],
            ("never", "premove", "always").index(settings.auto_queen),
        )
        self._sound = Check(_("Sounds"), settings.sound)
        self._dots = Check(_("Show where a piece can go"), settings.show_destinations)
        self._coordinates = Check(_("Coordinates on the board"), settings.coordinates)
        self._adviser = Entry(settings.adviser, hint="hard, uci:stockfish", mono=True)
        self._save_ai = Check(_("Loading an AI makes it the default of its side"))
        self._save_ai.turn(settings.save_ai_on_load)
        self._programs = PerColor(
            ProgramFields(settings.default_ai.white, settings.history, _ignore),
            ProgramFields(settings.default_ai.black, settings.history, _ignore),
        )
        accept = Button(_("&Save"), self._accept, primary=True)
        super().__init__(
            _("Settings"),
            [
                Row(self._language, label=_("&Language")),
                Row(self._theme, label=_("&Theme")),
                Row(self._colors, label=_("&Board")),
                Row(self._scale, label=_("Si&ze")),
                Row(self._animation, label=_("Ani&mation")),
                Row(self._pause, label=_("&Pause between moves of AIs")),
                Row(self._move_by, label=_("Pieces are moved by")),
                Row(self._queen, label=_("Promotion")),
                Row(self._sound, self._dots, self._coordinates),
                Row(self._adviser, label=_("Hints and reviews by")),
                Row(self._save_ai),
                Row(Label(_("White's default AI"), color="dim")),
                *self._programs.white.rows(),
                Row(Label(_("Black's default AI"), color="dim")),
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
            board_colors=list(SCHEMES)[self._colors.index],
            ui_scale=SCALES[self._scale.index],
            animation_ms=round(self._animation.value),
            viewing_pause_ms=pause,
            move_by=("both", "click", "drag")[self._move_by.index],
            auto_queen=("never", "premove", "always")[self._queen.index],
            sound=self._sound.on,
            show_destinations=self._dots.on,
            coordinates=self._coordinates.on,
            save_ai_on_load=self._save_ai.on,
            adviser=self._adviser.text.strip() or old.adviser,
            default_ai=PerColor(self._programs.white.program, self._programs.black.program),
        )


def _ignore(*_news: object) -> None:
    """Nobody waits for it."""


# Smaller ones


class SetUp(Dialog):
    """Another position on the free board."""

    def __init__(self, rules: Rules, setup: str, on_set: Callable[[str | None], object]) -> None:
        self._rules, self._on_set = rules, on_set
        self._text = Entry(setup, mono=True, on_change=self._typed)
        self._trouble = Label("", color="error", wrap=True)
        accept = Button(_("&Set up"), self._accept, primary=True)
        super().__init__(
            _("Set up a position"),
            [Row(self._text, label="&FEN"), Row(self._trouble)],
            [
                Button(_("First &position"), self._first),
                Button(_("&Cancel"), self.dismiss),
                accept,
            ],
            default=accept,
            width=700,
        )

    def _typed(self, _text: str) -> None:
        if self._trouble.text:
            self._trouble.set("")
            self.ui.relayout(self)

    def _first(self) -> None:
        self.close()
        self._on_set(None)

    def _accept(self) -> None:
        text = self._text.text.strip()
        try:
            self._rules.start(text)
        except BadSetup as error:
            self._trouble.set(sentence(error.sentence))
            self.ui.relayout(self)
            return
        self.close()
        self._on_set(text)


def choose_move(
    position: Position, moves: Sequence[Move], on_choose: Callable[[Move], object]
) -> ChooseRow:
    """One of several moves that were meant."""
    rows = [(sentence(position.describe(move)), position.notation(move)) for move in moves]
    return ChooseRow(
        _("Choose a move"),
        _("This stands for several moves:"),
        [Column(_("In words")), Column(_("SAN"), 90)],
        ListOfRows(rows),
        lambda index: on_choose(moves[index]),
        ok=_("&OK"),
        cancel=_("&Cancel"),
    )


def help_dialog() -> Dialog:
    """All keys."""
    keys = [
        ("N", _("new game")),
        ("Ctrl+Z", _("take back")),
        ("H", _("hint")),
        ("Ctrl+R", _("review the game")),
        ("F", _("turn the board around")),
        ("← →", _("one ply back, one ply on")),
        ("Shift+← →", _("ten plies")),
        ("Home, End", _("first and newest position")),
        (_("Space"), _("back to the game")),
        (_("Ctrl+arrows, Enter"), _("move pieces by keyboard")),
        ("Q R B N", _("choose what a pawn becomes")),
        (_("Right button"), _("arrows and circles; Shift, Alt: other colours")),
        ("Alt+A", _("type a move")),
        ("Alt+L, Alt+O", _("load White's, Black's AI")),
        ("Alt+Y, Alt+U", _("let White's, Black's AI make one move")),
        ("Alt+S, Alt+P, Alt+R", _("start, stop, reset")),
        ("Ctrl+C", _("copy the FEN, or the rows that are selected")),
        ("Ctrl+Shift+C", _("copy the game as PGN")),
        ("Ctrl+V", _("paste a FEN or a PGN")),
        ("Ctrl+O, Ctrl+S", _("open, save a PGN file")),
        ("Ctrl+E", _("set up a position")),
        ("Ctrl+L", _("the log")),
        ("F11", _("projector: large board and clocks")),
        (_("Tab, Alt+letter"), _("every button and field")),
        ("Esc", _("close, let go")),
    ]
    table = Table([Column(_("Key"), 170), Column(_("What it does"))], ListOfRows(keys), height=16)
    return _closable(_("Help"), [Row(table)], 620)


def about_dialog(versions: Sequence[str]) -> Dialog:
    """What this is, and what it is made of."""
    rows = [
        Row(Label(_("Hosts board games between people and AI programs."), wrap=True)),
        *(Row(Label(line, size=SMALL, color="dim", copyable=True)) for line in versions),
        Row(Label(_("Free software under the GPL, version 3 or later."), wrap=True)),
        Row(Label(_("Pieces by Colin M.L. Burnett, fonts by the Noto project."), wrap=True)),
        Row(Label(_("Miranda: Sweet lord, you play me false."), color="dim", wrap=True)),
        Row(
            Label(
                _("Ferdinand: No, my dearest love, I would not for the world."),
                color="dim",
                wrap=True,
            )
        ),
        Row(
            Label(
                _(
                    "Miranda: Yes, for a score of kingdoms you should wrangle, and I would call "
                    "it fair play. (The Tempest)"
                ),
                color="dim",
                wrap=True,
            )
        ),
    ]
    return _closable(_("About The Chess Board"), rows, 520)


def _closable(title: str, rows: Sequence[Row], width: float) -> Dialog:
    dialog: Dialog

    def close() -> None:
        dialog.close()

    button = Button(_("&Close"), close, primary=True)
    dialog = Dialog(title, rows, [button], default=button, width=width)
    dialog.click_elsewhere_closes = True
    return dialog


def over_dialog(
    title: str,
    lines: Sequence[str],
    on_again: Callable[[], object],
    on_review: Callable[[], object],
    on_look: Callable[[], object],
) -> Message:
    """How the game ended, and what next."""
    return Message(
        title,
        "\n".join(lines),
        [
            (_("&Again"), on_again),
            (_("&Review the game"), on_review),
            (_("&Look at the game"), on_look),
        ],
        default=0,
        cancel=2,
    )


def review_dialog(
    rows: Sequence[Sequence[str]], on_practise: Callable[[], object] | None
) -> Dialog:
    """What a review came to, a row for each side."""
    dialog: Dialog

    def practise() -> None:
        dialog.close()
        if on_practise is not None:
            on_practise()

    def close() -> None:
        dialog.close()

    columns = [
        Column("", 70),
        Column(_("Accuracy"), 90, align="right"),
        Column(_("Lost a move"), 110, align="right"),
        Column(_("Inaccuracies"), 110, align="right"),
        Column(_("Mistakes"), 90, align="right"),
        Column(_("Blunders"), 90, align="right"),
    ]
    note = _(
        "Lost a move: hundredths of a pawn, on average. Accuracy, inaccuracies, mistakes and "
        "blunders are counted as lichess does. The moves are marked in the list."
    )
    look = Button(_("&Look at the game"), close, primary=True)
    buttons = [look]
    if on_practise is not None:
        buttons.insert(0, Button(_("&Practise the blunders"), practise))
    dialog = Dialog(
        _("Review of the game"),
        [
            Row(Table(columns, ListOfRows(rows), height=3)),
            Row(Label(note, size=SMALL, color="dim", wrap=True)),
        ],
        buttons,
        default=look,
        width=640,
    )
    return dialog
