"""A Python function that chooses moves.

By default a function answers on its own thread. ``inline=True`` saves the two thread switches, most
of the cost of a ply; ``isolate=True`` makes it a supervised child process, like any other program.
A built-in AI that searches (``ais.THINKERS``) never runs inline.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any

from board_core.diagnosis.evidence import illegal_in
from board_core.game.absence import HEARTBEAT_SECONDS, LATE_BEAT_SECONDS
from board_core.game.heartbeat import HEARTBEAT
from board_core.game.loop import Loop, Timer
from board_core.game.own_thread import LOOK_SECONDS, SILENT_LOOKS
from board_core.game.player import (
    Answer,
    Cause,
    Explain,
    Explanation,
    Player,
    Reply,
    Seat,
    Silent,
    Statement,
    Turn,
)
from board_core.game.rules import Outcome, Reason
from board_core.text.findings import hinted
from board_core.text.sentence import BoardError, Sentence, given

from .thinking import (
    AITurn,
    Function,
    RunningSearch,
    SearchEnded,
    place_of,
    seed_of,
    think,
    wants_turn,
)


class InProcessAI(Player):
    """Asks ``function(board)`` or ``function(board, turn)`` for its moves.

    ``board`` is a fresh native board of the game (a ``chess.Board``); ``turn`` is an
    :class:`AITurn` with the clock, the moves and a ``stop()`` to poll. The function returns a
    move object or its text in UCI or SAN, or yields better and better moves until its time is up.
    An exception, or a result that is not a move, loses; the event carries the traceback.

    Where it runs:

    * by default on a daemon thread, one for each game. A function that ignores ``stop()`` loses on
      time and goes on running; one that yields ends when its last move was taken.
    * ``inline=True``: on the game's own thread. The fastest way, but only for functions that always
      answer soon: nothing else of the game goes on meanwhile.
    * ``isolate=True``: in a child process, which can be killed and does not disturb this one's
      clocks. Another process must be able to import the function, as with ``multiprocessing``.
    """

    returns_at_once = True

    def __init__(
        self,
        function: Function,
        *,
        name: str | None = None,
        isolate: bool = False,
        inline: bool = False,
        seed: int | None = None,
    ) -> None:
        """Make a player of the function; ``seed`` seeds the module ``random`` while it thinks.

        Raises ValueError for ``isolate`` with ``inline``, or with a function that another process
        cannot import.
        """
        if not callable(function):
            given(function, (), "chooses no moves: give a function of a board")
        if isolate and inline:
            raise BoardError("isolate and inline contradict each other: choose one")
        self.name: str = name or str(getattr(function, "__name__", type(function).__name__))
        self._runner: Player
        if isolate:
            from .isolated import isolated  # with pickle, for those alone

            self._runner = isolated(function, self.name, seed)
        elif inline:
            self._runner = Inline(function, seed)
        else:
            self._runner = OnThread(function, seed)

    def seat(self, seat: Seat) -> None:
        self._runner.seat(seat)

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._runner.ask(turn, answer)

    def rejected(self, text: str, why: Sentence) -> None:
        self._runner.rejected(text, why)

    def withdraw(self) -> None:
        self._runner.withdraw()

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        self._runner.finish(turn, outcome)

    def off_turn(self) -> float | None:
        return self._runner.off_turn()

    def explain(self, reason: Reason, explained: Explain) -> None:
        self._runner.explain(reason, explained)

    def close(self) -> None:
        self._runner.close()


FunctionPlayer = InProcessAI
"""Another name of :class:`InProcessAI`."""


class InThisProcess(Player):
    """A function that runs in this process, and can explain its illegal move."""

    returns_at_once = True
    _turn: Turn | None = None  # of the last question
    _asked: AITurn | None = None
    _refusal: Sentence | None = None

    def rejected(self, text: str, why: Sentence) -> None:
        self._refusal = why

    def explain(self, reason: Reason, explained: Explain) -> None:
        """Explain why its last move was illegal, and in which position."""
        turn, why = self._turn, self._refusal
        if reason is not Reason.ILLEGAL_MOVES or turn is None or why is None:
            explained(None)
            return
        sentence, hint = illegal_in(why, turn.position.setup), self._asked and self._asked.changed()
        explained(Explanation(Cause.ILLEGAL, hinted(sentence, hint) if hint else sentence))


class Inline(InThisProcess):
    """A function that runs on the asking thread: it answers before :meth:`ask` returns.

    The heartbeat ends one that goes on after its flag has fallen, unless it waits outside Python.
    """

    def __init__(self, function: Function, seed: int | None = None) -> None:
        self._function = function
        self._seed = seed
        self._games = 0
        self._seed_now: str | None = None  # of this game
        self._with_turn = wants_turn(function)
        self._tell: Callable[[Statement], None] = _nobody
        self._search = RunningSearch()
        self._beats = self._asked_at = 0  # beats of the heartbeat, now and when it was asked

    def seat(self, seat: Seat) -> None:
        self._games += 1
        self._seed_now = seed_of(self._seed, self._games)
        self._tell = seat.tell
        self._search = RunningSearch()  # on the thread that will ask
        self._search.has_ended()
        HEARTBEAT.lookers.add(self._look)
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._turn, self._asked_at = turn, self._beats
        asked = self._asked = AITurn(turn, _never, self._tell, self._seed_now)
        search = self._search
        search.goes_on = True
        try:
            try:
                think(self._function, self._with_turn, asked, answer, alone=False)
            finally:
                search.goes_on = False
                if self._beats != self._asked_at:  # else nobody can be about to end it
                    search.has_ended()
        except SearchEnded:  # as it was about to return
            search.has_ended()

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        HEARTBEAT.lookers.discard(self._look)

    def _look(self) -> None:
        """Count a beat: time in which this process was stopped has none."""
        self._beats += 1
        if self._search.goes_on and (turn := self._turn) is not None:
            left = turn.clock.flag_falls - turn.clock.since
            if (self._beats - self._asked_at) * HEARTBEAT_SECONDS > left + LATE_BEAT_SECONDS:
                self._search.end()


AI_THREAD_NAME = "in-process AI"


def still_thinking(patience: float) -> bool:
    """Wait at most ``patience`` seconds, and return whether a function is still running.

    Such a function takes processor time from later games in this process.
    """
    left = [thread for thread in threading.enumerate() if thread.name == AI_THREAD_NAME]
    for thread in left:
        thread.join(patience / len(left))
    return any(thread.is_alive() for thread in left)


class _AIThread(threading.Thread):
    """A thread that asks a function one question after the other, until :meth:`end`."""

    def __init__(self) -> None:
        super().__init__(name=AI_THREAD_NAME, daemon=True)
        self.is_free, self.is_ending = True, False
        self._given = self._returned = 0  # questions
        self._work: SimpleQueue[tuple[Callable[[Answer], None], Answer] | None] = SimpleQueue()
        self.start()

    @property
    def takes_work(self) -> bool:
        return self.is_free and not self.is_ending and self.is_alive()

    @property
    def is_thinking(self) -> bool:
        return self._returned < self._given

    def do(self, work: Callable[[Answer], None], answer: Answer) -> None:
        self.is_free = False
        self._given += 1
        self._work.put((work, answer))

    def end(self) -> None:
        """Let the thread end when its function has returned."""
        self.is_ending = True
        self._work.put(None)

    def run(self) -> None:
        while (given := self._work.get()) is not None:
            work, answer = given

            def answered(
                reply: Reply | str, at: float | None = None, *, answer: Answer = answer
            ) -> None:
                if threading.current_thread() is self:  # and not a timer of a search
                    self.is_free = True  # before the next question can come
                answer(reply, at)

            work(answered)
            self._returned += 1
            del given, work, answer, answered  # they hold the game


def is_asked() -> bool:
    """Return whether a function on a thread, of any game, is to answer and has not returned."""
    threads = [thread for thread in threading.enumerate() if isinstance(thread, _AIThread)]
    return any(thread.is_thinking and not thread.is_ending for thread in threads)


class OnThread(InThisProcess):
    """A function on a daemon thread of its own, which ends with the game.

    A function that goes on after its move was taken keeps its thread, and the next question gets
    another. One that is silent for long is told of.
    """

    _thread: _AIThread | None = None

    def __init__(self, function: Function, seed: int | None = None) -> None:
        self._function = function
        self._seed = seed
        self._games = 0
        self._with_turn = wants_turn(function)
        self._tell: Callable[[Statement], None] = _nobody
        self._withdrawn = threading.Event()
        self._timer: Timer | None = None
        self._looks = 0  # since the question

    def seat(self, seat: Seat) -> None:
        self._games += 1
        self._tell = seat.tell
        self._look_later(seat.loop)
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._turn, self._looks = turn, 0
        if self._withdrawn.is_set():
            self._withdrawn = threading.Event()
        seed = seed_of(self._seed, self._games)
        asked = self._asked = AITurn(turn, self._withdrawn.is_set, self._tell, seed)
        if self._thread is None or not self._thread.takes_work:
            self._let_go()
            self._thread = _AIThread()
        self._thread.do(partial(think, self._function, self._with_turn, asked), answer)

    def withdraw(self) -> None:
        self._withdrawn.set()
        self._let_go()

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._tell = _nobody

    def _let_go(self) -> None:
        if self._thread is not None:
            self._thread.end()

    __del__ = _let_go  # as functions are often not closed

    def _look_later(self, loop: Loop[Any]) -> None:
        self._timer = loop.later(LOOK_SECONDS, partial(self._look, loop))

    def _look(self, loop: Loop[Any]) -> None:
        """Tell of a function that has been silent for long, once for each question."""
        self._look_later(loop)
        self._looks += 1
        if self._looks == SILENT_LOOKS and not self._withdrawn.is_set():
            found = self._place()
            if found is not None and found.cause is Cause.COMPUTING:
                self._tell(Silent((SILENT_LOOKS - 1) * LOOK_SECONDS, found))

    def explain(self, reason: Reason, explained: Explain) -> None:
        """After a loss on time, say which line of its code the function is at."""
        if reason is Reason.TIME:
            explained(self._place())
        else:
            super().explain(reason, explained)

    def _place(self) -> Explanation | None:
        thread = self._thread
        if thread is None or not thread.is_thinking:
            return None
        return place_of(thread.ident)

    def close(self) -> None:
        self.withdraw()


def _never() -> bool:
    """Return False: nothing can withdraw a question while the game's own thread is computing."""
    return False


def _nobody(statement: Statement) -> None:
    """Drop a report from before the first game."""
