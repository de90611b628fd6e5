"""A file of lines that outlives its writer: each is JSON with a number and a checksum."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii as quoted
from pathlib import Path
from typing import Self
from zlib import crc32

from board_core.rules import BoardError
from board_core.sentence import Sentence, say

from .values import Facts, parsed

CHECKSUM_LENGTH = len(b',"crc":"00000000"}\n')


class BadJournal(BoardError):
    """The file cannot be read, or written to, as a journal; the sentence says why."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """What sort of file: its first line begins with this name, and the version of its form."""

    name: str
    version: int

    @property
    def beginning(self) -> bytes:
        return f'{{"seq":0,"{self.name}":'.encode("ascii")

    def first_line(self, fields: str) -> str:
        """What to append first."""
        return f"{quoted(self.name)}:{self.version},{fields}"


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that cannot be trusted; nothing after it was read."""

    line: int  # counts from 1
    why: Sentence


@dataclass(slots=True)
class Trusted:
    """How much of a file there is."""

    lines: int = 0  # that can be trusted
    size: int = 0  # in bytes, of these lines
    torn: int = 0  # bytes of a last line that was never finished
    damage: Damage | None = None


def read_lines(
    path: str | Path, kind: LineKind, trusted: Trusted, add: Callable[[Facts], None]
) -> None:
    """Give the lines of a file to ``add``, up to the first that cannot be trusted.

    ``add`` raises ValueError, LookupError or TypeError for a line that does not follow. A last line
    without its end is what a killed writer leaves, and no damage. Goes on behind what is
    ``trusted`` already: called again, it reads what has been written since.
    Raises BadJournal when the file is of no such kind, and OSError.
    """
    trusted.torn = 0
    with Path(path).open("rb") as file:
        file.seek(trusted.size)
        for line in file:
            if trusted.lines == 0:
                _check_beginning(path, kind, line)
            if not line.endswith(b"\n"):
                trusted.torn = len(line)
                break
            if why := _added(line, trusted.lines, add):
                trusted.damage = Damage(trusted.lines + 1, why)
                break
            trusted.lines += 1
            trusted.size += len(line)


def _check_beginning(path: str | Path, kind: LineKind, line: bytes) -> None:
    name, beginning = repr(str(path)), kind.beginning
    if not line.startswith(beginning[: len(line)]):
        raise BadJournal(say("{path} is not a journal", path=name))
    version = line[len(beginning) :].split(b",")[0]
    if line.endswith(b"\n") and version.isdigit() and int(version) > kind.version:
        raise BadJournal(say("{path} was written by a later version of the board", path=name))


def _added(line: bytes, number: int, add: Callable[[Facts], None]) -> Sentence | None:
    """Why the line cannot be trusted, if it cannot."""
    if line[-CHECKSUM_LENGTH:] != checksum(line[:-CHECKSUM_LENGTH]):
        return say("its checksum is wrong")
    try:
        fields = parsed(line)
        if fields["seq"] != number:
            return say("a line is missing before it")
        add(fields)
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        return say("it does not follow from the lines before it")
    return None


def checksum(body: bytes) -> bytes:
    """The rest of a line."""
    return b',"crc":"%08x"}\n' % crc32(body)


def damaged(path: str | Path, damage: Damage) -> Sentence:
    return say(
        "line {line} of {path} is damaged: {why}",
        line=damage.line,
        path=repr(str(path)),
        why=damage.why,
    )


class LineWriter:
    """Owns such a file and appends to it, until :meth:`close`; no other process can meanwhile.

    Raises BadJournal when another process writes to it, and OSError.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._trouble: OSError | None = None
        self._seq = self._size = 0
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._fd = os.open(self.path, flags, 0o666)
        try:
            if not _lock_file(self._fd):
                raise BadJournal(say("{path} is written by another process", path=self.shown_path))
        except BaseException:
            self.close()
            raise

    @property
    def shown_path(self) -> str:
        return repr(str(self.path))

    @property
    def empty(self) -> bool:
        """Whether the file has not even a first line."""
        return os.fstat(self._fd).st_size == 0

    def go_on_from(self, found: Trusted) -> None:
        """Append behind what was found. Raises BadJournal if it is damaged, and OSError."""
        if found.damage:
            raise BadJournal(damaged(self.path, found.damage))
        self._seq, self._size = found.lines, found.size
        if found.torn:
            os.ftruncate(self._fd, found.size)

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
