"""The opening swap2: one side places the first stones, the other chooses among them.

The first side places three stones: black, white, black. The other side then

* places a white stone, and continues with the white ones;
* plays ``swap``, and takes the black ones; or
* plays ``more``, and places a white and a black stone. The first side then places a white stone
  and continues with the white ones, or plays ``swap`` and takes the black ones.

The side that is White keeps White's stones in any case: when a side takes the stones of the other,
*all stones change their colours*. The game stays the same if both colours win by the same rules, so
renju has no swap2. Names, clocks and results stay with their sides.
"""

from __future__ import annotations

from enum import Enum

from board_core.game.rules import Move
from board_core.game.sides import Color

from .lines import Cells

SWAP2 = "swap2"
"""The word with which a set-up of this opening begins; the moves so far follow."""

SWAP_WORD, MORE_WORD = Move("swap"), Move("more")


class Swap2Stage(Enum):
    """The stages of the opening, and the side that acts in each."""

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
        """The words that may be played instead of placing a stone."""
        match self:
            case Swap2Stage.CHOICE:
                return (SWAP_WORD, MORE_WORD)
            case Swap2Stage.LAST_CHOICE:
                return (SWAP_WORD,)
            case _:
                return ()

    def after(self, move: Move) -> Swap2Stage | None:
        """Return the next stage; None if the opening is over."""
        return Swap2Stage.FOURTH if move == MORE_WORD else NEXT_STAGE.get(self)

    def exchanges(self, move: Move) -> bool:
        """Return whether the stones change their colours, so that each side keeps its own."""
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
    """Return the cells with black and white stones exchanged."""
    return bytes(cells).translate(EXCHANGED_STONES)
