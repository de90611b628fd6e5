# diagnosis: flush fault: without a line break
"""Prints all its moves on one line."""

import sys

for line in sys.stdin:
    print("e4" if line == "white\n" else "e5", end=" ", flush=True)
