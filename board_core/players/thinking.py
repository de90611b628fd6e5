"""Ask a Python function for a move, on any thread and in any process."""

from __future__ import annotations

import ctypes
import inspect
import linecache
import random
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

from board_core.diagnosis import rows
from board_core.diagnosis.error_lines import is_own_file
from board_core.game.clock import Clock
from board_core.game.player import (
    Cause,
    Explanation,
    Fail,
    Reply,
    Thought,
    Turn,
    new_play,
    sound,
    traceback_of,
)
from board_core.game.refused_answers import ASYNC_FUNCTION
from board_core.game.rules import MoveList, Position, told
from board_core.game.sides import Color
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.sentence import Sentence

Function = Callable[..., Any]
"""``choose(board)`` or ``choose(board, turn)``; see :class:`~board_core.players.InProcessAI`."""

MOVES_AHEAD = 30
"""Moves that a game is expected to last: a move gets this share of the clock."""
UNTIMED_BUDGET = 1.0
"""Seconds for a move when no clock runs."""
SAFE_SHARE = 0.9
"""Part of a fixed time per move that is used; the rest is the move overhead."""
LEAST_OVERHEAD_SECONDS = 0.02
"""Reserve of a short time per move, of which half is used at least: a thread may have to wait for
another one before it can answer."""


class AITurn:
    """Facts about a turn other than the board, and the signal to stop."""

    __slots__ = ("_began", "_lent", "_report", "_seed", "_turn", "_withdrawn")

    def __init__(
        self,
        turn: Turn,
        withdrawn: Callable[[], bool] = lambda: False,
        report: Callable[[Thought], None] = lambda thought: None,
        seed: str | None = None,
    ) -> None:
        self._turn = turn
        self._seed = seed
        self._withdrawn = withdrawn
        self._lent: object = None  # the board that the function got
        self._began = time.perf_counter()
        self._report = report

    def report(self, thought: Thought) -> None:
        """Report on the search to spectators; out-of-bounds numbers are dropped."""
        self._report(sound(thought))

    @property
    def color(self) -> Color:
        """The side that the function plays."""
        return self._turn.color

    @property
    def ply(self) -> int:
        """The number of moves played before, of both sides."""
        return self._turn.ply

    @property
    def position(self) -> Position:
        """The position to move in, in any game."""
        return self._turn.position

    @property
    def clock(self) -> Clock:
        """Both clocks as they were when the question was asked."""
        return self._turn.clock

    @property
    def moves(self) -> MoveList:
        """The moves since the start of the game."""
        return self._turn.moves

    @property
    def elapsed(self) -> float:
        """Seconds since the question was asked."""
        return time.perf_counter() - self._began

    @property
    def left(self) -> float:
        """Seconds before the flag falls; ``inf`` without a clock."""
        clock = self._turn.clock
        return clock.flag_falls - clock.since - self.elapsed

    @property
    def budget(self) -> float:
        """A sensible number of seconds to spend on this move."""
        return time_budget(self._turn.clock, self._turn.color)

    def seed_chance(self) -> None:
        """Seed the module ``random`` by the game's seed and the ply, if there is a seed.

        Every question is seeded separately, so that moves depend neither on the answering process
        nor on other code that draws random numbers.
        """
        if self._seed is not None:
            random.seed(f"{self._seed} {self._turn.ply}")

    def changed(self) -> Sentence | None:
        """Return that the board that the function got differs from the position."""
        own, lent = self._turn.position.native, self._lent
        names = (*getattr(own, "__slots__", ()), *getattr(own, "__dict__", ()))
        with suppress(Exception):  # the function may have put anything there
            if any(getattr(own, name) != getattr(lent, name, None) for name in names):
                return rows.BOARD_LEFT_CHANGED()
        return None

    def withdrawn(self) -> bool:
        """Return whether the question has been withdrawn."""
        return self._withdrawn()

    def stop(self) -> bool:
        """Return True to answer now: the budget is used up or the question is withdrawn."""
        return self._withdrawn() or self.elapsed >= self.budget


