# command: uci:
# diagnosis: handshake fault: it did not say 'uciok', and waits for more input
"""Introduces itself, and never sends 'uciok'."""

import sys

for line in map(str.strip, sys.stdin):
    if line == "uci":
        print("id name Silent", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line == "quit":
        break
