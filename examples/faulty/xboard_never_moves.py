# command: xboard:
# diagnosis: white fault: waits, without computing, for more input
"""Ignores 'go', which asks for its own move."""

import sys

for line in map(str.strip, sys.stdin):
    if line.startswith("protover"):
        print("feature done=1", flush=True)
    elif line == "quit":
        break
