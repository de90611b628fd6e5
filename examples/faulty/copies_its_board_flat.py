# diagnosis: white fault: perhaps nothing stands on
"""Tries moves on a copy of a list of lists, whose rows are those of the board itself."""

import random
import sys

STEPS = {"N": ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))}
grid = [list("RNBQKBNR"), list("P" * 8), *(list("." * 8) for _ in range(4))]
grid += [list("p" * 8), list("rnbqkbnr")]


def square(row: int, column: int) -> str:
    return "abcdefgh"[column] + str(row + 1)


for line in map(str.strip, sys.stdin):
    if line == "black":
        continue
    tried = []
    for row, column in ((0, 1), (0, 6)):
        for up, aside in STEPS["N"]:
            if row + up in range(8) and column + aside in range(8):
                copy = grid[:]
                piece, copy[row][column] = copy[row][column], "."
                copy[row + up][column + aside] = piece
                tried.append((row, column, row + up, column + aside))
    row, column, to_row, to_column = random.Random(1).choice(tried)
    print(grid[row][column] + square(row, column) + square(to_row, to_column), flush=True)
