"""Hints and reviews in the background: a thread asks a player while the window goes on.

The results arrive as :data:`AdviserNews`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue

from board_core.author.analysis import ADVISER_SEED, Advice, Adviser, Judgement, judge
from board_core.clock import TimeControl
from board_core.match.player_spec import PlayerSpec
from board_core.movelist import MoveList
from board_core.player import Player, Score
from board_core.rules import BoardError, Move, Rules
from board_core.sentence import Sentence, say
from board_core.view import View

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

Task = Callable[[], None]


class AdviserThread:
    """Owns the adviser, a player, and the thread that asks it.

    The thread runs from the first question until :meth:`close`; ``post`` is called on it.
    """

    def __init__(self, post: Callable[[AdviserNews], None], *, isolate: bool = True) -> None:
        self._post, self._isolate = post, isolate
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._lock = threading.Lock()  # guards the three attributes below
        self._adviser: Adviser | None = None  # the one that is thinking now
        self._wanted = 0  # the newest question; older ones are cancelled
        self._worker: threading.Thread | None = None
        self._player: tuple[PlayerSpec, Player] | None = None  # used by the worker alone

    def hint(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Ask for a move after this line."""
        self._put(partial(self._hint, spec, line))

    def review(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Have every move of this game judged."""
        self._put(partial(self._review, spec, line))

    def rate(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Ask for the score of the position after this line."""
        self._put(partial(self._rate, spec, line))

    def stop(self) -> None:
        """Cancel the current question: its answer is no longer wanted."""
        with self._lock:
            self._wanted += 1
            adviser = self._adviser
        if adviser is not None:
            adviser.stop()

    def close(self) -> None:
        """End the thread and the adviser. Safe to call twice."""
        self.stop()
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            self._tasks.put(None)
            worker.join()

    def _put(self, task: Callable[[int], None]) -> None:
        self.stop()
        with self._lock:
            wanted = self._wanted
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="adviser")
                self._worker.start()
        self._tasks.put(partial(task, wanted))

    # On the worker's thread

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()
        self._dismiss()

    def _hint(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            self._post(HintGiven(line, _advice(adviser, line).move))

        self._with_adviser(spec, line, wanted, ask)

    def _rate(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            self._post(PositionRated(line, _advice(adviser, line).score))

        self._with_adviser(spec, line, wanted, ask)

    def _review(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            for judgement in judge(adviser, line.rules, line.moves, line.setup, REVIEW_TIME):
                if wanted != self._wanted:
                    return
                self._post(MoveJudged(line, judgement))
            self._post(ReviewEnded(line))

        self._with_adviser(spec, line, wanted, ask)

    def _with_adviser(
        self, spec: PlayerSpec, line: AskedLine, wanted: int, ask: Callable[[Adviser], None]
    ) -> None:
        if wanted != self._wanted:
            return
        try:
            with closing(Adviser(self._seated(spec), line.rules, line.setup)) as adviser:
                with self._lock:
                    if wanted != self._wanted:
                        return
                    self._adviser = adviser
                ask(adviser)
        except BoardError as error:
            if wanted == self._wanted:
                self._post(AdviserFailed(line, error.sentence))
        except Exception as error:  # the window goes on and shows the error
            log.exception("the adviser failed")
            self._post(AdviserFailed(line, say("the adviser failed: {why}", why=error)))
        finally:
            with self._lock:
                self._adviser = None

    def _seated(self, spec: PlayerSpec) -> Player:
        if self._player is None or self._player[0] != spec:
            self._dismiss()
            self._player = (spec, spec.make(seed=ADVISER_SEED, isolate=self._isolate))
        return self._player[1]

    def _dismiss(self) -> None:
        if self._player is not None:
            self._player[1].close()
            self._player = None


def _advice(adviser: Adviser, line: AskedLine) -> Advice:
    """Return the adviser's opinion on the position after a line."""
    position, moves, before = line.rules.start(line.setup), MoveList(), None
    for move in line.moves:
        before, position = position, position.play(move)
        moves = moves.added(move)
    return adviser.advise(position, moves, HINT_TIME, before)
