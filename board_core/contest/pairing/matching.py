"""Perfect matchings: that of least cost, and the best ones by one cost after another. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from board_core.fast_dataclass import dataclass
from board_core.files.extras import extra

with extra("contest"):
    import rustworkx

Edge = tuple[int, int]
Cost = tuple[int, ...]
"""Costs by level, the most important first: no sum on one level outweighs a cost before it."""

MOST_BITS = 120
"""The largest weight: rustworkx adds a few weights in 128 bits."""


def cheapest(nodes: int, costs: Mapping[Edge, Cost]) -> list[Edge] | None:
    """Return the perfect matching with the least sums of costs; None if no matching is perfect.

    Nodes are counted from 0; ``costs`` has all edges, the lower node first. The pairs are in
    order. Takes O(n^3) time at the worst (Z. Galil, Efficient Algorithms for Finding
    Maximum Matching in Graphs, ACM Computing Surveys 18, 1986, 23-38).
    """
    units = _units(nodes // 2, costs.values())
    packed = {
        edge: sum(level * unit for level, unit in zip(cost, units, strict=True))
        for edge, cost in costs.items()
    }
    return _perfect(nodes, packed)


def matchable(nodes: int, edges: Iterable[Edge]) -> bool:
    """Return whether a perfect matching exists."""
    return _perfect(nodes, dict.fromkeys(edges, 0)) is not None


Refusal = Callable[[Iterable[Edge]], Edge | None]
"""Names an edge of a matching that no matching may have."""


@dataclass(frozen=True, slots=True)
class BestMatchings:
    """The perfect matchings of a graph that are the best by all costs so far, and one of them.

    A cost whose least sum is 0 removes edges; another is added to the weights in units that are
    just large enough, so that many costs fit into them.
    """

    costs: Mapping[Edge, int]  # of all edges that these matchings can have
    pairs: tuple[Edge, ...]
    refusal: Refusal | None = None

    @staticmethod
    def of(
        nodes: int, costs: Mapping[Edge, int], refusal: Refusal | None = None
    ) -> BestMatchings | None:
        """Return those of least cost among the graph's matchings; None if none is perfect."""
        while (found := _perfect(nodes, costs)) is not None:
            refused = None if refusal is None else refusal(found)
            if refused is None:
                return BestMatchings(costs, tuple(found), refusal)
            costs = {edge: cost for edge, cost in costs.items() if edge != refused}
        return None

    @property
    def total(self) -> int:
        """Return the least cost of a matching."""
        return sum(self.costs[edge] for edge in self.pairs)

    def sum(self, cost: Mapping[Edge, int]) -> int:
        """Return the sum of a cost of the one matching."""
        return sum(cost.get(edge, 0) for edge in self.pairs)

    def least(self, cost: Mapping[Edge, int], bound: int = 0) -> BestMatchings:
        """Return those with the least sum of one more cost; no sum is below ``bound``."""
        best, least = self, self.sum(cost)
        if least > bound:
            found = BestMatchings.of(
                2 * len(self.pairs), self._added(cost, least + 1), self.refusal
            )
            assert found is not None
            least = found.sum(cost)
            kept = {edge: self.costs[edge] for edge in found.costs}
            best = BestMatchings(kept, found.pairs, self.refusal)
        if not least:
            return best.only(lambda edge: not cost.get(edge))
        return BestMatchings(best._added(cost, least + 1), best.pairs, self.refusal)

    def only(self, kept: Callable[[Edge], bool]) -> BestMatchings:
        """Return those with only these edges, which the one matching has."""
        costs = {edge: cost for edge, cost in self.costs.items() if kept(edge)}
        return BestMatchings(costs, self.pairs, self.refusal)

    def prefer(self, node: int, wanted: Callable[[Edge], bool]) -> BestMatchings:
        """Return those in which this node has an edge that is wanted; if there are none, all."""
        unwanted = {edge: 1 for edge in self.costs if node in edge and not wanted(edge)}
        tried = self.least(unwanted)
        if tried.sum(unwanted):
            return self.only(lambda edge: node not in edge or edge in unwanted)
        return tried

    def holding(self, pairs: Iterable[Edge]) -> BestMatchings | None:
        """Return the rest of those that have these pairs; None if there are none."""
        taken = {*pairs}
        if not taken <= self.costs.keys():
            return None
        ends = {end for pair in taken for end in pair}
        left = self.total - sum(self.costs[pair] for pair in taken)
        rest = {
            (a, b): cost
            for (a, b), cost in self.costs.items()
            if cost <= left and a not in ends and b not in ends
        }
        if taken <= {*self.pairs}:
            pairs = tuple(pair for pair in self.pairs if pair not in taken)
            return BestMatchings(rest, pairs, self.refusal)
        found = BestMatchings.of(2 * len(self.pairs) - len(ends), rest, self.refusal)
        return found if found is not None and found.total == left else None

    def _added(self, cost: Mapping[Edge, int], unit: int) -> Mapping[Edge, int]:
        return {edge: known * unit + cost.get(edge, 0) for edge, known in self.costs.items()}


def _units(pairs: int, costs: Iterable[Cost]) -> list[int]:
    """Return the weight of each level's unit: more than the largest sum of the levels below."""
    units, unit = [], 1
    for level in reversed([*zip(*costs, strict=True)]):
        units.append(unit)
        unit *= pairs * max(level) + 1
    return units[::-1]


def _perfect(nodes: int, costs: Mapping[Edge, int]) -> list[Edge] | None:
    """Return the perfect matching of least cost of a graph with so many nodes, in order."""
    most = max(costs.values(), default=0)
    if most.bit_length() > MOST_BITS:
        raise OverflowError(f"costs of {most.bit_length()} bits: at most {MOST_BITS} can be used")
    names = sorted({end for edge in costs for end in edge})
    if len(names) < nodes:
        return None
    places = {name: place for place, name in enumerate(names)}
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(places[a], places[b], most - cost) for (a, b), cost in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_itself)
    if 2 * len(matching) < nodes:
        return None
    return sorted((names[min(edge)], names[max(edge)]) for edge in matching)


def _itself(weight: int) -> int:
    return weight
