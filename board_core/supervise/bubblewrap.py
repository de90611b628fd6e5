"""The argument list of bubblewrap: what a program sees in its sandbox. Starts nothing.

It sees the system's programs and libraries, its interpreter, its own folder and the files its
command names, all of them read-only; temporary files of its own; no network, no other process.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .command import Command
from .executable import interpreter_of
from .limits import Limits

HOME = "/tmp"
"""The home and the temporary folder inside: empty, writable, gone with the program."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
OURS = ("/proc", "/dev", "/sys")  # never this machine's
SETTINGS = (  # of /etc, what the loader and interpreters read; no names of users or machines
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
)

PASSWD = Path(__file__).with_name("passwd")
"""One user: some programs do not start if they cannot look up who they are."""

KEYS = (Path("/proc/keys"), Path("/proc/key-users"))
"""The kernel's keyrings: no namespace hides them."""

ZERO = Path("/dev/zero")
"""Mapped, it is memory that no process shows and no filter can tell from a file."""

MOVE_PIPES_UP = 'exec 3<&0 4>&1 </dev/null >/dev/null; exec "$@"'
MOVE_PIPES_DOWN = 'exec "$@" <&3 >&4 3<&- 4>&- 5<&-'
"""bubblewrap keeps its own 0 and 1 open but closes what is above 2 once the program has them.

So the program's pipes travel as 3 and 4, and nobody but the program holds them: that it closes
its input or its output is seen at once, as without a sandbox. The filter of system calls is 5: a
shell can close no number of two digits, and bubblewrap leaves it open.
"""


@dataclass(frozen=True, slots=True)
class View:
    """What of this machine a program may read, beside the system, and where it starts."""

    readable: tuple[Path, ...]  # parents before what is in them
    folder: Path | None  # its working directory; None: its home


