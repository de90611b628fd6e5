# diagnosis: white fault: it calls functions within functions without an end: RecursionError
"""Searches to a depth that is never quite zero."""

import chess


def search(board: chess.Board, depth: float) -> int:
    if depth == 0:
        return len(board.piece_map())
    return -search(board, depth - 0.3)


input()
print(search(chess.Board(), 1), flush=True)
