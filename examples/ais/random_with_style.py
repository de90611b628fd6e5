"""An AI in 15 lines: it plays random moves, but prefers captures and checks."""

import random

import chess


def choose(board: chess.Board) -> chess.Move:
    """Return one of ``board.legal_moves``; the board knows the rules."""
    moves = list(board.legal_moves)
    tastes = [
        1 + 8 * board.is_capture(move) + 4 * board.gives_check(move)  # True counts as 1
        for move in moves
    ]
    return random.choices(moves, tastes)[0]  # taste 9 is nine times as likely as taste 1
