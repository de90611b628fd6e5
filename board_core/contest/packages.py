"""Packages: the files of an entrant as one zip, named by its SHA-256.

A contest plays the files that were recorded when it began, even if they change later; and every
machine plays the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import (
    MIB,
    MOST_BYTES,
    CannotTake,
    Handed,
    inventory,
    omitted_folder,
    read_inside,
)
from board_core.game.rules import Rules
from board_core.match.player_spec import PlayerKind, PlayerSpec, parse_player
from board_core.supervise.command import is_interpreter
from board_core.text.sentence import BoardError, Sentence, say

MOST_NAME_BYTES = 160
"""The longest name of a file with its folders: Windows allows 260 for a whole path."""

WINDOWS_PORTS = tuple(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³")
WINDOWS_DEVICES = frozenset(("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *WINDOWS_PORTS))
"""Names that no file on Windows may have, with any ending."""

ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # the same files make the same bytes, whenever they were written


class BadPackage(BoardError):
    """The files cannot be packed; the sentence says why."""


class RefusedFolder(BadPackage):
    """A folder has unacceptable files, by the entrant's fault, not the organiser's."""


@dataclass(frozen=True, slots=True)
class Package:
    """The files of an entrant as one zip."""

    sha256: str  # of the bytes
    data: bytes
    files: Mapping[str, str]  # the SHA-256 of each file, by its path inside


def pack(folder: Path, home: Path | None = None) -> Package:
    """Pack all files of a folder except the litter of tools. Raises BadPackage.

    The folder must be in ``home``, and no link may lead to it. A link inside the folder is packed
    as the file that it leads to, if that is in the folder too.
    """
    if not folder.is_dir():
        raise BadPackage(say("there is no folder {path}", path=repr(str(folder))))
    if home is not None and (link := _link_on_the_way(folder, home)) is not None:
        raise RefusedFolder(
            say("{path} is a link: hand in the folder itself", path=repr(str(link)))
        )
    try:
        found = inventory(folder)
    except CannotTake as error:
        raise RefusedFolder(error.sentence) from None
    files = {each.name: each for each in found if not each.is_folder and each.target is None}
    sources = {name: name for name in files}
    for each in found:
        if each.target is not None and each.target in files:
            sources[each.name] = each.target
    return _packed(folder, {name: files[source] for name, source in sources.items()})


def pack_files(folder: Path, names: Iterable[str]) -> Package:
    """Pack these files of a folder. Raises BadPackage."""
    found = {}
    for name in names:
        try:
            known = (folder / name).stat()
        except OSError as error:
            raise RefusedFolder(
                say(
                    "{path} cannot be read: {why}",
                    path=repr(str(folder / name)),
                    why=error.strerror or error,
                )
            ) from None
        found[name] = Handed(name, known.st_size, _executable(known))
    return _packed(folder, found)


def _packed(folder: Path, content: Mapping[str, Handed]) -> Package:
    """Pack files of a folder; ``content`` has the file for each name in the package."""
    buffer, files, size = BytesIO(), dict[str, str](), 0
    check_names(content)
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, each in sorted(content.items()):
            try:
                data = read_inside(folder, each.name)
            except CannotTake as error:
                raise RefusedFolder(error.sentence) from None
            size += len(data)
            if size > MOST_BYTES:
                raise RefusedFolder(
                    say(
                        "{path} holds more than {limit} MiB: submit less",
                        path=repr(str(folder)),
                        limit=MOST_BYTES // MIB,
                    )
                )
            files[name] = hashlib.sha256(data).hexdigest()
            packed.writestr(zip_entry(name, 0o755 if each.executable else 0o644), data)
    data = buffer.getvalue()
    return Package(hashlib.sha256(data).hexdigest(), data, files)


def _link_on_the_way(folder: Path, home: Path) -> Path | None:
    """Return the first link between an organiser's folder and an entrant's, or None."""
    within = PurePath(os.path.relpath(folder, home))
    steps = [home.joinpath(*within.parts[: n + 1]) for n in range(len(within.parts))]
    return next((step for step in steps if step.is_symlink()), None)


def zip_entry(name: str, mode: int) -> zipfile.ZipInfo:
    """Return the header of a file in a zip: with these rights, and dated :data:`ZIP_DATE`."""
    entry = zipfile.ZipInfo(name, ZIP_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = mode << 16
    return entry


def pack_player(spec: PlayerSpec, folder: Path) -> Package | None:
    """Pack the files of this folder that a player's text names; None if it names none."""
    words = spec.command if spec.kind is PlayerKind.PROGRAM else spec.function[:1]
    inside = [word for word in words if word and _is_inside(word, folder)]
    names = dict.fromkeys(_inside(folder / word, folder).as_posix() for word in inside)
    return pack_files(folder, names) if names else None


