"""Hints and reviews for people at browsers: few at a time, each by a process of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from board_core.author.analysis import ADVISER_SEED, Advice, Adviser, NoAdvice, judge
from board_core.frontend.adviser import (
    HINT_TIME,
    REVIEW_TIME,
    AdviserFailed,
    AdviserNews,
    AskedLine,
    MoveJudged,
    ReviewEnded,
    own_adviser,
)
from board_core.text.sentence import BoardError, say

MOST_ADVISERS = 2
"""Questions to advisers at the same time, which compute here."""


class AdvisersBusy(BoardError):
    """Others are being advised, or this game is."""


class Advisers:
    """Asks advisers about games, until :meth:`close`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: dict[str, Adviser | None] = {}  # by the keys of games
        self._threads: list[threading.Thread] = []
        self._closed = False

    def hint(self, key: str, line: AskedLine) -> Advice:
        """Return the advice on a position, after about a second. Raises BoardError."""
        self._take(key)
        with self._adviser(key, line) as adviser:
            return line.advice(adviser, HINT_TIME)

    def review(self, key: str, line: AskedLine, tell: Callable[[AdviserNews], None]) -> None:
        """Judge every move of a game, on a thread of its own. Raises AdvisersBusy."""
        self._take(key)
        thread = threading.Thread(target=self._review, args=(key, line, tell), daemon=True)
        with self._lock:
            self._threads = [*filter(threading.Thread.is_alive, self._threads), thread]
            thread.start()

    def close(self) -> None:
        """Stop all; may block for a moment."""
        with self._lock:
            self._closed = True
            advisers, threads = [*self._asked.values()], [*self._threads]
        for adviser in advisers:
            if adviser is not None:
                adviser.stop()
        for thread in threads:
            thread.join()

    def _review(self, key: str, line: AskedLine, tell: Callable[[AdviserNews], None]) -> None:
        try:
            with self._adviser(key, line) as adviser:
                for each in judge(adviser, line.rules, line.moves, line.setup, REVIEW_TIME):
                    tell(MoveJudged(line, each))
            tell(ReviewEnded(line))
        except BoardError as error:
            tell(AdviserFailed(line, error.sentence))

    def _take(self, key: str) -> None:
        with self._lock:
            if key in self._asked or len(self._asked) >= MOST_ADVISERS or self._closed:
                raise AdvisersBusy(say("others are being advised now: ask again in a moment"))
            self._asked[key] = None

    @contextmanager
    def _adviser(self, key: str, line: AskedLine) -> Iterator[Adviser]:
        try:
            player = own_adviser(line.rules).make(seed=ADVISER_SEED, isolate=True)
            with closing(player), closing(Adviser(player, line.rules, line.setup)) as adviser:
                with self._lock:
                    self._asked[key] = adviser
                    if self._closed:
                        adviser.stop()
                yield adviser
        except NoAdvice:  # its words are of a program
            raise BoardError(say("no advice can be had now: ask again in a moment")) from None
        finally:
            with self._lock:
                del self._asked[key]
