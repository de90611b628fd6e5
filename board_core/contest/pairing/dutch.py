"""The FIDE (Dutch) system in force since 1 February 2026: FIDE Handbook C.04.3. Pure.

It pairs brackets from the top down: a scoregroup with those whom the bracket above left unpaired.
Numbers in brackets and parentheses are its criteria and articles. It tries one candidate after
another until none can be better by [C6] to [C21]. Here all pairings of a bracket are narrowed down
by one criterion after another, and then by the order in which the candidates come. They are parts
of matchings of all players that are left, so that the rest of the round can always be paired
([C4]); a player whose partner is below floats.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache, partial
from itertools import groupby

from board_core.contest.field import Encounter, Field, Number, Scoring
from board_core.fast_dataclass import dataclass

from .colors import (
    ABSOLUTE_WISH,
    STRONG_WISH,
    WIDEST_DIFFERENCE,
    ColorHistory,
    Float,
    float_between,
)
from .matching import BestMatchings, Edge, matchable

UNITS_OF_POINT = 1000
"""Units of a point here, where points are whole numbers."""


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """The facts about an entrant that the system uses."""

    number: Number  # the pairing number
    points: int
    barred: frozenset[Number]  # opponents of games that were played, and those it must not meet
    may_have_bye: bool
    unplayed: int  # rounds
    colors: ColorHistory
    floats: tuple[Float, Float]  # in the last round, and in the one before
    top: bool  # has more than half of the points, and this is the last round


def players(contest: Field, last_round: bool) -> list[DutchPlayer]:
    """Return the players of the next round, by points and number (1.2)."""
    encounters, barred = contest.encounters(), contest.barred
    before = {
        number: _points_before(each, len(contest.rounds)) for number, each in encounters.items()
    }
    half = _units(max(contest.scoring.win, contest.scoring.draw)) * len(contest.rounds) / 2
    found = [
        DutchPlayer(
            number,
            before[number][-1],
            barred.get(number, frozenset()).union(
                e.opponent for e in encounters[number] if e.opponent is not None and not e.forfeit
            ),
            not any(_bars_bye(each, contest.scoring) for each in encounters[number]),
            len(contest.rounds) - sum(_played(each) for each in encounters[number]),
            ColorHistory.of(encounters[number]),
            _floats(encounters[number], before, number, contest),
            last_round and before[number][-1] > half,
        )
        for number in contest.present
    ]
    return sorted(found, key=lambda each: (-each.points, each.number))


def _units(points: float) -> int:
    return round(UNITS_OF_POINT * points)


def _points_before(encounters: Iterable[Encounter], rounds: int) -> list[int]:
    """Return the points before each round, and at the end."""
    points = [0] * (rounds + 1)
    for each in encounters:
        for later in range(each.round, rounds + 1):
            points[later] += _units(each.points or 0.0)
    return points


def _played(encounter: Encounter) -> bool:
    return encounter.opponent is not None and not encounter.forfeit


def _bars_bye(encounter: Encounter, scoring: Scoring) -> bool:
    """Return whether this round excludes a later bye: a bye, or as much as a win ([C2])."""
    if _played(encounter):
        return False
    bye = encounter.opponent is None and not encounter.requested
    return bye or (encounter.points or 0.0) >= scoring.win


def _floats(
    encounters: Iterable[Encounter],
    before: Mapping[Number, Sequence[int]],
    me: Number,
    contest: Field,
) -> tuple[Float, Float]:
    floats = {each.round: _float(each, before, me, contest.scoring) for each in encounters}
    last = len(contest.rounds)
    return floats.get(last, Float.LEVEL), floats.get(last - 1, Float.LEVEL)


def _float(
    encounter: Encounter, before: Mapping[Number, Sequence[int]], me: Number, scoring: Scoring
) -> Float:
    """Return the float of a round: of unequal points, or of points without a game (1.4)."""
    if encounter.opponent is None or encounter.forfeit:
        bye = encounter.opponent is None and not encounter.requested
        return Float.DOWN if bye or (encounter.points or 0.0) > scoring.loss else Float.LEVEL
    mine, theirs = (before[each][encounter.round - 1] for each in (me, encounter.opponent))
    return float_between(mine, theirs)


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


def paired(ranked: Sequence[DutchPlayer]) -> list[tuple[int, int | None]] | None:
    """Return the pairs, by the players' places; a partner of None is the bye.

    Returns None if no pairing keeps the absolute criteria [C1] to [C3].
    """
    graph = DutchGraph.of(ranked)
    if graph is None:
        return None
    groups = [[*each] for _, each in groupby(range(len(ranked)), lambda at: ranked[at].points)]
    pairs: list[tuple[int, int | None]] = []
    moved_down: list[int] = []
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else []
        found = DutchBracket(graph, moved_down, residents, following).pairs()
        pairs += found
        done = {end for pair in found for end in pair}
        moved_down = [each for each in [*moved_down, *residents] if each not in done]
    return pairs + [(each, None) for each in moved_down]
