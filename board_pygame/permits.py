"""Why something cannot be asked for now, in words; nothing when it can."""

from __future__ import annotations

from .language import _, sentence
from .state import Mode, Phase, State


def no_free_board(state: State) -> str:
    """Why no game can be started, opened or set up."""
    if state.running:
        return _("a game is running")
    return _wait(state)


def no_stop(state: State) -> str:
    if state.running or state.phase is Phase.OPENING:
        return ""
    return _wait(state) or _("no game is running")


def no_reset(state: State) -> str:
    return _wait(state)


def no_game(state: State) -> str:
    """Why there is nothing to pause."""
    return "" if state.running else _wait(state) or _("no game is running")


def no_take_back(state: State) -> str:
    if not state.view.played:
        return _("no move has been made")
    refusal = state.cannot_rewind
    return _wait(state) or (sentence(refusal) if refusal is not None else "")


def no_resignation(state: State) -> str:
    if not state.running:
        return no_game(state)
    return "" if _people(state) else _("nobody at this window plays")


def no_draw(state: State) -> str:
    """Why a draw can be neither offered nor accepted nor claimed."""
    waits = state.offer is not None and not (state.draw_offered or state.may_claim)
    return no_resignation(state) or (_("a draw has been offered") if waits else "")


def no_hint(state: State) -> str:
    if state.shown.outcome() is not None:
        return _("the game is over here")
    if state.running and not (state.may_move and state.live):
        return _("it is not your turn")
    return ""


def no_review(state: State) -> str:
    if not state.view.played:
        return _("no move has been made")
    return no_free_board(state)


def _people(state: State) -> bool:
    return any(seat.mode is Mode.PERSON for seat in (state.seats.white, state.seats.black))


def _wait(state: State) -> str:
    return _("something is being started or ended") if state.busy else ""
