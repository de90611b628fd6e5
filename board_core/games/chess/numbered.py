"""Every move of chess with a number, as the action space of reinforcement learning.

A move in UCI notation has two squares, and a letter for a promotion. ``MOVES`` has all 1968 that
are legal in some position: first the moves of a queen or a knight on the empty board (castlings and
pawn moves are among them), from ``a1b1`` to ``h8g8``; then the promotions, from ``a2a1b`` to
``h7h8r``. Both parts are in alphabetical order. The numbers will never change.
"""

from __future__ import annotations

from collections.abc import Iterator

from board_core.game.rules import Move

FILE_LETTERS, RANK_DIGITS, PROMOTION_LETTERS = "abcdefgh", "12345678", "bnqr"


def _squares() -> Iterator[tuple[int, int]]:
    for file in range(8):
        for rank in range(8):
            yield file, rank


def _reaches(file: int, rank: int, to_file: int, to_rank: int) -> bool:
    """Return whether a queen or a knight reaches a square from another."""
    across, up = abs(to_file - file), abs(to_rank - rank)
    straight = (across == 0) != (up == 0)
    diagonal = across == up != 0
    return straight or diagonal or {across, up} == {1, 2}


def _name(file: int, rank: int) -> str:
    return FILE_LETTERS[file] + RANK_DIGITS[rank]


def _of_pieces() -> list[str]:
    return sorted(
        _name(*start) + _name(*end)
        for start in _squares()
        for end in _squares()
        if _reaches(*start, *end)
    )


def _promotions() -> list[str]:
    return sorted(
        _name(file, start) + _name(to, end) + piece
        for start, end in ((6, 7), (1, 0))
        for file in range(8)
        for to in (file - 1, file, file + 1)
        if 0 <= to < 8
        for piece in PROMOTION_LETTERS
    )


MOVES: tuple[Move, ...] = tuple(map(Move, (*_of_pieces(), *_promotions())))
"""The moves by their numbers."""

NUMBERS: dict[Move, int] = {move: number for number, move in enumerate(MOVES)}
"""The numbers of the moves."""
