# diagnosis: plays fault: it printed an empty line in place of its move
"""Prints an empty text when its list of moves is at its end."""

import sys

WHITE, BLACK = ["a3", "c3", "g3"], ["a6", "c6", "g6"]

moves = [*WHITE]
for line in map(str.strip, sys.stdin):
    if line == "black":
        moves = [*BLACK]
    elif line == ".":
        print("h3", flush=True)
    else:
        print(moves.pop(0) if moves else "", flush=True)
