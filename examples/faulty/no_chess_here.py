# command: python3 -I -S {}
# diagnosis: start fault: has no module chess
"""Runs on a Python without the package chess, as the system's own often is."""

import chess

print(chess.Board())
