"""The dialog that chooses the program of a side and tests whether it starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from board_core import Color
from board_core.frontend.settings import ChosenProgram, Settings
from board_core.game.rules import Rules
from board_core.games.game_file import IN_A_FILE
from board_core.match.player_spec import (
    PROTOCOL_PREFIX,
    USUAL_PROTOCOL,
    BadPlayer,
    PlayerSpec,
    absent_file,
    parse_player,
    split_command,
    usual_protocol,
)
from board_core.protocols import PROTOCOLS
from board_core.supervise.command import joined_words
from board_pygame.failure import Report, report_of_refusal, report_of_trial
from board_pygame.host import Tried
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import PAD_WIDTH, Dialog
from board_pygame.kit.fields import Combo
from board_pygame.kit.files import FileBrowser, FileKind, executable
from board_pygame.kit.form import FormRow, Spacer
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import DropDown
from board_pygame.kit.painter import SMALL_SIZE, Icon
from board_pygame.kit.text import Caption
from board_pygame.kit.widget import UI
from board_pygame.language import _
from board_pygame.reason_pane import ReasonRows

from .telling import file_texts


def protocol_words() -> dict[str, str]:
    """Return the names of the protocols in a list."""
    known = {
        "lines": _("Text lines"),
        "san": _("SAN lines"),
        "uci": "UCI",
        "xboard": "XBoard (CECP)",
        "gomocup": "Gomocup",
    }
    return {name: known.get(name, name) for name in PROTOCOLS}


def protocol_help(name: str, rules: Rules) -> str:
    """Return what a program for this game reads and must print in a protocol."""
    match name:
        case "uci":
            return _(
                "Engines such as Stockfish. It is sent uci, isready, position … and go …, and "
                "prints uciok, readyok and bestmove e2e4."
            )
        case "xboard":
            return _(
                "Engines such as GNU Chess. It is sent xboard, protover 2, new, go and the "
                "opponent's moves, and prints move e2e4."
            )
        case "gomocup":
            return _(
                "Gomoku engines. It is sent START 15, then BEGIN or TURN 7,7, and prints OK, then "
                "a point such as 7,8."
            )
        case _:
            return _(
                "Its first line is white or black; {first} asks for a move at once. Each later "
                "line is the opponent's move and asks for the next one: print one move, as {move}, "
                "on a line. A line with nothing but a dot means: that was illegal, print another.",
                first=rules.start(None).to_move.value,
                move=next(iter(rules.examples), ""),
            )


def program_of_game(program: ChosenProgram | None, rules: Rules) -> ChosenProgram:
    """Return a program with the lines of its game in place of those of chess."""
    program = program or ChosenProgram("")
    if program.protocol == USUAL_PROTOCOL:
        return replace(program, protocol=usual_protocol(rules))
    return program


def spec_of(program: ChosenProgram) -> PlayerSpec:
    """Return the player that a program is. Raises BadPlayer.

    Instead of its file there may be a whole command as in a terminal, or any player as on the
    command line: ``uci:stockfish``, ``my_ai.py:choose``.
    """
    text = program.path.strip()
    if not _is_file(Path(text)):
        protocol, function = PROTOCOL_PREFIX.fullmatch(text), IN_A_FILE.fullmatch(text)
        known = protocol is not None and protocol[1].casefold() in PROTOCOLS
        if known or (function is not None and _is_file(Path(function[1]).expanduser())):
            return parse_player(f"{text} {program.arguments}".strip())
    command = joined_words(_words(text))
    return parse_player(f"{program.protocol}:{command} {program.arguments}".strip())


def _words(text: str) -> tuple[str, ...]:
    """Split a command into words; a file's name is always one word."""
    whole = str(Path(text).expanduser())
    if _is_file(Path(whole)):
        return (whole,)
    words = split_command(text)
    words = tuple(str(Path(word).expanduser()) if word[:1] == "~" else word for word in words)
    if not words or (Path(words[0]).name != words[0] and not _is_file(Path(words[0]))):
        return (whole,)  # a path that leads nowhere
    return words


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # no file could have such a name
        return False


