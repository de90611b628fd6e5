"""Moves a knight out and back, then resigns: one process, one game, SAN lines."""

import sys

white = sys.stdin.readline().strip() == "white"
out, home = ("Nc3", "Nb1") if white else ("Nc6", "Nb8")
for number, move in enumerate((out, home, out, home, "resign")):
    if (not white or number) and not sys.stdin.readline():
        break
    print(move, flush=True)
