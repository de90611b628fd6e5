"""The perfect matching of least cost. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from board_core.extras import extra

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
    most = max(packed.values(), default=0)
    if most.bit_length() > MOST_BITS:
        raise OverflowError(f"costs of {most.bit_length()} bits: at most {MOST_BITS} can be used")
    return _perfect(nodes, ((*edge, most - cost) for edge, cost in packed.items()))


def matchable(nodes: int, edges: Iterable[Edge]) -> bool:
    """Return whether a perfect matching exists."""
    return _perfect(nodes, ((*edge, 1) for edge in edges)) is not None


def _units(pairs: int, costs: Iterable[Cost]) -> list[int]:
    """Return the weight of each level's unit: more than the largest sum of the levels below."""
    units, unit = [], 1
    for level in reversed([*zip(*costs, strict=True)]):
        units.append(unit)
        unit *= pairs * max(level) + 1
    return units[::-1]


def _perfect(nodes: int, edges: Iterable[tuple[int, int, int]]) -> list[Edge] | None:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([*edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_itself)
    if 2 * len(matching) < nodes:
        return None
    return sorted((min(edge), max(edge)) for edge in matching)


def _itself(weight: int) -> int:
    return weight
