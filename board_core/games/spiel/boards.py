"""The board of a library's game: its places, and how the library's texts are read.

The library has no boards: a state has a text, and an action has one. For each game that is drawn as
a board, a :class:`SpielBoard` has its places, reads the signs on them from the state's text (in the
order of the places), and turns the text of an action into the text of a move. Other games have no
places: they are shown by the library's own text, and their moves are the library's without spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from string import ascii_lowercase

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry, Style
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
