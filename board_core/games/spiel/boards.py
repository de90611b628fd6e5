"""Boards of the library's games: where their places are, and how the library's texts are read.

The library has no board: a state has a text, and an action has one. For each game that is drawn
as a board here, a :class:`SpielBoard` says which places there are, which signs of the state's text
stand on them (in the order of the text, which is that of the places), and how the text of an
action becomes the text of a move. Other games have no places: they are shown by the library's own
text, and their moves are the library's without its spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

from board_core.geometry import Geometry, Style, cells, plan, points, squares
from board_core.rules import Move, Position

EMPTY_GEOMETRY = Geometry(())
"""The geometry of a game that has no places."""

OPTIONAL_SIGNS = "-x*:"
"""Signs between from where and to where."""

GO_LETTERS = "abcdefghjklmnopqrst"
"""The columns of go: no i."""

STONE_SIGNS = {"x": "x", "o": "O"}
"""Black's and White's, where the library calls the first player black."""

Signs = Callable[[str], Iterable[str]]
"""What stands on each place, from the text of a state."""

Text = Callable[[str], str]
"""A move's text, from that of an action."""

PlacesOf = Callable[[Position, Move], tuple[str, ...]]


def spaceless(text: str) -> str:
    """The library's text of an action, without its spaces."""
    return "".join(text.split())


