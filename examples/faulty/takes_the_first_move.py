# diagnosis: black fault: on its board Black is to move, where it was White
"""Gives the turn to its own side as soon as it hears its colour."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == "black":
        board.turn = chess.BLACK
        continue
    if line == ".":
        board.pop()
    elif line != "white":
        board.push_san(line)
    if not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
