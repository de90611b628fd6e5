# diagnosis: time fault: it was still computing
"""Looks at so many moves that it never comes to an end."""

import sys

for _line in sys.stdin:
    positions = 0
    while positions >= 0:
        positions += 1
