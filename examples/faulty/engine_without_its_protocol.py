# diagnosis: start fault: this program speaks UCI: write uci: before its command
"""Speaks UCI, and is started as if it spoke SAN."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    words = line.split()
    if line == "uci":
        print("uciok", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif words[:2] == ["position", "startpos"]:
        board = chess.Board()
        for move in words[3:]:
            board.push_uci(move)
    elif words[:1] == ["go"]:
        print("bestmove", next(iter(board.legal_moves)), flush=True)
    elif line == "quit":
        break
    else:
        print("Unknown command:", line, flush=True)
