"""Moves made at the window, with the pointer or typed: pure, each with its effects."""

from __future__ import annotations

from dataclasses import replace

from board_core import Color, IllegalMove, Move, MovePlayed, say
from board_core.game.geometry import Style

from .annotating import tried
from .effects import GameStep, HandMove, PlaySound, ReleaseMove, ScreenAction
from .game_state import GameState
from .phases import FreeBoard, Mode, asked_again, handing, releasing
from .sounds import Sound


def played(game: GameState, move: Move) -> GameStep:
    """Make a move on the free board, or hand it to the game."""
    if game.free:
        game = tried(game, move, game.origin_of(move))
        event = game.shown_move
        return game, () if event is None else (PlaySound(move_sound(game, event)),)
    seated, ply = game.seated, game.view.ply
    if not game.may_move or seated is None:
        return game, (ScreenAction.SHOW_BOARD_ANEW,)
    handed = replace(game, phase=handing(game.phase, ply), refusal=None)
    return handed, (HandMove(seated, game.view.to_move, str(move)),)


def not_taken(game: GameState) -> GameStep:
    """Undo a move that the game did not accept."""
    return game.in_phase(asked_again(game.phase)), (ScreenAction.SHOW_BOARD_ANEW,)


def move_sound(game: GameState, event: MovePlayed) -> Sound:
    """Return the sound of a move of the shown game."""
    if event.position.marked():
        return Sound.CHECK
    ply = event.ply
    return Sound.CAPTURE if ply < len(game.captures) and game.captures[ply] else Sound.MOVE


KIND_NAMES = {
    "K": say("king"),
    "Q": say("queen"),
    "R": say("rook"),
    "B": say("bishop"),
    "N": say("knight"),
    "P": say("pawn"),
}


def refused(game: GameState, squares: tuple[str, ...]) -> GameState:
    """Refuse squares that are no move, with the reason that the rules give.

    A piece that was picked up alone has no move at all.
    """
    piece = game.origin.pieces().get(squares[0], "")
    name = KIND_NAMES.get(piece.upper()) if _moves_pieces(game) else None
    if name is not None and len(squares) == 1:
        mover = game.origin.to_move
        if piece.isupper() is (mover is Color.WHITE):
            return game.refusing(say("this {piece} cannot move now", piece=name))
        return game.refusing(
            say("this {piece} cannot move: it is the turn of {color}", piece=name, color=mover)
        )
    try:
        game.read("".join(squares))
    except IllegalMove as error:
        why, shown = error.sentence, "–".join(squares)  # nobody wrote what could be quoted
        text = shown if name is None else say("{piece} {squares}", piece=name, squares=shown)
        return game.refusing(replace(why, facts={**why.facts, "text": text}))
    return game


def _moves_pieces(game: GameState) -> bool:
    geometry = game.rules.geometry
    return geometry.style is Style.SQUARES and not geometry.on_points


def released(game: GameState, color: Color) -> GameStep:
    """Let an AI that is played by hand make one move."""
    seated = game.seated
    if not game.may_release(color) or seated is None:
        return game, ()
    told = game.in_phase(releasing(game.phase, game.view.ply))
    return told, (ReleaseMove(seated, color),)


def ignoring_turn(game: GameState, ignore: bool) -> GameState:
    """Let either side move on a free board, or only the side to move."""
    return game.in_phase(FreeBoard(ignore)) if game.free else game


def with_mode(game: GameState, color: Color, mode: Mode) -> GameState:
    """Choose how a side is played, between games."""
    if game.running or game.busy:
        return game
    return game.with_seat(color, replace(game.seats[color], mode=mode))
