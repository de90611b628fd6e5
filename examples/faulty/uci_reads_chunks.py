# command: uci:
# diagnosis: handshake fault: when that comes alone, but not when it comes in one piece
"""Takes whatever one read brings for one line."""

import os

while chunk := os.read(0, 4096).decode():
    line = chunk.split("\n")[0]
    if line in ("uci", "isready"):
        os.write(1, b"uciok\n" if line == "uci" else b"readyok\n")
