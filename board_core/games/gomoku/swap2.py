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

SWAP_WORD, MORE_WORD = Move("swap"), Move("more")


class Swap2Stage(Enum):
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
        second = (Swap2Stage.CHOICE, Swap2Stage.FOURTH, Swap2Stage.FIFTH)
        return Color.WHITE if self in second else Color.BLACK

    @property
    def words(self) -> tuple[Move, ...]:
        """What may be said instead of laying a stone."""
        match self:
            case Swap2Stage.CHOICE:
                return (SWAP_WORD, MORE_WORD)
            case Swap2Stage.LAST_CHOICE:
                return (SWAP_WORD,)
            case _:
                return ()

    def after(self, move: Move) -> Swap2Stage | None:
        """None: the opening is over."""
        return Swap2Stage.FOURTH if move == MORE_WORD else NEXT_STAGE.get(self)

    def exchanges(self, move: Move) -> bool:
        """Whether the stones change their colours, so that all sides keep theirs."""
        if self is Swap2Stage.CHOICE:
            return move == SWAP_WORD
        return self is Swap2Stage.LAST_CHOICE and move != SWAP_WORD


NEXT_STAGE = {
    Swap2Stage.FIRST: Swap2Stage.SECOND,
    Swap2Stage.SECOND: Swap2Stage.THIRD,
    Swap2Stage.THIRD: Swap2Stage.CHOICE,
    Swap2Stage.FOURTH: Swap2Stage.FIFTH,
    Swap2Stage.FIFTH: Swap2Stage.LAST_CHOICE,
}

EXCHANGED_STONES = bytes.maketrans(b"\1\2", b"\2\1")


def exchanged(cells: Cells) -> bytes:
    """Black stones where white ones were."""
    return bytes(cells).translate(EXCHANGED_STONES)
