# diagnosis: chatter fault: 'Warning: the book is empty' is not a move
"""Prints one warning to standard output, before its first move."""

import sys

import chess

board = chess.Board()
print("Warning: the book is empty", flush=True)
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        moves = list(board.legal_moves)
        move = moves[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
