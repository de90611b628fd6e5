"""The answers to news of the host: pure, with their effects."""

from __future__ import annotations

from typing import assert_never

from board_core import Event, GameEnded, MovePlayed, NoteKind, PlayerSaid, Reason, Thinking

from .effects import (
    AddLogLine,
    AddProgramLine,
    AddThought,
    GameStep,
    PlaySound,
    RecordEvent,
    ScreenAction,
    ShowTrial,
)
from .game_state import GameState
from .host import Cleared, Happened, LineSaid, News, NotOpened, Opened, Tried
from .labels import thought_cells
from .log_lines import log_lines
from .moving import move_sound
from .sounds import Sound


def after_news(before: GameState, news: News) -> GameStep:
    """Return the game after this news, and the effects."""
    game = before.after(news)
    lines = (AddLogLine(it.text, it.color, it.places) for it in log_lines(before, news))
    match news:
        case LineSaid(color, way, line):
            return game, (AddProgramLine(color, way, line),)
        case Happened(number, event) if number == game.number and not before.free:
            game, effects = _after_event(game, event)
            return game, (*lines, RecordEvent(event), *effects)
        case Tried():
            shown = (ScreenAction.SHOW_FAILURE,) if game.explained is not before.explained else ()
            return game, (*lines, ShowTrial(news), *shown)
        case Happened() | Opened() | NotOpened() | Cleared():
            return game, tuple(lines)
        case _:
            assert_never(news)


def _after_event(game: GameState, event: Event) -> GameStep:
    match event:
        case MovePlayed():
            return game, (PlaySound(move_sound(game, event)),)
        case Thinking(color, _ply, thought):
            return game, (AddThought(thought_cells(thought, color)),)
        case PlayerSaid(color, _ply, note) if note.kind is NoteKind.STDERR:
            return game, (AddProgramLine(color, "!", note.text),)
        case GameEnded():
            return _after_end(game, event)
        case _:
            return game, ()


def _after_end(game: GameState, event: GameEnded) -> GameStep:
    """Announce the end. Each frame tells the result in its own place, and a failure has a pane."""
    if not game.ended or event.outcome.reason is Reason.STOPPED:
        return game, ()
    failure = (ScreenAction.SHOW_FAILURE,) if game.explained is not None else ()
    return game, (PlaySound(Sound.GAME_END), *failure)
