"""Who may meet whom by the FIDE (Dutch) system: FIDE Handbook C.04.3, [C1] to [C5]. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from board_core.fast_dataclass import dataclass

from .colors import ABSOLUTE_WISH
from .dutch_players import DutchPlayer
from .matching import Edge, matchable

FIRST_REACHES = (16, 64)
"""Partners that a player may have at first where only floaters are looked for."""


@dataclass(frozen=True, slots=True)
class DutchGraph:
    """The players, and who may meet whom; the node behind the last is the bye."""

    ranked: Sequence[DutchPlayer]
    partners: Sequence[Sequence[int]]  # by place: the places behind it, and the bye, in order

    @staticmethod
    def of(ranked: Sequence[DutchPlayer]) -> DutchGraph | None:
        """Return the graph with the bye only where its points are the least ([C5])."""
        meetings = [*_meetings(ranked)]
        if len(ranked) % 2 == 0:
            graph = DutchGraph(ranked, meetings)
            return graph if graph.complete() else None
        for points in sorted({each.points for each in ranked if each.may_have_bye}):
            bye = (len(ranked),)
            graph = DutchGraph(
                ranked,
                [
                    (*others, *bye) if player.may_have_bye and player.points == points else others
                    for player, others in zip(ranked, meetings, strict=True)
                ],
            )
            if graph.complete():
                return graph
        return None

    @property
    def nodes(self) -> int:
        return len(self.ranked) + len(self.ranked) % 2

    @property
    def reaches(self) -> tuple[int, ...]:
        """Return the numbers of partners to offer each player, one after the other.

        The next is tried only if a pairing within the last costs too much.
        """
        return (*(each for each in FIRST_REACHES if each < self.nodes), self.nodes)

    def complete(self) -> bool:
        """Return whether everybody can be paired."""
        everybody = range(len(self.ranked))
        return any(matchable(self.nodes, self.edges(everybody, 0, reach)) for reach in self.reaches)

    def edges(self, ones: Iterable[int], start: int, reach: int) -> Iterator[Edge]:
        """Yield the edges from each to the first of its partners from ``start``, and to the bye."""
        for one in ones:
            if one == len(self.ranked):
                continue
            partners = self.partners[one]
            first = bisect_left(partners, start)
            for other in partners[first : first + reach]:
                yield one, other
            if len(partners) > first + reach and partners[-1] == len(self.ranked):
                yield one, partners[-1]

    def edges_between(self, ones: Iterable[int], start: int, end: int) -> Iterator[Edge]:
        """Yield the edges from each to its partners from ``start`` to before ``end``."""
        for one in ones:
            partners = self.partners[one]
            for other in partners[bisect_left(partners, start) : bisect_left(partners, end)]:
                yield one, other


def _meetings(ranked: Sequence[DutchPlayer]) -> Iterator[Sequence[int]]:
    """Yield for each player the places behind it of those it may meet ([C1], [C3])."""
    places = {player.number: place for place, player in enumerate(ranked)}
    absolute = {
        due: frozenset(
            place
            for place, player in enumerate(ranked)
            if player.colors.strength == ABSOLUTE_WISH
            and player.colors.due is due
            and not player.top
        )
        for due in {player.colors.due for player in ranked}
    }
    for place, player in enumerate(ranked):
        others = {*range(place + 1, len(ranked))} - {places.get(n) for n in player.barred}
        if place in absolute[player.colors.due]:
            others -= absolute[player.colors.due]
        yield sorted(others)
