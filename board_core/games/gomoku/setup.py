"""Positions of gomoku as text.

Two forms are read. *Rows*, as in FEN: the rows from above, with a slash between them, ``x`` for a
black stone, ``O`` for a white one and a number for so many empty points; then a space and the side
to move, ``b`` or ``w``: ``15/15/15/15/15/15/15/7x7/8O6/15/15/15/15/15/15 b``. This form is also
written. *Moves*: points in the order of play, Black first: ``h8 j7``. The text does not contain the
board's size and rule, which belong to the rules of the game.

``swap2`` is the beginning of a game with that opening (:mod:`.swap2`); its moves may follow.
"""

from __future__ import annotations

import re
from itertools import groupby

from board_core.game.rules import BadSetup
from board_core.text.sentence import Sentence, say

from .lines import BLACK, EMPTY, WHITE, Cells
from .renju import forbidden
from .variant import RENJU, GomokuVariant

STONE_OF_SIGN = {"x": BLACK, "O": WHITE, "X": BLACK, "o": WHITE}
SIGN_OF_STONE = {BLACK: "x", WHITE: "O"}
SIDE_OF_LETTER = {"b": BLACK, "w": WHITE}

LONGEST_QUOTED = 60

Stones = tuple[bytes, int, list[int]]
"""The stone on each point, the side to move, and the moves that led there as far as known."""


def written(size: int, cells: Cells, to_move: int) -> str:
    rows = [cells[row * size : (row + 1) * size] for row in reversed(range(size))]
    return "/".join(map(_row, rows)) + (" b" if to_move == BLACK else " w")


def _row(cells: Cells) -> str:
    runs = [(stone, len(list(run))) for stone, run in groupby(cells)]
    return "".join(
        str(count) if not stone else SIGN_OF_STONE[stone] * count for stone, count in runs
    )


def read_setup(variant: GomokuVariant, text: str | None) -> Stones:
    """Read a position. Raises BadSetup."""
    if text is None:
        return bytes(variant.size**2), BLACK, []
    if "/" not in text and (words := text.lower().split()):
        return _moves(variant, text, words)
    return _rows(variant, text)


def _moves(variant: GomokuVariant, text: str, words: list[str]) -> Stones:
    cells, to_move, moves = bytearray(variant.size**2), BLACK, list[int]()
    for word in words:
        at = variant.points.get(word)
        if at is None:
            raise bad_setup(text, say("{word} is no point of this board", word=repr(word)))
        if cells[at]:
            raise bad_setup(text, say("{word} is played twice", word=repr(word)))
        if moves and variant.won_by(cells, moves[-1]):
            raise bad_setup(text, say("the game is over before {word}", word=repr(word)))
        if variant.rule == RENJU and to_move == BLACK and forbidden(cells, variant.size, at):
            raise bad_setup(text, say("{word} is forbidden to Black", word=repr(word)))
        cells[at] = to_move
        to_move = 3 - to_move
        moves.append(at)
    return bytes(cells), to_move, moves


def _rows(variant: GomokuVariant, text: str) -> Stones:
    size = variant.size
    rows, _, side = text.strip().partition(" ")
    if side not in SIDE_OF_LETTER:
        raise bad_setup(text, say("write a space and the side to move, b or w, after the rows"))
    lines = [_expanded(row) for row in rows.split("/")]
    if len(lines) != size or any(line is None or len(line) != size for line in lines):
        raise bad_setup(text, say("there must be {size} rows of {size} points", size=size))
    cells = b"".join(line for line in reversed(lines) if line is not None)
    to_move = SIDE_OF_LETTER[side]
    line = variant.won_somewhere(cells)
    if line and cells[line[0]] == to_move:
        raise bad_setup(text, say("the side to move has won already"))
    return cells, to_move, []


def _expanded(row: str) -> bytes | None:
    """Return the points of a row; None if the text is not one."""
    if len(row) > LONGEST_QUOTED or not re.fullmatch(r"([xXoO]|[1-9]\d?(?!\d))*", row, re.ASCII):
        return None
    parts = re.findall(r"\d+|[xXoO]", row)
    return b"".join(
        bytes([EMPTY]) * int(part) if part.isdigit() else bytes([STONE_OF_SIGN[part]])
        for part in parts
    )


def bad_setup(text: str, why: Sentence) -> BadSetup:
    return BadSetup(say("{text} is no position of this game: {why}", text=_quoted(text), why=why))


def _quoted(text: str) -> str:
    """Quote a text, cut if it is long. The contract of a game asks for the quote."""
    return repr(text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 3]}...")
