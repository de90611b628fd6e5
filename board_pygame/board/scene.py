"""What a board shows, as values: how a game looks, and one scene of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from board_core.rules import Move, squares_of

LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")

Squares = tuple[str, ...]
"""What a move names: from and to, or one point."""


@dataclass(frozen=True)
class Look:
    """How a game is drawn.

    ``picture`` gives the SVG elements of a symbol, in a viewBox of 45 by 45.
    """

    picture: Callable[[str], str]
    grid: bool = False
    """Stones on the intersections of lines, with the coordinates outside; else chequered squares
    with the coordinates inside."""
    files: Sequence[str] = LETTERS
    order: str = ""
    """How moves that share their squares are told apart: by their last letters, in this order."""
    aliases: Callable[[Mapping[str, str], Sequence[Move]], Mapping[Squares, Move]] = (
        lambda pieces, moves: {}
    )
    """Other squares that stand for a move: from the pieces and the legal moves."""


@dataclass(frozen=True)
class Scene:
    """All that a board shows of a game, and what may be done with it. Never changed."""

    look: Look
    size: tuple[int, int]  # files, ranks
    pieces: Mapping[str, str] = field(default_factory=dict)  # square to symbol
    moves: Sequence[Move] = ()
    """The legal moves; none if it is nobody's turn at this board."""
    movable: frozenset[str] = frozenset()
    """The squares whose pieces may be picked up, for a move or a premove."""
    may_premove: bool = False
    """A move that is not legal now is kept for later."""
    last: Squares = ()
    """The squares of the last move."""
    captured: Squares = ()
    """Where the last move took something."""
    marked: Squares = ()
    """What the rules point at: a king in check, the stones of a finished five."""
    over: bool = False
    """The game ended with what is marked."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What is written on a stone: when it was put there."""
    arrow: Squares = ()
    """From and to, or one square: a hint."""
    flipped: bool = False
    coordinates: bool = True
    destinations: bool = True
    locked: bool = False
    """An earlier position is shown: a click only asks for the newest."""

    @cached_property
    def by_squares(self) -> Mapping[Squares, tuple[Move, ...]]:
        """The legal moves by the squares they name, in the order they are to be offered."""
        found: dict[Squares, tuple[Move, ...]] = {}
        if self.locked:
            return found
        for move in self.moves:
            squares = squares_of(move)
            found[squares] = (*found.get(squares, ()), move)
        for squares, move in self.look.aliases(self.pieces, self.moves).items():
            found.setdefault(squares, (move,))
        order = self.look.order
        return {
            squares: tuple(sorted(moves, key=lambda move: order.find(move[-1])))
            if len(moves) > 1
            else moves
            for squares, moves in found.items()
        }

    @cached_property
    def struck(self) -> tuple[Squares, ...]:
        """The lines through the stones that ended the game, each by its two ends."""
        if not (self.look.grid and self.over):
            return ()
        return lines_through(self.marked, self.look.files)

    @property
    def named(self) -> Sequence[Move]:
        """The legal moves that name no square, and are offered by what they are called."""
        return self.by_squares.get((), ())

    @cached_property
    def by_points(self) -> bool:
        """A move puts something on a square, instead of moving it there."""
        return any(len(squares) == 1 for squares in self.by_squares)

    def targets(self, origin: str) -> frozenset[str]:
        """Where the piece of this square may go."""
        return self._targets.get(origin, frozenset())

    def from_square(self, origin: str) -> tuple[Move, ...]:
        """All moves of the piece of this square."""
        if self.locked or origin not in self.pieces:
            return ()
        return tuple(move for move in self.moves if squares_of(move)[:1] == (origin,))

    @cached_property
    def _targets(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for squares in self.by_squares:
            if len(squares) > 1:
                found.setdefault(squares[0], set()).add(squares[-1])
        return {origin: frozenset(targets) for origin, targets in found.items()}


def origins(moves: Sequence[Move]) -> frozenset[str]:
    """The squares of the pieces that can move."""
    return frozenset(
        squares[0] for squares in (squares_of(move) for move in moves) if len(squares) > 1
    )


def lines_through(points: Sequence[str], files: Sequence[str]) -> tuple[Squares, ...]:
    """The longest straight rows that these points make, until each point is in one."""
    names = {(list(files).index(point[0]), int(point[1:])): point for point in points}
    rows = sorted(_rows(set(names)), key=len, reverse=True)
    left, found = set(names), []
    for row in rows:
        if left & set(row):
            left -= set(row)
            found.append((names[row[0]], names[row[-1]]))
    return tuple(found)


def _rows(places: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Neighbours in a line, two at the least, as far as they go."""
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in places:
            if (x - across, y - up) not in places:
                row = [(x, y)]
                while (row[-1][0] + across, row[-1][1] + up) in places:
                    row.append((row[-1][0] + across, row[-1][1] + up))
                if len(row) > 1:
                    yield row


def stone_picture(black: bool) -> str:
    """A stone, 94 hundredths of the distance of two lines."""
    light, dark, edge = ("#6a6a6a", "#0c0c0c", "#000") if black else ("#fff", "#d4d4d0", "#8a8a86")
    return (
        '<defs><radialGradient id="g" cx="17" cy="15" r="26" gradientUnits="userSpaceOnUse">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
        "</radialGradient></defs>"
        f'<circle cx="22.5" cy="22.5" r="20.6" fill="url(#g)" stroke="{edge}" stroke-width="1"/>'
    )
