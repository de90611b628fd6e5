# diagnosis: chatter fault: it printed more than 256 lines for one move
"""Goes on to move without waiting for a line."""

import sys

for _line in sys.stdin:
    while True:
        for move in ("Nf3", "Ng1", "Nc3", "Nb1"):
            print(move, flush=True)
