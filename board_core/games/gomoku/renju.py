"""The moves that are forbidden to Black in renju, by the rules of the Renju International
Federation.

Section 9 of those rules forbids an overline (six or more), a double-four and a double-three, unless
the move makes five. A *four* is a row of four stones that one more turns into exactly five. A
*straight four* is unbroken and has two such points. A *three* is a row of three stones that one
more turns into a straight four, on a point where Black may play. That condition is the same
question with one stone more, and it is answered completely (9.3): only the number of stones limits
the depth.
"""

from __future__ import annotations

from enum import Enum

from .lines import BLACK, EMPTY, Cells, Ray, axes, row_through, rows_through

FOUR_REACH = 4
"""Greatest distance between stones of one four or five."""


class Forbidden(Enum):
    OVERLINE = "overline"
    DOUBLE_FOUR = "double-four"
    DOUBLE_THREE = "double-three"


def forbidden(cells: Cells, size: int, point: int) -> Forbidden | None:
    """Return why Black may not play on this empty point; None if Black may."""
    lines = axes(size)[point]
    if not _crowded(cells, lines):
        return None
    after = bytearray(cells)
    after[point] = BLACK
    lengths = [len(row_through(after, axis, point, BLACK)) for axis in lines]
    if 5 in lengths:
        return None
    if max(lengths) > 5:
        return Forbidden.OVERLINE
    if sum(len(fours(after, axis, point)) for axis in lines) > 1:
        return Forbidden.DOUBLE_FOUR
    if sum(is_three(after, size, axis, point) for axis in lines) > 1:
        return Forbidden.DOUBLE_THREE
    return None


def makes_overline(cells: Cells, size: int, point: int) -> bool:
    """Return whether a black stone here would stand in a row of six or more, and in no five."""
    lengths = [len(row) for row in rows_through(cells, size, point, BLACK)]
    return max(lengths) > 5 and 5 not in lengths


def _crowded(cells: Cells, lines: tuple[tuple[Ray, Ray], ...]) -> bool:
    """Return whether enough stones are near: two in each of two lines, or four in one."""
    near = [
        sum(cells[at] == BLACK for ray in axis for at in ray[: FOUR_REACH + 1]) for axis in lines
    ]
    return sum(count > 1 for count in near) > 1 or max(near) > 3


def fours(cells: Cells, axis: tuple[Ray, Ray], point: int) -> set[frozenset[int]]:
    """Return the fours that the stone on this point belongs to, each as its stones.

    A straight four counts once for both its points; a line can have two fours (``xxx.x.xxx``).
    """
    found, trial = set(), bytearray(cells)
    for at in _empty_near(cells, axis):
        trial[at] = BLACK
        five = row_through(trial, axis, point, BLACK)
        trial[at] = EMPTY
        if len(five) == 5 and at in five:
            found.add(frozenset(five) - {at})
    return found


def is_three(cells: Cells, size: int, axis: tuple[Ray, Ray], point: int) -> bool:
    """Return whether the stone on this point is part of a three in this line."""
    direction = axes(size)[point].index(axis)
    trial = bytearray(cells)
    for at in _empty_near(cells, axis):
        trial[at] = BLACK
        row = row_through(trial, axis, point, BLACK)
        straight = at in row and len(row) == 4 and _is_straight(trial, size, row, direction)
        trial[at] = EMPTY
        if straight and not _makes_five(cells, size, at) and not forbidden(cells, size, at):
            return True
    return False


def _is_straight(cells: Cells, size: int, four: Ray, direction: int) -> bool:
    """Return whether both ends of an unbroken four can be turned into exactly five."""
    before, after = axes(size)[four[0]][direction][0], axes(size)[four[-1]][direction][1]
    return all(
        ray and cells[ray[0]] == EMPTY and (len(ray) == 1 or cells[ray[1]] != BLACK)
        for ray in (before, after)
    )


def _makes_five(cells: Cells, size: int, point: int) -> bool:
    return any(len(row_through(cells, axis, point, BLACK)) == 5 for axis in axes(size)[point])


def _empty_near(cells: Cells, axis: tuple[Ray, Ray]) -> list[int]:
    return [at for ray in axis for at in ray[:FOUR_REACH] if cells[at] == EMPTY]
