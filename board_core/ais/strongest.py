"""The AI `hard`: the strongest built-in player of each game."""

from __future__ import annotations

from typing import Any

from board_core.games.gomoku.board import GomokuBoard
from board_core.players.thinking import AITurn

from . import gomoku
from .levels import LADDER


class Strongest:
    """Plays the game of the board that it is given."""

    def __init__(self, seed: int | None = None) -> None:
        self._of_chess = LADDER[-1](seed)
        self._of_gomoku = gomoku.SearchingGomoku(seed)

    def __call__(self, board: Any, turn: AITurn) -> Any:
        if isinstance(board, GomokuBoard):
            return self._of_gomoku(board, turn)
        return self._of_chess(board, turn)
