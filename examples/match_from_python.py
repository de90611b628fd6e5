"""Play a match of a function in two processes, and print the estimate of its strength."""

import random

import chess

from board_core import MatchGame, play_match


def mine(board: chess.Board) -> chess.Move:
    """Capture a piece if possible, else play any legal move."""
    moves = list(board.legal_moves)
    return random.choice([move for move in moves if board.is_capture(move)] or moves)


def tell(news: object) -> None:
    if isinstance(news, MatchGame):
        print(news.number, news.played.result, news.played.outcome.reason.value)


result = play_match(mine, "greedy", games=6, concurrency=2, seed=1, tell=tell)
print(result)  # prints a table; a notebook shows one by itself
for lost in result.lost[:1]:
    print(f"game {lost.number}:", " ".join(move.notation for move in lost.played.moves))
