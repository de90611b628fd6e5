"""An AI for any game that plays random legal moves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from board_core.game.rules import Move

if TYPE_CHECKING:
    from board_core.players.thinking import AITurn


class RandomMoves:
    """Plays each legal move with the same probability."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: Any, turn: AITurn) -> Move:
        return self._chance.choice(turn.position.legal_moves())
