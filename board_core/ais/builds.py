"""How the searches of ``hard`` were built, and what machine code is worth to them.

``setup.py`` compiles them where it can. Both builds play the same moves, the plain one more slowly.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.sentence import Sentence, say

COMPILED_ELO = {"hard": 0, "chess3d": 170, "gomoku": 0}
"""The Elo points that machine code adds to each search, by the folder of its modules; 0: unknown.

Only a figure that a second run confirms belongs here: of games between both builds in equal time,
that is, with nodes in the ratio of their speeds (``benchmarks/ai.py against hard --nodes N``). 40
games of 3D chess, three to one, gave 67 to 307 (95 %), and both halves agreed. The chess search won
20 of 20 with eleven times the nodes: that says no more than that the difference is large.
"""


COMPILED_SPEEDS = {"hard": 10, "chess3d": 3, "gomoku": 1.6}
"""How many times as many positions in a second each search looks at compiled as in plain Python.

Processor time, two runs each on CPython 3.11: ``benchmarks/ai.py speed``, ``chess3d.py`` and
``gomoku.py speed``.
"""


@dataclass(frozen=True, slots=True)
class SearchBuild:
    """The build of the search that a game uses: compiled or plain Python, and its worth."""

    is_compiled: bool
    elo: int
    """The Elo points by which compiled is stronger than plain Python; 0: unknown."""
    times: float
    """How many times as fast as plain Python compiled is."""

    @property
    def sentence(self) -> Sentence:
        """Say which of the two runs, and what that is worth."""
        if self.is_compiled and self.elo:
            return say(
                "compiled, {times:g} times as fast and {elo} Elo stronger than plain Python",
                times=self.times,
                elo=self.elo,
            )
        if self.is_compiled:
            return say("compiled, {times:g} times as fast as plain Python", times=self.times)
        if self.elo:
            return say(
                "plain Python; compiled it would be {times:g} times as fast and {elo} Elo stronger",
                times=self.times,
                elo=self.elo,
            )
        return say("plain Python; compiled it would be {times:g} times as fast", times=self.times)


def search_build(search: str) -> SearchBuild:
    """Return how a search of :data:`COMPILED_ELO` was built, without loading it."""
    folder = Path(__file__).parent / search
    compiled = any((folder / f"search{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    return SearchBuild(compiled, COMPILED_ELO[search], COMPILED_SPEEDS[search])
