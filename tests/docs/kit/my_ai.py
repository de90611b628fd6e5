"""A reader's own AI: a program that speaks SAN lines, and a function for chess and gomoku."""

import random
import sys


def choose(board, turn=None):
    if hasattr(board, "legal"):
        return board.text(random.choice(board.legal()))
    return random.choice(list(board.legal_moves))


if __name__ == "__main__":
    import chess

    board = chess.Board()
    for line in map(str.strip, sys.stdin):
        refused = board.pop() if line == "." else None
        if line not in ("white", "black", "."):
            board.push_san(line)
        if line != "black" and any(board.legal_moves):
            while (move := choose(board)) == refused:  # the doctor refuses one of twenty
                pass
            print(board.san(move), flush=True)
            board.push(move)
