"""The pairing of a bracket by the FIDE (Dutch) system: FIDE Handbook C.04.3, 2 to 4. Pure.

Numbers in brackets and parentheses are its criteria and articles. It tries one candidate after
another until none can be better by [C6] to [C21]. Here all pairings of a bracket are narrowed down
by one criterion after another, and then by the order in which the candidates come. They are parts
of matchings of all players that are left, so that the rest of the round can always be paired
([C4]); a player whose partner is below floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache, partial

from board_core.fast_dataclass import dataclass

from .colors import STRONG_WISH, WIDEST_DIFFERENCE, ColorHistory
from .dutch_graph import DutchGraph
from .dutch_players import DutchPlayer
from .floats import Float
from .matching import BestMatchings, Edge

Level = tuple[int, ...]
"""The number of a criterion; some have one cost for each number of points, the most first."""

FLOATER_COUNT: Level = (6,)
FLOATER_POINTS: Level = (7,)
NEXT_BRACKET: Level = (8,)
UNPLAYED_BEFORE_BYE: Level = (9,)


@dataclass(slots=True)
class Costs:
    """The costs of edges by criterion."""

    levels: dict[Level, dict[Edge, int]] = field(default_factory=dict)

    def add(self, edge: Edge, *level: int, cost: int = 1) -> None:
        if cost:
            self.levels.setdefault(level, {})[edge] = cost

    def narrow(self, best: BestMatchings, floaters: int = 0) -> BestMatchings:
        """Return the best matchings by all criteria; so many players float at least."""
        for level in sorted(self.levels):
            best = best.least(self.levels[level], floaters if level == FLOATER_COUNT else 0)
        return best


@dataclass(frozen=True, slots=True)
class DutchBracket:
    """The residents of a scoregroup with the players moved down to them (1.3)."""

    graph: DutchGraph
    moved_down: Sequence[int]
    residents: Sequence[int]
    following: Sequence[int]  # the next scoregroup

    @property
    def own(self) -> list[int]:
        return [*self.moved_down, *self.residents]

    @property
    def end(self) -> int:
        return self.residents[-1] + 1

    def inside(self, edge: Edge) -> bool:
        """Return whether the edge is a pair of this bracket."""
        return edge[0] < self.end and edge[1] < self.end

    def floats(self, edge: Edge) -> bool:
        """Return whether the edge is from a player of this bracket to one below, or to the bye."""
        return edge[0] < self.end <= edge[1]

    def points(self, place: int) -> int:
        return self.graph.ranked[place].points

    def pairs(self) -> list[Edge]:
        """Return the pairs of the first of the best candidates."""
        best = self._floaters()
        best = self._costs(best).narrow(best)
        if any(self.floats(edge) for edge in best.pairs if edge[0] < self.residents[0]):
            for each in self.moved_down:  # (4.4)
                best = best.prefer(each, self.inside)
        higher = {e[0] for e in best.pairs if e[0] < self.residents[0] and self.inside(e)}
        best = best.only(lambda edge: edge[0] not in higher or self.inside(edge))
        pairs, best = _with_first_partners(best, sorted(higher))
        best = self._exchanged(best)
        higher = {edge[0] for edge in best.pairs if self.inside(edge)}
        return pairs + _with_first_partners(best, sorted(higher))[0]

    @property
    def lower(self) -> range:
        """The nodes below: players, and the bye."""
        return range(self.end, self.graph.nodes)

    def _floaters(self) -> BestMatchings:
        """Return the matchings with the best sets of floaters ([C6] to [C9])."""
        odd = len(self.own) % 2
        lowest = {FLOATER_COUNT: odd, NEXT_BRACKET: (odd + len(self.following)) % 2}
        best = self._with_sums(lowest)  # usually there are some, and it takes far less time
        if best is not None:
            return best
        edges = [*self.graph.edges([*self.own, *self.lower], self.residents[0], self.graph.nodes)]
        found = BestMatchings.of(
            len(self.own) + len(self.lower), {edge: int(self.floats(edge)) for edge in edges}
        )
        assert found is not None
        costs = self._float_costs(edges, found.total)
        best = costs.narrow(BestMatchings(dict.fromkeys(edges, 0), found.pairs), found.total)
        if found.total > 1:
            return best
        best = self._with_sums({level: best.sum(cost) for level, cost in costs.levels.items()})
        assert best is not None
        return best

    def _float_costs(self, edges: Iterable[Edge], floaters: int) -> Costs:
        """Return the costs of the criteria [C6] to [C9] with so many floaters."""
        costs, bye = Costs(), len(self.graph.ranked)
        for edge in edges:
            one, other = edge
            further = self._floats_further(edge)
            if one < self.end <= other:
                costs.add(edge, *FLOATER_COUNT)
                if one < self.residents[0]:
                    costs.add(edge, *FLOATER_POINTS, -self.points(one))
                if further:
                    costs.add(edge, *NEXT_BRACKET)
                    costs.add(edge, *NEXT_BRACKET, -self.points(one))
                if other == bye and floaters == 1:
                    costs.add(edge, *UNPLAYED_BEFORE_BYE, cost=self.graph.ranked[one].unplayed)
            elif further:
                costs.add(edge, *NEXT_BRACKET)
        return costs

    def _floats_further(self, edge: Edge) -> bool:
        """Return whether a player of the next bracket floats from there."""
        return bool(self.following) and edge[0] <= self.following[-1] < edge[1]

    def _with_sums(self, sums: Mapping[Level, int]) -> BestMatchings | None:
        """Return the matchings with these costs, of which one player floats, or none.

        One node stands for all below: whether a player can float is looked up when it would.
        """
        below = len(self.graph.ranked)
        edges = dict.fromkeys(self.graph.edges_between(self.own, self.residents[0], self.end), 0)
        if not sums[FLOATER_COUNT]:
            fits = self._pairs_below((), sums) is not None
            return BestMatchings.of(len(self.own), edges) if fits else None
        points = {self.points(each) for each in self.moved_down}
        points = {each for each in points if sums.get((*FLOATER_POINTS, -each))}
        for each in self.own:
            if self.points(each) in (points or {self.points(self.residents[0])}):
                edges[each, below] = 0
        partners: set[int] = set()  # of players that can float

        @cache
        def can_float(place: int) -> bool:
            if not partners.isdisjoint(self.graph.partners[place]):
                return True
            pairs = self._pairs_below((place,), sums)
            partners.update(b for a, b in pairs or () if a == place and b != below)
            return pairs is not None

        def refusal(pairs: Iterable[Edge]) -> Edge | None:
            for one, other in pairs:
                if other == below and not can_float(one):
                    return one, other
            return None

        return BestMatchings.of(len(self.own) + 1, edges, refusal)

    def _pairs_below(
        self, floaters: Sequence[int], sums: Mapping[Level, int]
    ) -> Sequence[Edge] | None:
        """Return pairs of these floaters and all below, with no higher costs; None: impossible."""
        for reach in self.graph.reaches:
            edges = [*self.graph.edges([*floaters, *self.lower], self.end, reach)]
            costs = self._float_costs(edges, len(floaters)).levels if floaters else {}
            barred = {edge for level, cost in costs.items() if not sums.get(level) for edge in cost}
            best = BestMatchings.of(
                len(floaters) + len(self.lower), {e: 0 for e in edges if e not in barred}
            )
            for level in sorted(costs):
                if best is not None and sums.get(level):
                    best = best.least(costs[level], sums[level])
                    if best.sum(costs[level]) > sums[level]:
                        best = None
            if best is not None:
                return best.pairs
        return None

    def _costs(self, best: BestMatchings) -> Costs:
        """Return the costs of the criteria [C10] to [C21]."""
        costs, ranked = Costs(), self.graph.ranked
        for edge in best.costs:
            one, other = edge
            if one >= self.end:
                continue
            moved_down, points = one < self.residents[0], self.points(one)
            if other < self.end:
                for criterion, cost in enumerate(_refused_wishes(ranked[one], ranked[other]), 10):
                    costs.add(edge, criterion, cost=cost)
                if moved_down:
                    for back, up in enumerate(ranked[other].floats):
                        if up is Float.UP:
                            costs.add(edge, 15 + 2 * back)
                            costs.add(edge, 19 + 2 * back, -points)
            else:
                for back, down in enumerate(ranked[one].floats):
                    if down is Float.DOWN and moved_down:
                        costs.add(edge, 18 + 2 * back, -points)
                    elif down is Float.DOWN:
                        costs.add(edge, 14 + 2 * back)
        return costs

    def _exchanged(self, best: BestMatchings) -> BestMatchings:
        """Return the matchings of the remainder with the first exchange of S1 and S2 (4.3).

        The higher player of each pair is in S1: with the two the other way round the same pairs
        belong to an earlier exchange.
        """
        ends = {end for edge in best.costs for end in edge}
        remainder = [each for each in self.residents if each in ends]
        size = sum(map(self.inside, best.pairs))
        first, second = remainder[:size], remainder[size:]
        place = {each: at - size for at, each in enumerate(remainder)}
        exchanges = {e: 1 for e in best.costs if self.inside(e) and place[e[0]] >= 0}
        best = best.least(exchanges)
        if count := best.sum(exchanges):
            best = best.least({edge: self._difference(edge, place) for edge in best.costs})
            for group, leads in ((first[::-1], False), (second, True)):
                found = 0
                for each in group:
                    best = best.prefer(each, partial(self._leads, each, leads))
                    found += any(map(partial(self._leads, each, leads), best.pairs))
                    if found == count:
                        break
        leaders = {edge[0] for edge in best.pairs if self.inside(edge)}
        return best.only(
            lambda edge: (edge[0] in leaders) is self.inside(edge) and edge[1] not in leaders
        )

    def _difference(self, edge: Edge, place: Mapping[int, int]) -> int:
        """Return the part of an edge in the difference of the numbers exchanged."""
        one, other = edge
        lower = one if self.floats(edge) else other
        down = -1 - place[lower] if place.get(lower, 0) < 0 else 0
        up = 1 + place[one] if self.inside(edge) and place[one] >= 0 else 0
        return down + up

    def _leads(self, place: int, leads: bool, edge: Edge) -> bool:
        """Return whether the edge has this player, and with it as the higher one of a pair."""
        return place in edge and (edge[0] == place and self.inside(edge)) is leads


def _refused_wishes(one: DutchPlayer, other: DutchPlayer) -> tuple[int, int, int, int]:
    """Return the failures of [C10] to [C13] by a pair."""
    if one.colors.due is not other.colors.due or one.colors.due is None:
        return 0, 0, 0, 0
    refused = min(one.colors, other.colors, key=_firmness)
    return (
        abs(refused.difference) >= WIDEST_DIFFERENCE,
        _had_twice(refused),
        1,
        refused.strength == STRONG_WISH,
    )


def _firmness(colors: ColorHistory) -> tuple[int, int, bool]:
    """Return how firm the wish for a colour is (5.2.2, 5.2.3)."""
    return colors.strength, abs(colors.difference), _had_twice(colors)


def _had_twice(colors: ColorHistory) -> bool:
    """Return whether the last two games had the same colour."""
    return len(colors.played) > 1 and colors.played[-1] is colors.played[-2]


def _with_first_partners(
    best: BestMatchings, players: Sequence[int]
) -> tuple[list[Edge], BestMatchings]:
    """Give each player in turn the first partner that it can have (4.2).

    As many as possible are given theirs at once.
    """
    pairs: list[Edge] = []
    step = len(players)
    while len(pairs) < len(players):
        some = players[len(pairs) : len(pairs) + step]
        wanted = _first_come(best, some)
        if wanted is not None and (held := best.holding(wanted)) is not None:
            pairs, best, step = pairs + wanted, held, 2 * step
        elif step > 1:
            step //= 2
        else:
            edges = sorted(edge for edge in best.costs if edge[0] == some[0])
            found = best.least({edge: rank for rank, edge in enumerate(edges)}).pairs
            pair = next(edge for edge in found if edge[0] == some[0])
            held = BestMatchings(best.costs, found, best.refusal).holding([pair])
            assert held is not None
            pairs, best = [*pairs, pair], held
    return pairs, best


def _first_come(best: BestMatchings, players: Sequence[int]) -> list[Edge] | None:
    """Return pairs of these players with the first partners that are left and cost not too much."""
    partners: dict[int, list[int]] = {each: [] for each in players}
    for one, other in sorted(best.costs):
        if one in partners:
            partners[one].append(other)
    taken: set[int] = set()
    pairs: list[Edge] = []
    left = best.total
    for each in players:
        for other in partners[each]:
            if other not in taken and best.costs[each, other] <= left:
                break
        else:
            return None
        taken.add(other)
        left -= best.costs[each, other]
        pairs.append((each, other))
    return pairs
