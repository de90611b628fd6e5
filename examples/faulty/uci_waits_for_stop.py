# command: uci:
# diagnosis: white fault: only after 'stop', as it would 'go infinite'
"""Knows 'go movetime' only, and takes every other 'go' for 'go infinite'."""

import sys

for line in map(str.strip, sys.stdin):
    if line in ("uci", "isready"):
        print("uciok" if line == "uci" else "readyok", flush=True)
    elif line == "stop" or "movetime" in line:
        print("bestmove g1f3", flush=True)
    elif line.startswith("go"):
        print("info depth 1", flush=True)
    elif line == "quit":
        break
