"""The allocation of colours: histories, limits and preferences. Pure.

The names and the order of the preferences are those of the FIDE (Dutch) system, FIDE Handbook
C.04.3, 1.6, 1.7 and 5.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from board_core.contest.field import Encounter
from board_core.fast_dataclass import dataclass
from board_core.game.sides import Color

LONGEST_RUN = 2
"""Games in a row that an entrant may have with the same colour."""

WIDEST_DIFFERENCE = 2
"""Games that an entrant may have more with one colour than with the other."""

ABSOLUTE_WISH, STRONG_WISH, MILD_WISH, NO_WISH = 3, 2, 1, 0


@dataclass(frozen=True, slots=True)
class ColorHistory:
    """The colours of an entrant's games, and the colour that is due."""

    played: tuple[Color, ...] = ()
    difference: int = 0  # games with white less games with black
    due: Color | None = None  # None: nothing was played
    strength: int = NO_WISH  # of the wish for it
    white_breaks: bool = False  # a limit: once too often in a row, or too much more often
    black_breaks: bool = False

    @staticmethod
    def of(encounters: Iterable[Encounter]) -> ColorHistory:
        """Return the history of these rounds; byes and forfeited games have no colour."""
        played = tuple(e.color for e in encounters if e.color is not None and not e.forfeit)
        if not played:
            return ColorHistory()
        difference = played.count(Color.WHITE) - played.count(Color.BLACK)
        last = played[-1]
        run = played[-LONGEST_RUN:] == (last,) * LONGEST_RUN
        white_breaks = difference >= WIDEST_DIFFERENCE or (run and last is Color.WHITE)
        black_breaks = -difference >= WIDEST_DIFFERENCE or (run and last is Color.BLACK)
        strength = (
            ABSOLUTE_WISH
            if white_breaks or black_breaks
            else STRONG_WISH
            if difference
            else MILD_WISH
        )
        due = _due(difference, last, run)
        return ColorHistory(played, difference, due, strength, white_breaks, black_breaks)


def _due(difference: int, last: Color, run: bool) -> Color:
    if difference and (abs(difference) >= WIDEST_DIFFERENCE or not run):
        return Color.BLACK if difference > 0 else Color.WHITE
    return last.other


def breaches(one: ColorHistory, other: ColorHistory) -> int:
    """Return how many of the two get a colour beyond their limits, at best."""
    if one.strength < ABSOLUTE_WISH and other.strength < ABSOLUTE_WISH:
        return 0  # the usual case, and it is asked of every two
    return min(_breaches(one, other), _breaches(other, one))


def _breaches(white: ColorHistory, black: ColorHistory) -> int:
    return white.white_breaks + black.black_breaks


def clash(one: ColorHistory, other: ColorHistory) -> int:
    """Return the strength of the wish that is not granted when these two meet."""
    return min(one.strength, other.strength) if one.due is other.due else NO_WISH


def has_white(better: ColorHistory, other: ColorHistory) -> bool | None:
    """Return whether the better ranked of two gets white; None if their histories do not decide.

    The limits come first, then both wishes, the stronger wish, the greater difference, the last
    round in which their colours differ, and the wish of the better ranked.
    """
    limits = _breaches(better, other) - _breaches(other, better)
    if limits:
        return limits < 0
    if better.due is not other.due:
        return Color.WHITE is better.due or Color.BLACK is other.due
    wishes = better.strength, abs(better.difference)
    others = other.strength, abs(other.difference)
    if wishes != others:
        return (better.due is Color.WHITE) is (wishes > others)
    for mine, theirs in zip(reversed(better.played), reversed(other.played), strict=False):
        if mine is not theirs:
            return mine is Color.BLACK
    return None if better.due is None else better.due is Color.WHITE


class Float(IntEnum):
    """The points of an opponent, compared with one's own."""

    UP = 1
    LEVEL = 0
    DOWN = -1


def float_between(mine: int, theirs: int) -> Float:
    """Return the float of an entrant by its points and those of its opponent."""
    return Float((theirs > mine) - (theirs < mine))
