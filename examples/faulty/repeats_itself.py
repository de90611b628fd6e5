# diagnosis: again fault: it sent 'Nh3' again and again
"""Sends the same move again after it was refused."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = next(iter(board.legal_moves))
        print(board.san(move), flush=True)
        board.push(move)
