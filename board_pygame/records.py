"""Games and positions that come and go: the clipboard, files, a position to set up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from board_core import BoardError, Event, MovePlayed, Rules, Sentence, say
from board_core.author.analysis import marks
from board_core.games import RecordFormat
from board_core.match.known_games import hosted
from board_core.record import ReadGame, Recorder
from board_core.view import View

from .board.widget import BoardWidget
from .dialogs import SetUp, file_texts
from .games import Terms, terms
from .kit.files import FileBrowser, FileKind
from .kit.folders import ending_in
from .kit.ui import LayeredUI
from .language import _
from .state import NOBODY, Phase, State, first_position, trying
from .tutor import Tutor


class Desk(Protocol):
    """What the records need of the window."""

    state: State
    rules: Rules
    ui: LayeredUI
    board: BoardWidget
    tutor: Tutor

    def tell_status(self, text: str) -> None: ...
    def refuse(self, why: Sentence | None) -> None: ...
    def log(self, text: str, color: str = "text") -> None: ...


class Records:
    """Keeps the record of the running game, and puts others onto the free board."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._recorder = Recorder()

    def hear(self, event: Event) -> None:
        """An event of the game."""
        self._recorder(event)

    @property
    def _formats(self) -> tuple[RecordFormat, ...]:
        return hosted(self._desk.rules).records

    def _format(self, ending: str) -> RecordFormat:
        """The form of a file, by its ending; the usual one for any other."""
        named = (form for form in self._formats if f".{form.name}" == ending.lower())
        return next(named, self._formats[0])

    def knows(self, path: Path) -> bool:
        """Whether this looks like a file of games."""
        return path.suffix.lower() in [f".{form.name}" for form in self._formats]

    def text(self, ending: str = "") -> str:
        """The game that is shown, with what a review said of it."""
        desk, view = self._desk, self._desk.state.view
        said = marks(desk.tutor.study.of(view).values())
        recorder = self._recorder
        if view.names == NOBODY:
            setup, events = _since_the_last_odd_turn(view)
            recorder = Recorder()
            recorder(first_position(desk.rules, setup))
            for event in events:
                recorder(event)
        return self._format(ending).write(recorder.record, marks=said)

    def copy_setup(self) -> None:
        self._desk.ui.clipboard.copy(self._desk.state.shown.setup)
        chess = terms(self._desk.rules) is Terms.CHESS
        self._desk.tell_status(_("The FEN is copied.") if chess else _("The position is copied."))

    def copy(self) -> None:
        self._desk.ui.clipboard.copy(self.text())
        form = self._formats[0].name.upper()
        self._desk.tell_status(_("The game is copied as {form}.", form=form))

    def paste(self) -> None:
        """A position or a game, onto the free board."""
        text = self._desk.ui.clipboard.paste().strip()
        if text and self.is_free():
            if "\n" in text or text.startswith(("[", "1.", "(", "{")):
                self._read_text(text)
            else:
                self.set_position(text)

    def is_free(self) -> bool:
        """Whether the board may be given another game; says why not."""
        if self._desk.state.phase in (Phase.TRYING, Phase.ENDED):
            return True
        self._desk.refuse(say("stop the game first: it would be lost"))
        return False

    def set_up(self) -> None:
        desk = self._desk
        if self.is_free():
            desk.ui.open(SetUp(desk.rules, desk.state.shown.setup, self.set_position))

    def set_position(self, setup: str | None) -> None:
        """A free board with this position; None is the usual first one."""
        desk = self._desk
        try:
            start = first_position(desk.rules, setup)
        except BoardError as error:
            desk.refuse(error.sentence)
            return
        desk.board.cancel()
        desk.state = trying(desk.state, start)

    def open(self) -> None:
        if self.is_free():
            endings = [f".{form.name}" for form in self._formats]
            kind = FileKind(", ".join(endings), ending_in(*endings))
            self._desk.ui.open(
                FileBrowser(_("Open a game"), Path.home(), self.read, kind=kind, texts=file_texts())
            )

    def read(self, path: Path) -> None:
        """The first game of a file, onto the free board."""
        if not self.is_free():
            return
        try:
            text = path.read_text(encoding="utf-8-sig", errors="replace")
        except OSError as error:
            self._desk.refuse(
                say("{path} cannot be read: {why}", path=repr(str(path)), why=error.strerror)
            )
            return
        self._read_text(text, path.suffix)

    def _read_text(self, text: str, ending: str = "") -> None:
        try:
            self._show(self._format(ending).read(text)[0])
        except BoardError as error:
            self._desk.refuse(error.sentence)

    def _show(self, read: ReadGame) -> None:
        desk, game = self._desk, read.game
        state = trying(desk.state, first_position(desk.rules, game.setup))
        for played in game.moves:
            state = state.tried(played.move, state.shown)
        desk.board.cancel()
        desk.state = replace(state, refusal=read.trouble)
        names = game.names
        desk.log(
            _("{white} (White) - {black} (Black)", white=names.white, black=names.black)
            + f"  {game.result}",
            "info",
        )

    def save(self) -> None:
        self._desk.ui.open(
            FileBrowser(
                _("Save the game"),
                Path.home(),
                self.write,
                saving=f"game.{self._formats[0].name}",
                texts=file_texts(),
            )
        )

    def write(self, path: Path) -> None:
        """The game that is shown, as a file."""
        try:
            path.write_text(self.text(path.suffix), encoding="utf-8", errors="replace")
        except OSError as error:
            self._desk.refuse(
                say("{path} cannot be written: {why}", path=repr(str(path)), why=error.strerror)
            )
        else:
            self._desk.tell_status(_("The game is saved as {path}.", path=path))


def _since_the_last_odd_turn(view: View) -> tuple[str, Sequence[MovePlayed]]:
    """The moves on a free board that make a game: a side may have moved out of turn before."""
    setup, first, position = view.start.setup, 0, view.start
    for number, event in enumerate(view.played):
        if event.before is not position:
            setup, first = event.before.setup, number
        position = event.position
    return setup, view.played[first:]
