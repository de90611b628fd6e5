# command: uci:
# diagnosis: white fault: 'e2e5' is not legal
"""Sends a move that no pawn can make."""

import sys

for line in map(str.strip, sys.stdin):
    if line == "uci":
        print("uciok", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("bestmove e2e5", flush=True)
    elif line == "quit":
        break
