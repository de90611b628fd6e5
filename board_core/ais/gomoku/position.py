"""A gomoku position for searching: the states of all lines, changed and restored stone by stone."""

from __future__ import annotations

from board_core.games.gomoku.board import GomokuBoard

from .geometry import BLACK
from .patterns import RENJU_BLACK
from .tables import (
    DEFENCES_PLANE,
    FIVES_PLANE,
    FOULS_PLANE,
    FOURS_PLANE,
    OPEN_FOURS_PLANE,
    SCORE_AT,
    STARTS_PLANE,
    THREES_PLANE,
    LineState,
    Tables,
    counts_in,
    tables,
)

Undo = tuple[int, LineState, LineState, LineState, LineState, int, int, int, int, int, int]
"""The point, the states of its lines, the four directions, tally and surroundings before
a stone.
"""


class GomokuSearchPosition:
    """The stones, the side to move, and what :meth:`play` and :meth:`undo` update.

    ``rows``, ``columns``, ``rising`` and ``falling`` are the planes of each direction, ``tally``
    the sum over all lines, ``taken`` the points with stones, ``around`` those with one nearby,
    ``key`` the Zobrist key of the stones.
    """

    def __init__(self, size: int, rule: str) -> None:
        self.tables: Tables = tables(size, rule)
        self.geometry = self.tables.geometry
        self.everywhere = self.geometry.everywhere
        self.states: list[LineState] = list(self.tables.empty)
        self.side = BLACK
        self.taken = self.around = self.key = 0
        self.path: list[Undo] = []
        self._fouls = self.tables.laws[BLACK] == RENJU_BLACK
        self.rows = self.columns = self.rising = self.falling = self.tally = 0
        self.rows, self.columns, self.rising, self.falling, self.tally = self.recomputed()

    @classmethod
    def of(cls, board: GomokuBoard) -> GomokuSearchPosition:
        position = cls(board.size, board.rule)
        for point, stone in enumerate(bytes(board.cells)):
            if stone:
                position.side = stone - 1
                position.play(point)
        position.side = board.to_move - 1
        return position

    def recomputed(self) -> tuple[int, int, int, int, int]:
        """Return the planes of the four directions and the tally, computed from the lines."""
        planes, tally = [0, 0, 0, 0], 0
        for direction, state in zip(self.geometry.directions, self.states, strict=False):
            planes[direction] ^= state.planes
            tally += state.tally
        return planes[0], planes[1], planes[2], planes[3], tally

    # Stones placed and removed

    def play(self, point: int) -> None:
        """Place a stone of the side to move."""
        states = self.states
        side = self.side
        a, on_a, b, on_b, c, on_c, d, on_d = self.geometry.crossings[side][point]
        row, column, rising, falling = states[a], states[b], states[c], states[d]
        self.path.append(
            (
                point, row, column, rising, falling,
                self.rows, self.columns, self.rising, self.falling, self.tally, self.around,
            )
        )  # fmt: skip
        step = self.tables.step
        states[a] = new_row = row.after[on_a] or step(a, row, on_a)
        states[b] = new_column = column.after[on_b] or step(b, column, on_b)
        states[c] = new_rising = rising.after[on_c] or step(c, rising, on_c)
        states[d] = new_falling = falling.after[on_d] or step(d, falling, on_d)
        self.rows ^= row.planes ^ new_row.planes
        self.columns ^= column.planes ^ new_column.planes
        self.rising ^= rising.planes ^ new_rising.planes
        self.falling ^= falling.planes ^ new_falling.planes
        self.tally += (
            new_row.tally - row.tally + new_column.tally - column.tally
            + new_rising.tally - rising.tally + new_falling.tally - falling.tally
        )  # fmt: skip
        self.taken |= 1 << point
        self.around |= self.geometry.around[point]
        self.key ^= self.geometry.keys[side][point]
        self.side = 1 - side

    def undo(self) -> None:
        """Remove the last stone."""
        (
            point, row, column, rising, falling,
            self.rows, self.columns, self.rising, self.falling, self.tally, self.around,
        ) = self.path.pop()  # fmt: skip
        side = self.side = 1 - self.side
        a, _, b, _, c, _, d, _ = self.geometry.crossings[side][point]
        states = self.states
        states[a], states[b], states[c], states[d] = row, column, rising, falling
        self.taken ^= 1 << point
        self.key ^= self.geometry.keys[side][point]

    def rewind(self, length: int) -> None:
        """Remove stones until the path has this length."""
        while len(self.path) > length:
            self.undo()

    # Properties

    @property
    def score(self) -> int:
        """The worth of all windows for the side to move."""
        score = self.tally >> SCORE_AT
        return -score if self.side else score

    @property
    def free(self) -> int:
        return self.everywhere & ~self.taken

    def counts(self, side: int) -> dict[str, int]:
        return counts_in(self.tally, side)

    def interests(self) -> bytes:
        """Return the interest of a move by point; 0 where there is a stone."""
        low = self.tables.interests
        rows, columns = self.rows & low, self.columns & low
        rising, falling = self.rising & low, self.falling & low
        return (rows + columns + rising + falling).to_bytes(self.geometry.area, "little")

    def threats(self) -> int:
        """Return all planes, whatever the direction; see :meth:`pick`."""
        return self.rows | self.columns | self.rising | self.falling

    def pick(self, threats: int, side: int, plane: int) -> int:
        """Return the points of one plane, fouls included."""
        return threats >> self.tables.plane_of[side][plane] & self.everywhere

    def fives(self, threats: int, side: int) -> int:
        """Return where a stone makes a five. It is always legal: a five is never a foul."""
        return threats >> self.tables.plane_of[side][FIVES_PLANE] & self.everywhere

    def fours(self, threats: int, side: int) -> int:
        """Return where a stone makes a four; for renju's Black it may be a foul."""
        return threats >> self.tables.plane_of[side][FOURS_PLANE] & self.everywhere

    def threes(self, threats: int, side: int) -> int:
        """Return where a stone makes an open three; for renju's Black it may be a foul."""
        return threats >> self.tables.plane_of[side][THREES_PLANE] & self.everywhere

    def defences(self, threats: int, side: int) -> int:
        """Return where the other side's stone prevents the open fours of a line of this side."""
        return threats >> self.tables.plane_of[side][DEFENCES_PLANE] & self.everywhere

    def open_fours(self, threats: int, side: int) -> int:
        """Return where a stone makes a four that nothing stops."""
        points = threats >> self.tables.plane_of[side][OPEN_FOURS_PLANE] & self.everywhere
        if points and side == BLACK and self._fouls:
            return points & ~self.fouls(threats, side)
        return points

    def double_fours(self, threats: int, side: int) -> int:
        """Return where a stone makes fours in two directions, which nothing stops either."""
        if side == BLACK and self._fouls:
            return 0
        if not threats >> self.tables.plane_of[side][FOURS_PLANE] & self.everywhere:
            return 0
        return self.twice(side, FOURS_PLANE)

    def twice(self, side: int, plane: int) -> int:
        """Return the points that are in a plane in two directions or more."""
        low = self.tables.plane_of[side][plane]
        rows, columns = self.rows >> low, self.columns >> low
        rising, falling = self.rising >> low, self.falling >> low
        found = rows & columns | rising & falling | (rows | columns) & (rising | falling)
        return found & self.everywhere

    def crossings(self, side: int) -> int:
        """Return where a stone makes something on two lines or more."""
        return self.twice(side, STARTS_PLANE)

    def sure_fouls(self, threats: int, side: int) -> int:
        """Return where a move of this side is certainly a foul: six in a row, or two fours."""
        if side or not self._fouls:
            return 0
        points = self.pick(threats, BLACK, FOULS_PLANE) | self.twice(BLACK, FOURS_PLANE)
        return points & ~self.fives(threats, BLACK)

    def fouls(self, threats: int, side: int) -> int:
        """Return where a move of this side is a foul, or may be one.

        Two open threes at once are no foul if one of them cannot become an open four by a legal
        move. The game's rules decide that; the search keeps away from such points.
        """
        if side or not self._fouls:
            return 0
        maybe = self.twice(BLACK, THREES_PLANE) & ~self.fives(threats, BLACK)
        return maybe | self.sure_fouls(threats, BLACK)
