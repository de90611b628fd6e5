# diagnosis: black fault: as Black it printed 'e4', which is a move of White
"""Always plays as if it had White."""

import sys

import chess

board = chess.Board()
print("e4", flush=True)
board.push_san("e4")
sys.stdin.readline()
for line in map(str.strip, sys.stdin):
    board.push_san(line)
    move = next(iter(board.legal_moves))
    print(board.san(move), flush=True)
    board.push(move)
