"""The one thread that looks at programs while it is not their turn.

A program that has to stand still is stopped when its answer is stamped, before that is handed on;
the referee has the next one roused before it stamps the question. One rule says when a program is
awake: while somebody waits for it. What it did meanwhile is judged by pure functions
(:mod:`board_core.diagnosis.off_turn`) on figures that this one thread gathers. It ends a second
after the last game of programs: the next one often follows at once.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from dataclasses import field
from math import inf
from typing import Protocol

from board_core.diagnosis import rows
from board_core.diagnosis.off_turn import Contention, OffTurn, off_turn_violation, starves
from board_core.fast_dataclass import dataclass
from board_core.supervise.load import processors
from board_core.supervise.processes import Spent
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Ponder
from board_core.text.sentence import Sentence

log = logging.getLogger(__name__)

FIRST_LOOK_SECONDS = 0.02
"""Off turn before the first look: quicker games cost nothing."""
NEXT_LOOK_SECONDS = 0.1
"""Between two looks."""
LINGER_SECONDS = 1.0
"""Without a program before the thread ends: to end and to start it takes the next game's time."""


class Watched(Protocol):
    """A player whose program is watched. Its methods may be called on the watch's thread."""

    name: str

    def keep_still(self) -> None:
        """Freeze the program again, with processes it may have started at the last moment."""

    def lose_for_off_turn(self, game: object, why: Sentence) -> None:
        """Make the program lose this game for what it did out of turn, unless the game is over."""


@dataclass(slots=True, eq=False)
class _Entry:
    """One program in one game."""

    watched: Watched
    program: Program
    game: object  # the same of both sides
    ponder: Ponder
    of_game: list[_Entry]  # itself and, once seated, its opponent
    to_move: bool = True  # or it gets ready, or is between two games
    off_since: float = inf
    first: Spent | None = None  # when it was first looked at in this period off turn
    last: Spent | None = None
    first_at: float = inf  # when the wait of the side to move was first looked at
    wait_before: float | None = None  # of the side to move, then
    idle_before: float = 0.0  # of the processors, then
    before: OffTurn = field(default_factory=OffTurn)  # in earlier periods
    look_at: float = inf
    judged: bool = False

    def total(self, now: float) -> OffTurn:
        first, last = self.first, self.last
        if first is None or last is None:
            return self.before
        started = (last.started or 0) - (first.started or 0)
        period = OffTurn(now - self.off_since, max(0.0, last.cpu - first.cpu), max(0, started))
        return self.before.plus(period)

    def end_period(self) -> None:
        """Add this off-turn period to the earlier ones."""
        self.before = self.total(time.perf_counter())
        self.first = self.last = self.wait_before = None
        self.first_at = inf


