# diagnosis: white fault: an exception in a task is lost unless the task catches and prints it
"""Searches in a task of a pool, whose exception nobody asks for."""

import queue
from concurrent.futures import ThreadPoolExecutor

import chess

found: "queue.Queue[str]" = queue.Queue()


def search(board: chess.Board) -> None:
    moves = tuple(board.legal_moves)
    moves.sort(key=str)  # type: ignore[attr-defined]  # a tuple cannot
    found.put(board.san(moves[0]))


with ThreadPoolExecutor(1) as pool:
    input()
    pool.submit(search, chess.Board())
    print(found.get(), flush=True)
