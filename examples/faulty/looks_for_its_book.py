# diagnosis: start fault: found no file 'data/openings.txt' from there
"""Opens a file by its path from another folder than its own."""

import sys
from pathlib import Path

moves = Path("data/openings.txt").read_text().split()
for _line in sys.stdin:
    print(moves.pop(0), flush=True)
