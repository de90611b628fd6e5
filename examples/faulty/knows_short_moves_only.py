# diagnosis: file fault: (a move that names its file)
"""Reads a move as a piece and a square, and fails at Nbd2."""

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
        known = {board.san(m): m for m in board.legal_moves}
        board.push(
            known[line if len(line) < 4 or line[1] not in "abcdefgh" else line[0] + line[2:]]
        )
    if line != "black" and not board.is_game_over():
        play()
