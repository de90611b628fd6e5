# diagnosis: time fault: it was still computing
"""Looks for a move that never comes, after twenty moves."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    while board.fullmove_number > 20:
        pass
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
