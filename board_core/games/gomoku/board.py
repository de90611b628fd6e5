"""The board of gomoku: variants, lines, renju's forbidden moves, swap2, set-ups as text.

A point is a number: ``row * size + column``, from the lower left corner.

Renju forbids Black an overline (six or more), a double-four and a double-three, unless the move
makes five (section 9 of the rules of the Renju International Federation). A *four* is a row of four
stones that one more turns into exactly five. A *straight four* is unbroken and has two such points.
A *three* is a row of three stones that one more turns into a straight four, on a point where Black
may play. That condition is the same question with one stone more, and it is answered completely
(9.3): only the number of stones limits the depth.

In the opening swap2 one side places the first stones, the other chooses among them.

The first side places three stones: black, white, black. The other side then

* places a white stone, and continues with the white ones;
* plays ``swap``, and takes the black ones; or
* plays ``more``, and places a white and a black stone. The first side then places a white stone
  and continues with the white ones, or plays ``swap`` and takes the black ones.

The side that is White keeps White's stones in any case: when a side takes the stones of the other,
*all stones change their colours*. The game stays the same if both colours win by the same rules, so
renju has no swap2. Names, clocks and results stay with their sides.

Two forms of positions are read. *Rows*, as in FEN: the rows from above, with a slash between them,
``x`` for a black stone, ``O`` for a white one and a number for so many empty points; then a space
and the side to move, ``b`` or ``w``: ``15/15/15/15/15/15/15/7x7/8O6/15/15/15/15/15/15 b``. This
form is also written. *Moves*: points in the order of play, Black first: ``h8 j7``. The text does
not contain the board's size and rule, which belong to the rules of the game.

``swap2`` is the beginning of a game with that opening; its moves may follow.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from functools import cache, cached_property
from itertools import groupby, takewhile

from board_core.fast_dataclass import dataclass
from board_core.game.rules import BadSetup, Move
from board_core.game.sides import Color
from board_core.text.sentence import Sentence, say

FREESTYLE, STANDARD, RENJU = "freestyle", "standard", "renju"

FILE_LETTERS = "abcdefghjklmnopqrstuvwxyz"
"""The letters of the files, without i."""


@dataclass(frozen=True)
class GomokuVariant:
    """The size of the board and the rule by which a row of stones wins.

    Freestyle: five or more win. Standard: exactly five. Renju: Black needs exactly five and has
    forbidden moves, White wins by five or more.
    """

    size: int
    rule: str

    def exact(self, color: int) -> bool:
        """Return whether a row of six or more does not win."""
        return self.rule == STANDARD or (self.rule == RENJU and color == BLACK)

    def wins(self, color: int, length: int) -> bool:
        return length == 5 if self.exact(color) else length >= 5

    def won_by(self, cells: Cells, point: int) -> Ray:
        """Return the stones of all rows by which the stone on this point wins, or nothing."""
        color = cells[point]
        rows = rows_through(cells, self.size, point, color)
        won = [row for row in rows if self.wins(color, len(row))]
        return tuple(dict.fromkeys(at for row in won for at in row))

    def won_somewhere(self, cells: Cells) -> Ray:
        """Return the same for any stone; searches the whole board."""
        for five, _ in windows(self.size):
            if cells[five[0]] and len({cells[at] for at in five}) == 1:
                line = self.won_by(cells, five[0])
                if line:
                    return line
        return ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The text of every point."""
        files = FILE_LETTERS[: self.size]
        return tuple(f"{file}{rank}" for rank in range(1, self.size + 1) for file in files)

    @cached_property
    def points(self) -> dict[str, int]:
        """The point of every text."""
        return {name: point for point, name in enumerate(self.names)}


