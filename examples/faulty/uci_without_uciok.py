# command: uci:
# diagnosis: handshake fault: it did not say 'uciok' in time; its last line was 'id name Silent'
"""Introduces itself, and never sends 'uciok'."""

import sys

for line in map(str.strip, sys.stdin):
    if line == "uci":
        print("id name Silent")
    elif line == "isready":
        print("readyok")
    elif line == "quit":
        break
