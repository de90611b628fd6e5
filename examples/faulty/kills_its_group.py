# diagnosis: plays fault: SIGKILL (killed: by itself, or from outside
"""Ends all processes of its group, and so itself."""

import os
import signal

import chess

board = chess.Board()
if input() == "black":
    board.push_san(input())
print(board.san(next(iter(board.legal_moves))), flush=True)
input()
os.killpg(0, signal.SIGKILL)
