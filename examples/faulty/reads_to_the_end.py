# diagnosis: white fault: it reads to the end before it moves
"""Reads all lines before it answers the first, and so waits for the end of its input."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin.readlines()):
    if line not in ("white", "black"):
        board.push_san(line)
    if line != "black":
        move = next(iter(board.legal_moves))
        print(board.san(move), flush=True)
        board.push(move)
