# diagnosis: files warning: MiB to files in one game
"""Writes a log of many megabytes."""

import sys
import tempfile

import chess

board = chess.Board()
log = tempfile.TemporaryFile()  # noqa: SIM115
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        log.seek(0)
        log.write(bytes(1 << 22))
        print(board.san(move), flush=True)
        board.push(move)
