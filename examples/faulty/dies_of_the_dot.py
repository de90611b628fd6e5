# diagnosis: again fault: when told '.', move again: the program ended
"""Takes '.' for a move."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = next(iter(board.legal_moves))
        print(board.san(move), flush=True)
        board.push(move)
