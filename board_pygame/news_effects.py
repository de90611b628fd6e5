"""The answers to news of the host, with their effects and lines of the log. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from board_core import (
    Color,
    DrawDeclined,
    DrawOffered,
    Event,
    GameEnded,
    GameStarted,
    HostAway,
    MovePlayed,
    MoveRejected,
    MovesTakenBack,
    Paused,
    PerColor,
    PlayerSaid,
    PlayerSilent,
    Reason,
    Resumed,
    Thinking,
    TurnStarted,
)
from board_core.match.player_spec import PlayerKind
from board_core.players import NoteKind

from .effects import AddLogLine, GameStep, ScreenAction
from .failure import evidence, ink_of, trial_words
from .game_state import GameState
from .host import Cleared, Happened, LineSaid, News, NotOpened, Opened, Tried
from .labels import move_number, printed_result, spec_name
from .language import _, ngettext, outcome_words, sentence
from .phases import Mode
from .playing import move_sound
from .sounds import Sound

OUR_FAULTS = (Reason.INTERNAL_ERROR,)


def log_lines(state: GameState, news: News) -> Iterator[AddLogLine]:
    """Return the lines for this news; ``state`` is the state before it."""
    match news:
        case Opened(number):
            begun = _("Game {number} is being set up.", number=number)
            yield AddLogLine(begun, "info", begins=True)
        case Happened(number, event):
            if number == state.number:
                yield from _of_event(state, event)
        case NotOpened(why):
            yield AddLogLine(sentence(why), "error")
        case Tried():
            yield from _of_trial(news)
        case Cleared():
            yield AddLogLine(_("All programs have ended."), "info")
        case LineSaid():
            pass  # is itself a line of the log
        case _:
            assert_never(news)


def _of_event(state: GameState, event: Event) -> Iterator[AddLogLine]:
    match event:
        case GameStarted(_rules, names):
            if state.plan is not None:
                names = PerColor(*Color).map(state.plan.player).map(spec_name)
            yield AddLogLine(
                _("{white} (White) - {black} (Black)", white=names.white, black=names.black),
                "good",
            )
        case MovePlayed(color):
            number = move_number(state.view.start, state.rules, event.ply)
            yield AddLogLine(_moved(state, event, number), places=True)
        case MoveRejected(color, _ply, _text, why, attempt):
            person = state.seats[color].mode is Mode.PERSON
            said = sentence(why)
            if not person and attempt:
                said = _("{color}, illegal answer {attempt}: {why}", **_facts(color, attempt, said))
            yield AddLogLine(said, "warning", places=True)
        case MovesTakenBack(plies):
            text = ngettext("{count} ply taken back", "{count} plies taken back", plies)
            yield AddLogLine(text, "info")
        case DrawOffered(color):
            yield AddLogLine(_("{color} offers a draw.", color=color), "info")
        case DrawDeclined(color):
            yield AddLogLine(_("{color} declines the draw.", color=color), "info")
        case Paused():
            yield AddLogLine(_("The game is paused."), "info")
        case Resumed():
            if state.view.paused:
                yield AddLogLine(_("The game goes on."), "info")
        case HostAway():
            yield AddLogLine(sentence(event.sentence), "warning")
        case PlayerSilent(color):
            yield AddLogLine(sentence(event.sentence), "warning")
        case PlayerSaid(color, _ply, note):
            match note.kind:
                case NoteKind.COMMENT if not _is_program(state, color):
                    yield AddLogLine(_("{color} says: {text}", color=color, text=note.text), "dim")
                case NoteKind.IGNORED:
                    text = _("{color}, ignored: {text}", color=color, text=note.text)
                    yield AddLogLine(text, "warning")
                case _:
                    pass  # stands in the log as it was said
        case GameEnded(outcome, _turn, explanation):
            failed = explanation is not None or outcome.reason in OUR_FAULTS
            words = outcome_words(outcome, explanation)
            yield AddLogLine(
                f"{printed_result(outcome.result)}  {words}", "error" if failed else "good"
            )
            if explanation is not None:
                for line in evidence(explanation):
                    yield AddLogLine(line, ink_of(line, "dim"))
        case TurnStarted() | Thinking():
            pass
        case _:
            assert_never(event)


def _is_program(state: GameState, color: Color) -> bool:
    spec = state.seats[color].spec
    return spec is not None and spec.kind is PlayerKind.PROGRAM


def _facts(color: Color, attempt: int, why: str) -> dict[str, object]:
    return {"color": color, "attempt": attempt, "why": why}


def _moved(state: GameState, event: MovePlayed, number: str) -> str:
    move = f"{number.replace('…', '...')} {event.notation}"
    if state.view.clock.running is None and event.elapsed == 0:
        return move
    return _("{move} after {seconds:.1f} s", move=move, seconds=event.elapsed)


def _of_trial(tried: Tried) -> Iterator[AddLogLine]:
    if tried.warning is not None:
        yield AddLogLine(_("Warning: {warning}", warning=sentence(tried.warning)), "warning")
    color = "good" if tried.trouble is None else "error"
    yield AddLogLine(trial_words(tried), color, places=tried.trouble is None)
    if tried.explanation is not None:
        for line in evidence(tried.explanation):
            yield AddLogLine(line, ink_of(line, "dim"))


def after_news(before: GameState, news: News) -> GameStep:
    """Return the game after this news, and the effects."""
    game = before.after(news)
    lines = tuple(log_lines(before, news))
    match news:
        case LineSaid():
            return game, (news,)
        case Happened(number, event) if number == game.number and not before.free:
            game, effects = _after_event(game, event)
            return game, (*lines, *effects)
        case Tried():
            shown = (ScreenAction.SHOW_FAILURE,) if game.explained is not before.explained else ()
            return game, (*lines, news, *shown)
        case Happened() | Opened() | NotOpened() | Cleared():
            return game, lines
        case _:
            assert_never(news)


def _after_event(game: GameState, event: Event) -> GameStep:
    match event:
        case MovePlayed():
            return game, (move_sound(game, event),)
        case PlayerSaid(color, _ply, note) if note.kind is NoteKind.STDERR:
            return game, (LineSaid(color, "!", note.text),)
        case GameEnded():
            return _after_end(game, event)
        case _:
            return game, ()


def _after_end(game: GameState, event: GameEnded) -> GameStep:
    """Announce the end. Each frame tells the result in its own place, and a failure has a pane."""
    if not game.ended or event.outcome.reason is Reason.STOPPED:
        return game, ()
    failure = (ScreenAction.SHOW_FAILURE,) if game.explained is not None else ()
    return game, (Sound.GAME_END, *failure)
