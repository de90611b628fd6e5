"""Bounds of a player's reports on its search, for all protocols and functions."""

from __future__ import annotations

from itertools import islice

from board_core.text.harmless_text import MOST_LINE, MOST_MOVE, legible, real_number, whole_number

from .player import Score, Thought

MOST_CP = 1_000_000
"""The greatest score in centipawns; greater ones within 64 bits are clamped to it."""

MOST_MATE = 10_000
MOST_DEPTH = 10_000
MOST_HASHFULL = 10_000
MOST_COUNT = 2**63 - 1
"""The greatest count of nodes, or of nodes a second."""

MOST_MS = 10**12
MOST_RANK = 1_000
"""The greatest number of a line of play among several."""

MOST_PV = 256

MOST_SAID = 2**63 - 1
"""The greatest number that is read as a score; a greater one is a breach of the protocol."""


def clamped(value: int, most: int) -> int:
    """Return the value, limited to the range from ``-most`` to ``most``."""
    return min(max(value, -most), most)


def sound(thought: Thought) -> Thought:
    """Return a function's report on its search without the values that are out of bounds.

    A function may put anything there, such as texts for numbers or objects for moves. Raises
    AttributeError or TypeError for a value that is no Thought.
    """
    seconds = real_number(thought.time, 0, MOST_MS / 1000)
    return Thought(
        depth=whole_number(thought.depth, 0, MOST_DEPTH),
        seldepth=whole_number(thought.seldepth, 0, MOST_DEPTH),
        score=_sound_score(thought.score),
        nodes=whole_number(thought.nodes, 0, MOST_COUNT),
        nps=whole_number(thought.nps, 0, MOST_COUNT),
        time=seconds,
        hashfull=whole_number(thought.hashfull, 0, MOST_HASHFULL),
        pv=tuple(legible(str(move), MOST_MOVE) for move in islice(thought.pv, MOST_PV)),
        text=legible(str(thought.text), MOST_LINE),
        rank=whole_number(thought.rank, 1, MOST_RANK) or 1,
    )


def _sound_score(score: Score | None) -> Score | None:
    if score is None:
        return None
    cp = whole_number(score.cp, -MOST_SAID, MOST_SAID)
    mate = whole_number(score.mate, -MOST_SAID, MOST_SAID)
    if cp is None and mate is None:
        return None
    return Score(
        None if cp is None else clamped(cp, MOST_CP),
        None if mate is None else clamped(mate, MOST_MATE),
    )
