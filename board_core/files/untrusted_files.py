"""Read untrusted files: regular files only, within bounds, following no link out of the folder.

Nothing here blocks: a FIFO, a socket or a device in a folder is refused before it is opened. A
refusal raises :class:`CannotTake`, whose sentence names the file and says why.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import BoardError, Sentence, say

MIB = 1024 * 1024
MOST_BYTES = 256 * MIB
MOST_FILES = 20_000
DEEPEST_FOLDER = 64
"""Bounds of a submitted folder: bytes, files and folders, and levels of folders."""

SMALL_FILE_BYTES = 1 * MIB
"""Bytes of a file that is read at once, such as a plan or a manifest."""

BLOCK_BYTES = 64 * 1024
"""Bytes of a file that are read and copied at a time."""

REPOSITORY = (".git", ".hg", ".svn", ".jj")  # its settings may run commands
PASSED_OVER = frozenset(
    (*REPOSITORY, "__pycache__", ".venv", "venv", ".mypy_cache", ".pytest_cache")
)
"""Folders that tools create, in any case; each is submitted as an empty folder."""

READ_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
FOLDER_FLAG = getattr(os, "O_DIRECTORY", 0)
OPENS_STEP_BY_STEP = os.open in os.supports_dir_fd
"""True if a path can be opened folder by folder, without following a link."""


class CannotTake(BoardError):
    """An untrusted file or folder was refused; the sentence says why."""


class TooMuch(CannotTake):
    """A folder holds more than :data:`MOST_BYTES` or :data:`MOST_FILES`."""


@dataclass(frozen=True, slots=True)
class Handed:
    """One file, folder or link of a submitted folder, as the system describes it."""

    name: str  # the path inside, with slashes
    size: int = 0
    executable: bool = False
    stamp: tuple[int, ...] = ()  # changes whenever the file is written
    is_folder: bool = False
    target: str | None = None  # of a link: the path inside the folder that it leads to


def without_waiting(name: str, flags: int) -> int:
    """Open a file for :func:`open`, which also closes a folder's descriptor, unlike os.fdopen."""
    return os.open(name, flags | READ_FLAGS)


def read_small(path: Path, limit: int = SMALL_FILE_BYTES) -> bytes:
    """Return the bytes of an untrusted file. Raises CannotTake and OSError."""
    descriptor = os.open(path, READ_FLAGS)
    try:
        return _read(descriptor, str(path), limit)
    finally:
        os.close(descriptor)


def read_head(path: Path, most: int) -> bytes:
    """Return the first bytes of an untrusted file. Raises CannotTake and OSError."""
    with open(path, "rb", opener=without_waiting) as opened:
        _check_is_a_file(opened.fileno(), str(path))
        return opened.read(most)


def inventory(folder: Path) -> tuple[Handed, ...]:
    """List the contents of a submitted folder, sorted by name. Raises CannotTake.

    A link to something in the same folder is listed, one to a missing target in it is left out, and
    one that leads out of the folder is refused.
    """
    if not folder.is_dir():
        raise CannotTake(say("there is no folder {path}", path=_shown(folder)))
    real, found, size = os.path.realpath(folder), list[Handed](), 0
    try:
        for each in _below(str(folder), "", real, DEEPEST_FOLDER):
            found.append(each)
            size += each.size
            if size > MOST_BYTES:
                raise TooMuch(_too_large(folder))
            if len(found) > MOST_FILES:
                raise TooMuch(
                    say(
                        "{path} holds more than {limit} files: submit less",
                        path=_shown(folder),
                        limit=MOST_FILES,
                    )
                )
    except (OSError, ValueError) as error:
        if isinstance(error, CannotTake):
            raise
        raise CannotTake(_unreadable(str(folder), error)) from None
    return tuple(sorted(found, key=lambda each: each.name))


def omitted_folder(folder: Path, name: str) -> str | None:
    """Return the folder above a file that :func:`inventory` leaves empty, if there is one.

    ``name`` and the result are paths relative to ``folder``.
    """
    left = left_out((folder / name).parent, folder)
    return None if left is None else left.relative_to(folder).as_posix()


def read_inside(folder: Path, name: str, limit: int = MOST_BYTES) -> bytes:
    """Return the bytes of a file in a folder, following no link below the folder.

    Raises CannotTake, also if the file has meanwhile been replaced by a link or special file.
    """
    path = folder / name
    try:
        with _opened(folder, PurePosixPath(name).parts) as descriptor:
            return _read(descriptor, str(path), limit)
    except OSError as error:
        raise CannotTake(_unreadable(str(path), error)) from None


def copy_inside(folder: Path, name: str, to: Path) -> None:
    """Copy a file of a folder as :func:`read_inside` reads it. Raises CannotTake, and OSError."""
    try:
        opened = _opened(folder, PurePosixPath(name).parts)
        with opened as descriptor, to.open("xb") as file:
            for block in _blocks(descriptor, str(folder / name), MOST_BYTES):
                file.write(block)
    except OSError as error:
        if error.filename == str(to) or error.errno == errno.ENOSPC:
            raise
        raise CannotTake(_unreadable(str(folder / name), error)) from None


