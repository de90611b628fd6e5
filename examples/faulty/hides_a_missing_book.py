# diagnosis: white fault: there is no file 'data/openings.txt', which its source names
"""Catches every exception, that of the missing file among them."""

import sys
from pathlib import Path

try:
    moves = Path("data/openings.txt").read_text().split()
except OSError:
    moves = []
for _line in sys.stdin:
    if moves:
        print(moves.pop(0), flush=True)
