"""Profiles of a Python function, with any profiler that can be started and stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any, Protocol

from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.rules import Rules
from board_core.games import CHESS
from board_core.games.lessons import Sample
from board_core.players.in_process import InProcessAI
from board_core.players.thinking import AITurn, Function, wants_turn

from .timing import Timing, measured


class Profiler(Protocol):
    """A profiler of the thread that starts it. It may be started again after it was stopped."""

    def start(self) -> object: ...

    def stop(self) -> object: ...


def run_profiled(
    function: Function,
    profiler: Profiler,
    control: TimeControl,
    positions: Iterable[Sample],
    seed: int = 0,
    rules: Rules = CHESS,
) -> list[Timing]:
    """Ask for a move in each position on this thread, with the profiler on meanwhile.

    Nothing can interrupt the function here: use positions in which it is known to answer.
    """
    player = InProcessAI(under(function, profiler), name="profiled", inline=True, seed=seed)
    try:
        return list(measured(player, control, 1, positions, rules=rules))
    finally:
        player.close()


def under(function: Function, profiler: Profiler) -> Function:
    """Return the function, wrapped so that the profiler is on while it works."""
    with_turn = wants_turn(function)

    def choose(board: Any, turn: AITurn) -> Any:
        profiler.start()
        try:
            chosen = function(board, turn) if with_turn else function(board)
            return _last(chosen, turn.stop) if hasattr(chosen, "__next__") else chosen
        finally:
            profiler.stop()

    return choose


def _last(moves: Iterator[object], stop: Callable[[], bool]) -> object:
    """Return the last, so the best, move of a function that yields better and better ones."""
    best = None
    for move in moves:
        best = move
        if stop():
            break
    return best


class ProfileEntry(Protocol):
    """The facts that ``cProfile.Profile().getstats()`` has of a function."""

    @property
    def code(self) -> CodeType | str: ...
    @property
    def callcount(self) -> int: ...
    @property
    def totaltime(self) -> float: ...
    @property
    def inlinetime(self) -> float: ...


@dataclass(frozen=True, slots=True)
class CostlyLine:
    """A function as a line of a profile; times are in seconds."""

    where: str  # file, line and name
    calls: int
    own: float
    cumulative: float  # including all functions that it called


def costliest(entries: Iterable[ProfileEntry], count: int = 15) -> list[CostlyLine]:
    """Return the functions with the most time in and below them, the most first."""
    lines = [CostlyLine(_where(e.code), e.callcount, e.inlinetime, e.totaltime) for e in entries]
    return sorted(lines, key=lambda line: (-line.cumulative, line.where))[:count]


def _where(code: CodeType | str) -> str:
    if isinstance(code, str):
        return code
    file = Path(code.co_filename)
    return f"{file.parent.name}/{file.name}:{code.co_firstlineno} {code.co_name}"
