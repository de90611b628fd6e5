# diagnosis: plays fault: the program ended in the middle of the game: exit code 1
"""Has a table of twenty entries, one for each of its moves."""

import sys

import chess

board = chess.Board()
spent = [0.0] * 20
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        spent[board.fullmove_number - 1] += 1
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
