"""Moves on the free board, which no game is asked about: pure."""

from __future__ import annotations

from dataclasses import replace

from board_core import Move, MovePlayed, Position
from board_core.view import captured

from .game_state import GameState, position_after


def tried(game: GameState, move: Move, before: Position) -> GameState:
    """Make a move from the position that is shown; the moves after it are dropped.

    ``before`` is that position, or the same with the other side to move.
    """
    view, ply = game.view, game.ply
    event = MovePlayed(before.to_move, ply, move, before, before.play(move), view.clock, 0.0)
    kept = replace(view, played=view.played.first(ply), judged=view.judged.first(ply), ended=None)
    taken = captured(event, game.rules.places(before, move))
    return replace(
        game,
        view=kept.after(event),
        captures=game.captures.first(ply).added(taken),
        seen=None,
        refusal=None,
    )


def untried(game: GameState) -> GameState:
    """Take back the last move that is shown, and drop the moves after it."""
    view, left = game.view, max(0, game.ply - 1)
    before = replace(
        view,
        played=view.played.first(left),
        judged=view.judged.first(left),
        position=position_after(view, left),
        ply=left,
    )
    return replace(game, view=before, captures=game.captures.first(left), seen=None)
