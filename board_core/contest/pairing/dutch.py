"""The FIDE (Dutch) system in force since 1 February 2026: FIDE Handbook C.04.3. Pure.

It pairs brackets from the top down: a scoregroup with those whom the bracket above left unpaired.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from .dutch_bracket import DutchBracket
from .dutch_graph import DutchGraph
from .dutch_players import DutchPlayer


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
