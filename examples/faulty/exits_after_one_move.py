# diagnosis: plays fault: the program ended in the middle of the game: exit code 0
"""Lacks the loop: it ends after its first move."""

import chess

board = chess.Board()
if input() == "black":
    board.push_san(input())
print(board.san(next(iter(board.legal_moves))), flush=True)
