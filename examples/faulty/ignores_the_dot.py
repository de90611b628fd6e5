# diagnosis: again fault: move again
"""Ignores the message that its move was not legal."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line not in ("white", "black", "."):
        board.push_san(line)
    if line not in ("black", ".") and not board.is_game_over():
        move = next(iter(board.legal_moves))
        print(board.san(move), flush=True)
        board.push(move)
