"""The patterns of one side on one line, and the places where it makes a five, a four or a three.

A line is its length and two sets of places on it: ``own`` stones, and those ``blocked`` by the
other side. All is read from the *windows*, five places in a row without a blocked one. Where only
exactly five win, a window with an own stone right beside it cannot become a five and does not
count.

===========  ==============================================================================
five         a full window
open four    four stones that two windows side by side share: nothing stops it
four         four stones in a window: the answer must be in one place
open three   three stones that two windows side by side share: it threatens an open four
three        three stones in a window
open two     two stones that two windows side by side share
two          two stones in a window
===========  ==============================================================================
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from board_core.fast_dataclass import dataclass

from .geometry import FIVE_STONES, points_in

ANY_FIVE: Final = 0
EXACTLY_FIVE: Final = 1
RENJU_BLACK: Final = 2
"""The law of a side: five or more win; exactly five; exactly five, with fouls."""

PATTERNS: Final = ("five", "open four", "four", "open three", "three", "open two", "two")
"""The patterns in the order of :attr:`Shapes.counts`."""

WINDOW_WORTH: Final = (0, 7, 43, 115, 150, 0)
"""Worth of a window by the stones in it. This is finer than a worth for each pattern, since an open
three is in more windows than a closed one: in 38 pairs of games of 6,000 nodes a move it scored
64.5 ± 4.6 %.
"""

INTEREST_FIVE: Final = 31
INTEREST_OPEN_FOUR: Final = 26
INTEREST_THREE: Final = 12
INTEREST_FOUR: Final = 11
"""The priority of a move for what it makes. Eight of them (four lines, two sides) stay below 256,
as they are added in bytes.
"""

SHAPES_REMEMBERED: Final = 1 << 17  # lines; about 60 MB when it is full


@dataclass(frozen=True, slots=True)
class Shapes:
    """The properties of a line for one side, as sets of places unless the comment says
    otherwise.
    """

    five: int  # a stone here makes a five
    open_four: int  # a stone here makes an open four, or two fours unless that is a foul
    four: int  # a stone here makes a four, open or not
    three: int  # a stone here makes an open three
    defence: int  # the other side's stone here prevents every open four of this line
    foul: int  # a stone here makes two fours or more than five, where that is a foul
    counts: tuple[int, ...]  # the number of each pattern
    worth: int  # the share of its windows in the score
    interest: tuple[int, ...]  # the interest of a move, by place


@lru_cache(maxsize=SHAPES_REMEMBERED)
def shapes(length: int, own: int, blocked: int, law: int) -> Shapes:
    """Return the properties of a line for a side with this law."""
    windows = windows_of(length, own, blocked, law != ANY_FIVE)
    five, pairs = completions(windows, own)
    open_four, three, defence = straight(windows, own, (1 << length) - 1)
    four = foul = 0
    for place, others in pairs.items():
        four |= place
        if others & (others - 1) and not place & open_four:
            if law == RENJU_BLACK:
                foul |= place
            else:
                open_four |= place
                defence &= place | others
    three &= ~open_four
    return Shapes(
        five,
        open_four,
        four,
        three,
        defence if open_four else 0,
        foul | overlines(length, own, blocked) if law == RENJU_BLACK else 0,
        counted(windows, own),
        sum(WINDOW_WORTH[(window & own).bit_count()] for window in windows if window),
        interests(length, windows, own, (five, open_four, three, four)),
    )


def windows_of(length: int, own: int, blocked: int, exact: bool) -> list[int]:
    """Return the windows of a line from its beginning; 0 where there is none."""
    windows: list[int] = []
    for start in range(length - FIVE_STONES + 1):
        window = 31 << start
        beside = (65 << start) >> 1
        dead = window & blocked or (exact and beside & own)
        windows.append(0 if dead else window)
    return windows


def completions(windows: list[int], own: int) -> tuple[int, dict[int, int]]:
    """Return the places of fives; and for each place of a four, the places that complete it."""
    five, pairs = 0, dict[int, int]()
    for window in windows:
        empty = window & ~own
        count = empty.bit_count()
        if count == 1:
            five |= empty
        elif count == 2:
            one = empty & -empty
            other = empty ^ one
            pairs[one] = pairs.get(one, 0) | other
            pairs[other] = pairs.get(other, 0) | one
    return five, pairs


def straight(windows: list[int], own: int, places: int) -> tuple[int, int, int]:
    """Return the places of open fours and open threes, and those that prevent every open four.

    An open four fills what two windows side by side share, with both ends free.
    """
    open_four = three = 0
    defence = places
    for start in range(len(windows) - 1):
        ends = 33 << start
        if not windows[start] or not windows[start + 1] or own & ends:
            continue
        empty = (30 << start) & ~own
        count = empty.bit_count()
        if count == 1:
            open_four |= empty
            defence &= empty | ends
        elif count == 2:
            three |= empty
    return open_four, three, defence


def overlines(length: int, own: int, blocked: int) -> int:
    """Return the places where a stone makes six or more in a row."""
    found = 0
    for start in range(length - FIVE_STONES):
        window = 63 << start
        empty = window & ~own
        if not window & blocked and empty.bit_count() == 1:
            found |= empty
    return found


def counted(windows: list[int], own: int) -> tuple[int, ...]:
    """Return the number of each pattern. A stone counts once, for the best pattern it is
    part of.
    """
    counts = [0] * len(PATTERNS)
    used = 0
    held = [window & own for window in windows]
    for size in (5, 4, 3, 2):
        for number, stones in enumerate(held):
            if stones.bit_count() != size or stones & used:
                continue
            used |= stones
            is_open = stones in (held[max(number - 1, 0) : number] + held[number + 1 : number + 2])
            counts[2 * (5 - size) - (is_open and size < 5)] += 1
    return tuple(counts)


def interests(
    length: int, windows: list[int], own: int, makes: tuple[int, int, int, int]
) -> tuple[int, ...]:
    """Return the interest of a move at each place: what it makes, or how many windows it
    adds to.
    """
    windows_with = [[0] * length for _ in range(FIVE_STONES)]  # by the stones in them, and by place
    for window in windows:
        empty = window & ~own
        if empty.bit_count() > 1:
            row = windows_with[FIVE_STONES - empty.bit_count()]
            for place in points_in(empty):
                row[place] += 1
    none, one, two = windows_with[:3]
    found = [
        min(2 * two[place], 4) + min(one[place], 4) + (none[place] > 1) for place in range(length)
    ]
    five, open_four, three, four = makes
    for place in points_in(five | open_four | three | four):
        stone = 1 << place
        if stone & five:
            found[place] = INTEREST_FIVE
        elif stone & open_four:
            found[place] = INTEREST_OPEN_FOUR
        elif stone & three:
            found[place] = INTEREST_THREE + min(two[place], 3)
        else:
            found[place] = INTEREST_FOUR
    return tuple(found)
