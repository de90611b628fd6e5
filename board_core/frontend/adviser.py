"""Hints and reviews in the background: a thread asks a player while the window goes on.

The results arrive as :data:`AdviserNews`.
"""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial, reduce
from itertools import accumulate
from queue import SimpleQueue

from board_core.author.analysis import ADVISER_SEED, Advice, Adviser, Judgement, judge
from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.player import Player, Score
from board_core.game.rules import Move, MoveList, Position, Rules
from board_core.game.view import View
from board_core.match.player_spec import PlayerSpec
from board_core.text.sentence import BoardError, Sentence, say

Task = Callable[[], None]


class QuestionThread(ABC):
    """Owns a thread that asks one question at a time; the newest one cancels the others.

    The thread runs from the first question until :meth:`close`.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._lock = threading.Lock()  # guards the three attributes below
        self._adviser: Adviser | None = None  # the one that is thinking now
        self._wanted = 0  # the newest question; older ones are cancelled
        self._worker: threading.Thread | None = None

    def stop(self) -> None:
        """Cancel the current question: its answer is no longer wanted."""
        with self._lock:
            self._wanted += 1
            adviser = self._adviser
        if adviser is not None:
            adviser.stop()

    def close(self) -> None:
        """End the thread and the player. Safe to call twice."""
        self.stop()
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            self._tasks.put(None)
            worker.join()

    def put(self, task: Callable[[int], None]) -> None:
        """Cancel the current question and ask this one; it is given its number."""
        self.stop()
        with self._lock:
            wanted = self._wanted
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name=self._name)
                self._worker.start()
        self._tasks.put(partial(task, wanted))

    # On the worker's thread

    def is_wanted(self, question: int) -> bool:
        """Return whether the answer to a question is still wanted."""
        return question == self._wanted

    def asked(
        self, wanted: int, make: Callable[[], Adviser], ask: Callable[[Adviser], None]
    ) -> None:
        """Make an adviser and ask it, unless the question was cancelled. Raises BoardError."""
        if not self.is_wanted(wanted):
            return
        try:
            with closing(make()) as adviser:
                with self._lock:
                    if wanted != self._wanted:
                        return
                    self._adviser = adviser
                ask(adviser)
        finally:
            with self._lock:
                self._adviser = None

    @abstractmethod
    def dismissed(self) -> None:
        """Close the player, as the thread ends."""

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()
        self.dismissed()


log = logging.getLogger(__name__)

HINT_TIME = TimeControl(per_move=1.0)
REVIEW_TIME = TimeControl(per_move=0.3)
"""The time that the adviser may think for each move of a review."""


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A position, given by its start and the moves that led to it."""

    rules: Rules
    setup: str | None
    moves: tuple[Move, ...]

    @classmethod
    def of(cls, view: View, plies: int | None = None) -> AskedLine:
        """Return the newest position of a game, or the one after ``plies`` plies."""
        played = view.played if plies is None else view.played[:plies]
        start, default = view.start.setup, view.rules.start(None).setup
        setup = None if start == default else start
        return cls(view.rules, setup, tuple(event.move for event in played))

    def advice(self, adviser: Adviser, control: TimeControl) -> Advice:
        """Ask an adviser about this position. Raises NoAdvice."""
        *earlier, position = self._positions()
        moves = reduce(MoveList.added, self.moves, MoveList())
        return adviser.advise(position, moves, control, earlier[-1] if earlier else None)

    @property
    def position(self) -> Position:
        """The position itself."""
        *_earlier, position = self._positions()
        return position

    def _positions(self) -> Iterator[Position]:
        """Play the moves; yield the positions from the first to this one."""
        first = self.rules.start(self.setup)
        return accumulate(self.moves, lambda position, move: position.play(move), initial=first)


@dataclass(frozen=True, slots=True)
class HintGiven:
    """The move that the adviser would play."""

    line: AskedLine
    move: Move


@dataclass(frozen=True, slots=True)
class PositionRated:
    """The score of a position from the view of the side to move; None: the adviser gave none."""

    line: AskedLine
    score: Score | None


@dataclass(frozen=True, slots=True)
class MoveJudged:
    """The judgement of one move of the reviewed game."""

    line: AskedLine  # the whole game
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class ReviewEnded:
    """The end of a review."""

    line: AskedLine


@dataclass(frozen=True, slots=True)
class AdviserFailed:
    """The failure of the adviser to answer; ``why`` says the reason."""

    line: AskedLine
    why: Sentence


AdviserNews = HintGiven | PositionRated | MoveJudged | ReviewEnded | AdviserFailed


class AdviserThread(QuestionThread):
    """Owns the adviser, a player, and the thread that asks it.

    The thread runs from the first question until :meth:`close`; ``post`` is called on it.
    """

    def __init__(self, post: Callable[[AdviserNews], None], *, isolate: bool = True) -> None:
        super().__init__("adviser")
        self._post, self._isolate = post, isolate
        self._player: tuple[PlayerSpec, Player] | None = None  # used by the worker alone

    def hint(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Ask for a move after this line."""
        self.put(partial(self._hint, spec, line))

    def review(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Have every move of this game judged."""
        self.put(partial(self._review, spec, line))

    def rate(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Ask for the score of the position after this line."""
        self.put(partial(self._rate, spec, line))

    # On the worker's thread

    def _hint(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            self._post(HintGiven(line, line.advice(adviser, HINT_TIME).move))

        self._with_adviser(spec, line, wanted, ask)

    def _rate(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            self._post(PositionRated(line, line.advice(adviser, HINT_TIME).score))

        self._with_adviser(spec, line, wanted, ask)

    def _review(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            for judgement in judge(adviser, line.rules, line.moves, line.setup, REVIEW_TIME):
                if not self.is_wanted(wanted):
                    return
                self._post(MoveJudged(line, judgement))
            self._post(ReviewEnded(line))

        self._with_adviser(spec, line, wanted, ask)

    def _with_adviser(
        self, spec: PlayerSpec, line: AskedLine, wanted: int, ask: Callable[[Adviser], None]
    ) -> None:
        try:
            self.asked(wanted, lambda: Adviser(self._seated(spec), line.rules, line.setup), ask)
        except BoardError as error:
            if self.is_wanted(wanted):
                self._post(AdviserFailed(line, error.sentence))
        except Exception as error:  # the window goes on and shows the error
            log.exception("the adviser failed")
            self._post(AdviserFailed(line, say("the adviser failed: {why}", why=error)))

    def _seated(self, spec: PlayerSpec) -> Player:
        if self._player is None or self._player[0] != spec:
            self.dismissed()
            self._player = (spec, spec.make(seed=ADVISER_SEED, isolate=self._isolate))
        return self._player[1]

    def dismissed(self) -> None:
        if self._player is not None:
            self._player[1].close()
            self._player = None
