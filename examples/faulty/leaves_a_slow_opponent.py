# diagnosis: waits fault: while its opponent was thinking: exit code 0
"""Leaves when no line comes for a while, as if nobody played any more."""

import select
import sys

import chess

board = chess.Board()
while select.select([sys.stdin], [], [], 0.6)[0] and (line := sys.stdin.readline().strip()):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