def parsed_with(package: Package, player: str, rules: Rules) -> PlayerSpec:
    """Return the player that a text names beside the files of a package, as workers read it.

    Files that the package left out may have made it another text. Raises BadPlayer, and OSError.
    """
    with tempfile.TemporaryDirectory() as place:
        for name in package.files:
            path = Path(place, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        return parse_player(player, Path(place), rules)


def left_behind(spec: PlayerSpec, folder: Path) -> Sentence | None:
    """Say that a player's text names a file that no package would contain, if it does."""
    for word in spec.command:
        if not _is_inside(word, folder):
            continue
        name = _inside(folder / word, folder).as_posix()
        if (left := omitted_folder(folder, name)) is not None:
            return say(
                "a contest takes {left} from no folder, and {file} is in it: instead of an "
                "environment's Python write python3, and list its packages in [sandbox]",
                left=repr(left),
                file=repr(name),
            )
    return None


def located(spec: PlayerSpec, folder: Path) -> PlayerSpec:
    """Return the player with this folder as its own, where its files are found.

    Both paths are absolute: the player is started elsewhere.
    """
    folder = folder.absolute()

    def place(word: str) -> str:
        bare_name = PurePath(word).name == word and is_interpreter(word)
        return str(folder / word) if _is_inside(word, folder) and not bare_name else word

    return replace(spec.located(place), folder=folder)


def is_whole(folder: Path, files: Mapping[str, str]) -> bool:
    """Return whether a folder holds these files, by the SHA-256 of each.

    Other files, which a program may have written, are ignored.
    """
    try:
        return folder.is_dir() and all(
            hashlib.sha256((folder / name).read_bytes()).hexdigest() == sha256
            for name, sha256 in files.items()
        )
    except OSError:
        return False


def unpack(sha256: str, data: bytes, cache: Path) -> Path:
    """Unpack a package into its folder in the cache, whole; again if a file there was changed.

    Raises BadPackage for bytes with another SHA-256, and OSError.
    """
    if hashlib.sha256(data).hexdigest() != sha256:
        raise BadPackage(say("a submission was changed on the way: {sha256}", sha256=sha256))
    home, files = cache / sha256, packed_files(data)
    if is_whole(home, files):
        return home
    cache.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(dir=cache, prefix="half-"))
    try:
        unpack_into(data, half)
        if home.is_dir() and not is_whole(home, files):
            damaged = half.with_name(half.name + "-damaged")
            home.rename(damaged)
            shutil.rmtree(damaged, ignore_errors=True)
        with contextlib.suppress(OSError):  # another process was quicker
            half.rename(home)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return home


def unpack_into(data: bytes, folder: Path) -> None:
    """Unpack a package that :func:`pack` made into an empty folder. Raises BadPackage, OSError."""
    with zipfile.ZipFile(BytesIO(data)) as packed:
        for entry in packed.infolist():
            path = folder / _safe(entry.filename)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(packed.read(entry))
            path.chmod(entry.external_attr >> 16)
    folder.chmod(0o755)


def packed_files(data: bytes) -> dict[str, str]:
    """Return the SHA-256 of each file in a package."""
    with zipfile.ZipFile(BytesIO(data)) as packed:
        return {
            entry.filename: hashlib.sha256(packed.read(entry)).hexdigest()
            for entry in packed.infolist()
        }


def _safe(name: str) -> str:
    """Return the path if it stays inside. Raises BadPackage."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise BadPackage(say("a submission names a file outside itself: {name}", name=repr(name)))
    return name


def check_names(names: Iterable[str]) -> None:
    """Check that every system can have files of these names together. Raises RefusedFolder.

    A folder that git takes for a repository is refused: its settings run commands of a stranger.
    """
    seen: dict[str, str] = {}
    inside: dict[str, set[str]] = {}
    for name in names:
        parts = name.casefold().split("/")
        for deep, part in enumerate(parts):
            found = inside.setdefault("/".join(parts[:deep]), set())
            found.add(part)
            if "head" in found and ("commondir" in found or found >= {"objects", "refs"}):
                raise RefusedFolder(
                    say("{path} is part of a repository of git: leave that out", path=repr(name))
                )
        if not _everywhere(name):
            raise RefusedFolder(
                say(
                    "a file called {name} cannot be handed in: not every system can have it; use "
                    'at most {limit} characters, and no < > : " | ? * or \\',
                    name=repr(name[-MOST_NAME_BYTES:]),
                    limit=MOST_NAME_BYTES,
                )
            )
        if (other := seen.setdefault(name.casefold(), name)) != name:
            raise RefusedFolder(
                say(
                    "{first} and {second} are the same file on some systems: rename one of them",
                    first=repr(other),
                    second=repr(name),
                )
            )


def _everywhere(name: str) -> bool:
    """Return whether every system can have a file of this name, with its folders."""
    try:
        size = len(_safe(name).encode())
    except (BadPackage, UnicodeEncodeError):
        return False
    forbidden = any(c in '<>:"|?*' or not c.isprintable() for c in name)
    parts = PurePosixPath(name).parts
    unusual = any(part[-1] in ". " or is_device(part) for part in parts)
    return not forbidden and not unusual and size <= MOST_NAME_BYTES


def is_device(name: str) -> bool:
    """Return whether Windows treats a file's name, without folders, as a device."""
    return name.partition(".")[0].strip().upper() in WINDOWS_DEVICES


def _is_inside(word: str, folder: Path) -> bool:
    """Return whether a word of a command names a file in this folder."""
    try:
        within = ".." not in _inside(folder / word, folder).parts
        return within and not word.startswith("-") and (folder / word).is_file()
    except (OSError, ValueError):  # no file could have such a name
        return False


def _inside(path: Path, folder: Path) -> PurePath:
    """Return the path relative to the folder, without following links."""
    return PurePath(os.path.relpath(path, folder))


def _executable(known: os.stat_result) -> bool:
    return os.name == "nt" or bool(known.st_mode & stat.S_IXUSR)
