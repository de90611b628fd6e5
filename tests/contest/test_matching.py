from itertools import combinations

import pytest
import rustworkx
from hypothesis import given
from hypothesis import strategies as st

from board_core.contest.pairing import matching
from board_core.contest.pairing.matching import (
    MOST_BITS,
    BestMatchings,
    Cost,
    Edge,
    cheapest,
    matchable,
)


def perfect_matchings(nodes: tuple[int, ...]):
    if not nodes:
        yield []
    for other in nodes[1:]:
        rest = tuple(node for node in nodes[1:] if node != other)
        for pairs in perfect_matchings(rest):
            yield [(nodes[0], other), *pairs]


def total(pairs: list[Edge], costs: dict[Edge, Cost]) -> Cost:
    return tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True)))


def graphs(levels: int):
    def of(nodes: int):
        edges = st.sampled_from([*combinations(range(nodes), 2)])
        cost = st.tuples(*[st.integers(0, 6)] * levels)
        return st.tuples(st.just(nodes), st.dictionaries(edges, cost))

    return st.sampled_from([2, 4, 6, 8]).flatmap(of)


@given(graphs(levels=3))
def test_no_perfect_matching_is_cheaper(graph: tuple[int, dict[Edge, Cost]]):
    nodes, costs = graph
    there_are = [m for m in perfect_matchings(tuple(range(nodes))) if all(e in costs for e in m)]
    found = cheapest(nodes, costs)
    assert matchable(nodes, costs) == bool(there_are)
    if found is None:
        assert not there_are
    else:
        assert sorted(node for edge in found for node in edge) == [*range(nodes)]
        assert total(found, costs) == min(total(each, costs) for each in there_are)


def test_a_level_outweighs_all_that_comes_after_it():
    costs = {(0, 1): (1, 0), (2, 3): (0, 0), (0, 2): (0, 9999), (1, 3): (0, 9999)}
    assert cheapest(4, costs) == [(0, 2), (1, 3)]


def test_the_widest_costs_are_reckoned_right(monkeypatch: pytest.MonkeyPatch):
    """rustworkx proves its own optimum here, in numbers of the full width."""
    solved = rustworkx.max_weight_matching
    monkeypatch.setattr(
        matching.rustworkx,
        "max_weight_matching",
        lambda *given, **named: solved(*given, **named, verify_optimum=True),
    )
    nodes = 60
    wide = 1 << (MOST_BITS - 10)
    costs = {
        (a, b): (wide - (a * b * 7919) % 1000 if (a + b) % 3 else 0,)
        for a, b in combinations(range(nodes), 2)
    }
    found = cheapest(nodes, costs)
    assert found is not None
    assert len(found) == nodes // 2


def test_costs_too_wide_to_be_reckoned_are_refused():
    with pytest.raises(OverflowError, match=f"at most {MOST_BITS}"):
        cheapest(4, {(0, 1): (1 << MOST_BITS,), (2, 3): (0,)})


def by_levels(costs: dict[Edge, Cost]) -> list[dict[Edge, int]]:
    return [{edge: cost[level] for edge, cost in costs.items()} for level in range(4)]


def possible(best: BestMatchings, nodes: int) -> set[tuple[Edge, ...]]:
    """Return all matchings that these are said to be."""
    edges = best.costs
    there_are = [m for m in perfect_matchings(tuple(range(nodes))) if all(e in edges for e in m)]
    return {tuple(m) for m in there_are if sum(edges[e] for e in m) == best.total}


@given(graphs(levels=4))
def test_the_matchings_left_are_the_best_by_each_cost_in_turn(
    graph: tuple[int, dict[Edge, Cost]],
):
    nodes, costs = graph
    best = BestMatchings.of(nodes, dict.fromkeys(costs, 0))
    there_are = [m for m in perfect_matchings(tuple(range(nodes))) if all(e in costs for e in m)]
    assert (best is None) == (not there_are)
    if best is None:
        return
    for level in by_levels(costs):
        best = best.least(level)
    least = min(total(each, costs) for each in there_are)
    wanted = {tuple(each) for each in there_are if total(each, costs) == least}
    assert possible(best, nodes) == wanted
    assert best.pairs in wanted
    for edge in costs:
        held = best.holding([edge])
        having = {each for each in wanted if edge in each}
        assert (held is None) == (not having)
        assert held is None or tuple(sorted((*held.pairs, edge))) in having
    preferred = best.prefer(0, lambda edge: edge[1] == 1)
    assert possible(preferred, nodes) == ({m for m in wanted if (0, 1) in m} or wanted)


@given(graphs(levels=4))
def test_an_edge_that_is_refused_is_in_no_matching(graph: tuple[int, dict[Edge, Cost]]):
    nodes, costs = graph
    refused = {edge for edge, cost in costs.items() if cost[3] == 6}
    first, second, *_ = by_levels(costs)

    def refusal(pairs):
        return next((pair for pair in pairs if pair in refused), None)

    best = BestMatchings.of(nodes, dict.fromkeys(costs, 0), refusal)
    other = BestMatchings.of(nodes, {e: 0 for e in costs if e not in refused})
    assert (best is None) == (other is None)
    if best is not None and other is not None:
        pairs = best.least(first).least(second).pairs
        assert not refused & {*pairs}
        wanted = other.least(first).least(second)
        assert pairs in possible(wanted, nodes)