def seed_of(seed: int | None, game: int) -> str | None:
    """Return the seed for a player's n-th game, counted from 1; None without a seed."""
    return None if seed is None else f"{seed} {game}"


def time_budget(clock: Clock, color: Color) -> float:
    """Return a sensible number of seconds to spend on one move."""
    control, at_hand = clock.control[color], clock.at_hand(color)
    moves = 1 if clock.periods[color] else clock.moves_to_go(color) or MOVES_AHEAD
    share = min(at_hand / moves + 0.75 * control.bonus, SAFE_SHARE * at_hand)
    return min(share, _safe(control.per_move)) if share < inf else _fixed(control.per_move)


def _fixed(per_move: float) -> float:
    return _safe(per_move) if per_move < inf else UNTIMED_BUDGET


def _safe(per_move: float) -> float:
    return min(SAFE_SHARE * per_move, max(per_move - LEAST_OVERHEAD_SECONDS, per_move / 2))


def wants_turn(function: Function) -> bool:
    """Return whether a function's second argument is called ``turn``, or has no default."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # some callables written in C have no signature
        return False
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(positional) < 2:
        return False
    return positional[1].name == "turn" or positional[1].default is inspect.Parameter.empty


def think(
    function: Function,
    with_turn: bool,
    turn: AITurn,
    answer: Callable[[Reply], None],
    *,
    alone: bool = True,
) -> None:
    """Ask the function and answer exactly once, whatever it does.

    A generator's answer is its last move when the budget is used up, even while it computes the
    next: that search is then ended, if it is ``alone`` on its thread. If it is not, Ctrl-C is for
    whoever waits for it, and is raised.
    """
    try:
        board = turn._lent = turn._turn.position.native
        if turn._seed is not None:
            turn.seed_chance()
        chosen = function(board, turn) if with_turn else function(board)
        if not isinstance(chosen, str) and hasattr(chosen, "__next__"):  # quicker than its ABC
            _best_of(chosen, turn, answer, alone=alone)
        else:
            answer(as_reply(chosen))
    except SearchEnded:
        return
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not alone:
            raise
        answer(failure(error, function))


class SearchEnded(GeneratorExit):
    """Ends a search whose move was taken, or that is too late."""


class RunningSearch:
    """A generator's search on the thread that created this object, which another thread may end."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self.goes_on, self._was_told = True, False
        self._lock = threading.Lock()

    def end(self) -> None:
        """Raise SearchEnded in the search, whose next move may be minutes away."""
        with self._lock:
            if self.goes_on:
                self._was_told = True
                _raise_in(self._thread, SearchEnded)

    def has_ended(self) -> None:
        with self._lock:
            self.goes_on = False
            if self._was_told:
                self._was_told = False
                _raise_in(self._thread, None)  # what has not been raised yet


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Make a thread raise this exception at its next Python step; None cancels that."""
    raised = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _best_of(
    moves: Iterator[object], turn: AITurn, answer: Callable[[Reply], None], *, alone: bool
) -> None:
    best: list[Reply] = []
    once = threading.Lock()
    search = RunningSearch()

    def settle() -> bool:
        taken = bool(best) and once.acquire(blocking=False)
        if taken:
            answer(best[-1])
        return taken

    def time_is_up() -> None:
        if settle() and alone:
            search.end()

    timer = threading.Timer(max(0.0, turn.budget - turn.elapsed), time_is_up)
    timer.daemon = True
    timer.start()
    try:
        for move in moves:
            best[:] = [as_reply(move)]
            if turn.stop():
                break
    except SearchEnded:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not alone:
            raise
        if once.acquire(blocking=False):
            answer(failure(error))
        return
    finally:
        timer.cancel()
        search.has_ended()
    if not best:
        answer(Fail(Explanation(Cause.WRONG_TYPE, rows.NOTHING_YIELDED())))
    settle()


def place_of(thread: int | None) -> Explanation | None:
    """Return the line of its code that the function on a thread is at; None if nothing runs there.

    One that has returned is late.
    """
    frame = sys._current_frames().get(thread or 0)
    if frame is None:
        return None
    stack = own_frames(traceback.extract_stack(frame))
    if not any(is_own_file(frame.filename) for frame in stack):
        return Explanation(Cause.LATE, rows.ANSWERED_TOO_LATE())
    sentence = rows.NOT_RETURNED(where=own_frame_location(stack))
    trace = "".join(traceback.format_list(stack))
    return Explanation(Cause.COMPUTING, sentence, traceback=trace)


CALLERS = (
    *((__file__, name) for name in (think.__name__, _best_of.__name__)),
    (str(Path(__file__).with_name("python_file.py")), "_loaded"),
)
"""The functions of ours that run an author's code, by file and name."""
IMPORTING = "<frozen importlib"


