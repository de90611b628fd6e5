"""The one who writes a journal."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import threading
from collections.abc import Callable
from datetime import datetime
from json.encoder import encode_basestring_ascii as quoted
from pathlib import Path
from typing import Self

from board_core.bus import Handler
from board_core.events import (
    Event,
    GameEnded,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
    Thinking,
    TurnStarted,
)
from board_core.player import Thought
from board_core.record import wall_clock
from board_core.sentence import say

from .reading import VERSION, BadJournal, Journal, checksum, damaged, read_journal
from .values import Facts, both, clocks_text, control_facts, explanation_facts, text


class JournalWriter:
    """Owns the file and writes to it, until :meth:`close`; no other process can meanwhile.

    ``run`` describes the whole, in values that JSON knows. With ``resume`` a journal of the same
    run is continued, and ``found`` is what it holds; a file that is not there begins anew.
    Raises BadJournal when another process writes to it, when it is there already (without
    ``resume``), of another run, or damaged; and OSError.
    """

    def __init__(
        self,
        path: str | Path,
        run: Facts | None = None,
        *,
        resume: bool = False,
        now: Callable[[], datetime] = wall_clock,
    ) -> None:
        self.path = Path(path)
        self.now = now
        self.found = Journal()
        self._lock = threading.Lock()
        self._trouble: OSError | None = None
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._fd = os.open(self.path, flags, 0o666)
        try:
            if not _lock_file(self._fd):
                raise BadJournal(say("{path} is written by another process", path=self._name))
            self._begin(dict(run or {}), resume)
        except BaseException:
            self.close()
            raise

    @property
    def _name(self) -> str:
        return repr(str(self.path))

    def _begin(self, run: Facts, resume: bool) -> None:
        if os.fstat(self._fd).st_size:
            if not resume:
                raise BadJournal(
                    say("{path} is there already: resume it, or name another file", path=self._name)
                )
            self.found = read_journal(self.path)
            if damage := self.found.damage:
                raise BadJournal(damaged(self.path, damage))
        found = self.found
        self._seq, self._size = found.lines, found.size
        if found.torn:
            os.ftruncate(self._fd, found.size)
        if found.lines == 0:
            self.append(
                f'"journal":{VERSION},"at":{quoted(self.now().isoformat())},"run":{text(run)}'
            )
        else:
            self._check_run(json.loads(text(run)))
        self.flush()

    def _check_run(self, run: Facts) -> None:
        before = self.found.run
        for key in {**before, **run}:
            if before.get(key) != run.get(key):
                raise BadJournal(
                    say(
                        "{path} is of another run: {what} was {before} and is {now}",
                        path=self._name,
                        what=key,
                        before=before.get(key),
                        now=run.get(key),
                    )
                )

    def game(self, number: int = 1, *, goes_on: bool = False) -> Handler:
        """What is called with each event of a game: ``Game(..., journal=writer.game(1))``.

        ``goes_on``: it continues the game of this number, whose moves are given with it and
        are in the journal already. Games may be played at the same time.
        """
        return _GameLines(self, number, goes_on)

    def append(self, fields: str) -> None:
        """Write a line. Raises OSError when it cannot be, and then for ever."""
        with self._lock:
            if self._trouble is not None:
                raise OSError(self._trouble.errno, self._trouble.strerror)
            body = b'{"seq":%d,%b' % (self._seq, fields.encode("ascii"))
            line = body + checksum(body)
            try:
                written = os.write(self._fd, line)
                while written < len(line):  # the disk is full: the rest says so
                    written += os.write(self._fd, line[written:])
            except BaseException as error:
                interrupted = OSError(errno.EINTR, os.strerror(errno.EINTR))
                self._trouble = error if isinstance(error, OSError) else interrupted
                self._cut()
                raise
            self._seq += 1
            self._size += len(line)

    def _cut(self) -> None:
        """Leave no half line behind; a reader drops it anyhow."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, self._size)

    @property
    def trouble(self) -> OSError | None:
        """Why nothing more can be written, if so."""
        return self._trouble

    def flush(self) -> None:
        """Wait until all lines are on the disk, and would outlive a power cut."""
        try:
            os.fsync(self._fd)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a pipe or a device
                self._trouble = error
                raise

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        with self._lock:
            if self._fd >= 0:
                os.close(self._fd)
            self._fd = -1
            self._trouble = self._trouble or OSError(errno.EBADF, "the journal is closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _GameLines:
    """Writes the lines of one game."""

    def __init__(self, writer: JournalWriter, number: int, goes_on: bool) -> None:
        self._writer = writer
        self._number = number
        self._goes_on = goes_on
        self._asked = False  # False up to the first turn: such moves were given with the game
        self._thought: Thought | None = None

    def __call__(self, event: Event) -> None:
        match event:
            case MovePlayed():
                if self._asked or not self._goes_on:
                    self._append("move", self._move(event))
                self._thought = None
            case TurnStarted():
                self._asked = True
            case Thinking(_, _, thought):
                if thought.score is not None:
                    self._thought = thought
            case MovesTakenBack(_, ply, _, clock):
                self._thought = None
                self._append("back", f'"ply":{ply},{clocks_text(clock)}')
            case GameStarted():
                if self._goes_on:
                    self._append("continued", self._at())
                else:
                    self._append("start", self._start(event))
            case GameEnded():
                self._append("end", self._end(event))
                self._writer.flush()
            case _:
                pass

    def _append(self, event: str, fields: str) -> None:
        self._writer.append(f'"event":"{event}","game":{self._number},{fields}')

    def _at(self) -> str:
        return f'"at":{quoted(self._writer.now().isoformat())}'

    def _start(self, event: GameStarted) -> str:
        setup = None if event.setup is None else event.position.setup
        facts = {
            "rules": event.rules.name,
            "first": event.position.to_move.value,
            "setup": setup,
            "names": both(event.names),
            "control": both(event.clock.control.map(control_facts)),
        }
        return f"{self._at()},{text(facts)[1:-1]},{clocks_text(event.clock)}"

    def _move(self, event: MovePlayed) -> str:
        elapsed = event.elapsed if self._asked else "null"
        fields = (
            f'"ply":{event.ply},"move":{quoted(event.move)},'
            f'{clocks_text(event.clock)},"elapsed":{elapsed}'
        )
        if (thought := self._thought) is None or (score := thought.score) is None:
            return fields
        facts = {"cp": score.cp, "mate": score.mate, "depth": thought.depth}
        return f"{fields},{text(facts)[1:-1]}"

    def _end(self, event: GameEnded) -> str:
        explanation = event.explanation
        facts = {
            "outcome": {
                "winner": event.outcome.winner.value if event.outcome.winner else None,
                "reason": event.outcome.reason.value,
                "detail": event.outcome.detail,
            },
            "explanation": explanation_facts(explanation) if explanation else None,
            "position": event.position.setup,
        }
        return f"{self._at()},{text(facts)[1:-1]},{clocks_text(event.clock)}"


if sys.platform == "win32":  # pragma: no cover  (not run by our tests)

    def _lock_file(fd: int) -> bool:
        """Whether nobody else holds it; a byte far behind the end stands for the whole."""
        import msvcrt

        os.lseek(fd, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:

    def _lock_file(fd: int) -> bool:
        """Whether nobody else holds it; the lock goes with the file or the process."""
        import fcntl

        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system that knows no locks
            return True
        return True
