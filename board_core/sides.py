"""The two sides of a game, and values that come one for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

from .fast_dataclass import quick

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class Color(Enum):
    """White or black. The rules of a game say who begins."""

    WHITE = "white"
    BLACK = "black"

    if TYPE_CHECKING:  # a plain attribute, set below: it is read several times a ply

        @property
        def other(self) -> Color: ...

    @property
    def is_white(self) -> bool:
        """What ``chess.WHITE`` and ``board.turn`` compare with: no colour equals a truth value."""
        return self is Color.WHITE

    def __repr__(self) -> str:
        return f"Color.{self.name}"


vars(Color.WHITE)["other"] = Color.BLACK
vars(Color.BLACK)["other"] = Color.WHITE

_WHITE = Color.WHITE  # to look it up in the enumeration costs more than all else here


@quick
@dataclass(frozen=True, slots=True)
class PerColor(Generic[T_co]):
    """One value for each side: ``names[Color.WHITE]``."""

    white: T_co
    black: T_co

    @staticmethod
    def both(value: U) -> PerColor[U]:
        return PerColor(value, value)

    def __getitem__(self, color: Color) -> T_co:
        return self.white if color is _WHITE else self.black

    def put(self: PerColor[U], color: Color, value: U) -> PerColor[U]:
        """The same values but for one side."""
        if color is _WHITE:
            return PerColor(value, self.black)
        return PerColor(self.white, value)

    @property
    def swapped(self) -> PerColor[T_co]:
        """White's value for Black, and Black's for White."""
        return PerColor(self.black, self.white)

    def map(self, f: Callable[[T_co], U]) -> PerColor[U]:
        return PerColor(f(self.white), f(self.black))
