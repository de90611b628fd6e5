"""The opening swap2: one side lays the first stones, the other chooses among them.

The first side lays three stones: black, white, black. The other side then

* lays a white stone, and goes on with the white ones;
* says ``swap``, and takes the black ones; or
* says ``more``, and lays a white and a black stone. The first side then lays a white stone and goes
  on with the white ones, or says ``swap`` and takes the black ones.

Who sits at the board as White keeps White's stones whatever is chosen: when a side takes the
stones of the other, *the stones change their colours*, all of them. It is the same game, as long as
both colours win alike; so renju has no swap2. Names, clocks and results stay with their sides.
"""

from __future__ import annotations

from enum import Enum

from board_core.rules import Move
from board_core.sides import Color

from .lines import Cells

SWAP2 = "swap2"
"""A set-up that begins with this word is one: then come the moves that have been made."""

SWAP, MORE = Move("swap"), Move("more")


class Stage(Enum):
    """Whose part it is, and what for."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"
    CHOICE = "choice"
    FOURTH = "fourth"
    FIFTH = "fifth"
    LAST_CHOICE = "last-choice"

    @property
    def side(self) -> Color:
        second = (Stage.CHOICE, Stage.FOURTH, Stage.FIFTH)
        return Color.WHITE if self in second else Color.BLACK

    @property
    def words(self) -> tuple[Move, ...]:
        """What may be said instead of laying a stone."""
        match self:
            case Stage.CHOICE:
                return (SWAP, MORE)
            case Stage.LAST_CHOICE:
                return (SWAP,)
            case _:
                return ()

    def after(self, move: Move) -> Stage | None:
        """None: the opening is over."""
        return Stage.FOURTH if move == MORE else NEXT.get(self)

    def exchanges(self, move: Move) -> bool:
        """Whether the stones change their colours, so that all sides keep theirs."""
        if self is Stage.CHOICE:
            return move == SWAP
        return self is Stage.LAST_CHOICE and move != SWAP


NEXT = {
    Stage.FIRST: Stage.SECOND,
    Stage.SECOND: Stage.THIRD,
    Stage.THIRD: Stage.CHOICE,
    Stage.FOURTH: Stage.FIFTH,
    Stage.FIFTH: Stage.LAST_CHOICE,
}

EXCHANGED = bytes.maketrans(b"\1\2", b"\2\1")


def exchanged(cells: Cells) -> bytes:
    """Black stones where white ones were."""
    return bytes(cells).translate(EXCHANGED)