class TurnWatch:
    """Owns the thread that looks at all programs off turn, until a second after the last of them.

    It looks at a program 20 ms after its turn ended and then ten times a second, if a look is
    useful: the program must stand still, or another program is to move.
    :mod:`board_core.diagnosis.off_turn` judges the findings. The watch never holds its lock while
    it looks or judges.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._entries: dict[Watched, _Entry] = {}
        self._thread: threading.Thread | None = None
        self._wakes = -inf  # when the thread wakes up next
        self._left_alone = False  # perhaps some program is off turn

    def seated(self, watched: Watched, program: Program, game: object, ponder: Ponder) -> None:
        """Begin to watch a program that is getting ready for a game."""
        with self._lock:
            same = (other.of_game for other in self._entries.values() if other.game is game)
            entry = _Entry(watched, program, game, ponder, next(same, []))
            entry.of_game[:] = [other for other in entry.of_game if other.watched is not watched]
            entry.of_game.append(entry)
            self._entries[watched] = entry

    def gone(self, watched: Watched) -> None:
        """Stop watching: the game is over, or the program has ended."""
        with self._lock:
            if (entry := self._entries.pop(watched, None)) is not None:
                entry.of_game.remove(entry)

    def to_move(self, watched: Watched) -> None:
        """Take a last look at a program that is about to be asked or told something."""
        entry = self._entries.get(watched)
        if entry is None or entry.to_move:
            return
        if entry.first is not None and entry.ponder is not Ponder.ALLOW:
            self._judge(entry, self._look(entry))
        with self._lock:
            if entry.first is not None:
                entry.end_period()
            entry.to_move, entry.off_since, entry.look_at = True, inf, inf
            if self._left_alone:
                other = self._other(entry, to_move=False)
                if other is not None and other.look_at == inf:  # it is looked at from now on
                    other.look_at = time.perf_counter() + FIRST_LOOK_SECONDS
                    self._wake_for(other)

    def off_turn(self, watched: Watched, *, counts: bool) -> None:
        """Begin to look at a program whose turn is over.

        If ``counts`` is set, what it does counts at once; otherwise from the first look on.
        """
        entry = self._entries.get(watched)
        if entry is None or not entry.to_move:
            return
        first = entry.program.spent() if counts else None
        with self._lock:
            entry.to_move, entry.first, entry.last = False, first, first
            entry.off_since = now = time.perf_counter()
            entry.look_at = now + FIRST_LOOK_SECONDS
            if entry.look_at < self._wakes or self._thread is None:
                self._wake_for(entry)

    def used(self, watched: Watched) -> OffTurn | None:
        """Return what it used off turn in this game; None if not measured."""
        with self._lock:
            entry = self._entries.get(watched)
            if entry is None or entry.ponder is Ponder.ALLOW:
                return None
        if entry.first is not None:
            self._look(entry)
        with self._lock:
            return entry.total(time.perf_counter())

    def contention(self, watched: Watched) -> Contention | None:
        """Look again, and return both sides' processor use in this turn."""
        with self._lock:
            mine = self._entries.get(watched)
            waits = None if mine is None else self._other(mine, to_move=False)
        return None if waits is None else self._look(waits)

    def forget(self) -> None:
        """Reset in a fork of the host, which does not play the host's games."""
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._entries, self._thread, self._wakes = {}, None, -inf

    # On the thread

    def _wake_for(self, entry: _Entry) -> None:
        if self._thread is None:
            self._wakes = entry.look_at
            thread = threading.Thread(target=self._run, name="turns", daemon=True)
            thread.start()
            self._thread = thread  # not before: the system may allow no more threads
        elif entry.look_at < self._wakes:
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._lock:
                due = self._next()
            if due is None:
                return
            for entry in due:
                try:
                    self._attend(entry)
                except Exception:  # the thread looks at all programs of the host
                    log.exception("%s could not be looked at", entry.watched.name)
                    with self._lock:
                        if not entry.to_move:
                            entry.look_at = time.perf_counter() + NEXT_LOOK_SECONDS

    def _next(self) -> list[_Entry] | None:
        """Wait for entries that are due, and return them; None if there was no entry for long."""
        idle_since = inf
        while True:
            now = time.perf_counter()
            if due := [entry for entry in self._entries.values() if entry.look_at <= now]:
                return due
            idle_since = inf if self._entries else min(idle_since, now)
            if now - idle_since >= LINGER_SECONDS:
                self._thread, self._left_alone = None, False
                return None
            self._wakes = min((each.look_at for each in self._entries.values()), default=inf)
            self._changed.wait(min(max(0.0, self._wakes - now), LINGER_SECONDS))
            self._wakes = -inf  # the thread looks before it waits again

    def _attend(self, entry: _Entry) -> None:
        now = time.perf_counter()
        if entry.ponder is Ponder.FREEZE:
            entry.watched.keep_still()
        contention = self._look(entry)
        with self._lock:
            if entry.look_at == inf:
                return  # it is its turn again
            watched = self._other(entry, to_move=True) is not None
            tells = watched or entry.ponder is Ponder.FREEZE
            entry.look_at = now + NEXT_LOOK_SECONDS if tells else inf
            self._left_alone = self._left_alone or not tells
        self._judge(entry, contention)

    def _look(self, entry: _Entry) -> Contention | None:
        """Note what a program has used, and return how its opponent fared if it is to move."""
        with self._lock:
            off_since, other = entry.off_since, self._other(entry, to_move=True)
        spent = entry.program.spent()
        waited = None if other is None else other.program.usage().waited
        idle = 0.0 if waited is None else (processors() or (0.0, 0.0))[1]
        now = time.perf_counter()
        with self._lock:
            if entry.off_since != off_since or off_since == inf:
                return None  # its turn has begun meanwhile
            entry.first, entry.last = entry.first or spent, _more(entry.last, spent)
            if waited is None or other not in entry.of_game or other is None:
                return None
            if entry.wait_before is None:
                entry.first_at, entry.wait_before, entry.idle_before = now, waited, idle
            if entry.first is None or entry.last is None:
                return None
            return Contention(
                entry.watched.name,
                other.watched.name,
                now - entry.first_at,
                max(0.0, waited - entry.wait_before),
                max(0.0, entry.last.cpu - entry.first.cpu),
                max(0.0, idle - entry.idle_before),
            )

    def _judge(self, entry: _Entry, contention: Contention | None) -> None:
        if entry.judged or not entry.ponder.judges:
            return
        why, starving = None, contention is not None and starves(contention)
        if entry.ponder is Ponder.FREEZE:
            with self._lock:
                total = entry.total(time.perf_counter())
            why = off_turn_violation(total, starved_its_opponent=starving)
        elif contention is not None and starving:
            why = rows.COMPUTED_OFF_TURN(
                used=contention.used, opponent=contention.victim, waited=contention.waited
            )
        if why is not None:
            entry.judged = True
            entry.watched.lose_for_off_turn(entry.game, why)

    def _other(self, entry: _Entry, *, to_move: bool) -> _Entry | None:
        """Return the game's other program if it is to move, or if it is not, as requested."""
        for other in entry.of_game:
            if other is not entry and other.to_move is to_move:
                return other
        return None


def _more(before: Spent | None, now: Spent | None) -> Spent | None:
    """Return the higher figures, as those of a process that nobody waited for vanish with it."""
    if before is None or now is None:
        return now or before
    started = max(before.started or 0, now.started or 0)
    return Spent(max(before.cpu, now.cpu), now.processes, started)


TURN_WATCH = TurnWatch()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=TURN_WATCH.forget)