class ProgramFields:
    """The fields of a program: its file, its arguments, its protocol."""

    def __init__(
        self,
        program: ChosenProgram | None,
        history: Sequence[ChosenProgram],
        changed: Callable[..., object],
    ) -> None:
        program = program or ChosenProgram("")
        self._names = list(PROTOCOLS)
        self.path = Combo(program.path, on_change=changed)
        self.path.values = list(dict.fromkeys(known.path for known in history))
        self.arguments = Combo(program.arguments, on_change=changed)
        self.arguments.values = list(
            dict.fromkeys(known.arguments for known in history if known.arguments)
        )
        words = protocol_words()
        self.protocol = DropDown(
            [words[name] for name in self._names], self._names.index(program.protocol), changed
        )
        self._browse = Button(_("Browse…"), partial(self._choose_file, self.path, False))
        self._insert = Button(_("Insert file…"), partial(self._choose_file, self.arguments, True))
        self._changed = changed
        self.chosen: Callable[[], object] = lambda: None  # called when a file has been chosen
        self.ui: UI | None = None

    @property
    def protocol_name(self) -> str:
        """The chosen key of :data:`PROTOCOLS`."""
        return self._names[self.protocol.index]

    def rows(self, *, letters: bool = True) -> list[FormRow]:
        """Return the rows; without ``letters``, no label has a letter for Alt."""
        labels = [_("P&rogram"), _("Ar&guments"), _("Pr&otocol")]
        if not letters:
            labels = [Caption.of(label).text for label in labels]
        return [
            FormRow(self.path, self._browse, label=labels[0]),
            FormRow(self.arguments, self._insert, label=labels[1]),
            FormRow(self.protocol, label=labels[2]),
        ]

    @property
    def program(self) -> ChosenProgram | None:
        """The program; None while no file is named."""
        path = self.path.text.strip()
        if not path:
            return None
        return ChosenProgram(path, self.arguments.text.strip(), self.protocol_name)

    def dropped(self, path: str) -> None:
        """Take a file that was dropped onto the dialog."""
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
            self.chosen()

        recent = [Path(value).parent for value in self.path.values]
        self.ui.open(
            FileBrowser(
                _("Choose a file") if insert else _("Choose a program"),
                folder,
                chosen,
                kind=None if insert else FileKind(_("Only programs"), is_program),
                recent=list(dict.fromkeys(recent)),
                texts=file_texts(),
            )
        )


def is_program(path: Path) -> bool:
    """Return whether this looks like a file that can play."""
    return path.suffix.lower() in (".py", ".jar") or executable(path)


