# diagnosis: chatter fault: moves' is not a move
"""Prints its thoughts where only moves are expected."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        moves = list(board.legal_moves)
        print("looking at", len(moves), "moves", flush=True)
        print(board.san(moves[0]), flush=True)
        board.push(moves[0])
