"""Floats: games between entrants with unequal points. Pure."""

from __future__ import annotations

from enum import IntEnum


class Float(IntEnum):
    """The points of an opponent, compared with one's own."""

    UP = 1
    LEVEL = 0
    DOWN = -1


def float_between(mine: int, theirs: int) -> Float:
    """Return the float of an entrant by its points and those of its opponent."""
    return Float((theirs > mine) - (theirs < mine))
