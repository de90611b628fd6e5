"""The AI `hard`: the strongest there is, whatever is played."""

from __future__ import annotations

import chess

from board_core.games.gomoku.board import GomokuBoard
from board_core.players.thinking import AITurn

from . import gomoku, hard


class Strongest:
    """Plays the game whose board it is given."""

    def __init__(self, seed: int | None = None) -> None:
        self._of_chess = hard.Hard(seed)
        self._of_gomoku = gomoku.Hard(seed)

    def __call__(self, board: chess.Board | GomokuBoard, turn: AITurn) -> chess.Move | str:
        if isinstance(board, GomokuBoard):
            return self._of_gomoku(board, turn)
        return self._of_chess(board, turn)