def view_of(command: Command, path: str, more: Iterable[Path] = ()) -> View:
    """What a command needs and names. Looks at files and links; ``path`` is the program's PATH."""
    wanted: list[Path] = [*more]
    for word in (Path(word) for word in command.argv):
        if word.is_absolute() and _is_file(word):
            wanted += _needs(word, path)
        elif word.is_absolute() and not too_wide(word):
            wanted.append(word)
    if command.folder is not None and not too_wide(command.folder):
        wanted.append(command.folder)
    if Path(command.argv[0]) == Path(sys.executable):
        wanted += [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
    return View(_without_doubles(wanted), command.folder)


def bubblewrap_arguments(
    bwrap: str,
    prlimit: str | None,
    view: View,
    limits: Limits,
    argv: Sequence[str],
    info: int | None = None,
    *,
    enter: str = "",
    calls: Path | None = None,
    counted: bool = True,
) -> list[str]:
    """The whole command: shell, bubblewrap, the limit on processes, the program.

    ``info`` is the descriptor on which bubblewrap tells of its first process; ``enter`` what the
    shell does before; ``calls`` a file with the filter of system calls. If memory is not
    ``counted`` by the system, what would hide some is hidden itself.
    """
    size = [] if limits.scratch is None else ["--size", str(limits.scratch)]
    folder = str(view.folder or HOME)
    hidden = [file for file in (*KEYS, *(() if counted else (ZERO,))) if file.exists()]
    opened = "" if calls is None else f"exec 5<{shlex.quote(str(calls))} && "
    return [
        *("/bin/sh", "-c", f"{enter}{opened}{MOVE_PIPES_UP}", "sh", bwrap),
        *("--unshare-all", "--unshare-user", "--disable-userns"),
        *("--uid", "1000", "--gid", "1000"),  # nobody in there is root, whoever started it
        *("--die-with-parent", "--new-session"),
        *(() if info is None else ("--info-fd", str(info))),
        *(() if calls is None else ("--seccomp", "5")),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev"),
        *(
            word
            for file in hidden
            if file.exists()
            for word in ("--ro-bind", os.devnull, str(file))
        ),
        *(*size, "--tmpfs", HOME),  # the size belongs to what follows it
        *(*size, "--tmpfs", "/dev/shm"),
        *(word for path in view.readable for word in ("--ro-bind", str(path), str(path))),
        *("--dir", folder),
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        *("--remount-ro", "/proc"),  # root's programs could change /proc/sys, even without rights
        *("--chdir", folder),
        *("--", "/bin/sh", "-c", MOVE_PIPES_DOWN, "sh"),
        *_process_limit(prlimit, limits),
        *argv,
    ]


def too_wide(folder: Path) -> bool:
    """Whether a folder holds more than a program's own things: a home, or what homes are in."""
    places = (Path("~").expanduser(), tempfile.gettempdir(), "/tmp", "/var/tmp", "/etc")
    real = Path(os.path.realpath(folder))
    return any(Path(os.path.realpath(place)).is_relative_to(real) for place in places)


def _system() -> list[str]:
    arguments: list[str] = []
    for name in SYSTEM:
        path = Path(name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            arguments += ["--ro-bind", name, name]
    java = sorted(str(path) for path in Path("/etc").glob("java-*"))
    for name in (*SETTINGS, *java):
        arguments += ["--ro-bind-try", name, name]
    arguments += ["--ro-bind-try", str(PASSWD), "/etc/passwd"]
    return arguments


def _process_limit(prlimit: str | None, limits: Limits) -> list[str]:
    """Set inside, where only the program's own processes count (since Linux 5.14)."""
    if prlimit is None or limits.processes is None or _linux() < (5, 14):
        return []
    return [prlimit, f"--nproc={limits.processes}", "--"]


def _linux() -> tuple[int, ...]:
    release = os.uname().release.split("-")[0].split(".")
    return tuple(int(part) for part in release[:2] if part.isdigit())


def _needs(file: Path, path: str) -> list[Path]:
    """Folders without which a file does not run: along its links, and of its interpreter."""
    found: list[Path] = []
    for hop in _hops(file):
        found += [hop, *_installation(hop)]
    for interpreter in _interpreters(file, path):
        for hop in _hops(interpreter):
            found += [hop, *_installation(hop)]
    return found


def _hops(file: Path) -> list[Path]:
    """A file, where it links to, and so on; each as it is named, and where it really is."""
    hops = [file]
    while hops[-1].is_symlink() and len(hops) < 40:
        target = Path(os.path.normpath(hops[-1].parent / hops[-1].readlink()))
        hops.append(target)
    return list(dict.fromkeys([*hops, file.resolve()]))


def _installation(program: Path) -> list[Path]:
    """``PREFIX/bin/program`` lives in PREFIX; a virtual environment names another."""
    if program.parent.name not in ("bin", "shims"):
        return []
    prefix = program.parent.parent
    looks_so = any((prefix / name).exists() for name in ("lib", "libexec", "pyvenv.cfg"))
    found = [prefix] if looks_so and not too_wide(prefix) and prefix.name != ".local" else []
    try:
        lines = (prefix / "pyvenv.cfg").read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return found
    for line in lines:
        name, _, value = line.partition("=")
        if name.strip() == "home":
            found += _installation(Path(value.strip()) / program.name)
    return found


def _interpreters(file: Path, path: str) -> list[Path]:
    """What the ``#!`` line runs, also through ``env``."""
    try:
        with file.open("rb") as opened:
            head = opened.read(256)
    except OSError:
        return []
    interpreter = interpreter_of(head)
    if interpreter is None:
        return []
    found = [Path(os.fsdecode(interpreter))]
    if found[0].name == "env":
        words = os.fsdecode(head[2:].split(b"\n")[0]).split()[1:]
        for word in words:
            if not word.startswith("-") and "=" not in word:
                found += [Path(folder) / word for folder in path.split(os.pathsep)]
                break
    return [file for file in found if _is_file(file)][:2]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name the system cannot even look for
        return False


def _without_doubles(paths: Iterable[Path]) -> tuple[Path, ...]:
    """In an order that can be bound, without what the system or another of them holds."""
    kept: list[Path] = []
    for path in sorted({Path(os.path.normpath(path)) for path in paths if _exists(path)}):
        held = (*map(Path, (*SYSTEM, *OURS, *SETTINGS)), *kept)
        if path.is_absolute() and not any(path.is_relative_to(place) for place in held):
            kept.append(path)
    return tuple(kept)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
