"""Copies of programs' own folders, so that sandboxed programs cannot exchange data by files.

A program sees the bytes that its folder held when the program was started. Each running program has
its own copy, so that even locks on its files are invisible to others. A free copy is reused for the
next program from the same folder, as long as nothing in that folder has changed.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import tempfile
import threading
from contextlib import suppress
from functools import cached_property
from itertools import chain, count
from pathlib import Path, PurePath

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import (
    DEEPEST_FOLDER,
    MIB,
    NO_LINK,
    READ_FLAGS,
    CannotTake,
    Handed,
    copy_inside,
    inventory,
)
from board_core.text.sentence import say
from board_core.whole_files import write_whole

from .watch import WATCH, new_name

LARGE_BYTES = 4 << 20  # a larger file of a writable folder is shown, and not copied into memory
MOST_KEPT_BYTES, MOST_KEPT = 64 * MIB, 10_000  # of the files that a program wrote; and entries seen
LONGEST_KEPT = 1_000  # characters of the path of a folder

IDLE_COPIES_KEPT = 8
"""The number of free copies kept for the next programs of their folders."""


@dataclass(frozen=True, slots=True)
class Copy:
    """The content of a folder at one moment, and the path of the copy."""

    folder: Path
    stamp: tuple[Handed, ...]
    path: Path


class Copies:
    """Owns the folder with this host's copies, from the first copy to the host's end.

    All methods may be called from any thread. If the host is killed, the watcher removes the
    folder.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._home: Path | None = None
        self._idle: list[Copy] = []  # the most recently used comes last
        self._made = 0

    @property
    def home(self) -> Path | None:
        return self._home

    def take(self, folder: Path, names: tuple[str, ...] | None = None) -> Copy:
        """Return a copy of a folder, or of the files ``names`` in it, for one program.

        Raises OSError, and CannotTake for a folder with content that cannot be submitted.
        """
        stamp = inventory(folder) if names is None else tuple(_one(folder, n) for n in names)
        with self._lock:
            for copy in self._idle:
                if (copy.folder, copy.stamp) == (folder, stamp):
                    self._idle.remove(copy)
                    return copy
            if self._home is None:
                self._home = _new_home()
            self._made += 1
            path = self._home / str(self._made)
        try:
            _copy(folder, stamp, path)
        except BaseException:
            shutil.rmtree(path, ignore_errors=True)
            raise
        return Copy(folder, stamp, path)

    def give_back(self, copy: Copy) -> None:
        """Keep a copy for the next program, in place of older copies of its folder."""
        with self._lock:
            of_folder = [idle for idle in self._idle if idle.folder == copy.folder]
            gone = [idle for idle in of_folder if idle.stamp != copy.stamp]
            self._idle = [idle for idle in self._idle if idle not in gone] + [copy]
            gone += self._idle[:-IDLE_COPIES_KEPT]
            self._idle = self._idle[-IDLE_COPIES_KEPT:]
        for idle in gone:
            shutil.rmtree(idle.path, ignore_errors=True)

    def close(self) -> None:
        with self._lock:
            home, self._home = self._home, None
            self._idle = []
        if home is not None:
            shutil.rmtree(home, ignore_errors=True)
            WATCH.release(home.name)

    def forget(self) -> None:
        """Disown the copies, in a fork of the host."""
        self._lock, self._home, self._idle = threading.Lock(), None, []


def _new_home() -> Path:
    home = Path(tempfile.gettempdir(), new_name())
    WATCH.register(home.name, home)  # before the folder exists
    try:
        home.mkdir(0o700)
    except OSError:
        WATCH.release(home.name)
        raise
    return home


def _one(folder: Path, name: str) -> Handed:
    """Describe the only file of a folder that is shown. Raises CannotTake."""
    path = folder / name
    try:
        if path.is_symlink():
            raise CannotTake(say("{path} is a link: name the file itself", path=repr(str(path))))
        known = path.stat()
    except OSError as error:
        raise CannotTake(
            say("{path} cannot be read: {why}", path=repr(str(path)), why=error.strerror or error)
        ) from None
    stamp = (known.st_dev, known.st_ino, known.st_size, known.st_mtime_ns, known.st_ctime_ns)
    return Handed(name, known.st_size, os.access(path, os.X_OK), stamp)


def _copy(folder: Path, content: tuple[Handed, ...], to: Path) -> None:
    """Copy files for a program that may run as another user, ignoring this process's umask."""
    _make(to)
    for each in content:
        path = to / each.name
        if each.is_folder:
            _make(path)
        elif each.target is not None:
            _make(path.parent)
            path.symlink_to(os.path.relpath(to / each.target, path.parent))
        else:
            _make(path.parent)
            copy_inside(folder, each.name, path)
            path.chmod(0o755 if each.executable else 0o644)


def _make(folder: Path) -> None:
    if not folder.exists():
        _make(folder.parent)
        folder.mkdir()
        folder.chmod(0o755)


AT_THE_TOP = PurePath()


class KeptFiles:
    """Keeps the files that a program wrote into its folder, within bounds.

    No link, pipe or device is followed or kept, nor a file that is as it was. The files belong to
    this process.
    """

    def __init__(self, copy: Path, to: Path) -> None:
        """Keep in a new folder ``to``, or with a number behind it; ``copy`` is what was there."""
        self._room, self._entries = MOST_KEPT_BYTES, MOST_KEPT
        self._copy, self._wanted = copy, to

    @cached_property
    def _to(self) -> Path:
        names = (f"{self._wanted.name}-{number}" for number in count(2))
        for place in chain([self._wanted], map(self._wanted.with_name, names)):
            with suppress(FileExistsError):
                place.mkdir(parents=True)
                break
        return place

    def keep(self, folder: int, place: PurePath = AT_THE_TOP) -> None:
        """Keep what is in an open folder, which was at ``place`` in the copy. Raises OSError."""
        if len(place.parts) > DEEPEST_FOLDER or len(str(place)) > LONGEST_KEPT:
            return
        with os.scandir(folder) as entries:
            for entry in entries:
                self._entries -= 1
                if self._entries < 0:
                    return
                try:
                    opened = os.open(entry.name, READ_FLAGS | NO_LINK, dir_fd=folder)
                except OSError:  # a link or a socket, or without rights
                    continue
                try:
                    mode = os.fstat(opened).st_mode
                    if stat.S_ISDIR(mode):
                        self.keep(opened, place / entry.name)
                    elif stat.S_ISREG(mode):
                        self._keep_file(opened, place / entry.name)
                finally:
                    os.close(opened)

    def _keep_file(self, opened: int, place: PurePath) -> None:
        copy = self._copy / place
        before = copy.stat().st_size if copy.is_file() else -1
        with open(opened, "rb", closefd=False) as file:
            data = file.read(self._room + 1)
        is_new = len(data) != before or copy.read_bytes() != data
        if is_new and len(data) <= self._room and before <= LARGE_BYTES:
            self._room -= len(data)
            to = self._to / place
            to.parent.mkdir(parents=True, exist_ok=True)
            write_whole(to, data, durable=False)


COPIES = Copies()
atexit.register(COPIES.close)
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=COPIES.forget)
