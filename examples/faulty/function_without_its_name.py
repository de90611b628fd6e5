# diagnosis: start fault: never reads its input, and has functions
"""Has a function of a board, and is started as a program."""

import chess


def choose(board: chess.Board) -> chess.Move:
    return next(iter(board.legal_moves))
