"""The content of a board as values: a scene of it, the look of a game, and its letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from string import ascii_lowercase

from board_core import IllegalMove, Move, say
from board_core.fast_dataclass import dataclass
from board_core.frontend.settings import BoardsShown
from board_core.game import AmbiguousMove
from board_core.game.geometry import WITHOUT_I, Geometry, Style
from board_core.games.look import Look, tag
from board_pygame.language import sentence

from .cells import extent

PLACE_PATTERN = re.compile(r"\b[A-Za-z]\d{1,2}\b", re.ASCII)  # Chinese words touch what they name


@dataclass(frozen=True)
class Lettering:
    """The letters of one board's columns; the default changes nothing.

    Records, programs and the clipboard keep the game's names. Typed text is read by the letters
    that the board shows, as ``j8`` would be ambiguous.
    """

    columns: Mapping[str, str] = field(default_factory=dict)  # shown letters by those of the game

    def show(self, text: str) -> str:
        """Return a text with the places as they are shown; no letter is left out on this board."""
        if not self.columns:
            return text
        return _lettered(text.replace(sentence(WITHOUT_I), "").rstrip(), self.columns)

    def read(self, text: str) -> str:
        """Return a text with the places as the game names them."""
        return _lettered(text, {shown: known for known, shown in self.columns.items()})


def _lettered(text: str, letters: Mapping[str, str]) -> str:
    def place(found: re.Match[str]) -> str:
        first = found[0][0]
        letter = letters.get(first.lower(), first.lower())
        return (letter.upper() if first.isupper() else letter) + found[0][1:]

    return PLACE_PATTERN.sub(place, text)


PLAIN_LETTERING = Lettering()


@lru_cache(maxsize=16)
def lettering(geometry: Geometry, with_i: bool) -> Lettering:
    """Return the lettering of a board; only a grid whose columns leave out i has another one."""
    known, count = geometry.column_labels, len(geometry.column_labels)
    without = ascii_lowercase.replace("i", "")
    leaves_out = "".join(known) == without[:count] != ascii_lowercase[:count]
    if not with_i or not geometry.on_points or not leaves_out:
        return PLAIN_LETTERING
    return Lettering(dict(zip(without, ascii_lowercase, strict=False)))  # also beyond the edge


@lru_cache(maxsize=16)
def lettered(geometry: Geometry, with_i: bool) -> Geometry:
    """Return a board with the shown letters beside it; its places keep their names."""
    columns = lettering(geometry, with_i).columns
    if not columns:
        return geometry
    labels = tuple(columns[label] for label in geometry.column_labels)
    return replace(geometry, column_labels=labels)


SOLID_SHARE = 0.57
"""The part of the width that boards in space take beside their map."""


VIEW_EXTENTS = {"both": (22.4, 16.0), "solid": (14.0, 16.0)}
"""The width and the height of boards in space, in proportion."""


Squares = tuple[str, ...]
"""The places of a move: from its first to its last, or a single one."""


def _reads_none(text: str) -> Move:
    raise IllegalMove(say("{text} is not a move", text=repr(text)))


@dataclass(frozen=True)
class Scene:
    """All that a board shows of a game, and the possible moves. Immutable."""

    look: Look
    geometry: Geometry
    pieces: Mapping[str, str] = field(default_factory=dict)  # place to symbol
    moves: Mapping[Move, Squares] = field(default_factory=dict)
    """The legal moves and the places they touch; empty if nobody moves at this board."""
    movable: frozenset[str] = frozenset()
    """The squares whose pieces may be picked up, for a move or a premove."""
    may_premove: bool = False
    """True if a move that is not legal now is kept for later."""
    last: Squares = ()
    """The squares of the last move."""
    captured: Squares = ()
    """The squares where the last move took something."""
    marked: Squares = ()
    """The squares that the rules mark: a king in check, the stones of a finished five."""
    over: bool = False
    """True if the game ended with what is marked."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The number written on each stone: the ply in which it was put there."""
    arrow: Squares = ()
    """A hint: from and to, or one square."""
    best: tuple[Squares, ...] = ()
    """The moves that an engine proposes, the best one first: numbered arrows."""
    forbidden: Squares = ()
    """The empty places where the side to move may not put anything."""
    shapes: tuple[tuple[Squares, str], ...] = ()
    """Squares and arrows of the record, each with its colour."""
    keeps_shapes: bool = False
    """True if what somebody draws is kept in the record, and not by the hand."""
    flipped: bool = False
    coordinates: bool = True
    destinations: bool = True
    locked: bool = False
    """True if an earlier position is shown, where a click only asks for the newest."""
    reads: Callable[[str], Move] = _reads_none
    """Reads a place as a move where no move begins at it. Raises IllegalMove."""
    letters: Lettering = PLAIN_LETTERING
    """How places are lettered in all texts beside the board."""
    boards: BoardsShown = "map"
    """How a game on several boards is shown."""
    text: str = ""
    """The position as text, shown where a game has no places."""

    @property
    def extent(self) -> tuple[float, float]:
        """The width and the height of the board in cells."""
        if self.geometry.levels and self.boards != "map":
            return VIEW_EXTENTS[self.boards]
        return extent(self.geometry)

    @cached_property
    def by_squares(self) -> Mapping[Squares, tuple[Move, ...]]:
        """The legal moves by the places where they begin and end, in the order of their offer."""
        found: dict[Squares, tuple[Move, ...]] = {}
        if self.locked:
            return found
        for move, squares in self.moves.items():
            ends = ends_of(squares)
            found[ends] = (*found.get(ends, ()), move)
        for squares, move in self.look.aliases(self.pieces, tuple(self.moves)).items():
            found.setdefault(squares, (move,))
        return {squares: self._in_order(moves) for squares, moves in found.items()}

    def _in_order(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        order, places = self.look.order, self.moves
        if len(moves) < 2 or not order:
            return moves
        return tuple(sorted(moves, key=lambda move: order.find(tag(move, places[move]).lower())))

    def moves_at(self, square: str) -> tuple[Move, ...]:
        """Return the moves that a click on this place alone means.

        If pieces are not moved from place to place, the game may read any place as a move.
        """
        moves = self.by_squares.get((square,))
        if moves is not None or self._origins or not self.by_squares:
            return moves or ()
        known = self._read.get(square)
        if known is None:
            known = self._read[square] = _read(self.reads, square)
        return known

    @cached_property
    def _read(self) -> dict[str, tuple[Move, ...]]:
        """The moves that places were read as, so far."""
        return {}

    @cached_property
    def _origins(self) -> frozenset[str]:
        return origins(self.moves)

    @cached_property
    def struck(self) -> tuple[Squares, ...]:
        """The lines through the stones that ended the game, each by its two ends."""
        if self.geometry.style is Style.SQUARES or not self.over:
            return ()
        return lines_through(self.marked, self.geometry)

    @property
    def named(self) -> Sequence[Move]:
        """The legal moves without squares, offered by name."""
        return self.by_squares.get((), ())

    @cached_property
    def by_points(self) -> bool:
        """True if a move puts something on a square instead of moving it there."""
        return any(len(squares) == 1 for squares in self.by_squares)

    def targets(self, origin: str) -> frozenset[str]:
        """Return the squares to which the piece of this square may go."""
        return self._targets.get(origin, frozenset())

    def from_square(self, origin: str) -> tuple[Move, ...]:
        """Return all moves of the piece of this square."""
        if self.locked or origin not in self.pieces:
            return ()
        return tuple(move for move, squares in self.moves.items() if squares[:1] == (origin,))

    @cached_property
    def _targets(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for squares in self.by_squares:
            if len(squares) > 1:
                found.setdefault(squares[0], set()).add(squares[-1])
        return {origin: frozenset(targets) for origin, targets in found.items()}


def ends_of(squares: Squares) -> Squares:
    """Return the places to click: the first and the last."""
    return squares if len(squares) < 2 else (squares[0], squares[-1])


def origins(moves: Mapping[Move, Squares]) -> frozenset[str]:
    """Return the places of the pieces that can move."""
    return frozenset(squares[0] for squares in moves.values() if len(squares) > 1)


def _read(reads: Callable[[str], Move], square: str) -> tuple[Move, ...]:
    try:
        return (reads(square),)
    except AmbiguousMove as error:
        return error.moves
    except IllegalMove:
        return ()


def lines_through(points: Sequence[str], geometry: Geometry) -> tuple[Squares, ...]:
    """Return the longest straight rows of these points, until each point is in one."""
    places = {point: geometry.at(point) for point in points}
    names = {(column, -row): point for point, (column, row) in places.items()}
    rows = sorted(_rows(set(names)), key=len, reverse=True)
    left, found = set(names), []
    for row in rows:
        if left & set(row):
            left -= set(row)
            found.append((names[row[0]], names[row[-1]]))
    return tuple(found)


def _rows(places: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Return the rows of two or more neighbours in a line, as far as they go."""
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in places:
            if (x - across, y - up) not in places:
                row = [(x, y)]
                while (row[-1][0] + across, row[-1][1] + up) in places:
                    row.append((row[-1][0] + across, row[-1][1] + up))
                if len(row) > 1:
                    yield row
