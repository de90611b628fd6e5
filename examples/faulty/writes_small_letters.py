# diagnosis: notation fault: the letter of a piece is a capital
"""Writes the letters of pieces small."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move).lower(), flush=True)
        board.push(move)
