"""System files hidden from programs: engines, other programs' libraries, set-user-id files.

They are looked up once for each PATH, by a list of our own, never a stranger's.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

from board_core.fast_dataclass import dataclass

GAME_FOLDERS = ("/usr/games", "/usr/local/games", "/usr/share/games", "/usr/lib/games")

# fmt: off
ENGINE_NAMES = frozenset((
    "3dchess", "amoeba", "amyan", "arasan", "bbchess", "berserk", "bovo", "brutalchess",
    "bugchess2", "caissa", "cheng4", "chessx", "cinnamon", "claudia", "clover", "combusken",
    "crafty", "cutechess", "cutechess-cli", "deepov", "defenchess", "demolito", "demonfire",
    "dragon-chess", "dreamchess", "eboard", "embryo", "ethereal", "ethereal-chess", "exchess",
    "expositor", "faile", "fairy-stockfish", "fairymax", "fastchess", "francesca", "fruit",
    "fruit-chess", "gaviota", "glaurung", "glchess", "gmoku", "gnome-chess", "gnubg",
    "gnuchess", "gnuchessu", "gnuchessx", "gomoku", "gomoku-terminal", "gothmog", "greko",
    "gull", "hoichess", "houdini", "igel", "ivanhoe", "jazzchess", "katagomo", "koivisto",
    "komodo", "laser-chess", "lc0", "lczero", "leela", "maxqi", "minic", "nemorino", "pbrain",
    "pela", "phalanx", "plisk", "polyglot", "pulsar-chess", "pychess", "rapfi", "rodent",
    "rofchade", "rubichess", "rybka", "scid", "scidlet", "senpai", "shamax", "shatranj",
    "shredder", "sjeng", "slowchess", "smarthink", "stash-bot", "stockfish", "sunfish",
    "tcscid", "texel", "toga", "toga2", "togaii", "tscp", "tucano", "vajolet", "viridithas",
    "wasp-chess", "weiss", "winter-chess", "xboard", "xphalanx", "yixin", "zahak", "zetor",
))
# fmt: on
"""The names of chess and gomoku programs; ``stockfish-16`` and ``stockfish_x64`` match too."""

NAME_LENGTHS = frozenset(map(len, ENGINE_NAMES))

PROGRAM_FOLDERS = ("/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/bin", "/sbin")
INSTALLATION_FOLDERS = (
    *("/usr/lib", "/usr/libexec", "/usr/share", "/usr/local", "/usr/local/lib", "/opt"),
    *("/usr/local/libexec", "/usr/local/share", "/usr/local/opt"),
    *("/usr/lib/node_modules", "/usr/local/lib/node_modules", "/usr/share/nodejs"),
)
SOURCE_FOLDERS = ("/usr/src", "/usr/local/src", "/usr/local/etc")
LIBRARY_FOLDERS = ("site-packages", "dist-packages")
PRIVILEGED_DEPTH = 3  # folders below /usr/lib that are searched for set-user-id files
OUR_PACKAGES = ("board_core", "board_cli", "board_pygame")


@dataclass(frozen=True, slots=True)
class Hidden:
    """The folders that a program sees as empty, and the files that it cannot open."""

    folders: frozenset[Path]
    files: frozenset[Path]


@lru_cache(maxsize=8)
def hidden(path: str) -> Hidden:
    """Return the hidden files of this machine; ``path`` is the PATH on which engines are found."""
    folders, files = {Path(place) for place in GAME_FOLDERS if _is_folder(place)}, set[Path]()
    on_path = [place for place in path.split(os.pathsep) if os.path.isabs(place)]  # noqa: PTH117
    for place in dict.fromkeys((*PROGRAM_FOLDERS, *INSTALLATION_FOLDERS, *on_path)):
        for entry in _listed(place):
            if is_engine(entry.name):
                found = Path(os.path.realpath(entry.path))
                (folders if found.is_dir() else files).add(found)
    for entry in _listed("/nix/store"):
        if is_engine(entry.name.partition("-")[2]):
            folders.add(Path(entry.path))
    folders |= {Path(place) for place in SOURCE_FOLDERS if _is_folder(place)}
    folders |= set(_libraries())
    files |= _privileged()
    folders = {Path(os.path.realpath(folder)) for folder in folders if any(_listed(str(folder)))}
    return Hidden(
        frozenset(folders),
        frozenset(file for file in files if not any(map(file.is_relative_to, folders))),
    )


def is_engine(name: str) -> bool:
    """Return True if a file is named like a chess or gomoku program of any version."""
    low = name.casefold()
    return any(
        low[:length] in ENGINE_NAMES and not low[length : length + 1].isalpha()
        for length in NAME_LENGTHS
    )


def site_packages(prefix: Path) -> list[Path]:
    """Return the folders of packages that belong to a Python installation."""
    found = [*prefix.glob("lib/python*/site-packages"), *prefix.glob("lib/python*/dist-packages")]
    found += prefix.glob("versions/*/lib/python*/site-packages")  # of pyenv
    return [folder for folder in found if folder.is_dir()]


def _libraries() -> Iterator[Path]:
    for place in ("/usr/lib", "/usr/local/lib", "/lib"):
        yield from map(Path, (f"{place}/python3/dist-packages",))
        for entry in _listed(place):
            if re.fullmatch(r"(python|pypy)[\d.]*", entry.name):
                yield from (Path(entry.path) / name for name in LIBRARY_FOLDERS)
    if sys.prefix == sys.base_prefix:
        yield from {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
    yield from site_packages(Path(sys.base_prefix))


@cache
def _privileged() -> frozenset[Path]:
    return frozenset(_all_privileged())


def _all_privileged() -> Iterator[Path]:
    for place in (*PROGRAM_FOLDERS, "/usr/libexec", "/usr/lib"):
        deep = PRIVILEGED_DEPTH if place in ("/usr/lib", "/usr/libexec") else 0
        if not Path(place).is_symlink():
            yield from _privileged_in(place, deep)


def _privileged_in(folder: str, deep: int) -> Iterator[Path]:
    for entry in _listed(folder):
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                if deep and not entry.name.startswith("python"):
                    yield from _privileged_in(entry.path, deep - 1)
            elif entry.is_file(follow_symlinks=False):
                mode = entry.stat(follow_symlinks=False).st_mode
                if mode & (stat.S_ISUID | stat.S_ISGID):
                    yield Path(entry.path)


def _listed(folder: str) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder lazily, as a list of some folders takes a megabyte."""
    with suppress(OSError), os.scandir(folder) as entries:
        yield from entries


def _is_folder(place: str) -> bool:
    path = Path(place)
    return path.is_dir() and not path.is_symlink()
