"""AIs for any game: one plays random legal moves, one looks one move ahead."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from board_core.game.rules import Move, Position

if TYPE_CHECKING:
    from board_core.players.thinking import AITurn


class RandomMoves:
    """Plays each legal move with the same probability."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: Any, turn: AITurn) -> Move:
        return self._chance.choice(turn.position.legal_moves())


MOST_POSITIONS = 2_000
"""Positions that are looked at for one move; in large games they are a sample."""


class OnePly:
    """Wins at once if it can, prevents an immediate win if it can, and else plays at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: Any, turn: AITurn) -> Move:
        position, moves = turn.position, list(turn.position.legal_moves())
        self._chance.shuffle(moves)
        tries, careful = MOST_POSITIONS, list[Move]()
        for move in moves[:MOST_POSITIONS]:
            tries -= 1
            after = position.play(move)
            outcome = after.outcome()
            if outcome is not None and outcome.winner is position.to_move:
                return move
            if outcome is None or outcome.winner is None:
                careful.append(move)
        for move in careful:
            after = position.play(move)
            replies = [] if after.to_move is position.to_move else list(after.legal_moves())[:tries]
            tries -= len(replies)
            if after.outcome() is not None or not _wins(after, replies):
                return move
        return moves[0]


def _wins(position: Position, moves: list[Move]) -> bool:
    """Return whether one of these moves wins for the side that makes it."""
    outcomes = (position.play(move).outcome() for move in moves)
    return any(outcome and outcome.winner is position.to_move for outcome in outcomes)
