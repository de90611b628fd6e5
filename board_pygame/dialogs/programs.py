"""The dialog that chooses the program of a side and tests whether it starts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from board_core import Color
from board_core.frontend.setting_codecs import ChosenProgram
from board_core.frontend.settings import Settings
from board_core.match.player_spec import BadPlayer, PlayerSpec, parse_player
from board_core.protocols import PROTOCOLS
from board_pygame.dialogs.words import file_texts
from board_pygame.host import Tried
from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.dropdown import DropDown
from board_pygame.kit.fields import Combo
from board_pygame.kit.files import FileBrowser, FileKind
from board_pygame.kit.folders import executable
from board_pygame.kit.form import FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.painter import SMALL_SIZE
from board_pygame.kit.text import Caption
from board_pygame.kit.widget import UI
from board_pygame.language import _, sentence


def protocol_words() -> dict[str, str]:
    """Return the names of the protocols in a list."""
    known = {
        "san": _("SAN lines"),
        "uci": "UCI",
        "xboard": "XBoard (CECP)",
        "gomocup": "Gomocup",
    }
    return {name: known.get(name, name) for name in PROTOCOLS}


def quoted(word: str) -> str:
    """Return a word of a command line, for the grammar of players."""
    return f'"{word}"' if " " in word or "'" in word else word


def spec_of(program: ChosenProgram) -> PlayerSpec:
    """Return the player that a program is. Raises BadPlayer."""
    return parse_player(f"{program.protocol}:{quoted(program.path)} {program.arguments}".strip())


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
        self.ui: UI | None = None

    def rows(self, *, letters: bool = True) -> list[FormRow]:
        """Return the rows; without ``letters``, no label has a letter for Alt."""
        labels = [_("Program &file"), _("Ar&guments"), _("P&rotocol")]
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
        name = self._names[self.protocol.index]
        return ChosenProgram(str(Path(path).expanduser()), self.arguments.text.strip(), name)

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
        settings: Settings,
        on_load: Callable[[ChosenProgram, PlayerSpec], object],
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
            size=SMALL_SIZE,
            color="dim",
            wrap=True,
        )
        self._result = Label("", wrap=True)
        self._trial = Button(_("&Test start"), self._try)
        self._load = Button(_("&Load"), self._accept, primary=True)
        title = _("White's AI") if color is Color.WHITE else _("Black's AI")
        super().__init__(
            title,
            [*self._fields.rows(), FormRow(note), FormRow(self._result)],
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
        """Show the result of the trial start that was asked for here."""
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


def _spec_or_none(program: ChosenProgram) -> PlayerSpec | None:
    try:
        return spec_of(program)
    except BadPlayer:
        return None
