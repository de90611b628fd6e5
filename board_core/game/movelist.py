"""Sequences of one item for each ply, as values that grow without being copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Self, TypeVar, overload

from .rules import Move

T = TypeVar("T")


class Line(Sequence[T]):
    """A view of the first ``n`` items of a shared, append-only list, one item for each ply.

    Adding to the longest view appends in place, so a game of n plies takes time O(n), not O(n²).
    Adding to an earlier view (after a take-back) copies the list. Only one thread may add; any
    thread may read.
    """

    __slots__ = ("_length", "_line")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._line = list(items)
        self._length = len(self._line)

    def added(self, item: T) -> Self:
        """Return this sequence with one more item at its end."""
        longer = self.__new__(type(self))
        line = self._line
        if len(line) != self._length:
            line = line[: self._length]
        line.append(item)
        longer._line, longer._length = line, self._length + 1
        return longer

    def first(self, count: int) -> Self:
        """Return the sequence as it was after this many plies."""
        shorter = self.__new__(type(self))
        shorter._line, shorter._length = self._line, min(count, self._length)
        return shorter

    def continues(self, earlier: Line[T]) -> bool:
        """Return True if this is the same list as that of an earlier view, and no shorter."""
        return self._line is earlier._line and self._length >= earlier._length

    def since(self, ply: int) -> list[T]:
        """Return the items from a ply on; the cost is proportional to their number."""
        return self._line[ply : self._length]

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._line[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(f"ply {index} of {self._length}")
        return self._line[index % self._length]

    def __iter__(self) -> Iterator[T]:
        return islice(self._line, self._length)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Line):
            same = self._line is other._line and self._length == other._length
            return same or (self._length == other._length and list(self) == list(other))
        return isinstance(other, list | tuple) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the items of this view, without later ones of the shared list."""
        return type(self), (list(self),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)})"


class MoveList(Line[Move]):
    """The moves of a game, one for each ply."""

    __slots__ = ()
