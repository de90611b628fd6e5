# command: uci:
# diagnosis: white fault: 'e2e5' is not legal
"""Sends a move that no pawn can make."""

import sys

for line in map(str.strip, sys.stdin):
    if line == "uci":
        print("uciok")
    elif line == "isready":
        print("readyok")
    elif line.startswith("go"):
        print("bestmove e2e5")
    elif line == "quit":
        break
