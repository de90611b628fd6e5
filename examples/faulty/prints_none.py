# diagnosis: chatter fault: 'None' is not a move: it is printed for a value that is not there
"""Has no move in its table for the fourth time, and prints what it finds."""

import sys

WHITE = {1: "a3", 2: "c3", 3: "g3"}
BLACK = {1: "a6", 2: "c6", 3: "g6"}

table, number = WHITE, 0
for line in map(str.strip, sys.stdin):
    if line == "black":
        table = BLACK
    elif line == ".":
        print("h3", flush=True)
    else:
        number += 1
        print(table.get(number), flush=True)
