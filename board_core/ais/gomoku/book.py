"""Opening knowledge: good moves of positions near the empty board, wherever and however they lie.

A position is known by its *form*: its black stones, a slash, its white stones; for each the letter
of its row and that of its column, ``e`` being the lowest row and the first column with a stone. Of
the eight forms that its turns and reflections have, it is the first in the alphabet. ``ee/ff`` is
a black stone with a white one diagonally beside it. A move has letters of the same form: ``de`` is
the point below that black stone.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from board_core.games.gomoku.board import BLACK, EMPTY, GomokuBoard

from .book_moves import BOOK_MOVES

LEAST_EDGE_DISTANCE: Final = 4
"""Rows and columns between the stones and the edge; nearer, the edge would matter."""

ZERO_LETTER: Final = ord("e")
"""The letter of the lowest row and the first column with a stone, as a number."""

BOARD_TURNS: Final = (
    (1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, 1), (-1, 0, 0, -1),
    (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip
"""The turns and reflections of a board: the new row of (1, 0) and (0, 1), then the new column."""


class BookForm(NamedTuple):
    """The form of a position, and how it came from the board."""

    text: str
    turn: tuple[int, int, int, int]
    low: int  # what is taken from a turned row and a turned column
    left: int

    def point(self, move: str, size: int) -> int:
        """Return the point of a move of this form; -1 if it is not on the board."""
        a, b, c, d = self.turn
        row, column = ord(move[0]) - ZERO_LETTER + self.low, ord(move[1]) - ZERO_LETTER + self.left
        row, column = a * row + c * column, b * row + d * column  # turned back
        return row * size + column if 0 <= row < size and 0 <= column < size else -1

    def move(self, point: int, size: int) -> str:
        """Return the letters of a point in this form."""
        row, column = turned(self.turn, *divmod(point, size))
        return chr(ZERO_LETTER + row - self.low) + chr(ZERO_LETTER + column - self.left)


def turned(turn: tuple[int, int, int, int], row: int, column: int) -> tuple[int, int]:
    a, b, c, d = turn
    return a * row + b * column, c * row + d * column


def form_of(board: GomokuBoard) -> BookForm | None:
    """Return the form of a board; None without stones, and with one too near the edge."""
    size = board.size
    stones = [(*divmod(at, size), cell) for at, cell in enumerate(board.cells) if cell != EMPTY]
    room = range(LEAST_EDGE_DISTANCE, size - LEAST_EDGE_DISTANCE)
    if not stones or not all(row in room and column in room for row, column, _ in stones):
        return None
    forms = []
    for turn in BOARD_TURNS:
        places = [(*turned(turn, row, column), stone) for row, column, stone in stones]
        low, left = min(row for row, _, _ in places), min(column for _, column, _ in places)
        black, white = (
            sorted(
                chr(ZERO_LETTER + row - low) + chr(ZERO_LETTER + column - left)
                for row, column, stone in places
                if (stone == BLACK) is wanted
            )
            for wanted in (True, False)
        )
        forms.append(BookForm(f"{''.join(black)}/{''.join(white)}", turn, low, left))
    return min(forms)


def book_moves(board: GomokuBoard) -> list[int]:
    """Return the good moves of a position, the best first; none if it is not known."""
    known = moves_by_form(board.rule)
    stones = len(board.cells) - board.cells.count(EMPTY)
    if board.opening or not known or stones > max(len(form) // 2 for form in known):
        return []
    form = form_of(board)
    if form is None:
        return []
    moves = known.get(form.text, "").split(",")
    points = [form.point(move, board.size) for move in moves if move]
    return [point for point in points if point >= 0 and board.cells[point] == EMPTY]


@cache
def moves_by_form(rule: str) -> dict[str, str]:
    """Return the known moves of a rule, with commas between them, by the form of the position."""
    words = BOOK_MOVES.get(rule, "").split()
    return dict(zip(words[::2], words[1::2], strict=True))
