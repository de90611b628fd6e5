"""The cheapest way to put everybody into pairs. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from board_core.extras import extra

with extra("contest"):
    import rustworkx

Edge = tuple[int, int]
Cost = tuple[int, ...]
"""Levels, the most important first: no sum on one level outweighs anything on a level before it."""

MOST_BITS = 120
"""rustworkx reckons in 128 bits, with sums of a few weights."""


def cheapest(nodes: int, costs: Mapping[Edge, Cost]) -> list[Edge] | None:
    """The perfect matching with the least sums of costs; None: there is no perfect matching.

    ``nodes`` are counted from 0, ``costs`` has the edges there are, the lower node first. The
    pairs come in order. Takes O(n^3) time at the worst (Z. Galil, Efficient Algorithms for Finding
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
    """Whether there is a perfect matching at all."""
    return _perfect(nodes, ((*edge, 1) for edge in edges)) is not None


def _units(pairs: int, costs: Iterable[Cost]) -> list[int]:
    """What one of each level is worth in one number: more than all that the levels below can be."""
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
