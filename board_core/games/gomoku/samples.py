"""The positions in which players of gomoku are timed."""

from __future__ import annotations

from board_core.game.rules import Position, Rules
from board_core.games.lessons import Sample, Samples
from board_core.text.sentence import say

from .board import GomokuBoard
from .lines import BLACK, WHITE
from .setup import written

OPENING_STONES = 10  # stones on the board
MIDDLE_STONES = 60

SAMPLE_PICTURES = (
    (
        "opening-black",
        say("opening, Black to move"),
        """
        ...o.
        ..xx.
        ..o..
        """,
    ),
    (
        "opening-white",
        say("opening, White to move"),
        """
        .....
        ..xo.
        .xo..
        ..x..
        """,
    ),
    (
        "middle-black",
        say("middle game, Black to move"),
        """
        .........
        ..x..o...
        ...oxo...
        ..xxox...
        ..oxox...
        ...o..o..
        .....x...
        """,
    ),
    (
        "middle-white",
        say("middle game, White to move"),
        """
        .........
        ..x..o.x.
        ...oxo...
        ..xxox...
        ..oxox...
        ...o..o..
        .....x...
        """,
    ),
    (
        "five",
        say("a five to be made"),
        """
        o.......
        .oxxxx..
        ..o.o...
        """,
    ),
    (
        "block",
        say("a five to be stopped"),
        """
        .o..o...
        ..oxxxx.
        ...o....
        """,
    ),
    (
        "four-three",
        say("a four and a three to be made"),
        """
        .........
        ..o.x.o..
        ....x....
        .oxxx....
        ....o....
        .........
        """,
    ),
    (
        "open-three",
        say("an open three to be stopped"),
        """
        .......
        ..xxx..
        ..oo...
        .......
        """,
    ),
)
"""Stones for the middle of any board; Black is to move where both sides have as many."""


def positions(rules: Rules) -> tuple[Sample, ...]:
    board: GomokuBoard = rules.start(None).native
    half = _half_full(board.size)
    return (
        Sample("start", say("opening: the first move"), _set(board, "")),
        *(Sample(name, title, _set(board, picture)) for name, title, picture in SAMPLE_PICTURES),
        Sample("half-full", say("half the board is full"), half),
        Sample("few-moves", say("a single move"), _almost_full(board.size)),
    )


def _set(board: GomokuBoard, picture: str) -> str:
    rows = picture.split()
    width = max(map(len, rows), default=0)
    bottom, left = (board.size - len(rows)) // 2, (board.size - width) // 2
    cells = bytearray(board.size**2)
    for number, row in enumerate(reversed(rows)):
        for column, sign in enumerate(row):
            cells[(bottom + number) * board.size + left + column] = ".xo".index(sign)
    return _text(board.size, cells)


def _text(size: int, cells: bytearray) -> str:
    to_move = BLACK if cells.count(BLACK) <= cells.count(WHITE) else WHITE
    return written(size, cells, to_move)


def _half_full(size: int) -> str:
    cells = _full(size)
    cells[: size * (size // 2)] = bytes(size * (size // 2))
    return _text(size, cells)


def _almost_full(size: int) -> str:
    cells = _full(size)
    cells[0] = 0
    return written(size, cells, WHITE)


def _full(size: int) -> bytearray:
    """Return stones of both sides without three in a row along a line or a column."""
    return bytearray((x // 2 + y) % 2 + 1 for y in range(size) for x in range(size))


def phase(ply: int, position: Position) -> str:
    stones = len(position.pieces())
    return (
        "opening" if stones < OPENING_STONES else "middle" if stones < MIDDLE_STONES else "ending"
    )


GOMOKU_SAMPLES = Samples(positions, phase)
