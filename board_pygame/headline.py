"""The one sentence that matters now, what stands below it, and the row of actions: pure."""

from __future__ import annotations

from collections.abc import Mapping

from board_core import Color, Outcome, PerColor, Reason
from board_core.author.analysis import Judgement
from board_core.game.geometry import Style
from board_core.game.words import verdict_of
from board_core.text.languages import N_

from .game_state import GameState
from .kit.labels import Light
from .labels import (
    count_words,
    game_title,
    move_after,
    moves_in,
    opening_of,
    pending_words,
    player_name,
    player_of,
    points_of,
    record_title,
    way_to_lose,
)
from .language import _, control_words, end_reason, headed, sentence
from .playing import reseated
from .state import State
from .study import Study
from .tutor import judged_words
from .wish import Frame

FAULTS = {
    Reason.TIME: N_("{name} lost: its time was over"),
    Reason.ILLEGAL_MOVES: N_("{name} lost: illegal moves"),
    Reason.CRASH: N_("{name} lost: it crashed"),
    Reason.PROTOCOL: N_("{name} lost: it broke its protocol"),
    Reason.OUTPUT: N_("{name} lost: it printed too much"),
    Reason.BREACH: N_("{name} lost: it broke its protocol"),
    Reason.OFF_TURN: N_("{name} lost: it computed in its opponent's turn"),
    Reason.INTERFERENCE: N_("{name} lost: it interfered with the board"),
    Reason.NOT_STARTED: N_("{name} lost: it did not start"),
    Reason.ABSENCE: N_("{name} lost: it was not there"),
}
"""Why a program lost, in a few words."""


def lower_side(game: GameState, *, flipped: bool) -> Color:
    """Return the side whose strip is below the board: one's own, where the board has no front."""
    people = game.people
    if game.rules.geometry.style is not Style.SQUARES and len(people) == 1 and not game.free:
        return people[0]
    return Color.BLACK if flipped else Color.WHITE


def is_record(game: GameState) -> bool:
    """Return whether the free board shows a record that was opened."""
    return game.free and game.sheet is not None and game.sheet.file is not None


def headline(state: State) -> tuple[str, Light | None]:
    """Return the sentence, with a lamp where something failed."""
    game = state.game
    if state.study.current is not None:
        return _("Find a better move"), None
    if state.frame is Frame.ANALYSIS:
        return _("Analysis"), None
    if is_record(game):
        return record_title(game)[0], None
    if game.free:
        return _("Ready to start"), None
    if not game.live:
        return _place(game), None
    ended = game.view.ended if game.ended else None
    if reseated(game):
        return _("Ready to play again"), None
    if ended is not None:
        return _end(game, ended.outcome)
    if not game.running:
        return pending_words(game), None
    return _turn(game)


def _place(game: GameState) -> str:
    """Return which of the moves is shown."""
    if not game.ply:
        return _("Before the first move")
    shown, count = (moves_in(game.rules, n) for n in (game.ply, len(game.view.played)))
    return _("Move {shown} of {count}", shown=shown, count=count)


def _end(game: GameState, outcome: Outcome) -> tuple[str, Light | None]:
    people, winner = game.people, outcome.winner
    loser = None if winner is None else winner.other
    if loser is not None and loser not in people and (words := FAULTS.get(outcome.reason)):
        return _(words, name=player_name(game, loser)), Light.FAILED
    if len(people) == 1 and winner is not None:
        return (_("You won") if winner in people else _("You lost")), None
    if winner is not None and winner not in people:
        return _("{name} won", name=player_name(game, winner)), None
    if winner is not None:
        return _("{color} wins", color=winner), None
    if outcome.decided:
        return sentence(verdict_of(outcome)), None
    return _("Stopped"), Light.STOPPED


def _turn(game: GameState) -> tuple[str, Light | None]:
    mover, people = game.view.to_move, game.people
    if game.view.paused:
        return _("Paused"), None
    if game.draw_offered and game.offer is not None:
        return _("{name} offers a draw", name=player_name(game, game.offer)), None
    if people == [mover]:
        return _("Your move"), None
    if mover in people:
        return _("{color} to move", color=mover), None
    name = player_name(game, mover)
    if game.may_release(mover):
        return _("{name} waits for you", name=name), None
    if game.silence is not None:
        return _("{name} does not answer", name=name), Light.REFUSED
    if not game.view.asked:
        return _("{name} moves next", name=name), None
    return _("{name} is thinking", name=name), None


def subline(state: State, judged: Mapping[int, Judgement]) -> tuple[str, str]:
    """Return what stands below the headline, and the name of its colour; messages come first."""
    game = state.game
    if game.refusal is not None:
        return headed(game.refusal), "warning"
    if game.message:
        return game.message, "text"
    if state.study.current is not None:
        return _puzzle(state.study), "dim"
    if better := judged_words(judged, game):
        return better, "text"
    if game.running and not game.view.paused and game.may_release(game.view.to_move):
        if game.own_moves_only(game.view.to_move) is None:
            return _("Press Next move (Space), or move in its place."), "dim"
        return _("Press Next move (Space). You cannot move for it."), "dim"
    if game.silence is not None and game.live:
        return sentence(game.silence.sentence), "dim"
    return " · ".join(filter(None, _facts(state))), "dim"


def _puzzle(study: Study) -> str:
    puzzle = study.current
    assert puzzle is not None, "a blunder is practised"
    return _(
        "Puzzle {number} of {count}: {played} was a blunder.",
        number=study.puzzle + 1,
        count=len(study.puzzles),
        played=puzzle.position.notation(puzzle.played),
    )


def _facts(state: State) -> list[str]:
    game = state.game
    opening = opening_of(game) if game.view.played else ""
    if state.parked is not None and state.waits:
        waits = state.parked.game
        move = count_words(waits, len(waits.view.played))
        return [_("Your game waits after {moves}", moves=move), opening]
    if is_record(game):
        return [record_title(game)[1] or game_title(game)]
    ended = game.view.ended if game.ended else None
    if reseated(game) and game.live:
        return [game_title(game), _against(game)]
    if ended is not None:
        result = points_of(ended.outcome, game.rules.first)
        failed = None if game.explained is None else game.seats[game.explained].trouble
        if failed is not None and game.explained is not None and failed.ply:
            number = _("{color}'s move {number}", color=game.explained, number=failed.number)
            return [result, number, game_title(game)]
        count = count_words(game, len(game.view.played))
        why = end_reason(ended.outcome, ended.explanation) or way_to_lose(ended.outcome)
        return [result, why if result else why[:1].upper() + why[1:], count, opening]
    plan = game.plan
    if plan is None or game.free:  # before a game
        clock = control_words(state.wish.pace)
        players = _against(game) if any(seat.spec for seat in game.seats) else ""
        return [game_title(game), clock, opening or players]
    clock = control_words(plan.game.controls.white)
    watched = game.running and not game.people
    move = move_after(game.rules, len(game.view.played)) if watched else ""
    return [game_title(game), clock, opening, move]


def _against(game: GameState) -> str:
    names = PerColor(*Color).map(lambda color: player_of(game, color, sits=game.ended)[0])
    return _("{white} against {black}", white=names.white, black=names.black)
