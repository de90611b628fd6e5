"""A position as the pages draw it: any game with squares or points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from board_core.games.chess.pictures import piece_picture
from board_core.hosted import HOSTED
from board_core.rules import Move, Position, Rules, squares_of

EMPTY = "."

STONE = '<circle cx="22.5" cy="22.5" r="21" fill="{fill}" stroke="#555" stroke-width="1"/>'
STONES = {"x": STONE.format(fill="#1a1a1a"), "O": STONE.format(fill="#fbfbf6")}
SIDE = 45
"""Of the square in which a piece is drawn."""


@dataclass(frozen=True, slots=True)
class Board:
    """What is drawn. Squares count from the upper left corner, line by line."""

    size: tuple[int, int]  # files, ranks
    points: bool  # stones on the crossings of lines
    squares: str  # a piece's symbol each, or a full stop
    last: tuple[int, ...] = ()  # the squares of the last move
    marked: tuple[int, ...] = ()  # what the rules point at

    @property
    def kind(self) -> str:
        """The classes of the style sheet."""
        return f"{'points' if self.points else 'squares'} {size_class(self.size)}"


def size_class(size: tuple[int, int]) -> str:
    return f"b{size[0]}x{size[1]}"


def board_of(rules: Rules, position: Position, last: Move | None = None) -> Board:
    places = _places(rules.geometry.column_labels, rules.geometry.size)
    squares = [EMPTY] * len(places)
    for name, symbol in position.pieces().items():
        squares[places[name]] = symbol
    return Board(
        rules.geometry.size,
        rules.geometry.on_points,
        "".join(squares),
        _found(places, squares_of(last) if last is not None else ()),
        _found(places, position.marked()),
    )


def _found(places: dict[str, int], names: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(places[name] for name in names if name in places))


@cache
def _places(files: str, size: tuple[int, int]) -> dict[str, int]:
    """Where each square is in the text of a board."""
    columns, ranks = size
    return {
        f"{files[column]}{ranks - line}": line * columns + column
        for line in range(ranks)
        for column in range(columns)
    }


def sizes() -> list[tuple[int, int]]:
    """Of all boards there are."""
    return sorted({game.rules.geometry.size for game in HOSTED.values()})


def stars(files: int, ranks: int) -> list[tuple[int, int]]:
    """The points that help the eye, on a board with a middle."""
    return [(x, y) for y in (3, ranks // 2, ranks - 4) for x in (3, files // 2, files - 4)]


def pictures() -> dict[str, str]:
    """An SVG file for every symbol of every game."""
    drawn = {symbol: piece_picture(symbol) for symbol in "KQRBNPkqrbnp"} | STONES
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
    return {symbol: f"{head}{elements}</svg>" for symbol, elements in drawn.items()}