EMPTY, BLACK, WHITE = 0, 1, 2

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Columns and rows of a step: along the row, the column and both diagonals."""

Cells = bytes | bytearray
"""The stone on each point."""

Ray = tuple[int, ...]
"""The points from a point to the edge of the board, without it."""

Axes = tuple[tuple[Ray, Ray], ...]
"""The ray backwards and the ray forwards, for each direction."""


@cache
def axes(size: int) -> tuple[Axes, ...]:
    """Return the lines through every point of a board."""
    return tuple(
        tuple(
            (_ray(size, column, row, -dx, -dy), _ray(size, column, row, dx, dy))
            for dx, dy in DIRECTIONS
        )
        for row in range(size)
        for column in range(size)
    )


def _ray(size: int, column: int, row: int, dx: int, dy: int) -> Ray:
    points = []
    column, row = column + dx, row + dy
    while 0 <= column < size and 0 <= row < size:
        points.append(row * size + column)
        column, row = column + dx, row + dy
    return tuple(points)


@cache
def windows(size: int) -> tuple[tuple[Ray, Ray], ...]:
    """Return every five points in a row, with the one or two points next to them."""
    found = []
    for point, lines in enumerate(axes(size)):
        for back, ahead in lines:
            if len(ahead) >= 4:
                found.append(((point, *ahead[:4]), back[:1] + ahead[4:5]))
    return tuple(found)


def row_through(cells: Cells, axis: tuple[Ray, Ray], point: int, color: int) -> Ray:
    """Return the unbroken row of stones of a colour through a point, which counts as one."""
    back, ahead = (tuple(takewhile(lambda at: cells[at] == color, ray)) for ray in axis)
    return (*reversed(back), point, *ahead)


def rows_through(cells: Cells, size: int, point: int, color: int) -> Iterator[Ray]:
    """Return the row in each direction."""
    return (row_through(cells, axis, point, color) for axis in axes(size)[point])


@cache
def neighbours(size: int) -> tuple[Ray, ...]:
    """Return the points next to every point of a board."""
    return tuple(tuple(ray[0] for axis in lines for ray in axis if ray) for lines in axes(size))


def has_neighbour(cells: Cells, size: int, point: int, colors: Collection[int]) -> bool:
    """Return whether a stone of one of these colours stands next to a point."""
    return any(cells[at] in colors for at in neighbours(size)[point])


def free(cells: Cells) -> list[int]:
    """Return the points without a stone."""
    return [point for point, stone in enumerate(cells) if not stone]


FOUR_REACH = 4
"""Greatest distance between stones of one four or five."""


class Forbidden(Enum):
    OVERLINE = "overline"
    DOUBLE_FOUR = "double-four"
    DOUBLE_THREE = "double-three"


def forbidden(cells: Cells, size: int, point: int) -> Forbidden | None:
    """Return why Black may not play on this empty point; None if Black may."""
    lines = axes(size)[point]
    if not _crowded(cells, lines):
        return None
    after = bytearray(cells)
    after[point] = BLACK
    lengths = [len(row_through(after, axis, point, BLACK)) for axis in lines]
    if 5 in lengths:
        return None
    if max(lengths) > 5:
        return Forbidden.OVERLINE
    if sum(len(fours(after, axis, point)) for axis in lines) > 1:
        return Forbidden.DOUBLE_FOUR
    if sum(is_three(after, size, axis, point) for axis in lines) > 1:
        return Forbidden.DOUBLE_THREE
    return None


def makes_overline(cells: Cells, size: int, point: int) -> bool:
    """Return whether a black stone here would stand in a row of six or more, and in no five."""
    lengths = [len(row) for row in rows_through(cells, size, point, BLACK)]
    return max(lengths) > 5 and 5 not in lengths


def _crowded(cells: Cells, lines: tuple[tuple[Ray, Ray], ...]) -> bool:
    """Return whether enough stones are near: two in each of two lines, or four in one."""
    near = [
        sum(cells[at] == BLACK for ray in axis for at in ray[: FOUR_REACH + 1]) for axis in lines
    ]
    return sum(count > 1 for count in near) > 1 or max(near) > 3


def fours(cells: Cells, axis: tuple[Ray, Ray], point: int) -> set[frozenset[int]]:
    """Return the fours that the stone on this point belongs to, each as its stones.

    A straight four counts once for both its points; a line can have two fours (``xxx.x.xxx``).
    """
    found, trial = set(), bytearray(cells)
    for at in _empty_near(cells, axis):
        trial[at] = BLACK
        five = row_through(trial, axis, point, BLACK)
        trial[at] = EMPTY
        if len(five) == 5 and at in five:
            found.add(frozenset(five) - {at})
    return found


def is_three(cells: Cells, size: int, axis: tuple[Ray, Ray], point: int) -> bool:
    """Return whether the stone on this point is part of a three in this line."""
    direction = axes(size)[point].index(axis)
    trial = bytearray(cells)
    for at in _empty_near(cells, axis):
        trial[at] = BLACK
        row = row_through(trial, axis, point, BLACK)
        straight = at in row and len(row) == 4 and _is_straight(trial, size, row, direction)
        trial[at] = EMPTY
        if straight and not _makes_five(cells, size, at) and not forbidden(cells, size, at):
            return True
    return False


def _is_straight(cells: Cells, size: int, four: Ray, direction: int) -> bool:
    """Return whether both ends of an unbroken four can be turned into exactly five."""
    before, after = axes(size)[four[0]][direction][0], axes(size)[four[-1]][direction][1]
    return all(
        ray and cells[ray[0]] == EMPTY and (len(ray) == 1 or cells[ray[1]] != BLACK)
        for ray in (before, after)
    )


def _makes_five(cells: Cells, size: int, point: int) -> bool:
    return any(len(row_through(cells, axis, point, BLACK)) == 5 for axis in axes(size)[point])


def _empty_near(cells: Cells, axis: tuple[Ray, Ray]) -> list[int]:
    return [at for ray in axis for at in ray[:FOUR_REACH] if cells[at] == EMPTY]


SWAP2 = "swap2"
"""The word with which a set-up of this opening begins; the moves so far follow."""

SWAP_WORD, MORE_WORD = Move("swap"), Move("more")


class Swap2Stage(Enum):
    """The stages of the opening, and the side that acts in each."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    CHOICE = "choice"
    FOURTH = "fourth"
    FIFTH = "fifth"
    LAST_CHOICE = "last-choice"

    @property
    def side(self) -> Color:
        second = (Swap2Stage.CHOICE, Swap2Stage.FOURTH, Swap2Stage.FIFTH)
        return Color.WHITE if self in second else Color.BLACK

    @property
    def words(self) -> tuple[Move, ...]:
        """The words that may be played instead of placing a stone."""
        match self:
            case Swap2Stage.CHOICE:
                return (SWAP_WORD, MORE_WORD)
            case Swap2Stage.LAST_CHOICE:
                return (SWAP_WORD,)
            case _:
                return ()

    def after(self, move: Move) -> Swap2Stage | None:
        """Return the next stage; None if the opening is over."""
        return Swap2Stage.FOURTH if move == MORE_WORD else NEXT_STAGE.get(self)

    def exchanges(self, move: Move) -> bool:
        """Return whether the stones change their colours, so that each side keeps its own."""
        if self is Swap2Stage.CHOICE:
            return move == SWAP_WORD
        return self is Swap2Stage.LAST_CHOICE and move != SWAP_WORD