@contextmanager
def _opened(folder: Path, parts: tuple[str, ...]) -> Iterator[int]:
    if not OPENS_STEP_BY_STEP:  # pragma: no cover
        path = folder.joinpath(*parts)
        if folder.resolve().joinpath(*parts) != path.resolve():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))  # a link or a junction
        descriptor = os.open(path, READ_FLAGS)
        try:
            yield descriptor
        finally:
            os.close(descriptor)
        return
    descriptor = os.open(folder, READ_FLAGS | FOLDER_FLAG)
    try:
        for index, part in enumerate(parts, start=1):
            flags = READ_FLAGS | NO_LINK | (FOLDER_FLAG if index < len(parts) else 0)
            inner = os.open(part, flags, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = inner
        yield descriptor
    finally:
        os.close(descriptor)


def _read(descriptor: int, path: str, limit: int) -> bytes:
    return b"".join(_blocks(descriptor, path, limit))


def _check_is_a_file(descriptor: int, path: str) -> None:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise CannotTake(_no_file(path))


def _blocks(descriptor: int, path: str, limit: int) -> Iterator[bytes]:
    _check_is_a_file(descriptor, path)
    size = 0
    while block := os.read(descriptor, min(BLOCK_BYTES, limit + 1 - size)):
        yield block
        size += len(block)
        if size > limit:
            raise CannotTake(
                say(
                    "{path} is larger than {limit} bytes, which is too large",
                    path=_shown(path),
                    limit=limit,
                )
            )


def _below(folder: str, prefix: str, home: str, deep: int) -> Iterator[Handed]:
    if deep < 0:
        raise CannotTake(
            say(
                "{path} has more than {limit} levels of folders",
                path=_shown(home),
                limit=DEEPEST_FOLDER,
            )
        )
    with os.scandir(folder) as entries:
        listed = list(entries)
    for entry in listed:
        name = prefix + entry.name
        known = entry.stat(follow_symlinks=False)
        if _is_passed_over(entry.path):
            if os.path.isdir(entry.path):  # noqa: PTH112  # also a link to one
                yield Handed(name, is_folder=True)
            continue
        stamp = (
            *(known.st_dev, known.st_ino, known.st_mode),
            *(known.st_size, known.st_mtime_ns, known.st_ctime_ns),
        )
        if stat.S_ISLNK(known.st_mode):
            target = _inside(entry.path, home)
            if target is not None:
                yield Handed(name, stamp=stamp, target=target)
        elif stat.S_ISDIR(known.st_mode):
            yield Handed(name, stamp=(known.st_mode,), is_folder=True)
            yield from _below(entry.path, f"{name}/", home, deep - 1)
        elif stat.S_ISREG(known.st_mode):
            executable = os.name == "nt" or bool(known.st_mode & stat.S_IXUSR)
            yield Handed(name, known.st_size, executable, stamp)
        else:
            raise CannotTake(_no_file(entry.path))


def _is_passed_over(path: str) -> bool:
    """Return True for a folder of a tool, and for a Python virtual environment or a link to one.

    The environment cannot be moved. A file that has the name of such a folder is a file, except
    ``.git``, which may name any folder.
    """
    if os.path.isfile(os.path.join(path, "pyvenv.cfg")):  # noqa: PTH113, PTH118  # never raises
        return True
    name = os.path.basename(path).casefold()  # noqa: PTH119
    return name in PASSED_OVER and (name == ".git" or not os.path.isfile(path))  # noqa: PTH113


def left_out(path: Path, folder: Path) -> Path | None:
    """Return the part left out of a copy of ``folder`` that contains a path, or None."""
    if not path.is_relative_to(folder):
        return None
    parts = path.relative_to(folder).parts
    places = (folder.joinpath(*parts[:deep]) for deep in range(1, len(parts) + 1))
    return next((p for p in places if _is_passed_over(str(p))), None)


def _inside(link: str, home: str) -> str | None:
    """Return a link's target, relative to ``home``; None if it is missing. Raises CannotTake."""
    real = os.path.realpath(link)
    within = os.path.relpath(real, home)
    if within == ".." or within.startswith(f"..{os.sep}") or Path(within).is_absolute():
        raise CannotTake(leads_out(_shown(link)))
    try:
        Path(link).stat()
    except FileNotFoundError:
        return None
    except OSError as error:  # the link leads to itself
        raise CannotTake(_unreadable(link, error)) from None
    return Path(within).as_posix()


def leads_out(link: str) -> Sentence:
    return say(
        "{path} is a link that leads out of its folder: put a copy of what it leads to there",
        path=link,
    )


def _shown(path: str | Path) -> str:
    return repr(str(path) if len(str(path)) <= 300 else f"{str(path)[:297]}...")


def _too_large(folder: Path) -> Sentence:
    return say(
        "{path} holds more than {limit} MiB: submit less",
        path=_shown(folder),
        limit=MOST_BYTES // MIB,
    )


def _no_file(path: str) -> Sentence:
    return say(
        "{path} is neither a file nor a folder: no pipe, socket or device is taken",
        path=_shown(path),
    )


def _unreadable(path: str, error: Exception) -> Sentence:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return say("{path} cannot be read: {why}", path=_shown(path), why=why)
