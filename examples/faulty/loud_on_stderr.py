# diagnosis: stderr warning: lines in one game
"""Keeps a diary of every position."""

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
        for number in range(100):
            print(number, board.fen(), file=sys.stderr)
        print(board.san(move))
        board.push(move)
