"""Read and append to files of JSON lines, each with a number and a checksum.

A writer that is killed leaves all complete lines readable.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Self
from zlib import crc32

from board_core.fast_dataclass import dataclass
from board_core.text.codec import Facts, Json
from board_core.text.sentence import BoardError, Sentence, say

from .values import parsed, text

CHECKSUM_LENGTH = len(b',"crc":"00000000"}\n')


class BadJournal(BoardError):
    """The file cannot be read, or written to, as a journal; the sentence says why."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of file: the name and the format version at the start of its first line."""

    name: str
    version: int

    @property
    def beginning(self) -> bytes:
        """The first bytes of such a file, up to the version."""
        return f'{{"seq":0,"{self.name}":'.encode("ascii")

    def first_line(self, at: datetime, **facts: Json) -> str:
        """Return the fields to append first, with the time and further facts."""
        return text({self.name: self.version, "at": at.isoformat(), **facts})[1:-1]


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged line of a file; nothing after it was read."""

    line: int  # counts from 1
    why: Sentence


@dataclass(slots=True)
class Trusted:
    """The part of a file that has been read and checked."""

    lines: int = 0  # lines that passed their checks
    size: int = 0  # bytes of these lines
    torn: int = 0  # bytes of an unfinished last line
    damage: Damage | None = None


def read_lines(
    path: str | Path, kind: LineKind, trusted: Trusted, add: Callable[[Facts], None]
) -> None:
    """Pass the lines of a file to ``add``, up to the first damaged one.

    ``add`` raises ValueError, LookupError or TypeError for a line that does not follow from the
    lines before it. An unfinished last line, left by a killed writer, is not damage. Reading
    continues after the ``trusted`` part: a second call reads the lines written since. Raises
    BadJournal if the file is of another kind, and OSError.
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
    later = version.isdigit() and (len(version) > 9 or int(version) > kind.version)
    if line.endswith(b"\n") and later:
        raise BadJournal(say("{path} was written by a later version of the board", path=name))


def _added(line: bytes, number: int, add: Callable[[Facts], None]) -> Sentence | None:
    """Pass a line to ``add``; return the reason if it is damaged."""
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
    """Return the end of a line: the checksum of its body, and the line break."""
    return b',"crc":"%08x"}\n' % crc32(body)


def damaged(path: str | Path, damage: Damage) -> Sentence:
    """Return the sentence that reports a damaged line."""
    return say(
        "line {line} of {path} is damaged: {why}",
        line=damage.line,
        path=repr(str(path)),
        why=damage.why,
    )


class LineWriter:
    """Appends to such a file until :meth:`close`, and locks out other processes.

    Raises BadJournal if another process has the file open for writing, and OSError.
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
        """The path as messages quote it."""
        return repr(str(self.path))

    @property
    def empty(self) -> bool:
        """True if the file has no bytes."""
        return os.fstat(self._fd).st_size == 0

    def go_on_from(self, found: Trusted) -> None:
        """Append after the lines read. Raises BadJournal for a damaged file, and OSError."""
        if found.damage:
            raise BadJournal(damaged(self.path, found.damage))
        self._seq, self._size = found.lines, found.size
        if found.torn:
            os.ftruncate(self._fd, found.size)

    def append(self, fields: str) -> None:
        """Write a line. Raises OSError if that fails, and for every line after it."""
        with self._lock:
            if self._trouble is not None:
                raise OSError(self._trouble.errno, self._trouble.strerror)
            body = b'{"seq":%d,%b' % (self._seq, fields.encode("ascii"))
            line = body + checksum(body)
            try:
                written = os.write(self._fd, line)
                while written < len(line):  # the disk is full: the next write raises the error
                    written += os.write(self._fd, line[written:])
            except BaseException as error:
                interrupted = OSError(errno.EINTR, os.strerror(errno.EINTR))
                self._trouble = error if isinstance(error, OSError) else interrupted
                self._cut()
                raise
            self._seq += 1
            self._size += len(line)

    def _cut(self) -> None:
        """Remove an unfinished line, which readers would ignore anyway."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._fd, self._size)

    @property
    def trouble(self) -> OSError | None:
        """The error that ended the writing; None if lines can be written."""
        return self._trouble

    def flush(self) -> None:
        """Wait until all lines are on the disk and would survive a power cut. Raises OSError."""
        try:
            os.fsync(self._fd)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # a pipe or a device
                self._trouble = error
                raise

    def close(self) -> None:
        """Close and unlock the file. Safe to call twice."""
        with self._lock:
            if self._fd >= 0:
                os.close(self._fd)
            self._fd = -1
            self._trouble = self._trouble or OSError(errno.EBADF, "the journal is closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


if sys.platform == "win32":  # pragma: no cover

    def _lock_file(fd: int) -> bool:
        """Lock one byte far beyond the end; return False if another process holds the lock."""
        import msvcrt

        os.lseek(fd, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:

    def _lock_file(fd: int) -> bool:
        """Lock the file until it is closed; return False if another process holds the lock."""
        import fcntl

        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # the file system has no locks
            return True
        return True
