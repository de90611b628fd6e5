# command: uci:
# diagnosis: white fault: 'bestmove' was written before the search had ended
"""Writes 'bestmove ' first, and thinks then, as C++ does with cout << "bestmove " << think()."""

import sys


def think() -> str:
    print("info depth 1 score cp 0 pv e2e4", flush=True)
    return "e2e4"


for line in map(str.strip, sys.stdin):
    if line == "uci":
        print("uciok", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("bestmove ", end="")
        print(think(), flush=True)
    elif line == "quit":
        break
