# diagnosis: time fault: it was still computing
"""Searches so many moves that it never finishes."""

import sys

for _line in sys.stdin:
    positions = 0
    while positions >= 0:
        positions += 1
