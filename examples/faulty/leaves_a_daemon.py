# diagnosis: processes warning: processes that it started and let go: 1
"""Starts a process that goes on by itself."""

import subprocess
import sys

import chess

board = chess.Board()
subprocess.run(["sh", "-c", "sleep 60 >/dev/null 2>&1 </dev/null &"], check=True)
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
