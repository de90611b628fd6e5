# diagnosis: white fault: it answers a line that ends as on Windows, in CR LF, and waits for that
"""Divides its input at CR LF, as a file of Windows has it."""

import sys

import chess

board = chess.Board()
sys.stdin.reconfigure(newline="\r\n")
for line in sys.stdin:
    if not line.strip(".whiteblack\r\n"):
        san = board.san(next(iter(board.legal_moves)))
        print(san, flush=True)
