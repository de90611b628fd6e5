"""The answers to news of the host: pure, with their effects."""

from __future__ import annotations

from typing import assert_never

from board_core import Event, GameEnded, MovePlayed, NoteKind, PlayerSaid, Reason, Thinking
from board_core.geometry import Style

from .effects import (
    AddLogLine,
    AddProgramLine,
    AddThought,
    GameStep,
    OpenGameOver,
    PlaySound,
    RecordEvent,
    ShowFailure,
    ShowTrial,
)
from .game_state import GameState
from .host import Cleared, Happened, LineSaid, News, NotOpened, Opened, Tried
from .labels import thought_cells, verdict
from .language import outcome_words
from .log_lines import log_lines
from .moving import move_sound
from .sounds import Sound


def after_news(before: GameState, news: News, *, quiet: bool) -> GameStep:
    """Return the game after this news, and the effects.

    ``quiet``: no dialog opens, as the frame of the window tells the result itself.
    """
    game = before.after(news)
    lines = (AddLogLine(it.text, it.color, it.places) for it in log_lines(before, news))
    match news:
        case LineSaid(color, way, line):
            return game, (AddProgramLine(color, way, line),)
        case Happened(number, event) if number == game.number:
            game, effects = _after_event(game, event, quiet)
            return game, (*lines, RecordEvent(event), *effects)
        case Tried():
            shown = (ShowFailure(),) if game.explained is not before.explained else ()
            return game, (*lines, ShowTrial(news), *shown)
        case Happened() | Opened() | NotOpened() | Cleared():
            return game, tuple(lines)
        case _:
            assert_never(news)


def _after_event(game: GameState, event: Event, quiet: bool) -> GameStep:
    match event:
        case MovePlayed():
            return game, (PlaySound(move_sound(game, event)),)
        case Thinking(color, _ply, thought):
            return game, (AddThought(thought_cells(thought, color)),)
        case PlayerSaid(color, _ply, note) if note.kind is NoteKind.STDERR:
            return game, (AddProgramLine(color, "!", note.text),)
        case GameEnded():
            return _after_end(game, event, quiet)
        case _:
            return game, ()


def _after_end(game: GameState, event: GameEnded, quiet: bool) -> GameStep:
    """Announce the winner.

    A failure has a pane; what the board shows is told in the status bar, all else in a dialog.
    """
    if not game.ended or event.outcome.reason is Reason.STOPPED:
        return game, ()
    sound, told = PlaySound(Sound.GAME_END), outcome_words(event.outcome, event.explanation)
    if game.explained is not None:
        return game.telling(outcome_words(event.outcome)), (sound, ShowFailure())
    if game.rules.geometry.style is not Style.SQUARES:
        return game.telling(told), (sound,)
    if quiet:
        return game, (sound,)
    title = f"{event.outcome.result}  {verdict(event.outcome)}"
    return game, (sound, OpenGameOver(title, (told,)))
