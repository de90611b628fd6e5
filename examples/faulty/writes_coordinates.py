# diagnosis: notation warning: accepted here, refused by others
"""Writes its moves as the squares from and to, where SAN is spoken."""

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
        print(move.uci(), flush=True)
        board.push(move)
