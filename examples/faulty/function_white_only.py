# command: {}:choose
# diagnosis: black fault: as Black it returned 'e2e4', which is a move of White
"""Returns the same move whoever is to move."""

import chess


def choose(board: chess.Board) -> str:
    return next((move.uci() for move in list(board.legal_moves)[1:] if board.turn), "e2e4")
