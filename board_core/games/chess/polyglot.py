"""Opening books in Polyglot's format."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import chess
from chess.polyglot import open_reader

from board_core.game.rules import Move


def drawn_line(book: Path, plies: int, chance: Random) -> tuple[Move, ...]:
    """Return moves from the starting position by lot, each as often as its weight says."""
    board = chess.Board()
    with open_reader(book) as reader, suppress(IndexError):  # the book has no more
        while len(board.move_stack) < plies:
            board.push(reader.weighted_choice(board, random=chance).move)
    return tuple(Move(move.uci()) for move in board.move_stack)
