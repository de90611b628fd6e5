# diagnosis: castling fault: after it heard 'O-O' (castling)
"""Looks the opponent's move up among its own moves, which lack one kind of move."""

import random
import sys

import chess

board, chance = chess.Board(), random.Random(7)


def play() -> None:
    move = chance.choice(list(board.legal_moves))
    print(board.san(move), flush=True)
    board.push(move)


for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        known = {board.san(m): m for m in board.legal_moves if not board.is_castling(m)}
        board.push(known[line])
    if line != "black" and not board.is_game_over():
        play()
