"""The search as a function that reports several lines of play until it is told to stop."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import chess

from board_core.players.thinking import AITurn

from ..chess_time import ChessTimeManager
from ..skill import Skill
from .choosing import keys_before, thought, to_chess
from .evaluation import tables_for
from .search import MATE_SCORE, MAX_DEPTH, ChessSearch


class ChessAnalyst:
    """Reports the best ``lines`` moves of a position, each with its score and what follows.

    ``depth`` is the greatest depth in plies, ``only`` the moves that are searched (none: all). With
    ``mate`` it looks at every line until it has found a mate in so many moves.
    """

    def __init__(
        self,
        lines: int,
        depth: int | None = None,
        only: Collection[str] = (),
        mate: int | None = None,
    ) -> None:
        self._lines, self._skill, self._only = lines, Skill(depth=depth), frozenset(only)
        self._mate = mate

    def __call__(self, board: chess.Board, turn: AITurn) -> chess.Move:
        """Search until the question is withdrawn or its limits are reached; return the best move.

        After each depth it reports a :class:`~board_core.Thought` for every line, the best first.
        """
        time_manager = ChessTimeManager(turn, self._skill, MAX_DEPTH)
        keys, stop = keys_before(turn.position), time_manager.stop
        search = ChessSearch(
            *(board, tables_for(board), keys, stop, time_manager.max_nodes),
            exact=self._mate is not None,
        )
        best = 0
        for found in search.several(self._lines, self._is_searched):
            best = found[0].line[0]
            for rank, report in enumerate(found, start=1):
                turn.report(replace(thought(report, turn.elapsed), rank=rank))
            mated = self._mate is not None and found[0].score >= MATE_SCORE - 2 * self._mate
            if mated or found[0].depth >= time_manager.max_depth or time_manager.enough(found[0]):
                break
        return to_chess(best or search.best_move)

    def _is_searched(self, move: int) -> bool:
        return not self._only or to_chess(move).uci() in self._only
