"""The reasons why something cannot be asked for now, in words; nothing where it can."""

from __future__ import annotations

from .game_state import GameState
from .language import _, sentence
from .phases import GameRequested, GameStarting
from .playing import cannot_rewind
from .seats import Mode


def reason_not_to_start(state: GameState) -> str:
    """Say why no game can be started, opened or set up."""
    if state.running:
        return _("a game is running")
    return _waiting(state)


def reason_not_to_play(state: GameState) -> str:
    """Say why no game can be started from the position that is shown."""
    if state.free and state.shown.outcome() is not None:
        return _("the game is over here")
    return reason_not_to_start(state)


def reason_not_to_analyse(state: GameState) -> str:
    """Say why no position can be analysed; a running game would only be paused."""
    return _waiting(state)


def reason_not_to_stop(state: GameState) -> str:
    """Say why no game can be stopped."""
    if state.running or isinstance(state.phase, GameRequested | GameStarting):
        return ""
    return _waiting(state) or _("no game is running")


def reason_not_to_reset(state: GameState) -> str:
    """Say why the board cannot be cleared."""
    return _waiting(state)


def reason_not_to_pause(state: GameState) -> str:
    """Say why there is nothing to pause."""
    return "" if state.running else _waiting(state) or _("no game is running")


def reason_not_to_take_back(state: GameState) -> str:
    """Say why no move can be taken back."""
    if not state.view.played:
        return _("no move has been made")
    refusal = cannot_rewind(state)
    return _waiting(state) or (sentence(refusal) if refusal is not None else "")


def reason_not_to_resign(state: GameState) -> str:
    """Say why nobody at the window can resign."""
    people = any(seat.mode is Mode.PERSON for seat in (state.seats.white, state.seats.black))
    if not state.running:
        return reason_not_to_pause(state)
    return "" if people else _("nobody at this window plays")


def reason_not_to_draw(state: GameState) -> str:
    """Say why a draw can be neither offered nor accepted nor claimed."""
    waits = state.offer is not None and not (state.draw_offered or state.may_claim)
    return reason_not_to_resign(state) or (_("a draw has been offered") if waits else "")


def reason_not_to_hint(state: GameState) -> str:
    """Say why no hint can be given."""
    if state.shown.outcome() is not None:
        return _("the game is over here")
    if state.running and not (state.may_move and state.live):
        return _("it is not your turn")
    return ""


def reason_not_to_choose(state: GameState) -> str:
    """Say why there are no other games to choose from."""
    file = None if state.sheet is None else state.sheet.file
    return "" if file is not None and len(file.games) > 1 else _("no file with games is open")


def reason_not_to_review(state: GameState) -> str:
    """Say why the game cannot be reviewed."""
    if not state.view.played:
        return _("no move has been made")
    return reason_not_to_start(state)


def _waiting(state: GameState) -> str:
    return _("something is being started or ended") if state.busy else ""
