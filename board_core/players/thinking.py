"""How a Python function is asked for a move, on whatever thread or process it runs."""

from __future__ import annotations

import inspect
import random
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

from board_core.clock import Clock
from board_core.harmless_text import MOST_MOVE, legible
from board_core.movelist import MoveList
from board_core.player import Cause, Explanation, Fail, Play, Reply, Thought, Turn, traceback_of
from board_core.rules import Position, told
from board_core.sentence import say
from board_core.sides import Color
from board_core.thought_bounds import sound
from board_core.words import N_

FUNCTION_RAISED = N_("the function raised {error} at {where}")
NO_MOVE = N_("the function returned {value}: return a move, or its text")
NOTHING_YIELDED = N_("the function yielded no move")

Function = Callable[..., Any]
"""``choose(board)`` or ``choose(board, turn)``; see :class:`~board_core.players.InProcessAI`."""

MOVES_AHEAD = 30  # a game still has about so many moves: the share of the clock for one of them
UNTIMED_BUDGET = 1.0  # seconds for a move when no clock runs
SAFE_SHARE = 0.9  # of a fixed time per move; the rest is for being late


class AITurn:
    """What a function may know beside the board, and how it is told to stop."""

    __slots__ = ("_began", "_report", "_seed", "_turn", "_withdrawn")

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
        self._began = time.perf_counter()
        self._report = report

    def report(self, thought: Thought) -> None:
        """Tell the watchers about the search; what is out of bounds of a Thought is left out."""
        self._report(sound(thought))

    @property
    def color(self) -> Color:
        return self._turn.color

    @property
    def ply(self) -> int:
        return self._turn.ply

    @property
    def position(self) -> Position:
        return self._turn.position

    @property
    def clock(self) -> Clock:
        return self._turn.clock

    @property
    def moves(self) -> MoveList:
        return self._turn.moves

    @property
    def elapsed(self) -> float:
        """Seconds since the question was put."""
        return time.perf_counter() - self._began

    @property
    def left(self) -> float:
        """Seconds before the flag falls; ``inf`` without a clock."""
        clock = self._turn.clock
        return clock.flag_falls - clock.since - self.elapsed

    @property
    def budget(self) -> float:
        """Seconds that are a sensible use of the clock for this move."""
        return time_budget(self._turn.clock, self._turn.color)

    def seed_chance(self) -> None:
        """Make what the module ``random`` gives depend on seed and ply, if there is a seed.

        Anew for each question: then it matters neither which process answers nor who else draws.
        """
        if self._seed is not None:
            random.seed(f"{self._seed} {self._turn.ply}")

    def withdrawn(self) -> bool:
        """Whether nobody wants the move any more."""
        return self._withdrawn()

    def stop(self) -> bool:
        """Whether to answer now: the budget is used up or nobody wants the move any more."""
        return self._withdrawn() or self.elapsed >= self.budget


def seed_of(seed: int | None, game: int) -> str | None:
    """Of one of a player's games, counted from 1: they differ, and are the same another time."""
    return None if seed is None else f"{seed} {game}"


def time_budget(clock: Clock, color: Color) -> float:
    """Return the seconds that are a sensible use of a clock for one move."""
    control, at_hand = clock.control[color], clock.at_hand(color)
    moves = 1 if clock.periods[color] else clock.moves_to_go(color) or MOVES_AHEAD
    share = min(at_hand / moves + 0.75 * control.bonus, SAFE_SHARE * at_hand)
    return min(share, SAFE_SHARE * control.per_move) if share < inf else _fixed(control.per_move)


def _fixed(per_move: float) -> float:
    return SAFE_SHARE * per_move if per_move < inf else UNTIMED_BUDGET


def wants_turn(function: Function) -> bool:
    """Whether its second argument is called ``turn``, or has to be given."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # some callables written in C do not tell
        return False
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(positional) < 2:
        return False
    return positional[1].name == "turn" or positional[1].default is inspect.Parameter.empty


def think(
    function: Function, with_turn: bool, turn: AITurn, answer: Callable[[Reply], None]
) -> None:
    """Ask the function and answer for it. Whatever it does, there is one answer.

    A generator is answered for with its best move so far when its budget is used up, even while
    it computes the next.
    """
    try:
        board = turn.position.native
        turn.seed_chance()
        chosen = function(board, turn) if with_turn else function(board)
        if not isinstance(chosen, str) and hasattr(chosen, "__next__"):  # quicker than its ABC
            _best_of(chosen, turn, answer)
        else:
            answer(as_reply(chosen))
    except (Exception, SystemExit) as error:
        answer(failure(error))


def _best_of(moves: Iterator[object], turn: AITurn, answer: Callable[[Reply], None]) -> None:
    best: list[Reply] = []
    once = threading.Lock()

    def settle() -> None:
        if best and once.acquire(blocking=False):
            answer(best[-1])

    timer = threading.Timer(max(0.0, turn.budget - turn.elapsed), settle)
    timer.daemon = True
    timer.start()
    try:
        for move in moves:
            best.append(as_reply(move))
            if turn.stop():
                break
    except (Exception, SystemExit) as error:
        if once.acquire(blocking=False):
            answer(failure(error))
        return
    finally:
        timer.cancel()
    if not best:
        answer(Fail(Explanation(Cause.WRONG_TYPE, say(NOTHING_YIELDED))))
    settle()


def as_reply(chosen: object) -> Reply:
    """A move object (anything with a ``uci()``), or text in UCI or SAN."""
    uci = None if isinstance(chosen, str) else getattr(chosen, "uci", None)
    text = chosen if uci is None else uci()
    if isinstance(text, str):
        return Play(legible(text, MOST_MOVE))
    sentence = say(NO_MOVE, value=repr(chosen)[:80])
    return Fail(Explanation(Cause.WRONG_TYPE, sentence))


def failure(error: BaseException) -> Fail:
    """The exception of a function, with where in it it was raised."""
    own = error.__traceback__.tb_next if error.__traceback__ else None
    frames = traceback.extract_tb(own)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    sentence = say(FUNCTION_RAISED, error=told(error), where=where)
    trace = traceback_of(error.with_traceback(own))
    return Fail(Explanation(Cause.EXCEPTION, sentence, traceback=trace))
