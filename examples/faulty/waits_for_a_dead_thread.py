# diagnosis: white fault: one of its threads ended by KeyError: 6 (waits_for_a_dead_thread.py
"""Searches in a thread, which knows no value of a king."""

import queue
import threading

import chess

VALUES = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9}
asked: "queue.Queue[chess.Board]" = queue.Queue()
found: "queue.Queue[str]" = queue.Queue()


def search() -> None:
    board = asked.get()
    worth = sum(VALUES[piece.piece_type] for piece in board.piece_map().values())
    found.put(board.san(min(board.legal_moves, key=lambda move: worth - move.to_square)))


threading.Thread(target=search, daemon=True).start()
input()
asked.put(chess.Board())
print(found.get(), flush=True)
