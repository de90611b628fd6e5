"""An AI in 15 lines: it trusts to luck, but likes to capture and to give check."""

import random

import chess


def choose(board: chess.Board) -> chess.Move:
    """``board`` knows the rules; an AI only has to pick one of its ``legal_moves``."""
    moves = list(board.legal_moves)
    tastes = [
        1 + 8 * board.is_capture(move) + 4 * board.gives_check(move)  # True counts as 1
        for move in moves
    ]
    return random.choices(moves, tastes)[0]  # a move of taste 9 comes nine times as often as 1
