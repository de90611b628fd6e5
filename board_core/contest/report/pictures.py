"""Boards as cells and a style sheet; pictures of a contest and of a game, for inline SVG. Pure.

No picture has a script. Each is as wide as its place: x and y are stretched, and words stand beside
it as text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import tanh
from urllib.parse import quote

from board_core.contest.field import Entrant, Field, Number
from board_core.contest.ratings import Rating, known_ratings
from board_core.contest.state import Contest
from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry, Style
from board_core.game.player import Score
from board_core.game.rules import BLAMES_A_PLAYER, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.games.look import Beside, ink_on
from board_core.match.known_games import hosted
from board_core.match.result import LOST_BY

EMPTY_CELL = "."
ABSENT_CELL = " "
"""Stands for a place of a board that is elsewhere now."""

NOT_IN_A_CLASS = re.compile(r"[^\w-]", re.ASCII)

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
        _places(where, _with_boards(geometry, last)),
        _places(where, position.marked()),
    )


def besides_of(rules: Rules, position: Position) -> PerColor[Beside]:
    """Return what stands beside the board for each side."""
    look = hosted(rules).look
    return PerColor(*(look.beside(position, color) for color in Color))


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


def _places(where: Mapping[str, int], names: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted({where[name] for name in names if name in where}))


def style_class(rules: Rules) -> str:
    """Return the class of a game's boards, where a page has boards of several games."""
    return f"g-{NOT_IN_A_CLASS.sub('-', rules.name)}"


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


COLORED_LINES = 8
"""Entrants whose lines have colours of their own; those of the others are grey."""

PAWNS_AT_HALF = 3.0
"""The score, in pawns, that is drawn half way up."""

MOST_LABELS = 15
"""Rounds that have a label; of more only some have."""

MOST_RATED = 24
"""Rounds after which a strength is drawn; of more they are chosen evenly. Each costs a fit."""

PICTURE_HEIGHT = 100.0
"""The height of every picture, in its own units."""


@dataclass(frozen=True, slots=True)
class PointsLine:
    """The points of an entrant after each round."""

    entrant: Entrant
    color: int  # from 1; 0: grey
    points: str  # of a polyline; x counts rounds
    total: float


@dataclass(frozen=True, slots=True)
class PointsPicture:
    """The points of all entrants, with a label for each round; of many rounds some are empty."""

    labels: tuple[str, ...]
    most: float
    lines: tuple[PointsLine, ...]


@dataclass(frozen=True, slots=True)
class LossReason:
    """One bar of the reasons why games were lost."""

    label: str
    count: int
    fault: bool  # of a program, not on the board
    width: float  # percent of the most frequent one


@dataclass(frozen=True, slots=True)
class StrengthPicture:
    """The rating of an entrant after each round, with its 95 % interval."""

    line: str
    band: str
    rounds: int


def points_picture(contest: Contest) -> PointsPicture | None:
    """Return the points by round; None before the second round has begun, and if they rank nobody.

    A round has begun when one of its games has a result.
    """
    field = contest.field
    begun = _begun_rounds(field)
    if len(begun) < 2 or contest.plan.pairing_format.ranks_by_rating:
        return None
    sums: dict[Number, list[float]] = {}
    for number, mine in field.encounters().items():
        by_round = dict.fromkeys(begun, 0.0)
        for each in mine:
            if each.round in by_round:
                by_round[each.round] += each.points or 0.0
        sums[number] = list(accumulate(by_round.values()))
    most = max(max(each) for each in sums.values()) or 1.0
    lines = [
        PointsLine(
            contest.entrant(row.number),
            place if place <= COLORED_LINES else 0,
            _polyline((0.0, *sums[row.number]), 0.0, most, place),
            row.points,
        )
        for place, row in enumerate(contest.table, 1)
    ]
    step = -(-len(begun) // MOST_LABELS)
    labels = (str(number) if place % step == 0 else "" for place, number in enumerate(begun, 1))
    return PointsPicture(tuple(labels), most, tuple(lines))


def loss_reasons(contest: Contest, words: Words) -> tuple[LossReason, ...]:
    """Return how often games were lost for each reason, the most frequent first."""
    counted = Counter[Reason](each.game.outcome.reason for each in contest.lost_games)
    most = max(counted.values(), default=1)
    return tuple(
        LossReason(
            words.text(LOST_BY.get(reason, reason.value)),
            count,
            reason in BLAMES_A_PLAYER,
            round(100 * count / most, 1),
        )
        for reason, count in counted.most_common()
    )


def strength_pictures(contest: Contest) -> dict[Number, StrengthPicture]:
    """Return the ratings by round of all entrants, on one scale; none for a single round.

    Where ratings rank, the page shows them with the present version of each entrant alone.
    """
    field = contest.field
    begun = _begun_rounds(field)
    if len(begun) < 2 or contest.plan.pairing_format.ranks_by_rating:
        return {}
    by_round = [
        {each.number: each for each in known_ratings(replace(field, rounds=field.rounds[:last]))}
        for last in _spread(begun, MOST_RATED)
    ]
    every = [each for rated in by_round for each in rated.values()]
    low = min(each.elo - each.error for each in every)
    high = max(each.elo + each.error for each in every)
    return {
        number: _strength([rated[number] for rated in by_round], low, high)
        for number in field.entrants
    }


def _begun_rounds(field: Field) -> tuple[int, ...]:
    return tuple(
        each.number
        for each in field.rounds
        if any(pairing.number in field.verdicts for pairing in each.pairings)
    )


def _spread(numbers: Sequence[int], most: int) -> Sequence[int]:
    """Return so many of the numbers at most, evenly, with the first and the last."""
    if len(numbers) <= most:
        return numbers
    last = len(numbers) - 1
    return [numbers[round(place * last / (most - 1))] for place in range(most)]


def _polyline(values: Sequence[float], low: float, high: float, place: int = 0) -> str:
    """Return the points of a line; lines of other places lie beside it where they are equal."""
    aside = place % COLORED_LINES
    shrunk = 1 - COLORED_LINES / PICTURE_HEIGHT if place else 1.0  # none leaves the picture
    ys = (round(shrunk * _y(value, low, high) + aside, 1) for value in values)
    return " ".join(f"{x},{y}" for x, y in enumerate(ys))


def _y(value: float, low: float, high: float) -> float:
    return round(PICTURE_HEIGHT * (1 - (value - low) / ((high - low) or 1.0)), 1)


def _strength(rated: Sequence[Rating], low: float, high: float) -> StrengthPicture:
    tops = [f"{x},{_y(each.elo + each.error, low, high)}" for x, each in enumerate(rated)]
    bottoms = [f"{x},{_y(each.elo - each.error, low, high)}" for x, each in enumerate(rated)]
    line = _polyline([each.elo for each in rated], low, high)
    return StrengthPicture(line, " ".join((*tops, *reversed(bottoms))), len(rated) - 1)


def score_height(score: Score, color: Color) -> float:
    """Return the y of a score from White's view: even in the middle, a mate at the edge."""
    value = 0.0 if score.cp is None else score.cp / 100
    share = tanh(value * 0.55 / PAWNS_AT_HALF)
    if score.mate is not None:
        share = -1.0 if score.mate < 0 else 1.0  # who moves and says 0 mates by this move
    return round(PICTURE_HEIGHT / 2 * (1 - (share if color is Color.WHITE else -share)), 1)
