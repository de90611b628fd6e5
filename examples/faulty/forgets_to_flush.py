# diagnosis: flush warning: hangs elsewhere: it never flushes
"""Forgets to flush, which shows only where Python does not write at once."""

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
        print(board.san(move))
        board.push(move)
