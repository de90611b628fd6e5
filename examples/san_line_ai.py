"""A program for the SAN-line protocol: board match san_line_ai.py random

Reads its colour, then the opponent's moves; "." means that its own last move was not legal.
"""

import random
import sys

import chess

board, chance = chess.Board(), random.Random(7)


def play() -> None:
    if moves := list(board.legal_moves):  # an empty list: mate or stalemate
        move = chance.choice(moves)
        print(board.san(move), flush=True)
        board.push(move)


for line in map(str.strip, sys.stdin):
    if line == "white" or line == ".":
        if line == ".":
            board.pop()
        play()
    elif line != "black":
        board.push_san(line)
        play()
