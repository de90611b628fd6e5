"""Carries out effects on games, files and the clipboard; the window does those on the screen.

An effect's immediate result goes back to the state as an intent.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from board_core import BoardError, say
from board_core.files.folders import data_folder
from board_core.files.untrusted_files import CannotTake
from board_core.frontend.adviser import AdviserThread, AnalyserThread
from board_core.frontend.settings import Settings, save
from board_core.frontend.settings_file import SETTINGS_VARIABLE
from board_core.game import CannotTakeBack
from board_core.match.player_spec import PlayerSpec
from board_core.record.files import RecordFormat, read_games_file
from board_core.supervise.command import resolve

from .effects import (
    AskAdviser,
    AskForLines,
    CopyText,
    FileAction,
    FileEffect,
    GameAction,
    GameEffect,
    HandMove,
    HoldMoves,
    KeepSettings,
    OpenFolder,
    PauseGame,
    ReadFile,
    SayForPerson,
    StartGame,
    StopLines,
    TakePliesBack,
    TryStart,
    WriteFile,
)
from .host import Host
from .intents import Intent, PasteText, PlayAction, RecordText, RecordWritten, RequestRefused
from .kept import KeptGames
from .kit.widget import Clipboard
from .language import _
from .records import format_of, record_text
from .state import State

Ask = Callable[[Intent], None]


def carry_out_on_games(
    effect: GameEffect,
    host: Host,
    adviser_thread: AdviserThread,
    analyser: AnalyserThread,
    ask: Ask,
) -> None:
    """Carry out an effect on the host, the running game, the adviser or the analyser."""
    match effect:
        case StartGame(plan):
            host.play(plan)
        case GameAction.STOP_GAME:
            host.stop()
        case GameAction.END_PROGRAMS:
            host.reset()
        case TryStart(color, spec, rules):
            host.try_start(color, spec, rules)
        case PauseGame(seated, paused):
            (seated.game.pause if paused else seated.game.resume)()
        case TakePliesBack(seated, plies):
            try:
                seated.game.take_back(plies)
            except CannotTakeBack as error:
                ask(RequestRefused(error.sentence))
        case HoldMoves(seated, color, hold):
            seated.hold(color, hold=hold)
        case HandMove(seated, color, text):
            if not (seated.release(color) if text is None else seated.play(color, text)):
                ask(PlayAction.MOVE_NOT_TAKEN)
        case SayForPerson(seated, color, says):
            if (person := seated.person(color)) is not None:
                says(person)
        case AskAdviser(question, adviser, line):
            question(adviser_thread, adviser, line)
        case AskForLines(line, lines, engine):
            analyser.analyse(line, lines, engine)
        case StopLines(ended):
            (analyser.dismiss if ended else analyser.stop)()
        case _:
            assert_never(effect)


class WindowFiles:
    """Owns the kept games and the name of the settings' file; reads and writes files."""

    def __init__(self, settings_file: Path | None, clipboard: Clipboard, ask: Ask) -> None:
        self._settings_file = settings_file
        self._clipboard = clipboard
        self._ask = ask
        named = settings_file or os.environ.get(SETTINGS_VARIABLE)
        self.kept = KeptGames((Path(named).parent if named else data_folder()) / "games")

    def carry_out(self, effect: FileEffect, state: State) -> str:
        """Carry out an effect; return an error for the log, or an empty text."""
        match effect:
            case KeepSettings(settings):
                return self.keep(settings)
            case CopyText(text):
                self._clipboard.copy(text)
            case FileAction.COPY_GAME:
                self._clipboard.copy(self.record(state))
            case FileAction.PASTE_CLIPBOARD:
                self._ask(PasteText(self._clipboard.paste()))
            case FileAction.KEEP_REVIEW:
                game, sheet = state.game, state.game.sheet
                number = game.number if game.ended else -1
                name = "" if sheet is None or sheet.file is None else sheet.file.kept
                why = self.kept.keep_review(number, name, self.record(state))
                return _("The review could not be kept: {why}", why=why) if why else ""
            case OpenFolder(spec):
                self._open_folder(spec)
            case ReadFile(path):
                self._read(path)
            case WriteFile(path, whole, adds, then):
                text = self.record(state, path.suffix, whole=whole)
                written = RecordWritten(path, whole, then=then)
                if adds:
                    self._add(text, format_of(state.game.rules, path.suffix), written)
                else:
                    self._write(text, written)
            case _:
                assert_never(effect)
        return ""

    def record(self, state: State, ending: str = "", *, whole: bool = False) -> str:
        """Return the shown game, or the ``whole`` open file, in the format with this ending."""
        return record_text(state.game, state.study, self.kept.recorder, ending, whole=whole)

    def keep(self, settings: Settings) -> str:
        """Write the settings to their file; return an error, or an empty text."""
        try:
            save(settings, self._settings_file)
        except OSError as error:
            return _("The settings could not be saved: {why}", why=error.strerror)
        return ""

    def _open_folder(self, spec: PlayerSpec) -> None:
        import webbrowser  # brings along more than the first picture needs

        file = spec.function[0]
        folder = Path(file).absolute().parent if file else None
        if spec.command:
            folder = resolve(spec.command).folder
        if folder is None or not webbrowser.open(folder.as_uri()):
            shown = repr(str(folder or spec.text))
            self._ask(RequestRefused(say("the folder of {path} cannot be shown", path=shown)))

    def _read(self, path: Path) -> None:
        try:
            text = read_games_file(path)
        except CannotTake as error:
            self._ask(RequestRefused(error.sentence))
        except OSError as error:
            why = say("{path} cannot be read: {why}", path=repr(str(path)), why=error.strerror)
            self._ask(RequestRefused(why))
        else:
            self._ask(RecordText(text, str(path)))

    def _add(self, text: str, form: RecordFormat, written: RecordWritten) -> None:
        """Write games after those in a file."""
        path = written.path
        try:
            text = f"{read_games_file(path).rstrip()}\n\n{text}"
            games = tuple(form.split(text))
        except BoardError as error:
            self._ask(RequestRefused(error.sentence))
        except OSError as error:
            why = say("{path} cannot be read: {why}", path=repr(str(path)), why=error.strerror)
            self._ask(RequestRefused(why))
        else:
            self._write(text, replace(written, games=games))

    def _write(self, text: str, written: RecordWritten) -> None:
        path = written.path
        try:
            path.write_text(text, encoding="utf-8", errors="replace")
        except OSError as error:
            why = say("{path} cannot be written: {why}", path=repr(str(path)), why=error.strerror)
            self._ask(RequestRefused(why))
        else:
            self._ask(written)