class LoadAI(Dialog):
    """The dialog that chooses the program of a side; a trial start tells whether it can play."""

    def __init__(
        self,
        color: Color,
        rules: Rules,
        settings: Settings,
        on_load: Callable[[ChosenProgram, PlayerSpec], object],
        on_try: Callable[[PlayerSpec], object],
        on_clear: Callable[[], object],
    ) -> None:
        self._rules = rules
        self._on_load, self._on_try, self._on_clear = on_load, on_try, on_clear
        start = settings.default_ai[color]
        if start is None and settings.history:
            start = settings.history[0]
        start = program_of_game(start, rules)
        self._fields = ProgramFields(start, settings.history, self._changed)
        note = Label(
            _(
                "A file, or a whole command as in a terminal. Files can be dropped here. "
                "It runs in the folder of its file."
            ),
            size=SMALL_SIZE,
            color="dim",
            wrap=True,
        )
        self._spoken = Label(size=SMALL_SIZE, color="dim", wrap=True)
        self._rows, self._report = ReasonRows(), Report("", "")
        self._wrote = Label(_("What the program wrote"), wrap=True)
        self._copy = Button(_("Copy all"), self._copied, icon=Icon.COPY)
        signs = _("→ told it   ← it said   ! its standard error   ■ its end")
        self._signs = Label(signs, size=SMALL_SIZE, color="dim", wrap=True)
        self._trial = Button(_("&Test start"), self._try, icon=Icon.FLASK)
        self._load = Button(_("&Load"), self._accept, primary=True)
        self._forget = Button(_("Clear &history"), self._clear)
        self._forget.enable(bool(settings.history))
        self._fields.chosen = self._look_at_load
        title = _("White's AI") if color is Color.WHITE else _("Black's AI")
        super().__init__(
            title,
            [
                *self._fields.rows(),
                FormRow(self._spoken),
                FormRow(note),
                *(FormRow(widget) for widget in self._rows.told),
                FormRow(self._wrote, self._copy),
                FormRow(self._rows.text),
                FormRow(self._signs),
            ],
            [
                self._trial,
                self._forget,
                Spacer(),
                Button(_("&Cancel"), self.dismiss),
                self._load,
            ],
            default=self._load,
            width=760,
        )
        self._tell(None)
        self._changed()

    def layout(self, ui: UI) -> None:
        self._fields.ui = ui
        self._rows.measure(ui.fonts, ui.px(760 - 2 * PAD_WIDTH))
        super().layout(ui)

    def _changed(self, *_news: object) -> None:
        self._spoken.set(protocol_help(self._fields.protocol_name, self._rules))
        ready = self._fields.program is not None
        self._trial.enable(ready)
        self._load.enable(ready)
        if self._report.headline:
            self._tell(None)
            self.ui.relayout(self)

    def _look_at_load(self) -> None:
        """Move the focus on after a file was chosen."""
        self.ui.focus(self._load)

    def _tell(self, report: Report | None) -> None:
        """Show the result of a trial start; after a failure another trial is the default."""
        self._report = report or Report("", "")
        self._rows.show(report)
        self._copy.set(_("Copy all"))
        for widget in (self._wrote, self._copy, self._signs):
            widget.show(bool(self._report.lines))
        failed = report is not None and report.color == "error"
        self._trial.emphasise(failed)
        self._load.emphasise(not failed)
        self._load.set(_("&Load anyway") if failed else _("&Load"))
        self.default = self._trial if failed else self._load

    def _told(self, report: Report) -> None:
        self._tell(report)
        self.ui.relayout(self)

    def _copied(self) -> None:
        self.ui.clipboard.copy(self._report.text)
        self._copy.set(_("Copied"))
        self.ui.relayout(self)

    def tried(self, tried: Tried) -> None:
        """Show the result of the trial start that was asked for here."""
        program = self._fields.program
        if program is not None and _spec_or_none(program) == tried.spec:
            self._told(report_of_trial(tried))

    def dropped(self, path: str) -> None:
        self._fields.dropped(path)

    def _spec(self, *, exists: bool) -> PlayerSpec | None:
        """Return the typed player with existing files, or show why there is none."""
        program = self._fields.program
        if program is None:
            return None
        try:
            spec = spec_of(program)
        except BadPlayer as error:
            self._told(report_of_refusal(error.sentence))
            return None
        why = absent_file(spec) if exists else None
        if why is not None:
            self._told(report_of_refusal(why))
        return spec if why is None else None

    def _try(self) -> None:
        spec = self._spec(exists=True)
        if spec is not None:
            self._told(Report("", _("Starting it, and asking for a first move …"), "dim"))
            self._on_try(spec)

    def _accept(self) -> None:
        anyway = self._report.color == "error" and bool(self._report.headline)
        spec, program = self._spec(exists=not anyway), self._fields.program
        if spec is not None and program is not None:
            self.close()
            self._on_load(program, spec)

    def _clear(self) -> None:
        self._on_clear()
        self._forget.enable(False)
        self._fields.path.values = []
        self._fields.arguments.values = []
        self._told(Report("", _("The history is empty now."), "good"))


def _spec_or_none(program: ChosenProgram) -> PlayerSpec | None:
    try:
        return spec_of(program)
    except BadPlayer:
        return None
