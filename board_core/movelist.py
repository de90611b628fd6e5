"""The moves of a game as a value that grows without being copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

from .rules import Move


class MoveList(Sequence[Move]):
    """The first ``n`` moves of a shared, append-only list.

    Adding to the longest view appends in place, so a game of n plies costs n and
    not n squared; adding to an earlier view (after a take-back) copies. Only the one
    thread that plays the game adds moves; any thread may read.
    """

    __slots__ = ("_length", "_line")

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        self._line = list(moves)
        self._length = len(self._line)

    def added(self, move: Move) -> MoveList:
        longer = MoveList.__new__(MoveList)
        line = self._line
        if len(line) != self._length:
            line = line[: self._length]
        line.append(move)
        longer._line, longer._length = line, self._length + 1
        return longer

    def first(self, count: int) -> MoveList:
        """The game as it was after so many plies."""
        shorter = MoveList.__new__(MoveList)
        shorter._line, shorter._length = self._line, min(count, self._length)
        return shorter

    def continues(self, earlier: MoveList) -> bool:
        """Whether this is the same line of play as an earlier view of it, or longer."""
        return self._line is earlier._line and self._length >= earlier._length

    def since(self, ply: int) -> list[Move]:
        """The moves from a ply on; costs only as many as there are."""
        return self._line[ply : self._length]

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._line[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(f"ply {index} of {self._length}")
        return self._line[index % self._length]

    def __iter__(self) -> Iterator[Move]:
        return islice(self._line, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # compared by content, as a list is

    def __repr__(self) -> str:
        return f"MoveList({list(self)})"
