"""Positions in which nothing helps: a search that compares values may find no best move there."""

from __future__ import annotations

from board_core.game.rules import Position

from .position import after


def is_mated_next(position: Position) -> bool:
    """Return whether the side to move has moves, and can be mated after each of them."""
    board = position.native
    replies = [after(board, move) for move in board.legal_moves]
    return bool(replies) and all(
        any(after(reply, mate).is_checkmate() for mate in reply.legal_moves) for reply in replies
    )
