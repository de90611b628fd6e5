"""Boards for the tests of the gomoku player, drawn as text."""

from __future__ import annotations

from board_core.ais.gomoku.position import GomokuSearchPosition
from board_core.games.gomoku.board import BLACK, GomokuBoard

STONES = {".": 0, "x": 1, "o": 2}


def drawn(picture: str, to_move: int = BLACK, rule: str = "freestyle", size: int = 15):
    """A board with this picture's lowest row on row 1 and its first column on file a.

    ``*`` marks points that a test asks for; they are empty.
    """
    board = GomokuBoard(size, rule, to_move=to_move)
    for row, line in enumerate(reversed(picture.split())):
        for column, sign in enumerate(line):
            board.cells[row * size + column] = STONES.get(sign, 0)
    return board


def marked(picture: str, size: int = 15) -> set[int]:
    """The points with a ``*``."""
    return {
        row * size + column
        for row, line in enumerate(reversed(picture.split()))
        for column, sign in enumerate(line)
        if sign == "*"
    }


def position(picture: str, **options) -> GomokuSearchPosition:
    return GomokuSearchPosition.of(drawn(picture, **options))


def points(found: int) -> set[int]:
    return {point for point in range(found.bit_length()) if found >> point & 1}
