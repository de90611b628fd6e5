# command: uci:
# diagnosis: white fault: it answered 'e2e4', which is read as a comment: write 'bestmove e2e4'
"""Answers 'go' with a move alone."""

import sys

for line in map(str.strip, sys.stdin):
    if line == "uci":
        print("uciok", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("e2e4", flush=True)
    elif line == "quit":
        break
