# diagnosis: plays fault: is a result, not a move
"""Says that the game is drawn, and ends."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if board.fullmove_number > 9:
        print("1/2-1/2", flush=True)
        break
    if line != "black":
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