NEXT_STAGE = {
    Swap2Stage.FIRST: Swap2Stage.SECOND,
    Swap2Stage.SECOND: Swap2Stage.THIRD,
    Swap2Stage.THIRD: Swap2Stage.CHOICE,
    Swap2Stage.FOURTH: Swap2Stage.FIFTH,
    Swap2Stage.FIFTH: Swap2Stage.LAST_CHOICE,
}

EXCHANGED_STONES = bytes.maketrans(b"\1\2", b"\2\1")


def exchanged(cells: Cells) -> bytes:
    """Return the cells with black and white stones exchanged."""
    return bytes(cells).translate(EXCHANGED_STONES)


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


__all__ = ["BLACK", "EMPTY", "WHITE", "GomokuBoard"]

variant_of = cache(GomokuVariant)


class GomokuBoard:
    """Stones on a board that an AI may change: no other code sees its changes.

    ``cells`` has 0 (empty), 1 (black) or 2 (white) for each point ``row * size + column``, where
    row 0 is the lowest. ``moves`` are the points in the order of play: all of them, unless the game
    began with stones on the board. ``opening`` is the stage of the opening swap2 (``first``,
    ``choice`` …; see :mod:`.swap2`), in which ``to_move`` is the colour of the next stone and
    ``words`` may be played instead of a point; otherwise it is empty.
    """

    __slots__ = ("_variant", "cells", "moves", "opening", "rule", "size", "to_move")

    def __init__(
        self,
        size: int = 15,
        rule: str = FREESTYLE,
        cells: Cells | None = None,
        to_move: int = BLACK,
        moves: Iterable[int] = (),
        opening: str = "",
    ) -> None:
        self.size: int = size
        self.rule: str = rule
        self.cells: bytearray = bytearray(size * size if cells is None else cells)
        self.to_move: int = to_move
        self.moves: list[int] = list(moves)
        self.opening: str = opening
        self._variant = variant_of(size, rule)

    def legal(self) -> list[int]:
        """Return the points where the side to move may play, if the game is not over."""
        points = free(self.cells)
        if self.rule == RENJU and self.to_move == BLACK:
            points = [at for at in points if not forbidden(self.cells, self.size, at)]
        return points

    def push(self, index: int) -> None:
        """Play on an empty point."""
        self.cells[index] = self.to_move
        self.moves.append(index)
        self.to_move = 3 - self.to_move

    def pop(self) -> int:
        """Take the last move back."""
        index = self.moves.pop()
        self.cells[index] = EMPTY
        self.to_move = 3 - self.to_move
        return index

    @property
    def words(self) -> tuple[str, ...]:
        """The words that may be played in this stage of the opening instead of a point."""
        return Swap2Stage(self.opening).words if self.opening else ()

    def text(self, index: int) -> str:
        """Return the text of a point, such as ``h8``: letters without i, rows counted
        from below.
        """
        return self._variant.names[index]

    def index(self, text: str) -> int:
        """Return the point of such a text. Raises KeyError."""
        return self._variant.points[text]

    def winner_line(self) -> tuple[int, ...]:
        """Return the stones that win, or nothing. With a last move, only its lines are searched."""
        if self.moves:
            return self._variant.won_by(self.cells, self.moves[-1])
        return self._variant.won_somewhere(self.cells)

    def copy(self) -> GomokuBoard:
        return GomokuBoard(self.size, self.rule, self.cells, self.to_move, self.moves, self.opening)

    def __repr__(self) -> str:
        moves = " ".join(map(self.text, self.moves))
        return f"GomokuBoard({self.size}, {self.rule!r}, {moves!r})"
