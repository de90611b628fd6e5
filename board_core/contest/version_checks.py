"""Checks of versions that were handed in: one at a time, each in a process of its own."""

from __future__ import annotations

import logging
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path

from board_core.author.doctor import ExamLimits
from board_core.author.doctor.card import Check, CheckVerdict, Finding
from board_core.match.workers import LocalWorkers
from board_core.text.sentence import BoardError, Sentence, say

from .beginning import ContestEntry
from .cards import Card
from .hand_in_log import HALF_PREFIX
from .plan import Plan
from .preflight import preflight
from .store import Folder
from .system_errors import sentence_of_error

log = logging.getLogger(__name__)

CHECK_ATTEMPTS = 2
"""Times that a version is checked if the process that checks dies."""


class VersionChecks:
    """Owns the thread that checks, from :meth:`start` to :meth:`close`.

    ``check`` is called on it with the name of one entrant after another and raises BoardError and
    OSError for what the organiser should know. Methods may be called from any thread.
    """

    def __init__(
        self, folder: Folder, check: Callable[[str], None], tell: Callable[[Sentence], None]
    ) -> None:
        self._folder = folder
        self._check = check
        self._tell = tell
        self._waiting: list[str] = []  # the first one is being checked, if _checking
        self._checking = False
        self._changed = threading.Condition()
        self._ending = False
        self._thread = threading.Thread(target=self._check_all, name="checks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop checking, and wait for the thread. May be called twice."""
        with self._changed:
            self._ending = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def add(self, name: str) -> None:
        """Let an entrant wait; one whose former version is being checked waits once more."""
        with self._changed:
            if name not in self._waiting[self._checking :]:
                self._waiting.append(name)
            self._changed.notify_all()

    def place(self, name: str) -> int | None:
        """Return how many are checked before this entrant; None if it does not wait."""
        with self._changed:
            return self._waiting.index(name) if name in self._waiting else None

    def __len__(self) -> int:
        with self._changed:
            return len(self._waiting)

    def examined(self, entry: ContestEntry, plan: Plan) -> Card | None:
        """Return the card of an entry; None if the desk is closing.

        A process of its own checks, which is killed after its time; its files are removed.
        """
        full, limit = plan.hand_in.examination == "full", plan.hand_in.check_limit
        until = time.monotonic() + limit
        with (
            tempfile.TemporaryDirectory(
                prefix=HALF_PREFIX, dir=self._folder.state, ignore_cleanup_errors=True
            ) as cache,
            LocalWorkers(1, warn=self._tell) as workers,
        ):
            for _attempt in range(CHECK_ATTEMPTS):
                job = workers.submit(examined, entry, plan, Path(cache), full)
                if not self._done_by(job, until):
                    workers.end(1.0)
                    if self._ending:
                        return None
                    why = say("the check took more than {seconds} s", seconds=f"{limit:g}")
                    return _failed(entry, why)
                try:
                    return job.result()
                except BoardError as error:
                    return _failed(entry, error.sentence)
                except BrokenExecutor:
                    continue  # the fault of this machine
                except Exception:
                    log.exception("the check of %s failed", entry.entrant.name)
                    break
        return _failed(entry, say("the check ended unexpectedly: tell the organiser"))

    def _done_by(self, job: Future[Card], until: float) -> bool:
        """Wait for a job until a time of the monotonic clock; return whether it is done."""
        job.add_done_callback(self._wake)
        with self._changed:
            self._changed.wait_for(
                lambda: job.done() or self._ending, max(0.0, until - time.monotonic())
            )
        return job.done()

    def _wake(self, job: object) -> None:
        with self._changed:
            self._changed.notify_all()

    def _check_all(self) -> None:
        while (name := self._next()) is not None:
            try:
                self._check(name)
            except (BoardError, OSError) as error:
                why = sentence_of_error(error)
                self._tell(say("{name}: could not be checked: {why}", name=name, why=why))
            finally:
                with self._changed:
                    self._checking = False
                    if not self._ending:
                        del self._waiting[0]

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ending)
            if self._ending:
                return None
            self._checking = True
            return self._waiting[0]


def examined(entry: ContestEntry, plan: Plan, cache: Path, full: bool) -> Card:
    """Return the card of an entry. Raises BoardError and OSError."""
    return preflight(entry, plan, cache, ExamLimits() if full else None).kept


def _failed(entry: ContestEntry, why: Sentence) -> Card:
    check = Check("check", say("is checked to the end"))
    finding = Finding(check, CheckVerdict.FAULT, why)
    return Card(False, (finding,), entry.entrant.package)