def no_signs(_text: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class SpielBoard:
    """How a game is shown here, and how its moves are written."""

    geometry: Geometry = EMPTY_GEOMETRY
    signs: Signs = no_signs
    symbols: Mapping[str, str] = field(default_factory=dict)
    """The signs of pieces as symbols: White's are capitals. Every other sign is an empty place."""
    text: Text = spaceless
    places: PlacesOf | None = None
    """The places of a move whose text does not name them."""
    optional: str = ""
    """Signs that people put into a move or leave out."""
    any_case: bool = True
    """Capitals and small letters mean the same in a move."""

    def folded(self, move: str) -> str:
        """Return a move without what makes no difference."""
        plain = "".join(sign for sign in move if sign not in self.optional)
        return plain.casefold() if self.any_case else plain

    def pieces(self, text: str) -> dict[str, str]:
        """Return what stands where, from the text of a state."""
        symbols = self.symbols
        return {
            place: symbols[sign]
            for place, sign in zip(self.geometry.places, self.signs(text), strict=True)
            if sign in symbols
        }


def board_of(name: str, parameters: Mapping[str, Any], first: str) -> SpielBoard:
    """Return how a game is shown; ``first``: the text of its first state.

    A text with more or fewer signs than there are places is one that a version of the library
    writes otherwise: the game is then shown by that text.
    """
    board = BOARDS[name](parameters) if name in BOARDS else SpielBoard()
    if len(list(board.signs(first))) != len(board.geometry.places):
        return SpielBoard(text=board.text)
    return board


# Reading a state's text


def lines_of(row: str, kept: str) -> Signs:
    """Signs that are kept, from the group of each line that a pattern fits."""
    pattern = re.compile(row, re.MULTILINE)

    def signs(text: str) -> Iterable[str]:
        return [sign for line in pattern.findall(text) for sign in line if sign in kept]

    return signs


def plain_rows(columns: int, kept: str) -> Signs:
    """Lines of signs, and nothing else."""
    return lines_of(rf"^(\S{{{columns}}})$", kept)


def numbered_rows(columns: int, kept: str) -> Signs:
    """Lines of signs behind the number of the row."""
    return lines_of(rf"^ ?\d+ ?(\S{{{columns}}})$", kept)


def of_fen(text: str) -> Iterable[str]:
    """The squares of a FEN, from the top left."""
    return _ranks(text, r"[A-Za-z]|\d")


def of_sfen(text: str) -> Iterable[str]:
    """The squares of shogi's FEN: a promoted piece has a plus before its letter."""
    return _ranks(text, r"\+?[A-Za-z]|\d")


def _ranks(text: str, pattern: str) -> Iterable[str]:
    for token in re.findall(pattern, text.split()[0].partition("[")[0]):
        yield from "." * int(token) if token.isdigit() else (token,)


# Names of places


def from_the_top(columns: int, rows: int, style: Style = Style.CELLS) -> Geometry:
    """Places whose first row is at the top, ``a1`` at the top left."""
    letters, numbers = ascii_lowercase[:columns], range(1, rows + 1)
    names = tuple(tuple(f"{letter}{number}" for letter in letters) for number in numbers)
    return Geometry(names, style, tuple(letters), tuple(map(str, numbers)))


def _at(geometry: Geometry, row: str | int, column: str | int) -> str:
    return geometry.rows[int(row)][int(column)] or ""


def by_row_and_column(geometry: Geometry, counted_from: int = 0) -> Text:
    """Moves that name their places by row and column from the top left, in any words."""

    def text(said: str) -> str:
        found = re.findall(r"(\d+), ?(\d+)", said)
        return "".join(
            _at(geometry, int(row) - counted_from, int(column) - counted_from)
            for row, column in found
        )

    return text


# The games


def _othello(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(from_the_top(8, 8), lines_of(r"^\d (.*) \d$", "-xo"), STONE_SIGNS)


def _connect_four(of: Mapping[str, Any]) -> SpielBoard:
    columns, rows = of["columns"], of["rows"]
    return SpielBoard(
        cells(columns, rows),
        plain_rows(columns, ".xo"),
        {"x": "O", "o": "x"},
        lambda said: ascii_lowercase[int(said[1:])],
        landing,
    )


def landing(position: Position, move: Move) -> tuple[str, ...]:
    """The place where a piece that falls into a column comes to lie."""
    taken = position.pieces()
    height = sum(place[0] == move for place in taken)
    return (f"{move}{height + 1}",)


def _breakthrough(of: Mapping[str, Any]) -> SpielBoard:
    columns, rows = of["columns"], of["rows"]
    signs = numbered_rows(columns, ".bw")
    pawns = {"b": "p", "w": "P"}
    return SpielBoard(
        squares(columns, rows), signs, pawns, lambda said: said.rstrip("*"), optional=OPTIONAL_SIGNS
    )


def _checkers(of: Mapping[str, Any]) -> SpielBoard:
    columns, rows = of["columns"], of["rows"]
    men = {"o": "O", "8": "K", "+": "x", "*": "k"}
    return SpielBoard(
        squares(columns, rows), numbered_rows(columns, ".o8+*"), men, optional=OPTIONAL_SIGNS
    )


def _clobber(of: Mapping[str, Any]) -> SpielBoard:
    columns, rows = of["columns"], of["rows"]
    return SpielBoard(
        squares(columns, rows), numbered_rows(columns, ".xo"), STONE_SIGNS, optional=OPTIONAL_SIGNS
    )


def _lines_of_action(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(
        squares(8, 8),
        numbered_rows(8, ".xo"),
        STONE_SIGNS,
        lambda said: said.replace("-", "").replace("x", ""),
        optional=OPTIONAL_SIGNS,
    )


def _amazons(of: Mapping[str, Any]) -> SpielBoard:
    size = of["board_size"]
    geometry = squares(size, size)
    queens = {"X": "Q", "O": "q", "#": "#"}
    return SpielBoard(geometry, plain_rows(size, ".XO#"), queens, by_row_and_column(geometry, 1))


def _crosses(rows: int, columns: int) -> SpielBoard:
    geometry = cells(columns, rows)
    signs = plain_rows(columns, ".xo")
    return SpielBoard(geometry, signs, {"x": "X", "o": "o"}, by_row_and_column(geometry))


def _gomoku(of: Mapping[str, Any]) -> SpielBoard:
    geometry = points(of["size"], of["size"])
    stones = {"b": "x", "w": "O"}
    return SpielBoard(geometry, plain_rows(of["size"], ".bw"), stones, by_row_and_column(geometry))


def _go(of: Mapping[str, Any]) -> SpielBoard:
    size = of["board_size"]
    return SpielBoard(
        points(size, size, GO_LETTERS),
        numbered_rows(size, "+XO"),
        {"X": "x", "O": "O"},
        lambda said: said.split()[-1].lower(),
    )


def _cursor_go(of: Mapping[str, Any]) -> SpielBoard:
    board = _go(of)
    return SpielBoard(
        board.geometry, board.signs, board.symbols, lambda said: said.split()[0].lower(), no_places
    )


def no_places(_position: Position, _move: Move) -> tuple[str, ...]:
    """No place: the move is a word."""
    return ()


def _hex(of: Mapping[str, Any]) -> SpielBoard:
    size = of["board_size"]
    usual = 11  # unless the board is no rhombus, one number says both
    columns = of["num_cols"] if of["num_cols"] != usual else size
    rows = of["num_rows"] if of["num_rows"] != usual else size
    return SpielBoard(
        _slanted(from_the_top(columns, rows)),
        lines_of(rf"^ *(\S(?: \S){{{columns - 1}}}) *$", ".xo"),
        STONE_SIGNS,
    )


def _slanted(geometry: Geometry) -> Geometry:
    """The same places as hexagons, whose rows lie half a place further right each."""
    return replace(geometry, slant=0.5)


HEXAGON_SIGNS = {"O": "O", "@": "x"}
"""The signs of the games on boards of hexagons whose first player is called O."""

HEXAGON_ROWS = lines_of(r"^ *\d+((?:[ \[\]]+[.O@])+)", ".O@")
"""Rows behind their number; the last move is in brackets."""


def _y(of: Mapping[str, Any]) -> SpielBoard:
    size = of["board_size"]
    rows = [row[: size - at] for at, row in enumerate(from_the_top(size, size).rows)]
    return SpielBoard(_slanted(plan(rows, Style.CELLS)), HEXAGON_ROWS, HEXAGON_SIGNS)


def _havannah(of: Mapping[str, Any]) -> SpielBoard:
    """A hexagon: its columns lean to the left, and the rows of a board to the right."""
    size = of["board_size"]
    width = 2 * size - 1
    rows: list[list[str | None]] = [[None] * width for _ in range(width)]
    for row, names in enumerate(from_the_top(width, width).rows):
        for column, name in enumerate(names):
            if abs(column - row) < size:
                rows[row][column - row + size - 1] = name
    return SpielBoard(_slanted(plan(rows, Style.CELLS)), HEXAGON_ROWS, HEXAGON_SIGNS)


def _pentago(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(from_the_top(6, 6), lines_of(r"\d ((?:[.O@] ?){6})", ".O@"), HEXAGON_SIGNS)


def _ultimate(_of: Mapping[str, Any]) -> SpielBoard:
    geometry = cells(9, 9)

    def text(said: str) -> str:
        board, *cell = map(int, re.findall(r"\d+", said))
        if not cell:
            return f"board{board}"
        row, column = 3 * (board // 3) + cell[0], 3 * (board % 3) + cell[1]
        return _at(geometry, row, column)

    return SpielBoard(
        geometry, lines_of(r"^([.xo ]{11})$", ".xo"), {"x": "X", "o": "o"}, text, local_board
    )


def local_board(_position: Position, move: Move) -> tuple[str, ...]:
    """The middle of the local board that a player chooses, or the place that a move names."""
    if not move.startswith("board"):
        return (move,)
    row, column = divmod(int(move.removeprefix("board")), 3)
    return (f"{ascii_lowercase[3 * column + 1]}{8 - 3 * row}",)


MORRIS_ROWS = (
    ("a7", None, None, "d7", None, None, "g7"),
    (None, "b6", None, "d6", None, "f6", None),
    (None, None, "c5", "d5", "e5", None, None),
    ("a4", "b4", "c4", None, "e4", "f4", "g4"),
    (None, None, "c3", "d3", "e3", None, None),
    (None, "b2", None, "d2", None, "f2", None),
    ("a1", None, None, "d1", None, None, "g1"),
)


def _morris(_of: Mapping[str, Any]) -> SpielBoard:
    geometry = Geometry(MORRIS_ROWS, Style.POINTS, tuple("abcdefg"), tuple("7654321"))
    names = geometry.places
    return SpielBoard(
        geometry,
        lines_of(r"^([-.WB| ]{13,})$", ".WB"),
        {"W": "O", "B": "x"},
        lambda said: "".join(names[int(number)] for number in re.findall(r"\d+", said)),
    )


def _chinese_checkers(_of: Mapping[str, Any]) -> SpielBoard:
    """A star of 17 rows. The library counts the places from the top left, and so do their names."""
    widths = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
    indents = (12, 11, 10, 9, 0, 1, 2, 3, 4, 3, 2, 1, 0, 9, 10, 11, 12)
    rows, number = [], 0
    for at, (width, indent) in enumerate(zip(widths, indents, strict=True)):
        left = (indent - at + 16) // 2  # each row lies half a place further right
        names = [str(each) for each in range(number, number + width)]
        rows.append([*[None] * left, *names])
        number += width
    least = min(row.index(next(name for name in row if name)) for row in rows)
    geometry = _slanted(plan([row[least:] for row in rows], Style.CELLS))
    signs = lines_of(r"^([ .12]+)$", ".12")
    return SpielBoard(geometry, signs, {"1": "O", "2": "x"}, spaceless, numbers)


def numbers(_position: Position, move: Move) -> tuple[str, ...]:
    """The places of a move that names them by numbers."""
    return tuple(re.findall(r"\d+", move))


def _dots_and_boxes(of: Mapping[str, Any]) -> SpielBoard:
    """Dots, the lines between them and the boxes are places: ``a1`` is the dot bottom left."""
    rows, columns = 2 * of["num_rows"] + 1, 2 * of["num_cols"] + 1
    if columns > len(ascii_lowercase):
        return SpielBoard()
    geometry = cells(columns, rows)

    def signs(text: str) -> Iterable[str]:
        lines = text.splitlines()[:rows]
        for row, line in enumerate(lines):
            for column in range(columns):
                if row % 2 == 0 and column % 2 == 0:
                    yield "+"
                else:
                    yield line[2 * column : 2 * column + 1]

    def text(said: str) -> str:
        way, row, column = re.findall(r"[hv]|\d+", said)[1:]
        across = way == "h"
        return _at(geometry, 2 * int(row) + (not across), 2 * int(column) + across)

    return SpielBoard(geometry, signs, {"+": "+", "─": "-", "│": "|", "1": "O", "2": "x"}, text)


def _nim(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(text=lambda said: ":".join(re.findall(r"\d+", said)))


def _oware(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(text=str.lower)  # the library writes Black's in small letters only


def _twixt(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(text=lambda said: said[1:])


CHESS_PIECES = {
    **{letter: letter for letter in "pnbrqk"},
    **dict(zip("ahce", "bnrq", strict=True)),  # what crazyhouse calls pieces that were pawns
}


def _chess(_of: Mapping[str, Any]) -> SpielBoard:
    pieces = _of_both_sides(CHESS_PIECES)
    return SpielBoard(
        squares(8, 8),
        of_fen,
        pieces,
        lambda said: said.rstrip("+#"),  # the same move whether it gives check or not
        optional="+#",
        any_case=False,
    )


def _of_both_sides(black: Mapping[str, str]) -> dict[str, str]:
    white = {sign.upper(): symbol.upper() for sign, symbol in black.items()}
    return {**black, **white}


SHOGI_PIECES = {sign: sign for letter in "plnsgbrk" for sign in (letter, f"+{letter}")}
"""A plus stands before a promoted piece."""


def _shogi(_of: Mapping[str, Any]) -> SpielBoard:
    """Black, who begins, sits at the bottom, and has capitals in the library."""
    rows = tuple(tuple(f"{file}{rank}" for file in "987654321") for rank in "abcdefghi")
    geometry = Geometry(rows, Style.CELLS, tuple("987654321"), tuple("abcdefghi"))
    pieces = _of_both_sides(SHOGI_PIECES)
    symbols = {sign.swapcase(): symbol for sign, symbol in pieces.items()}
    return SpielBoard(geometry, of_sfen, symbols, spaceless, shogi_places, optional="-x*")


def shogi_places(_position: Position, move: Move) -> tuple[str, ...]:
    """From where to where, or where a piece is dropped."""
    return tuple(re.findall(r"\d[a-i]", move))


def _xiangqi(_of: Mapping[str, Any]) -> SpielBoard:
    rows = tuple(tuple(f"{file}{rank}" for file in "abcdefghi") for rank in range(9, -1, -1))
    geometry = Geometry(rows, Style.POINTS, tuple("abcdefghi"), tuple("9876543210"))
    pieces = {letter: letter for letter in "rheagcsRHEAGCS"}
    return SpielBoard(
        geometry,
        plain_rows(9, ".rheagcsRHEAGCS"),
        pieces,
        by_row_and_column(geometry),
        optional=OPTIONAL_SIGNS,
    )


BOARDS: Mapping[str, Callable[[Mapping[str, Any]], SpielBoard]] = {
    "amazons": _amazons,
    "antichess": _chess,
    "breakthrough": _breakthrough,
    "checkers": _checkers,
    "chess": _chess,
    "chinese_checkers": _chinese_checkers,
    "clobber": _clobber,
    "connect_four": _connect_four,
    "crazyhouse": _chess,
    "cursor_go": _cursor_go,
    "dots_and_boxes": _dots_and_boxes,
    "go": _go,
    "gomoku": _gomoku,
    "havannah": _havannah,
    "hex": _hex,
    "lines_of_action": _lines_of_action,
    "mnk": lambda of: _crosses(of["n"], of["m"]),
    "nim": _nim,
    "nine_mens_morris": _morris,
    "othello": _othello,
    "oware": _oware,
    "pentago": _pentago,
    "shogi": _shogi,
    "tic_tac_toe": lambda _of: _crosses(3, 3),
    "twixt": _twixt,
    "ultimate_tic_tac_toe": _ultimate,
    "xiangqi": _xiangqi,
    "y": _y,
}

BLACK_IS_ZERO = frozenset(
    (
        "antichess",
        "breakthrough",
        "chess",
        "crazyhouse",
        "cursor_go",
        "go",
        "gomoku",
        "hex",
        "lines_of_action",
        "othello",
        "shogi",
    )
)
"""The games whose player 0 is called black; in the others it is White, who then begins."""
