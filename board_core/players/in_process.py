"""A Python function that chooses moves.

A function answers on a thread of its own by default. ``inline=True`` saves the two thread switches,
which are most of the cost of a ply; ``isolate=True`` makes it a supervised child process, like any
other program. A built-in AI that thinks (``ais.THINKERS``) never runs inline.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial

from board_core.player import Answer, Cause, Explanation, Player, Seat, Statement, Turn
from board_core.rules import Outcome, Reason
from board_core.sentence import say

from .isolated import isolated
from .thinking import AITurn, Function, seed_of, think, wants_turn


class InProcessAI(Player):
    """Asks ``function(board)`` or ``function(board, turn)`` for its moves.

    ``board`` is a fresh native board of the game (a ``chess.Board``); ``turn`` is an
    :class:`AITurn` with the clock, the moves and a ``stop()`` to poll. The function returns a
    move object or its text in UCI or SAN, or yields better and better moves until its time is up.
    An exception, or something that is no move, loses; the event carries the traceback.

    Where it runs:

    * by default on a daemon thread, one for each turn. Python cannot end a thread from outside: a
      function that ignores ``stop()`` loses on time and is left behind.
    * ``inline=True``: on the game's own thread. The fastest, for functions that always answer
      soon: nothing can interrupt them.
    * ``isolate=True``: in a child process, which can be killed and does not disturb this one's
      clocks. The function must be findable by name, as with ``multiprocessing``.
    """

    def __init__(
        self,
        function: Function,
        *,
        name: str | None = None,
        isolate: bool = False,
        inline: bool = False,
        seed: int | None = None,
    ) -> None:
        """``seed`` is that of the module ``random``, while the function thinks.

        Raises ValueError for ``isolate`` with ``inline``, or with a function without a name.
        """
        if isolate and inline:
            raise ValueError("isolate and inline contradict each other: choose one")
        self.name = name or str(getattr(function, "__name__", type(function).__name__))
        self._runner: Player
        if isolate:
            self._runner = isolated(function, self.name, seed)
        elif inline:
            self._runner = Inline(function, seed)
        else:
            self._runner = OnThread(function, seed)

    def seat(self, seat: Seat) -> None:
        self._runner.seat(seat)

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._runner.ask(turn, answer)

    def withdraw(self) -> None:
        self._runner.withdraw()

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        self._runner.finish(turn, outcome)

    def off_turn(self) -> float | None:
        return self._runner.off_turn()

    def explain(self, reason: Reason) -> Explanation | None:
        return self._runner.explain(reason)

    def close(self) -> None:
        self._runner.close()


class Inline(Player):
    """Answers before :meth:`ask` returns."""

    def __init__(self, function: Function, seed: int | None = None) -> None:
        self._function = function
        self._seed = seed
        self._games = 0
        self._seed_now: str | None = None  # of this game
        self._with_turn = wants_turn(function)
        self._tell: Callable[[Statement], None] = _nobody

    def seat(self, seat: Seat) -> None:
        self._games += 1
        self._seed_now = seed_of(self._seed, self._games)
        self._tell = seat.tell
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        asked = AITurn(turn, _never, self._tell, self._seed_now)
        think(self._function, self._with_turn, asked, answer)


AI_THREAD_NAME = "in-process AI"


def still_thinking(patience: float) -> bool:
    """Whether some function of this process has not returned, after so many seconds at most.

    One that was left behind takes processor time from whoever plays here next.
    """
    left = [thread for thread in threading.enumerate() if thread.name == AI_THREAD_NAME]
    for thread in left:
        thread.join(patience / len(left))
    return any(thread.is_alive() for thread in left)


class OnThread(Player):
    """Answers from a daemon thread of its own for each turn."""

    def __init__(self, function: Function, seed: int | None = None) -> None:
        self._function = function
        self._seed = seed
        self._games = 0
        self._with_turn = wants_turn(function)
        self._tell: Callable[[Statement], None] = _nobody
        self._withdrawn = threading.Event()
        self._thread: threading.Thread | None = None

    def seat(self, seat: Seat) -> None:
        self._games += 1
        self._tell = seat.tell
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._withdrawn = threading.Event()
        seed = seed_of(self._seed, self._games)
        asked = AITurn(turn, self._withdrawn.is_set, self._tell, seed)
        work = partial(think, self._function, self._with_turn, asked, answer)
        self._thread = threading.Thread(target=work, name=AI_THREAD_NAME, daemon=True)
        self._thread.start()

    def withdraw(self) -> None:
        self._withdrawn.set()

    def explain(self, reason: Reason) -> Explanation | None:
        """On time: the line of code the function is at."""
        thread = self._thread
        if reason is not Reason.TIME or thread is None or not thread.is_alive():
            return None
        frame = sys._current_frames().get(thread.ident or 0)
        if frame is None:
            return None
        stack = traceback.extract_stack(frame)
        sentence = say(
            "the function has not returned: it is at {where}",
            where=f"{stack[-1].filename}:{stack[-1].lineno}",
        )
        return Explanation(
            Cause.COMPUTING, sentence, traceback="".join(traceback.format_list(stack))
        )

    def close(self) -> None:
        self.withdraw()


def _never() -> bool:
    """Nothing withdraws a question from the thread that asks it."""
    return False


def _nobody(statement: Statement) -> None:
    """Whoever reports before being seated is not heard."""
