"""A cache of all states of lines, computed once for each set of stones on a line.

All that a search asks about the whole board is in very long integers: one byte a point, its
interest, and above them *planes* of one bit a point, one for each pattern and side. Two exclusive
ors replace a line's share. Lines of one direction have no point in common, so there is one integer
for each direction; each line keeps its share in :attr:`LineState.planes`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from .geometry import BLACK, WHITE, GomokuGrid, grid_of
from .patterns import ANY_FIVE, EXACTLY_FIVE, PATTERNS, RENJU_BLACK, Shapes, shapes

FIVES_PLANE: Final = 0
OPEN_FOURS_PLANE: Final = 1
FOURS_PLANE: Final = 2
THREES_PLANE: Final = 3
DEFENCES_PLANE: Final = 4
FOULS_PLANE: Final = 5
STARTS_PLANE: Final = 6
PLANE_COUNT: Final = 7

COUNT_BITS: Final = 8
COUNT_FIELDS: Final = 2 * len(PATTERNS)  # Black's, then White's
SCORE_AT: Final = COUNT_FIELDS * COUNT_BITS
"""The bit of a tally at which the score begins."""

MOST_STATES_KEPT: Final = 200_000  # states of lines, at most about 300 MB

LAWS_OF_RULE: Final = {
    "freestyle": (ANY_FIVE, ANY_FIVE),
    "standard": (EXACTLY_FIVE, EXACTLY_FIVE),
    "renju": (RENJU_BLACK, ANY_FIVE),
}
"""The laws of Black and of White, by rule."""


class LineState:
    """One line with certain stones on it."""

    __slots__ = ("after", "code", "planes", "tally")

    def __init__(self, code: int, planes: int, tally: int) -> None:
        self.code = code
        """Two bits a place: 0 empty, 1 black, 2 white."""
        self.planes = planes
        self.tally = tally
        """A byte for each count of a pattern, and above them the score for Black."""
        self.after: list[LineState | None] = []
        """The same line with one more stone, by step, as far as it was needed."""


class Tables:
    """The states of all lines of one size and rule."""

    def __init__(self, size: int, rule: str) -> None:
        self.geometry: GomokuGrid = grid_of(size)
        self.laws = LAWS_OF_RULE[rule]
        area = self.geometry.area
        self.interests = (1 << 8 * area) - 1
        """The bits of the interests, the lowest."""
        self.plane_of = [
            [(8 + 2 * (PLANE_COUNT - 1 - plane) + side) * area for plane in range(PLANE_COUNT)]
            for side in (BLACK, WHITE)
        ]
        """The lowest bit of a plane, by side and plane. The first is highest, since it is read most
        often, and what is above a plane is copied to read it.
        """
        lines = len(self.geometry.lines)
        self._kept = 0
        self._known: list[dict[int, LineState]] = [{} for _ in range(lines)]
        self.empty = [self._found(number, 0) for number in range(lines)]
        """The state of each line without stones."""
        nowhere = LineState(0, 0, 0)
        nowhere.after.append(nowhere)
        self.empty.append(nowhere)

    def tidy(self, most: int = MOST_STATES_KEPT) -> None:
        """Forget, if there are more states, those of the lines that have the most of them.

        Only as many lines as needed: to forget all at once takes a tenth of a second, in which no
        search looks at the clock. Positions in use keep their states.
        """
        fullest = sorted(range(len(self._known)), key=lambda line: -len(self._known[line]))
        for number in fullest:
            if self._kept <= most:
                break
            self._kept -= len(self._known[number])
            self._known[number] = {}
            self.empty[number] = self._found(number, 0)

    def step(self, number: int, state: LineState, step: int) -> LineState:
        """Return the state of this line with one more stone."""
        known = self._found(number, state.code | (1 + (step & 1)) << (step - (step & 1)))
        state.after[step] = known
        return known

    def _found(self, number: int, code: int) -> LineState:
        known = self._known[number].get(code)
        if known is None:
            line = self.geometry.lines[number]
            known = self._worked_out(line, code)
            known.after = [None] * (2 * len(line))
            self._known[number][code] = known
            self._kept += 1
        return known

    def _worked_out(self, line: tuple[int, ...], code: int) -> LineState:
        black, white = stones(code, 1), stones(code, 2)
        sides = (
            shapes(len(line), black, white, self.laws[BLACK]),
            shapes(len(line), white, black, self.laws[WHITE]),
        )
        planes = 0
        for side, found in enumerate(sides):
            for plane, places in zip(self.plane_of[side], masks(found), strict=True):
                planes |= on_board(places, line) << plane
        interest = 0
        for place, point in enumerate(line):
            if not code >> 2 * place & 3:
                both = sides[BLACK].interest[place] + sides[WHITE].interest[place]
                interest |= both << 8 * point
        return LineState(code, planes | interest, tally_of(*sides))


def masks(found: Shapes) -> tuple[int, ...]:
    """Return the sets of places in the order of the planes."""
    return (
        found.five,
        found.open_four,
        found.four,
        found.three,
        found.defence,
        found.foul,
        found.start,
    )


def stones(code: int, stone: int) -> int:
    """Return the places of a line where the code has this stone."""
    places, place = 0, 1
    while code:
        if code & 3 == stone:
            places |= place
        code >>= 2
        place <<= 1
    return places


def on_board(places: int, line: tuple[int, ...]) -> int:
    """Return the points at these places of a line."""
    points = 0
    while places:
        lowest = places & -places
        points |= 1 << line[lowest.bit_length() - 1]
        places ^= lowest
    return points


def tally_of(black: Shapes, white: Shapes) -> int:
    tally = 0
    for number, count in enumerate(black.counts + white.counts):
        tally |= count << number * COUNT_BITS
    return (black.worth - white.worth << SCORE_AT) + tally


def counts_in(tally: int, side: int) -> dict[str, int]:
    """Return the number of each pattern of a side on the whole board."""
    first = side * len(PATTERNS)
    return {
        name: tally >> (first + number) * COUNT_BITS & 255 for number, name in enumerate(PATTERNS)
    }


@cache
def tables(size: int, rule: str) -> Tables:
    return Tables(size, rule)
