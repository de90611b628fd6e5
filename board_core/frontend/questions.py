"""Questions to a player that takes long, asked on a thread of their own."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import closing
from functools import partial
from queue import SimpleQueue

from board_core.author.analysis import Adviser

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
