# diagnosis: stderr warning: lines in one game
"""Logs every position to standard error."""

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
        print(board.san(move), flush=True)
        board.push(move)