def own_frames(stack: Sequence[traceback.FrameSummary]) -> Sequence[traceback.FrameSummary]:
    """Return the function's frames on a thread, without those that call it."""
    asks = [n for n, f in enumerate(stack) if (f.filename, f.name) in CALLERS]
    own = stack[asks[-1] + 1 :] if asks else stack
    return [frame for frame in own if not frame.filename.startswith(IMPORTING)]


def own_frame_location(stack: Sequence[traceback.FrameSummary]) -> str:
    """Return file and line of the innermost frame in the author's own code.

    Without one it is a library's frame; ``?`` without any frame.
    """
    own = [frame for frame in stack if is_own_file(frame.filename)] or stack
    return f"{own[-1].filename}:{own[-1].lineno}" if own else "?"


def as_reply(chosen: object) -> Reply:
    """Return the answer for a move object (anything with a ``uci()``) or a text in UCI or SAN."""
    uci = None if isinstance(chosen, str) else getattr(chosen, "uci", None)
    text = chosen if uci is None else uci()
    if isinstance(text, str):
        return new_play(legible(text, MOST_MOVE))
    sentence = rows.NO_MOVE(value=repr(chosen)[:80])
    if inspect.iscoroutine(chosen):
        chosen.close()  # which keeps Python from a warning of its own
    if inspect.isawaitable(chosen) or inspect.isasyncgen(chosen):
        sentence = ASYNC_FUNCTION()
    return Fail(Explanation(Cause.WRONG_TYPE, sentence))


UNDER_MAIN = re.compile(r"^if __name__\b[^\n]*\n((?:[ \t]+[^\n]*\n|[ \t]*\n)*)", re.MULTILINE)


def _is_set_under_main(name: str, where: str) -> bool:
    """Return True if the file of a place sets a name only if it is run, and not if imported."""
    lines = linecache.getlines(where.rpartition(":")[0])
    setting = re.compile(rf"^[ \t]+{re.escape(name)}\b[^\n]*=", re.MULTILINE)
    return any(setting.search(block) for block in UNDER_MAIN.findall("".join((*lines, "\n"))))


def failure(error: BaseException, function: Function | None = None) -> Fail:
    """Return the failure for a function's exception, with the place where it was raised.

    If the function was not even entered, that is where it is defined.
    """
    own = error.__traceback__.tb_next if error.__traceback__ else None
    code = getattr(function, "__code__", None) if own is None else None
    defined = f"{code.co_filename}:{code.co_firstlineno}" if code else ""
    where = defined or own_frame_location(traceback.extract_tb(own))
    by_main = isinstance(error, NameError) and _is_set_under_main(str(error.name), where)
    row = rows.NAME_UNDER_MAIN if by_main else rows.FUNCTION_RAISED
    sentence = row(error=told(error), where=where)
    trace = traceback_of(error.with_traceback(own))
    return Fail(Explanation(Cause.EXCEPTION, sentence, traceback=trace))
