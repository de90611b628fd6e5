# diagnosis: flush fault: flush the output after every move
"""Writes to a buffer of its own and never flushes it."""

import sys

output = open(1, "w", buffering=65536, closefd=False)  # noqa: SIM115

for line in sys.stdin:
    output.write("e4\n" if line == "white\n" else "e5\n")
