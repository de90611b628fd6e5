"""Decide which files of this machine a sandboxed program sees.

It sees the system except the files in :mod:`.hidden`, its own folder, what the person who runs the
board lists as readable, and this machine's interpreters. The contents of the program's own folder
have no influence: neither ``#!`` lines nor links nor ``pyvenv.cfg``.

An interpreter comes with its installation prefix (``PREFIX/bin/node``) if that is outside of the
program's own folder and belongs to root or to the user who runs the board. A person may name the
Python of an environment in the program's folder (``.venv/bin/python my_ai.py``): the environment is
then shown unchanged, and the target of its link only if it is a Python installation. This is never
done for a submitted folder.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import lru_cache
from itertools import islice, takewhile
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake
from board_core.text.sentence import Sentence, say

from .command import Command, find_program, is_interpreter
from .copies import LARGE_BYTES, Copy
from .hidden import GAME_FOLDERS, OUR_PACKAGES, Hidden, hidden, is_engine, site_packages

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
NEVER_SHOWN = ("/proc", "/dev", "/sys")  # never this machine's
# files beside the system that the loader and interpreters read; no names of users or machines
SYSTEM_SETTINGS = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/var/lib/ghc",
)
ETC_FOLDER = Path("/etc")
RUNTIME_SETTINGS = re.compile(
    r"(dotnet|erlang|fpc|ghc|guile|java|julia|lua|mono|node|ocaml|octave|perl|php|pypy|python|R|"
    r"ruby|scala)([\d._-].*|rc)?"
)
"""The names in /etc of what interpreters read there: ``java-17-openjdk``, ``php``, ``R``."""
MOST_SETTINGS = 2_000  # entries of one of them

BOARD_FOLDER = Path("/board")
"""The board's own files inside: ``bin`` with Python, ``packages``, ``own``; and what a program's
writable folder is filled from."""

MOST_LARGE, MOST_WRITABLE = 64, 2_000  # such files, and entries, of a folder that is writable
ENTRY_BYTES = 8192  # what a file takes at most beside its bytes

PACKAGES_FOLDER, OWN_FOLDER, BIN_FOLDER, COPY_FOLDER = (
    BOARD_FOLDER / "packages",
    BOARD_FOLDER / "own",
    BOARD_FOLDER / "bin",
    BOARD_FOLDER / "copy",
)

WITHHELD_MODULES = frozenset(("ais", "author", "contest", "frontend", "locale", "match", "serving"))
"""Modules of ``board_core`` that choose moves or lead to them; a function sees the rest."""

ON_PATH = ("python3", "node", "java", "mono", "ruby", "perl", "lua", "php", "dotnet")
"""Interpreters on this machine's PATH that ``#!/usr/bin/env NAME`` may ask for."""

USUAL_PACKAGES = ("chess",)
"""Python packages that every program may import if the board has them."""

PYTHON_NAMES = ("python", "python3", f"python{sys.version_info[0]}.{sys.version_info[1]}")

TOO_WIDE_FOLDERS = (
    *("/opt", "/srv", "/mnt", "/media", "/var", "/var/tmp", "/run", "/root", "/boot", "/etc"),
    *("/home", "/Users"),
)
MANY_ENTRIES = 20_000  # entries of a readable folder that are checked
FEW_ENTRIES = 500  # of an installation: down to the list of its packages


