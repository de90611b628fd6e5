"""Boards of any game, as the pages draw them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry, Style
from board_core.game.rules import Position, Rules
from board_core.game.words import Words
from board_core.games.look import Beside, ink_on
from board_core.match.known_games import hosted

EMPTY_CELL = "."
ABSENT_CELL = " "
"""Stands for a place of a board that is elsewhere now."""

STONE_SVG = '<circle cx="22.5" cy="22.5" r="21" fill="{fill}" stroke="#555" stroke-width="1"/>'
STONE_FILLS = ("#fbfbf6", "#1a1a1a")
"""The colours of White's and of Black's stones."""
SEAM_CELLS = 0.3
"""Room between boards that are laid out side by side, in cells."""
PIECE_SIZE = 45
"""The side of the square in which a piece is drawn, in SVG units."""


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board to draw. Cells count from the upper left corner, line by line."""

    kind: str  # the classes of the style sheet
    squares: str | tuple[str, ...]  # a piece's symbol each, or a full stop
    last: tuple[int, ...] = ()  # the cells of the last move
    marked: tuple[int, ...] = ()  # cells that the rules mark, such as a king in check
    text: str = ""  # instead of them, where a game has no places


def board_of(rules: Rules, position: Position, last: Iterable[str] = ()) -> DrawnBoard:
    """Return the board of a position, with the places of the last move."""
    geometry = rules.geometry
    if not geometry.places:
        return DrawnBoard("text", "", text=str(position))
    cells, pieces = cells_of(geometry), position.pieces()
    where = {name: index for index, name in enumerate(cells) if name is not None}
    present = geometry.present(pieces)
    squares = [EMPTY_CELL if name is None or name in present else ABSENT_CELL for name in cells]
    for name, symbol in pieces.items():
        if name in where:
            squares[where[name]] = symbol
    for name, (x, y) in geometry.tabs.items():  # the name of a board that moves tells its owner
        squares[y * geometry.columns + x] = pieces.get(name, EMPTY_CELL)
    plain = all(len(symbol) == 1 for symbol in squares)
    return DrawnBoard(
        kind(geometry),
        "".join(squares) if plain else tuple(squares),
        _found(where, _with_boards(geometry, last)),
        _found(where, position.marked()),
    )


def beside_text(rules: Rules, beside: Beside, words: Words) -> str:
    """Return the text beside the board for one side; it may be empty."""
    look = hosted(rules).look
    return beside.told(lambda symbol: look.sign(symbol, outlined=True), words.sentence)


def cells_of(geometry: Geometry) -> list[str | None]:
    """Return the names of all cells, line by line; None for a cell without a place."""
    return [
        geometry.place(column, row)
        for row in range(geometry.height)
        for column in range(geometry.columns)
    ]


def kind(geometry: Geometry) -> str:
    """Return the classes of the style sheet for a board."""
    return f"{geometry.style.value} b{geometry.columns}x{geometry.height}"


def _with_boards(geometry: Geometry, names: Iterable[str]) -> Iterable[str]:
    """Return these places, those of a board that was moved instead of its own."""
    for name in names:
        board = geometry.movable.get(name)
        yield from (name,) if board is None else board.places


