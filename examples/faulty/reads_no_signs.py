# diagnosis: check fault: its standard error says 'unknown move
"""Knows moves without the sign for check behind them, and reads them with it."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        known = {board.san(move).rstrip("+#"): move for move in board.legal_moves}
        if line not in known:
            sys.exit(f"unknown move {line}")
        board.push(known[line])
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
