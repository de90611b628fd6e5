"""The search as a function that reports several lines of play."""

from __future__ import annotations

from dataclasses import replace

from board_core.game.own_process import uncollected
from board_core.games.gomoku.board import GomokuBoard
from board_core.players.thinking import AITurn

from .choosing import HardGomoku, thought
from .effort import Effort
from .opening import CHOOSING_STAGES, taken
from .position import GomokuSearchPosition
from .tables import tables
from .thinking import Thinker
from .time_manager import GomokuTimeManager


class GomokuAnalyst:
    """Reports the best ``lines`` moves of a position, each with its score and what follows.

    It uses no book, which would tell one move without a score. While stones of an opening are laid
    it does what ``hard`` does: their worth is no score of a move.
    """

    def __init__(self, lines: int) -> None:
        self._lines = lines

    def __call__(self, board: GomokuBoard, turn: AITurn) -> str:
        """Search until the question is withdrawn or its limits are reached; return the best move.

        After each depth it reports a :class:`~board_core.Thought` for every line, the best first.
        """
        if board.opening and board.opening not in CHOOSING_STAGES:
            return HardGomoku()(board, turn)
        with uncollected():
            return self._analysed(board, turn)

    def _analysed(self, board: GomokuBoard, turn: AITurn) -> str:
        time_manager, legal = GomokuTimeManager(turn), board.legal()
        tables(board.size, board.rule).tidy()
        effort = Effort(time_manager.late, time_manager.max_nodes)
        thinker = Thinker(
            *(GomokuSearchPosition.of(board), set(legal), effort),
            phase_nodes=time_manager.phase_nodes,
        )
        best, score = legal[0], 0  # for who withdraws the question at once
        for found in thinker.several(self._lines, time_manager.max_depth):
            best, score = found[0].line[0], found[0].score
            for rank, report in enumerate(found, start=1):
                turn.report(replace(thought(board, report, turn.elapsed), rank=rank))
            if time_manager.enough(found[0]):
                break
        return taken(board, score) or board.text(best)
