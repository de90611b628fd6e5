"""The boards of the library's games, by the names of the games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from string import ascii_lowercase
from typing import Any

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry, Style, cells, plan, points, squares
from board_core.game.rules import Move, Position

EMPTY_GEOMETRY = Geometry(())
"""The geometry of a game without places."""

Signs = Callable[[str], Iterable[str]]
"""A function that returns the sign on each place from the text of a state."""

Text = Callable[[str], str]
"""A function that returns a move's text from that of an action."""

PlacesOf = Callable[[Position, Move], tuple[str, ...]]


def spaceless(text: str) -> str:
    """Return the library's text of an action without its spaces."""
    return "".join(text.split())


def no_signs(_text: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class SpielBoard:
    """The display of a game, and the notation of its moves."""

    geometry: Geometry = EMPTY_GEOMETRY
    signs: Signs = no_signs
    symbols: Mapping[str, str] = field(default_factory=dict)
    """Signs of pieces and their symbols, capitals for White. Every other sign is an empty place."""
    text: Text = spaceless
    places: PlacesOf | None = None
    """Returns the places of a move whose text does not name them."""
    optional: str = ""
    """Signs that people write in a move or leave out."""
    any_case: bool = True
    """True if capitals and small letters mean the same in a move."""

    def folded(self, move: str) -> str:
        """Return a move without insignificant signs."""
        plain = "".join(sign for sign in move if sign not in self.optional)
        return plain.casefold() if self.any_case else plain

    def pieces(self, text: str) -> dict[str, str]:
        """Return the piece on each place, from the text of a state."""
        symbols = self.symbols
        return {
            place: symbols[sign]
            for place, sign in zip(self.geometry.places, self.signs(text), strict=True)
            if sign in symbols
        }


# Reading a state's text


def lines_of(row: str, kept: str) -> Signs:
    """Return a reader of the wanted signs in the group of each line that fits a pattern."""
    pattern = re.compile(row, re.MULTILINE)

    def signs(text: str) -> Iterable[str]:
        return [sign for line in pattern.findall(text) for sign in line if sign in kept]

    return signs


def plain_rows(columns: int, kept: str) -> Signs:
    """Return a reader of lines that are nothing but signs."""
    return lines_of(rf"^(\S{{{columns}}})$", kept)


def numbered_rows(columns: int, kept: str) -> Signs:
    """Return a reader of lines of signs behind the number of the row."""
    return lines_of(rf"^ ?\d+ ?(\S{{{columns}}})$", kept)


def of_fen(text: str) -> Iterable[str]:
    """Return the squares of a FEN, from the top left."""
    return _ranks(text, r"[A-Za-z]|\d")


def of_sfen(text: str) -> Iterable[str]:
    """Return the squares of shogi's FEN: a promoted piece has a plus before its letter."""
    return _ranks(text, r"\+?[A-Za-z]|\d")


def _ranks(text: str, pattern: str) -> Iterable[str]:
    for token in re.findall(pattern, text.split()[0].partition("[")[0]):
        yield from "." * int(token) if token.isdigit() else (token,)


# Names of places


def from_the_top(columns: int, rows: int, style: Style = Style.CELLS) -> Geometry:
    """Return places whose first row is at the top, with ``a1`` at the top left."""
    letters, numbers = ascii_lowercase[:columns], range(1, rows + 1)
    names = tuple(tuple(f"{letter}{number}" for letter in letters) for number in numbers)
    return Geometry(names, style, tuple(letters), tuple(map(str, numbers)))


def place_at(geometry: Geometry, row: str | int, column: str | int) -> str:
    return geometry.rows[int(row)][int(column)] or ""


def by_row_and_column(geometry: Geometry, counted_from: int = 0) -> Text:
    """Return a reader of moves that name their places by row and column from the top left."""

    def text(said: str) -> str:
        found = re.findall(r"(\d+), ?(\d+)", said)
        return "".join(
            place_at(geometry, int(row) - counted_from, int(column) - counted_from)
            for row, column in found
        )

    return text


OPTIONAL_SIGNS = "-x*:"
"""Signs between the first and the last place of a move."""

GO_LETTERS = "abcdefghjklmnopqrst"
"""The columns of go, without i."""

STONE_SIGNS = {"x": "x", "o": "O"}
"""The stones of games whose first player the library calls black."""


def board_of(name: str, parameters: Mapping[str, Any], first: str) -> SpielBoard:
    """Return the board of a game; ``first`` is the text of its first state.

    Another version of the library may write more or fewer signs than there are places; the game is
    then shown by its text.
    """
    board = BOARDS[name](parameters) if name in BOARDS else SpielBoard()
    if len(list(board.signs(first))) != len(board.geometry.places):
        return SpielBoard(text=board.text)
    return board


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
    """Return the place where a piece that falls into a column lands."""
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
    """Return no place: the move is a word."""
    return ()


def _hex(of: Mapping[str, Any]) -> SpielBoard:
    size = of["board_size"]
    usual = 11  # the default; on a rhombus, one number gives both sides
    columns = of["num_cols"] if of["num_cols"] != usual else size
    rows = of["num_rows"] if of["num_rows"] != usual else size
    return SpielBoard(
        _slanted(from_the_top(columns, rows)),
        lines_of(rf"^ *(\S(?: \S){{{columns - 1}}}) *$", ".xo"),
        STONE_SIGNS,
    )


def _slanted(geometry: Geometry) -> Geometry:
    """Return the same places as hexagons, each row half a place further to the right."""
    return replace(geometry, slant=0.5)


HEXAGON_SIGNS = {"O": "O", "@": "x"}
"""The signs of games on hexagons whose first player is O."""

HEXAGON_ROWS = lines_of(r"^ *\d+((?:[ \[\]]+[.O@])+)", ".O@")
"""Rows behind their number; the last move is in brackets."""


def _y(of: Mapping[str, Any]) -> SpielBoard:
    size = of["board_size"]
    rows = [row[: size - at] for at, row in enumerate(from_the_top(size, size).rows)]
    return SpielBoard(_slanted(plan(rows, Style.CELLS)), HEXAGON_ROWS, HEXAGON_SIGNS)


def _havannah(of: Mapping[str, Any]) -> SpielBoard:
    """Return a hexagon: its columns lean to the left, and the rows of a board to the right."""
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
        return place_at(geometry, row, column)

    return SpielBoard(
        geometry, lines_of(r"^([.xo ]{11})$", ".xo"), {"x": "X", "o": "o"}, text, local_board
    )


def local_board(_position: Position, move: Move) -> tuple[str, ...]:
    """Return the middle of the chosen local board, or the place that a move names."""
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
    """Return a star of 17 rows, with places counted from the top left as in the library."""
    widths = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
    indents = (12, 11, 10, 9, 0, 1, 2, 3, 4, 3, 2, 1, 0, 9, 10, 11, 12)
    rows, number = [], 0
    for at, (width, indent) in enumerate(zip(widths, indents, strict=True)):
        left = (indent - at + 16) // 2  # each row is half a place further to the right
        names = [str(each) for each in range(number, number + width)]
        rows.append([*[None] * left, *names])
        number += width
    least = min(row.index(next(name for name in row if name)) for row in rows)
    geometry = _slanted(plan([row[least:] for row in rows], Style.CELLS))
    signs = lines_of(r"^([ .12]+)$", ".12")
    return SpielBoard(geometry, signs, {"1": "O", "2": "x"}, spaceless, numbers)


def numbers(_position: Position, move: Move) -> tuple[str, ...]:
    """Return the places of a move that names them by numbers."""
    return tuple(re.findall(r"\d+", move))


def _dots_and_boxes(of: Mapping[str, Any]) -> SpielBoard:
    """Return dots, lines and boxes as places; ``a1`` is the dot at the bottom left."""
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
        return place_at(geometry, 2 * int(row) + (not across), 2 * int(column) + across)

    return SpielBoard(geometry, signs, {"+": "+", "─": "-", "│": "|", "1": "O", "2": "x"}, text)


def _nim(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(text=lambda said: ":".join(re.findall(r"\d+", said)))


def _oware(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(text=str.lower)  # the library writes only Black's moves in small letters


def _twixt(_of: Mapping[str, Any]) -> SpielBoard:
    return SpielBoard(text=lambda said: said[1:])


CHESS_PIECES = {
    **{letter: letter for letter in "pnbrqk"},
    **dict(zip("ahce", "bnrq", strict=True)),  # promoted pieces in crazyhouse
}


def _chess(_of: Mapping[str, Any]) -> SpielBoard:
    pieces = _of_both_sides(CHESS_PIECES)
    return SpielBoard(
        squares(8, 8),
        of_fen,
        pieces,
        lambda said: said.rstrip("+#"),  # a move has one text, whether it gives check or not
        optional="+#",
        any_case=False,
    )


def _of_both_sides(black: Mapping[str, str]) -> dict[str, str]:
    white = {sign.upper(): symbol.upper() for sign, symbol in black.items()}
    return {**black, **white}


SHOGI_PIECES = {sign: sign for letter in "plnsgbrk" for sign in (letter, f"+{letter}")}
"""The pieces of shogi; a plus stands before a promoted one."""


def _shogi(_of: Mapping[str, Any]) -> SpielBoard:
    """Return the board of shogi. Black begins, sits at the bottom, and has capitals in
    the library.
    """
    rows = tuple(tuple(f"{file}{rank}" for file in "987654321") for rank in "abcdefghi")
    geometry = Geometry(rows, Style.CELLS, tuple("987654321"), tuple("abcdefghi"))
    pieces = _of_both_sides(SHOGI_PIECES)
    symbols = {sign.swapcase(): symbol for sign, symbol in pieces.items()}
    return SpielBoard(geometry, of_sfen, symbols, spaceless, shogi_places, optional="-x*")


def shogi_places(_position: Position, move: Move) -> tuple[str, ...]:
    """Return the places of a move, or the place of a drop."""
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
"""Games whose player 0 is called black; in others player 0 is White, who then begins."""
