"""An AI that assesses positions, for advisers: the same score on every machine."""

from __future__ import annotations

import chess

from board_core.players.thinking import AITurn

from .hard.choosing import thought, to_chess
from .hard.evaluation import tables_for
from .hard.search import NO_LIMIT, ChessSearch


def assess(board: chess.Board, turn: AITurn) -> chess.Move:
    """Search as many nodes as the turn's control allows, and report the score.

    It has no taste, book or haste, does not look at the clock or the game's past, and reports a
    score even where one move is legal.
    """
    max_nodes = turn.clock.control[turn.color].nodes or NO_LIMIT
    search = ChessSearch(board, tables_for(board), max_nodes=max_nodes)
    for found in search.deepen():
        turn.report(thought(found, turn.elapsed))
    return to_chess(search.best_move)
