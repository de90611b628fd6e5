"""Thinks on a board that is turned round as Black, and prints its move so.

diagnosis: black fault: upside down it would be legal
"""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line not in ("white", "black", "."):
        board.push_san(line)
    if line == "black":
        continue
    mine = board if board.turn else board.mirror()
    move = min(mine.legal_moves, key=str)
    print(mine.san(move), flush=True)
    if board.turn:
        board.push(move)
    else:
        start, end = map(chess.square_mirror, (move.from_square, move.to_square))
        board.push(chess.Move(start, end, move.promotion))
