# diagnosis: plays fault: castling is written O-O
"""Castles as soon as possible, and writes it as a king move."""

import sys

import chess

HASTY = ("e4", "e5", "Nf3", "Nf6", "Be2", "Be7", "a3", "a6", "b3", "b6", "c3", "c6")

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        moves = {board.san(m): m for m in board.legal_moves}
        san = next((s for s in ("O-O", *HASTY, *moves) if s in moves), "")
        print(san if san != "O-O" else "Kg1" if board.turn else "Kg8", flush=True)
        board.push(moves[san])
