# diagnosis: white fault: it only answers lines that end in CR LF, as on Windows
"""Divides its input at CR LF, as a file of Windows has it."""

import io
import sys

import chess

board = chess.Board()
for line in io.TextIOWrapper(sys.stdin.buffer, newline="\r\n"):
    if not line.strip(".whiteblack\r\n"):
        san = board.san(next(iter(board.legal_moves)))
        print(san, flush=True)