NOTHING_HIDDEN = Hidden(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Own:
    """A program's own folder, shown as a copy; with ``names``, only these files of it."""

    folder: Path
    names: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class VisibleFiles:
    """The files that one program sees besides the system, and how it is started."""

    argv: tuple[str, ...]
    folder: Path | None  # its working directory; None: its home
    own: Own | None = None
    # each place inside, with the path it shows
    shown: Mapping[Path, Path] = field(default_factory=dict)
    links: Mapping[Path, Path] = field(default_factory=dict)
    hidden: Hidden = NOTHING_HIDDEN
    environment: Mapping[str, str] = field(default_factory=dict)
    writable: Path | None = None  # its own folder, in memory and filled from COPY_FOLDER
    room: int = 0  # bytes that this takes

    def places(self) -> Iterator[Path]:
        """Yield the folders and files that it can see, except hidden ones."""
        yield from map(Path, (*SYSTEM_FOLDERS, *system_settings(), *NEVER_SHOWN, "/tmp"))
        yield BOARD_FOLDER
        yield from filter(None, (self.writable,))
        yield from self.shown
        yield from self.links

    def with_copy(self, copy: Copy, memory: int) -> VisibleFiles:
        """Return the same files with this copy in place of the program's own folder.

        The program may write there, into a copy of its own, if at most ``memory`` bytes are to be
        copied. Many engines keep a log beside themselves, and end where that fails.
        """
        assert self.own is not None
        folder, names = self.own.folder, self.own.names
        large = [each.name for each in copy.stamp if each.size > LARGE_BYTES]
        room = sum(each.size + ENTRY_BYTES for each in copy.stamp if each.size <= LARGE_BYTES)
        many = len(large) > MOST_LARGE or len(copy.stamp) > MOST_WRITABLE
        if names is None and room <= memory and not many:
            mine = {COPY_FOLDER: copy.path, **{folder / name: copy.path / name for name in large}}
            return replace(self, own=None, shown={**self.shown, **mine}, writable=folder, room=room)
        mine = {folder / name: copy.path / name for name in (("",) if names is None else names)}
        return replace(self, own=None, shown={**self.shown, **mine})


@lru_cache(maxsize=1)
def system_settings() -> tuple[str, ...]:
    """Return the visible parts of /etc: the loader's files, and interpreters' settings.

    They are shown if everything in them belongs to root and is readable by all; permissions protect
    any secrets.
    """
    try:
        entries = sorted(ETC_FOLDER.iterdir())
    except OSError:
        entries = []
    named = [entry for entry in entries if RUNTIME_SETTINGS.fullmatch(entry.name)]
    return (*SYSTEM_SETTINGS, *(str(entry) for entry in named if _is_open_to_all(entry)))


def _is_open_to_all(place: Path) -> bool:
    seen = [*islice(_entries(place), MOST_SETTINGS + 1)]
    return len(seen) <= MOST_SETTINGS and all(map(_everybody_reads, seen))


def _everybody_reads(entry: Path) -> bool:
    try:
        known = entry.lstat()
    except OSError:
        return False
    return known.st_uid == 0 and _is_open(known.st_mode)


def _is_open(mode: int) -> bool:
    """Return True for a link, and for a file or folder that all users may read."""
    needed = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    is_plain = stat.S_ISDIR(mode) or stat.S_ISREG(mode)
    return stat.S_ISLNK(mode) or (is_plain and mode & needed == needed)


def view_of(
    command: Command,
    path: str,
    readable: Iterable[Path] = (),
    packages: Iterable[str] = USUAL_PACKAGES,
    for_function: bool = False,
) -> VisibleFiles:
    """Decide what a command sees, from this machine's files; ``path`` is the PATH.

    ``for_function`` shows the parts of the board that the process of a function needs. Raises
    CannotTake for a listed path that does not exist.
    """
    own = own_folder(command)
    listed = [check_readable_once(place) for place in readable]
    listed += _engines_to_start(command, path, own)
    named = [] if command.clean else list(_named(command, own))
    for place in named:
        if own is not None and place.is_relative_to(own.folder):  # shown as it is
            check_readable_once(place)
    python = _base_python()
    places = [*listed, *named, *_python_at(python)]
    if not is_interpreter(command.argv[0]):
        places += [place for name in ON_PATH for place in _on_path(name, path, own)]
    covered = _covered(command, path, places, listed, own)
    brought = packages_at(tuple(packages)) | (_of_the_board() if for_function else {})
    uncovered = _itself(command, covered, own)
    wanted = [place for place in (*places, *uncovered) if _is_hidden(place, covered)]
    shown = {place: place for place in _without_doubles(wanted, covered)}
    shown |= brought
    argv = (str(python), *command.argv[1:]) if command.clean else command.argv
    links = (
        {BIN_FOLDER / name: python for name in PYTHON_NAMES} if _is_replaced_inside(path) else {}
    )
    within = _within(covered, shown)
    environment = Path(sys.prefix)
    if not (_is_base(environment) or _is_under(environment, (*SYSTEM_FOLDERS, *shown))):
        # a script's '#!' line may name the board's own environment
        if own is not None and environment.is_relative_to(own.folder):
            within = replace(within, folders=within.folders | {environment})
        links |= {environment / "bin" / name: python for name in PYTHON_NAMES}
    alone = bool(named) and is_python(argv[0]) and not _is_base(named[0])
    return VisibleFiles(
        argv,
        command.folder,
        own,
        shown,
        links,
        within,
        _environment(path, [*shown, *links], for_function=for_function, alone=alone),
    )


def own_folder(command: Command) -> Own | None:
    """Return the visible part of a program's own folder; None if it has none outside the system.

    In a home, ``/tmp`` and folders that contain them, only the files that the command names are
    shown. For ``PREFIX/bin/program`` with libraries beside it, the folder is PREFIX.
    """
    folder = command.folder
    if folder is None or _is_under(folder, (*SYSTEM_FOLDERS, *NEVER_SHOWN)):
        return None
    if command.handed_in:
        return Own(folder)
    if too_wide(folder):
        return Own(folder, named_files(command))
    prefix = folder.parent
    looks_so = folder.name == "bin" and (prefix / "lib").is_dir() and prefix.name != ".local"
    return Own(prefix if looks_so and not too_wide(prefix) else folder)


def named_files(command: Command) -> tuple[str, ...]:
    """Return the files of its own folder that a command names, as paths in the sandbox."""
    assert command.folder is not None
    words = [Path(word) for word in command.argv]
    if is_interpreter(command.argv[0]):
        words = words[1:]
    return tuple(
        dict.fromkeys(
            word.relative_to(command.folder).as_posix()
            for word in words
            if word.is_relative_to(command.folder) and _is_file(word)
        )
    )


def too_wide(folder: Path) -> bool:
    """Return True if a folder holds more than one program: a home, or a parent of homes."""
    places = (Path("~").expanduser(), tempfile.gettempdir(), "/tmp", *TOO_WIDE_FOLDERS)
    real = Path(os.path.realpath(folder))
    others_home = real.parent in (Path("/home"), Path("/Users"))
    return others_home or any(
        Path(os.path.realpath(place)).is_relative_to(real) for place in places
    )


def check_readable(place: Path) -> Path:
    """Return the path as it is shown inside. Raises CannotTake for a path that cannot be listed.

    A listed path is shown directly, not copied. So it must not contain a pipe, socket or device; in
    a large folder the first 20,000 entries are checked.
    """
    place = Path(os.path.abspath(place))  # noqa: PTH100  # not resolving links: it keeps its name
    try:
        exists = place.exists()
    except (OSError, ValueError):
        exists = False
    if not exists:
        raise CannotTake(say("there is nothing to be read at {path}", path=repr(str(place))))
    if place == Path("/") or _is_under(place, NEVER_SHOWN):
        raise CannotTake(say("{path} cannot be shown to a program", path=repr(str(place))))
    for entry in _entries(place):
        if not (entry.is_symlink() or entry.is_file() or entry.is_dir()):
            raise CannotTake(
                say(
                    "{path} is neither a file nor a folder: no pipe, socket or device is taken",
                    path=repr(str(entry)),
                )
            )
    return place


@lru_cache(maxsize=64)
def check_readable_once(place: Path) -> Path:
    """Check a path once per host, so that later programs need not wait for it."""
    return check_readable(place)


@lru_cache(maxsize=256)
def check_open(place: Path, most: int = FEW_ENTRIES) -> None:
    """Check that other users can read the first entries of a place. Raises CannotTake."""
    for entry in islice(_entries(place), most):
        with suppress(FileNotFoundError):
            if not _is_open(entry.lstat().st_mode):
                raise CannotTake(
                    say(
                        "programs have user IDs of their own and cannot read {path}: chmod -R "
                        "o+rX {place}",
                        path=entry,
                        place=place,
                    )
                )


def check_named(view: VisibleFiles, readable: Iterable[Path]) -> None:
    """Check that other users can read what a person names for a program. Raises CannotTake."""
    listed = tuple(readable)
    named = [*listed, Path(view.argv[0]).parent.parent]
    named += [] if view.own is None else [view.own.folder]
    for place in view.shown.values():
        if _is_under(place, named):
            check_open(place, MANY_ENTRIES if place in listed else FEW_ENTRIES)


def unseen(command: Command, readable: Iterable[Path] = ()) -> tuple[str, ...]:
    """Return the words of a command that name existing files hidden from the program."""
    own, found = own_folder(command), list[str]()
    seen = [
        *SYSTEM_FOLDERS,
        *NEVER_SHOWN,
        *readable,
        *(_named(command, own) if not command.clean else ()),
    ]
    for word in command.argv[1:]:
        place = Path(word.partition("=")[2] or word)
        inside = own is not None and place.is_relative_to(own.folder)
        if place.is_absolute() and _exists(place) and not (inside or _is_under(place, seen)):
            found.append(str(place))
    return tuple(found)


def is_python(program: str) -> bool:
    return re.fullmatch(r"(python|pypy)[\d.]*", Path(program).name) is not None


@lru_cache(maxsize=8)
def packages_at(names: tuple[str, ...]) -> dict[Path, Path]:
    """Return where Python packages and their dependencies are shown, with their real paths.

    They are taken from the board's own Python. Raises CannotTake for a missing one.
    """
    found, todo, known = dict[Path, Path](), list(names), set[str]()
    while todo:
        name = _normal(todo.pop())
        if name in known:
            continue
        known.add(name)
        installed = _installed(name)
        if installed is None:
            asked_for = name in map(_normal, names) and name not in USUAL_PACKAGES
            found |= _module(name, required=asked_for)
            continue
        tops = installed.tops()
        for top in tops:
            found[PACKAGES_FOLDER / top.name] = top
        if not any(top.suffix in ("", ".py", ".so") for top in tops):
            # installed from source, or by older tools
            for module in (name, *installed.modules()):
                found |= _module(module, required=False)
        for wanted in installed.requires():
            needed = re.match(r"[\w.-]+", wanted)
            if needed is not None and "extra ==" not in wanted:
                todo.append(needed[0])
    return found


def no_package(names: Iterable[str]) -> Sentence | None:
    """Return why these packages cannot be shown; None if they can."""
    try:
        packages_at(tuple(names))
    except CannotTake as error:
        return error.sentence
    return None


def _module(name: str, *, required: bool) -> dict[Path, Path]:
    with suppress(ImportError, ValueError):
        spec = importlib.util.find_spec(name.replace("-", "_"))
        if spec is not None and spec.origin:
            file = Path(spec.origin)
            place = file.parent if spec.submodule_search_locations else file
            return {PACKAGES_FOLDER / place.name: place}
    if required:
        raise CannotTake(
            say("there is no package {name} where the board is installed", name=repr(name))
        )
    return {}


@dataclass(frozen=True, slots=True)
class _Installed:
    """An installed package, identified by its metadata folder.

    ``importlib.metadata`` would read it too, but it imports e-mail, sockets and archives: 2 MB.
    """

    metadata: Path  # NAME-VERSION.dist-info, or .egg-info of older tools

    def tops(self) -> list[Path]:
        """Return its files and folders beside the metadata, as far as the metadata lists them."""
        files = (line.lstrip('"').partition(",")[0] for line in self._lines("RECORD"))
        names = dict.fromkeys(file.partition("/")[0] for file in files)
        places = (self.metadata.parent / name for name in names if name not in ("", ".."))
        return [place for place in places if place.name != "__pycache__" and place.exists()]

    def modules(self) -> list[str]:
        """Return the names of its modules, which older tools list."""
        return self._lines("top_level.txt")

    def requires(self) -> list[str]:
        """Return the packages it needs, each with its conditions."""
        head, field = takewhile(bool, self._lines("METADATA")), "Requires-Dist:"
        wanted = [line.removeprefix(field).strip() for line in head if line.startswith(field)]
        before_extras = takewhile(lambda line: line[:1] != "[", self._lines("requires.txt"))
        return [*wanted, *filter(None, before_extras)]

    def _lines(self, name: str) -> list[str]:
        try:
            return (self.metadata / name).read_text("utf-8", "replace").splitlines()
        except OSError:
            return []


def _installed(name: str) -> _Installed | None:
    for place in map(Path, sys.path):
        with suppress(OSError):
            for entry in place.iterdir():
                known = entry.suffix in (".dist-info", ".egg-info")
                if known and _normal(entry.stem.partition("-")[0]) == name:
                    return _Installed(entry)
    return None


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _of_the_board() -> dict[Path, Path]:
    """Return the files of the board that a function's process needs."""
    home = Path(__file__).parents[1]
    return {
        OWN_FOLDER / home.name / entry.name: entry
        for entry in home.iterdir()
        if entry.name.partition(".")[0] not in WITHHELD_MODULES and entry.name != "__pycache__"
    }


def _named(command: Command, own: Own | None) -> Iterator[Path]:
    """Yield paths that belong to the interpreter or program that the person names."""
    program = Path(command.argv[0])
    if not program.is_absolute() or _is_under(program, SYSTEM_FOLDERS) or not _is_file(program):
        return
    if own is not None and program.is_relative_to(own.folder):
        prefix = program.parent.parent
        of_person = not command.handed_in and is_python(program.name)
        looks_so = program.parent.name == "bin" and prefix != own.folder
        if of_person and looks_so and _is_trusted(prefix) and _is_safe_link(prefix):
            yield prefix
            yield from _python_at(program)
        return
    for hop in _link_chain(program):
        if own is None or not hop.is_relative_to(own.folder):
            base = (
                is_python(hop.name) and hop != program
            )  # the installation that an environment was made from
            prefixes = list(_python_at(hop) if base else _installation(hop))
            yield from prefixes
            if not any(map(hop.is_relative_to, prefixes)) and _is_file(hop):
                yield hop


def _is_safe_link(prefix: Path) -> bool:
    """Return True if an environment's link leads to an installation, not into somebody's home."""
    real = Path(os.path.realpath(prefix))
    return not prefix.is_symlink() or (_is_file(real / "pyvenv.cfg") and not too_wide(real))


def _on_path(name: str, path: str, own: Own | None) -> Iterator[Path]:
    found = shutil.which(name, path=path) if path else None
    if found is None or _is_under(Path(found), SYSTEM_FOLDERS):
        return
    if own is not None and Path(found).is_relative_to(own.folder):
        return
    if not is_python(name):
        yield from _named(Command((found,), None), own)
    elif not _is_replaced_inside(path):
        yield from _python_at(Path(found))
        yield from _named(Command((found,), None), own)


def _is_replaced_inside(path: str) -> bool:
    """Return True if ``python3`` on this PATH is the board's own, which the sandbox replaces."""
    found = shutil.which("python3", path=path) if path else None
    if found is None:
        return True
    folder = Path(found).parent
    ours = {Path(sys.prefix) / "bin", Path(sys.base_prefix) / "bin"}
    return folder.name == "shims" or (
        folder in ours and not _is_under(folder, ("/usr/bin", "/bin"))
    )


def _base_python() -> Path:
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


def _is_base(prefix: Path) -> bool:
    return os.path.realpath(prefix) == os.path.realpath(sys.base_prefix)


def _python_at(python: Path) -> Iterator[Path]:
    """Yield the files that run a Python installation, including the links to it."""
    for hop in _link_chain(python):
        prefix = hop.parent.parent
        standard = list(prefix.glob("lib/python3*/os.py"))
        if _is_under(hop, SYSTEM_FOLDERS) or hop.parent.name != "bin" or not standard:
            continue
        if _is_trusted(prefix) and not too_wide(prefix / "lib") and is_python(hop.name):
            yield from (file for file in (prefix / "bin").iterdir() if is_python(file.name))
            yield prefix / "lib"


def _link_chain(file: Path) -> list[Path]:
    """Return a file and each target of its links, both as named and as resolved."""
    hops = [file]
    with suppress(OSError):
        while hops[-1].is_symlink() and len(hops) < 40:
            hops.append(Path(os.path.normpath(hops[-1].parent / hops[-1].readlink())))
    return list(dict.fromkeys([*hops, Path(os.path.realpath(file))]))


def _installation(program: Path) -> Iterator[Path]:
    """Yield the prefix of ``PREFIX/bin/program``; a virtual environment names another."""
    prefix = program.parent.parent
    if program.parent.name not in ("bin", "shims") or not _is_trusted(prefix):
        return
    looks_so = any((prefix / name).exists() for name in ("lib", "libexec", "pyvenv.cfg"))
    if looks_so and not too_wide(prefix) and prefix.name != ".local":
        yield prefix
    with suppress(OSError, UnicodeDecodeError):
        for line in (prefix / "pyvenv.cfg").read_text().splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                yield from _python_at(Path(value.strip()) / program.name)


def _is_trusted(prefix: Path) -> bool:
    """Return True if an installation belongs to root or the user who runs the board."""
    if sys.platform == "win32":
        return False
    try:
        return prefix.stat().st_uid in (0, os.geteuid())
    except OSError:
        return False


# Hidden files and their exceptions


def _covered(
    command: Command, path: str, places: list[Path], listed: list[Path], own: Own | None
) -> Hidden:
    """Return the files hidden from this program, except listed paths and its own folder."""
    of_system = hidden(path)
    engine = _engine(command, of_system, own)
    open_to_it = [*listed, *(() if own is None else (own.folder,))]

    def stays(place: Path, akin: bool) -> bool:
        lives_there = command.folder is not None and command.folder.is_relative_to(place)
        in_vain = lives_there and str(place) not in GAME_FOLDERS
        return not (akin or in_vain or _is_under(place, open_to_it))

    files = {file for file in of_system.files if stays(file, _akin(file.name, engine))}
    folders = {place for place in of_system.folders if stays(place, _belongs(place, engine))}
    for place in (place for place in places if not _is_under(place, listed)):
        folders |= {library / name for library in site_packages(place) for name in OUR_PACKAGES}
        if place.name == "lib":  # the only visible parts of an environment's installation
            folders |= set(site_packages(place.parent))
    return Hidden(frozenset(folder for folder in folders if folder.is_dir()), frozenset(files))


def _engine(command: Command, of_system: Hidden, own: Own | None) -> str:
    """Return the name of a hidden program that the command itself runs, or an empty text.

    Files in the program's own folder may have an engine's name, or be links to one.
    """
    program = Path(command.argv[0])
    is_own = own is not None and program.is_relative_to(own.folder)
    for hop in _link_chain(program) if program.is_absolute() and not is_own else ():
        if hop in of_system.files or _is_under(hop, of_system.folders):
            return hop.name
    return ""


def _engines_to_start(command: Command, path: str, own: Own | None) -> Iterator[Path]:
    """Yield the engines that a person names in the arguments of an adapter.

    They uncover nothing else: whoever runs an engine of this machine has no use for a second one.
    """
    of_system = hidden(path)
    if command.handed_in or not _engine(command, of_system, own):
        return
    for word in command.argv[1:]:
        place = Path(find_program(word) or word)
        if place.is_absolute() and (own is None or not place.is_relative_to(own.folder)):
            hops = _link_chain(place)
            if any(is_engine(hop.name) or str(hop.parent) in GAME_FOLDERS for hop in hops):
                yield from filter(_is_file, hops)


def _belongs(folder: Path, engine: str) -> bool:
    """Return True if a hidden folder holds this engine's data, such as books, and no programs."""
    if not engine:
        return False
    return str(folder) == "/usr/share/games" or (
        str(folder) not in GAME_FOLDERS and is_engine(folder.name) and _akin(folder.name, engine)
    )


def _akin(name: str, engine: str) -> bool:
    """Return True for related programs: ``gnuchessu`` is a script around ``gnuchess``."""
    return bool(engine) and (name in engine or engine in name)


def _itself(command: Command, covered: Hidden, own: Own | None) -> list[Path]:
    """Return the files in hidden folders that are the program itself or that its script runs."""
    program = Path(command.argv[0])
    if own is not None and program.is_relative_to(own.folder):
        return []
    found = [
        hop for hop in _link_chain(program) if _is_under(hop, covered.folders) and _is_file(hop)
    ]
    for hop in tuple(found):
        if str(hop.parent) in GAME_FOLDERS:
            found += [each for each in hop.parent.iterdir() if _akin(each.name, hop.name)]
    return found


def _is_hidden(place: Path, covered: Hidden) -> bool:
    """Return True if a path must be shown explicitly: it is outside the system, or hidden in it."""
    if _is_under(place, covered.folders):
        return True
    return not _is_under(place, (*SYSTEM_FOLDERS, *NEVER_SHOWN, *system_settings()))


def _without_doubles(places: Iterable[Path], covered: Hidden) -> list[Path]:
    """Return the paths that no other path already shows."""
    kept: list[Path] = []
    for place in sorted(set(places)):
        if not _is_under(place, kept) or _is_under(place, covered.folders):
            kept.append(place)
    return kept


def _within(covered: Hidden, shown: Mapping[Path, Path]) -> Hidden:
    """Return the hidden files, without those that are invisible anyway."""
    places: tuple[str | Path, ...] = (*SYSTEM_FOLDERS, *shown)
    return Hidden(
        frozenset(p for p in covered.folders if _is_under(p, places) and p not in shown),
        frozenset(p for p in covered.files if _is_under(p, places) and p not in shown),
    )


def _environment(
    path: str, places: Iterable[Path], *, for_function: bool, alone: bool
) -> dict[str, str]:
    """Return PATH without missing folders; ``alone``: an environment with its own packages."""
    places = list(places)
    there = [
        place
        for place in path.split(os.pathsep)
        if _is_under(Path(place), (*SYSTEM_FOLDERS, *places))
    ]
    if any(str(place.parent) in GAME_FOLDERS for place in places):
        there += [place for place in GAME_FOLDERS[:2] if place not in there]
    brought = [str(BIN_FOLDER)] if any(place.parent == BIN_FOLDER for place in places) else []
    found = {"PATH": os.pathsep.join([*brought, *there]) or os.defpath}
    modules = [str(OWN_FOLDER)] if for_function else []
    if not alone:
        modules.append(str(PACKAGES_FOLDER))
    if modules:
        found["PYTHONPATH"] = os.pathsep.join(modules)
    return found


def _is_under(place: Path, places: Iterable[str | Path]) -> bool:
    """Return True if a path is one of the places or below one.

    ``is_relative_to`` takes ten times as long, and this is called a hundred times per start.
    """
    inside = f"{place}/"
    return any(inside.startswith(f"{each}/") for each in places)


def _entries(place: Path) -> Iterator[Path]:
    yield place
    seen = 0
    for folder, folders, files in os.walk(place):
        for name in (*folders, *files):
            seen += 1
            if seen > MANY_ENTRIES:
                return
            yield Path(folder, name)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that the system cannot even look up
        return False


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
