"""The search as a function that reports several lines of play until it is told to stop."""

from __future__ import annotations

import random
from dataclasses import replace

from board_core.games.chess3d.board import Board3D, move_text
from board_core.players.thinking import AITurn

from ..chess_time import ChessTimeManager
from ..skill import FULL_SKILL
from .choosing import past_of, thought
from .evaluation import worths
from .search import MAX_DEPTH, Chess3DSearch


class Chess3DAnalyst:
    """Reports the best ``lines`` moves of a position, each with its score and what follows."""

    def __init__(self, lines: int) -> None:
        self._lines = lines

    def __call__(self, board: Board3D, turn: AITurn) -> str:
        """Search until the question is withdrawn or its limits are reached; return the best move.

        After each depth it reports a :class:`~board_core.Thought` for every line, the best first.
        """
        time_manager = ChessTimeManager(turn, FULL_SKILL, MAX_DEPTH)
        search = Chess3DSearch(
            *(board, worths(random.Random(0), 0), past_of(turn.position), time_manager.stop),
            time_manager.max_nodes,
        )
        best = search.best_move
        for found in search.several(self._lines, time_manager.max_depth):
            best = found[0].line[0]
            for rank, report in enumerate(found, start=1):
                turn.report(replace(thought(report, turn.elapsed), rank=rank))
            if time_manager.enough(found[0]):
                break
        return move_text(best)
