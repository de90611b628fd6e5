"""An AI in about 40 lines: it tries each of its moves and takes the one that leaves it best off.

A *ply* is one move of one side. This AI looks one ply ahead: it sees what it can capture, and does
not see what the opponent will do next.
"""

import random

import chess

VALUES = {
    chess.PAWN: 1.0,  # the unit of all other values
    chess.KNIGHT: 3.0,
    chess.BISHOP: 3.0,
    chess.ROOK: 5.0,
    chess.QUEEN: 9.0,
    chess.KING: 0.0,  # both sides always have one
}


def material(board: chess.Board, color: chess.Color) -> float:
    """Return the value of the pieces of one side."""
    return sum(VALUES[piece] * len(board.pieces(piece, color)) for piece in VALUES)


def score(board: chess.Board, move: chess.Move) -> float:
    """Return how good the position after the move is for the side that makes it."""
    me = board.turn
    board.push(move)  # try the move ...
    if board.is_checkmate():
        value = 1000.0  # the opponent's king is caught: the game is won
    elif board.is_stalemate():
        value = 0.0  # the opponent cannot move: the game is drawn
    else:
        freedom = 0.01 * board.legal_moves.count()  # the opponent's value counts against the move
        value = material(board, me) - material(board, not me) - freedom
    board.pop()  # ... and take it back
    return value


def choose(board: chess.Board) -> chess.Move:
    """Return the best move; chance decides between equal ones."""
    return max(board.legal_moves, key=lambda move: (score(board, move), random.random()))