def _found(where: Mapping[str, int], names: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted({where[name] for name in names if name in where}))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The facts of a board for the style sheet. Cells count from 1, as in style sheets."""

    name: str  # the class of its size
    style: str
    columns: int
    rows: int
    slant: float  # of a row, in cells
    dark: tuple[int, ...]  # of two rows, those that are dark
    stars: tuple[int, ...]  # the points that help the eye
    holes: tuple[int, ...]
    lines: str  # the address of a picture of the lines between points, where some are missing
    names: Mapping[int, str]  # of places, where no labels stand beside the board
    tabs: Mapping[int, str]  # the names of boards that can be moved, by their first cells
    shifts: Mapping[int, float]  # cells by which columns lie apart from the middle, from 1
    tints: Mapping[int, str]
    ground: tuple[str, str] | None
    letters: bool
    pictures: Mapping[str, str]  # the addresses of SVG pictures, by symbols
    discs: tuple[str, str]  # of White's and of Black's other symbols
    inks: tuple[str, str]  # the colours of letters on them

    @property
    def width(self) -> float:
        """The width of the board, in cells."""
        apart = 2 * max(self.shifts.values(), default=0)
        return self.columns + apart + self.slant * (self.rows - 1)

    @property
    def beside(self) -> float:
        """The room left and right of columns that lie apart, in percent of the width."""
        return round(100 * max(self.shifts.values(), default=0) / self.width, 3)

    @property
    def lean(self) -> float:
        """The offset of the last row to the right, in percent of the width."""
        return round(100 * self.slant * (self.rows - 1) / self.width, 3)


def sheet_of(rules: Rules) -> Sheet:
    """Return the style of the board and the pieces of a game."""
    geometry, look = rules.geometry, hosted(rules).look
    (columns, rows), cells = geometry.size, cells_of(geometry)
    places = {at: name for at, name in enumerate(cells, 1) if name is not None}
    labelled = geometry.column_labels or geometry.row_labels
    pictures, fills = look.pictures(), look.discs or STONE_FILLS
    return Sheet(
        f"b{columns}x{rows}",
        geometry.style.value,
        columns,
        rows,
        geometry.slant,
        _dark(geometry),
        _stars(columns, rows),
        tuple(at for at, name in enumerate(cells, 1) if name is None),
        _lines(geometry) if geometry.on_points and len(places) < len(cells) else "",
        {} if labelled else places,
        {y * columns + x + 1: name for name, (x, y) in geometry.tabs.items()},
        _shifts(geometry),
        _tints(rules, places),
        look.ground,
        look.letters,
        {symbol: _url(drawn) for symbol, drawn in pictures.items()},
        (_url(STONE_SVG.format(fill=fills[0])), _url(STONE_SVG.format(fill=fills[1]))),
        (ink_on(fills[0]), ink_on(fills[1])),
    )


def _dark(geometry: Geometry) -> tuple[int, ...]:
    """Return the dark cells of the first two rows, which all others repeat."""
    columns, rows = geometry.size
    if geometry.style is not Style.SQUARES:
        return ()
    if geometry.levels:  # each board has squares of its own
        return ()
    return tuple(
        row * columns + column + 1
        for row in range(2)
        for column in range(columns)
        if (column + rows - row) % 2
    )


def _shifts(geometry: Geometry) -> Mapping[int, float]:
    """Return how far the columns of boards that are laid out side by side lie apart."""
    seams = geometry.seams
    middle = len(seams) / 2
    return {
        column + 1: SEAM_CELLS * (bisect_right(seams, column) - middle)
        for column in range(geometry.columns)
        if seams
    }


def _tints(rules: Rules, places: Mapping[int, str]) -> Mapping[int, str]:
    """Return the colours of cells that the style sheet does not know by their number."""
    geometry, tints = rules.geometry, hosted(rules).look.tints
    usual = "var(--dark)" if geometry.levels else ""
    found = {
        at: tints.get(name, usual if usual and geometry.is_dark(name) else "")
        for at, name in places.items()
    }
    return {at: color for at, color in found.items() if color}


def _stars(columns: int, rows: int) -> tuple[int, ...]:
    """Return the star points of a board with a middle."""
    if not (columns % 2 and rows % 2 and min(columns, rows) > 8):
        return ()
    return tuple(
        y * columns + x + 1
        for y in (3, rows // 2, rows - 4)
        for x in (3, columns // 2, columns - 4)
    )


def _lines(geometry: Geometry) -> str:
    path = "".join(f"M{a + 0.5} {b + 0.5}L{c + 0.5} {d + 0.5}" for (a, b), (c, d) in geometry.lines)
    dots = "".join(
        f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r=".07" fill="#5d4317"/>'
        for x, y in map(geometry.at, geometry.places)
    )
    line = f'<path d="{path}" fill="none" stroke="#5d4317" stroke-width=".025"/>'
    return _url(f"{line}{dots}", geometry.size)


def _url(elements: str, size: tuple[int, int] = (PIECE_SIZE, PIECE_SIZE)) -> str:
    """Return an SVG file as a data URL."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}">'
    return f"data:image/svg+xml,{quote(f'{head}{elements}</svg>')}"
