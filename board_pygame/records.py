"""Copying, pasting, reading and writing games and positions: pure, with their effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from board_core import BoardError, MovePlayed, Rules, say
from board_core.author.analysis import marks
from board_core.games import RecordFormat
from board_core.match.known_games import hosted
from board_core.record import ReadGame, Recorder
from board_core.view import View

from .effects import (
    AddLogLine,
    CancelHand,
    CopyRecord,
    CopyText,
    GameStep,
    PasteClipboard,
    ReadFile,
    WriteFile,
)
from .free_board import tried
from .game_state import NO_NAMES, GameState, first_position
from .games import Terms, terms
from .intents import (
    AnalysePosition,
    CopyGame,
    CopyPosition,
    PasteText,
    ReadRecord,
    RecordIntent,
    RecordText,
    RecordWritten,
    SetPosition,
)
from .language import _
from .study import Study


def after_intent(game: GameState, intent: RecordIntent) -> GameStep:
    """Return the game after this intent, and the effects."""
    match intent:
        case CopyPosition():
            fen = terms(game.rules) is Terms.CHESS
            told = game.telling(_("The FEN is copied.") if fen else _("The position is copied."))
            return told, (CopyText(game.shown.setup),)
        case CopyGame():
            form = formats(game.rules)[0].name.upper()
            return game.telling(_("The game is copied as {form}.", form=form)), (CopyRecord(),)
        case PasteClipboard() | WriteFile():
            return game, (intent,)
        case PasteText(text):
            return _pasted(game, text.strip())
        case SetPosition(setup):
            return with_position(game, setup)
        case ReadRecord(path):
            free = freed(game)
            return free, (ReadFile(path),) if is_free(game) else ()
        case RecordText(text, ending):
            return _read(game, text, ending)
        case RecordWritten(path):
            return game.telling(_("The game is saved as {path}.", path=path)), ()
        case AnalysePosition():
            return _analysed(game), (CancelHand(),)
        case _:
            assert_never(intent)


def formats(rules: Rules) -> tuple[RecordFormat, ...]:
    """Return the formats of a game's records, the default first."""
    return hosted(rules).records


def knows(rules: Rules, path: Path) -> bool:
    """Tell by its name whether this is a file of games."""
    return path.suffix.lower() in [f".{form.name}" for form in formats(rules)]


def is_free(game: GameState) -> bool:
    """Tell whether the board may be given another game."""
    return game.free or game.ended


def freed(game: GameState) -> GameState:
    """Refuse another game while one is running or starting."""
    if is_free(game):
        return game
    return game.refusing(say("stop the game first: it would be lost"))


def with_position(game: GameState, setup: str | None) -> GameStep:
    """Put a position onto the free board; None is the starting position."""
    try:
        start = first_position(game.rules, setup)
    except BoardError as error:
        return game.refusing(error.sentence), ()
    return game.with_board(start), (CancelHand(),)


def record_text(game: GameState, study: Study, recorder: Recorder, ending: str = "") -> str:
    """Return the shown game with its review, in the format of files with this ending.

    ``recorder`` has heard the newest game; a free board's moves are recorded here.
    """
    view = game.view
    if view.names == NO_NAMES:
        setup, events = _since_the_last_odd_turn(view)
        recorder = Recorder()
        recorder(first_position(game.rules, setup))
        for event in events:
            recorder(event)
    said = marks(study.of(view).values())
    return _format(game.rules, ending).write(recorder.record, marks=said)


def _format(rules: Rules, ending: str) -> RecordFormat:
    """Return the format of a file by its ending; the default for an unknown one."""
    named = (form for form in formats(rules) if f".{form.name}" == ending.lower())
    return next(named, formats(rules)[0])


def _pasted(game: GameState, text: str) -> GameStep:
    if not text:
        return game, ()
    if not is_free(game):
        return freed(game), ()
    if "\n" in text or text.startswith(("[", "1.", "(", "{")):
        return _read(game, text, "")
    return with_position(game, text)


def _read(game: GameState, text: str, ending: str) -> GameStep:
    try:
        return _shown(game, _format(game.rules, ending).read(text)[0])
    except BoardError as error:
        return game.refusing(error.sentence), ()


def _shown(game: GameState, read: ReadGame) -> GameStep:
    found = read.game
    free = game.with_board(first_position(game.rules, found.setup))
    for played in found.moves:
        free = tried(free, played.move, free.shown)
    names = _("{white} (White) - {black} (Black)", white=found.names.white, black=found.names.black)
    line = AddLogLine(f"{names}  {found.result}", "info")
    return replace(free, refusal=read.problem), (CancelHand(), line)


def _analysed(game: GameState) -> GameState:
    free = game.with_board(first_position(game.rules, game.view.start.setup))
    for event in game.view.played:
        free = tried(free, event.move, event.before)
    return free.looking_at(game.ply)


def _since_the_last_odd_turn(view: View) -> tuple[str, Sequence[MovePlayed]]:
    """Return the set-up and the moves since a side last moved out of turn."""
    setup, first, position = view.start.setup, 0, view.start
    for number, event in enumerate(view.played):
        if event.before is not position:
            setup, first = event.before.setup, number
        position = event.position
    return setup, view.played[first:]
