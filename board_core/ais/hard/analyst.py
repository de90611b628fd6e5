"""The search as a function that reports several lines of play until it is told to stop."""

from __future__ import annotations

from dataclasses import replace

import chess

from board_core.players.thinking import AITurn

from .choosing import keys_before, thought, to_chess
from .evaluation import tables_for
from .search import ChessSearch


class ChessAnalyst:
    """Reports the best ``lines`` moves of a position, each with its score and what follows."""

    def __init__(self, lines: int) -> None:
        self._lines = lines

    def __call__(self, board: chess.Board, turn: AITurn) -> chess.Move:
        """Search until the question is withdrawn or its time is over, and return the best move.

        After each depth it reports a :class:`~board_core.Thought` for every line, the best first.
        """
        search = ChessSearch(board, tables_for(board), keys_before(turn.position), turn.stop)
        best = search.best_move
        for found in search.several(self._lines):
            best = found[0].line[0]
            for rank, report in enumerate(found, start=1):
                turn.report(replace(thought(report, turn.elapsed), rank=rank))
        return to_chess(best)
