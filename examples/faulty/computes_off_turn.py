# diagnosis: still warning: of processor time while it was not its turn
"""Goes on thinking while its opponent does."""

import sys
import threading

import chess


def think() -> None:
    while True:
        list(board.legal_moves)


board = chess.Board()
threading.Thread(target=think, daemon=True).start()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = list(board.legal_moves)[-1 if line == "." else 0]
        print(board.san(move), flush=True)
        board.push(move)
