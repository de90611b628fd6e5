"""The two sides of a game, and pairs of values with one for each side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

from board_core.fast_dataclass import constructor, dataclass
from board_core.text.sentence import given

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class Color(Enum):
    """The colour of a side. The rules of a game say which side begins."""

    WHITE = "white"
    BLACK = "black"

    if TYPE_CHECKING:  # a plain attribute, set below, as it is read several times a ply

        @property
        def other(self) -> Color: ...

    @property
    def is_white(self) -> bool:
        """True for White; compares with the booleans ``chess.WHITE`` and ``board.turn``."""
        return self is Color.WHITE

    def __repr__(self) -> str:
        return f"Color.{self.name}"


vars(Color.WHITE)["other"] = Color.BLACK
vars(Color.BLACK)["other"] = Color.WHITE

_WHITE = Color.WHITE  # a lookup in the enumeration costs more than the rest of a method
_BLACK = Color.BLACK


@dataclass(frozen=True, slots=True)
class PerColor(Generic[T_co]):
    """One value for each side: ``names[Color.WHITE]``, or ``white, black = names``."""

    white: T_co
    black: T_co

    @staticmethod
    def both(value: U) -> PerColor[U]:
        """Return a pair with the same value for both sides."""
        return PerColor(value, value)

    def __getitem__(self, color: Color) -> T_co:
        if color is _WHITE:
            return self.white
        if color is not _BLACK:
            given(color, Color, "is no side: give Color.WHITE or Color.BLACK")
        return self.black

    def __iter__(self) -> Iterator[T_co]:
        """Yield White's value, then Black's."""
        yield self.white
        yield self.black

    def put(self: PerColor[U], color: Color, value: U) -> PerColor[U]:
        """Return the pair with another value for one side."""
        if color is _WHITE:
            return new_pair(value, self.black)
        if color is not _BLACK:
            given(color, Color, "is no side: give Color.WHITE or Color.BLACK")
        return new_pair(self.white, value)

    @property
    def swapped(self) -> PerColor[T_co]:
        """The pair with the two values exchanged."""
        return PerColor(self.black, self.white)

    def map(self, f: Callable[[T_co], U]) -> PerColor[U]:
        """Return the pair of results of a function, called with each value."""
        return PerColor(f(self.white), f(self.black))


new_pair = constructor(PerColor)
