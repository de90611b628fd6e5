"""How the searches of ``hard`` were built, and what machine code is worth to them.

``setup.py`` compiles them if it is asked to. Both builds play the same moves, plain Python later.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.extras import adding
from board_core.text.sentence import Clauses, Sentence, say

COMPILED_SPEEDS = {"hard": 10, "chess3d": 3, "gomoku": 1.6}
"""How many times as many positions in a second each search looks at compiled as in plain Python.

By the folder of its modules; processor time, two runs on CPython 3.11 (``benchmarks/ai.py speed``).
"""


@dataclass(frozen=True, slots=True)
class SearchBuild:
    """The build of the search that a game uses: compiled or plain Python, and its worth."""

    is_compiled: bool
    times: float
    """How many times as fast as plain Python compiled is."""

    @property
    def sentence(self) -> Sentence:
        """Say which of the two runs, and for plain Python what the other is worth."""
        if self.is_compiled:
            return say("compiled")
        return say("plain Python; compiled it would be {times:g} times as fast", times=self.times)

    @property
    def advice(self) -> Clauses:
        """The sentence, and for plain Python how to change it."""
        return Clauses((self.sentence, *(() if self.is_compiled else (how_to_compile(),))))


def how_to_compile() -> Sentence:
    """Return the sentence with the command that compiles the searches of this installation."""
    command = adding("", compiled=True)
    return say("to compile, with a C compiler: {command}", command=command)


def search_build(search: str) -> SearchBuild:
    """Return how a search of :data:`COMPILED_SPEEDS` was built, without loading it."""
    folder = Path(__file__).parent / search
    compiled = any((folder / f"search{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    return SearchBuild(compiled, COMPILED_SPEEDS[search])
