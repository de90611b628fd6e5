# command: uci:
# diagnosis: handshake fault: that does not see lines which the reader has already taken
"""Asks the system whether a line has come, but its reader has taken two at once."""

import select
import sys


def has_line() -> bool:
    """Return True if there is something to read."""
    return bool(select.select([sys.stdin], [], [], 0.05)[0])


while True:
    if has_line():
        line = sys.stdin.readline()
        if not line:
            break
        if line.strip() in ("uci", "isready"):
            print("uciok" if line.strip() == "uci" else "readyok", flush=True)
