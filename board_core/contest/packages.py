"""What an entrant hands in, as bytes with a name of their own: the SHA-256 of what is in them.

A contest plays what was handed in and recorded when it began, whatever happens to the files
meanwhile; and on another machine it plays the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath

from board_core.roster import Kind, PlayerSpec
from board_core.rules import Explained
from board_core.sentence import say

MOST = 256 * 1024 * 1024
"""Bytes that one entrant may hand in."""

PASSED_OVER = frozenset(("__pycache__", ".git", ".venv", "venv", ".mypy_cache", ".pytest_cache"))
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files make the same bytes, whenever they were written


class BadPackage(Explained):
    """What an entrant hands in cannot be taken; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Package:
    """Files as bytes, and who they are."""

    sha256: str  # of the bytes
    data: bytes
    files: Mapping[str, str]  # the SHA-256 of each file, by its path inside


def pack(folder: Path) -> Package:
    """All files of a folder, but for what tools leave lying about. Raises BadPackage, OSError."""
    if not folder.is_dir():
        raise BadPackage(say("there is no folder {path}", path=repr(str(folder))))
    home, paths = folder.resolve(), []
    for path in folder.rglob("*"):
        if not PASSED_OVER.isdisjoint(path.relative_to(folder).parts):
            continue
        if path.is_symlink() and not path.resolve().is_relative_to(home):
            raise BadPackage(
                say("{path} is a link that leads out of its folder", path=repr(str(path)))
            )
        if path.is_file():
            paths.append(path)
    return pack_files(folder, paths)


def pack_files(folder: Path, paths: list[Path]) -> Package:
    """These files of a folder. Raises BadPackage, OSError."""
    buffer, files, size = BytesIO(), dict[str, str](), 0
    named = sorted((_inside(path, folder).as_posix(), path) for path in paths)
    for name, _path in named:
        _check_name(name)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in named:
            size += path.stat().st_size
            if size > MOST:
                raise BadPackage(
                    say(
                        "{path} holds more than {limit} MiB: hand in less",
                        path=repr(str(folder)),
                        limit=MOST // 1024 // 1024,
                    )
                )
            data = path.read_bytes()
            files[name] = hashlib.sha256(data).hexdigest()
            packed.writestr(zip_entry(name, 0o755 if _executable(path) else 0o644), data)
    data = buffer.getvalue()
    return Package(hashlib.sha256(data).hexdigest(), data, files)


def zip_entry(name: str, mode: int) -> zipfile.ZipInfo:
    """How a file is written into a zip: with these rights, and as of :data:`LONG_AGO`."""
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = mode << 16
    return entry


def pack_player(spec: PlayerSpec, folder: Path) -> Package | None:
    """The files that a player's text names inside this folder; None if it names none."""
    words = spec.command if spec.kind is Kind.PROGRAM else spec.function[:1]
    paths = [folder / word for word in words if word and _is_inside(word, folder)]
    return pack_files(folder, list(dict.fromkeys(paths))) if paths else None


def located(spec: PlayerSpec, folder: Path) -> PlayerSpec:
    """The same player with the files it names sought in this folder."""
    return spec.located(lambda word: str(folder / word) if _is_inside(word, folder) else word)


def is_whole(folder: Path, files: Mapping[str, str]) -> bool:
    """Whether a package lies unpacked here with these files, by the SHA-256 of each.

    What a program has written beside them does not count.
    """
    try:
        return folder.is_dir() and all(
            hashlib.sha256((folder / name).read_bytes()).hexdigest() == sha256
            for name, sha256 in files.items()
        )
    except OSError:
        return False


def unpack(sha256: str, data: bytes, cache: Path) -> Path:
    """The folder with a package's files, made all at once; anew if a file of it was changed.

    Raises BadPackage when these are not the bytes, and OSError.
    """
    if hashlib.sha256(data).hexdigest() != sha256:
        raise BadPackage(say("a package has changed on its way: {sha256}", sha256=sha256))
    home, files = cache / sha256, _files(data)
    if is_whole(home, files):
        return home
    cache.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(dir=cache, prefix="half-"))
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            for entry in packed.infolist():
                path = half / _safe(entry.filename)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(packed.read(entry))
                path.chmod(entry.external_attr >> 16)
        half.chmod(0o755)
        if home.is_dir() and not is_whole(home, files):
            damaged = half.with_name(half.name + "-damaged")
            home.rename(damaged)
            shutil.rmtree(damaged, ignore_errors=True)
        with contextlib.suppress(OSError):  # another process was quicker
            half.rename(home)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return home


def _files(data: bytes) -> dict[str, str]:
    """The SHA-256 of each file in a package."""
    with zipfile.ZipFile(BytesIO(data)) as packed:
        return {
            entry.filename: hashlib.sha256(packed.read(entry)).hexdigest()
            for entry in packed.infolist()
        }


def _safe(name: str) -> str:
    """A path that stays inside. Raises BadPackage."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise BadPackage(say("a package names a file outside of it: {name}", name=repr(name)))
    return name


def _check_name(name: str) -> None:
    """Whether every machine can have a file of this name. Raises BadPackage."""
    try:
        _safe(name).encode()
    except (BadPackage, UnicodeEncodeError):
        raise BadPackage(
            say(
                "a file called {name} cannot be handed in: let its name be without : and \\, and "
                "UTF-8",
                name=repr(name),
            )
        ) from None


def _is_inside(word: str, folder: Path) -> bool:
    """Whether a word of a command names a file in this folder."""
    try:
        within = ".." not in _inside(folder / word, folder).parts
        return within and not word.startswith("-") and (folder / word).is_file()
    except (OSError, ValueError):  # no file could have such a name
        return False


def _inside(path: Path, folder: Path) -> PurePath:
    """The way from the folder to the path, without looking at links."""
    return PurePath(os.path.relpath(path, folder))


def _executable(path: Path) -> bool:
    if os.name == "nt":  # pragma: no cover
        return True
    return bool(path.stat().st_mode & stat.S_IXUSR)
