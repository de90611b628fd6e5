"""Resolution of a command: the argument list to run, its folder, and the kind of its file."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, read_head

from .processes import kernel_text

ELF_MAGIC = b"\x7fELF"
SMALLEST_ELF = 52  # bytes of the header of a 32-bit program
RUNS_TOO = {62: {3}, 183: {40}}  # x86-64 runs x86, ARM64 runs ARM
BINFMT_FOLDER = Path("/proc/sys/fs/binfmt_misc")  # other kinds of programs that this Linux runs


def check_executable(program: str) -> None:
    """Raise the OSError that the system itself would raise on starting the file."""
    file = Path(program)
    if not file.exists():
        raise _refusal(errno.ENOENT, program)
    if not file.is_file() or not os.access(file, os.X_OK):
        raise _refusal(errno.EACCES, program)
    try:
        head = read_head(file, 256)
    except (CannotTake, OSError):
        return  # it may be executable but not readable
    if (interpreter := interpreter_of(head)) is not None:
        if not Path(os.fsdecode(interpreter)).is_file():
            raise _refusal(errno.ENOENT, program)
    elif sys.platform != "linux":
        return  # programs of other systems have other beginnings
    elif not is_for_this_machine(head) and not _runs_by_another(head, file.suffix):
        raise _refusal(errno.ENOEXEC, program)


def interpreter_of(head: bytes) -> bytes | None:
    """Return the interpreter on the ``#!`` line of a script, with any carriage return."""
    if not head.startswith(b"#!"):
        return None
    line = head[2:].split(b"\n")[0].strip(b" \t")
    return line if line.endswith(b"\r") else line.split()[0] if line else b""


def elf_machine(head: bytes) -> int | None:
    """Return the ELF machine number of a Linux program; None for other files."""
    is_elf = len(head) >= SMALLEST_ELF and head.startswith(ELF_MAGIC)
    return _machine(head) if is_elf else None


def is_for_this_machine(head: bytes) -> bool:
    """Return True if a file with this beginning is a program for this machine's processor."""
    if (machine := elf_machine(head)) is None:
        return False
    try:
        with open("/proc/self/exe", "rb") as opened:  # noqa: PTH123
            ours = _machine(opened.read(SMALLEST_ELF))
    except OSError:
        return True  # not Linux: the system itself will report it
    return machine in {ours, *RUNS_TOO.get(ours, ())}


def _machine(head: bytes) -> int:
    order = ">" if head[5] == 2 else "<"
    return int(struct.unpack_from(f"{order}H", head, 18)[0])


def _runs_by_another(head: bytes, suffix: str) -> bool:
    """Return True if this Linux runs files of this kind by another program (binfmt_misc)."""
    try:
        return any(
            _is_meant(kernel_text(entry), head, suffix)
            for entry in BINFMT_FOLDER.iterdir()
            if entry.name not in ("register", "status")
        )
    except (OSError, ValueError, KeyError):  # the format of a later Linux
        return False


def _is_meant(entry: str, head: bytes, suffix: str) -> bool:
    """Return True if an entry of binfmt_misc matches such a file."""
    lines = dict(line.partition(" ")[::2] for line in entry.split("\n"))
    if "enabled" not in lines:
        return False
    if (extension := lines.get("extension")) is not None:
        return extension == suffix
    magic = bytes.fromhex(lines["magic"])
    mask = bytes.fromhex(lines.get("mask", "ff" * len(magic)))
    part = head[int(lines["offset"]) :][: len(magic)]
    return bytes(a & b for a, b in zip(part, mask, strict=False)) == bytes(
        a & b for a, b in zip(magic, mask, strict=False)
    )


def _refusal(number: int, program: str) -> OSError:
    return OSError(number, os.strerror(number), program)


GAME_FOLDERS = os.pathsep.join(("/usr/games", "/usr/local/games"))
"""The folders where Debian puts chess engines; root's PATH does not have them."""

THIS_PYTHON = "<this Python>"
"""The first word of a command that stands for the interpreter of the board."""

OTHERS_STARTERS = (
    r"env|nice|ionice|stdbuf|timeout|taskset|setsid|busybox|xvfb-run|wine|wine64|qemu-\w+"
)
"""The names of interpreters that look their program up on PATH."""

STARTS_OTHERS = re.compile(rf"({OTHERS_STARTERS})(\.exe)?", re.IGNORECASE)

INTERPRETER_PATTERN = re.compile(
    r"(pythonw?|pyw?|pypy|java|kotlin|scala|groovy|mono|dotnet|node|nodejs|deno|bun|ruby|perl|raku|lua"
    r"|luajit|php|rscript|octave|octave-cli|ocaml|runghc|runhaskell|ghc|racket|guile|sbcl|clisp|"
    rf"julia|tclsh|erl|elixir|escript|gawk|mawk|awk|swipl|bash|dash|sh|zsh|ksh|{OTHERS_STARTERS})"
    r"[\d._-]*(\.exe)?",
    re.IGNORECASE,
)
"""The names of interpreters. An interpreter's folder is never the program's own."""

NAMES_IN_A_WORD = re.compile(r"[\w./+-]+")
"""What may be names of files in a word such as ``-cp=lib/a.jar:.`` or ``./x --depth 3``."""

RUNS_ITS_FOLDER = re.compile(
    r"(g?make|just|npm|npx|pnpm|yarn|go|cargo|dotnet|gradlew?|mvnw?|sbt|mix|rake|bundle|stack|cabal"
    r"|dune|uv|poetry|pipenv)(\.exe|\.cmd|\.bat)?",
    re.IGNORECASE,
)
"""The names of tools that build and start what is in the working directory."""

ADDED_SUFFIXES = (
    (re.compile(r"java|kotlin|scala"), ".class"),
    (re.compile(r"node|nodejs|bun"), ".js"),
    (re.compile(r"runghc|runhaskell"), ".hs"),
    (re.compile(r"swipl"), ".pl"),
    (re.compile(r"clisp"), ".lisp"),
)
"""The interpreters that find a script by its name alone, and what they add to it."""

MODULE_SUFFIXES = (".py", "/__init__.py", "/__main__.py", ".class", ".js", ".mjs", ".cjs")
"""The suffixes that interpreters add to a name."""

SCRIPT_SUFFIX = re.compile(
    r"\.(pyz?|jar|java|[cm]?js|ts|rb|pl|raku|lua|php|sh|r|m|ml|hs|awk|tcl|jl|exs|scm|rkt|lisp)",
    re.IGNORECASE,
)
"""Suffixes of files that interpreters run."""


WINDOWS_WORD = re.compile(r"""(?<!\S)'([^']*)'(?!\S)|(?:[^\s"]|"[^"]*")+""")
"""A word of a command on Windows; what is within single quotes is a group."""


def split_words(text: str, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """Split a command line into words as this system's shell does.

    On Windows backslashes are kept, and single quotes only quote a whole word, as a name may
    contain one. Raises ValueError for an unclosed quotation mark.
    """
    if not windows:
        return tuple(shlex.split(text))
    if text.count('"') % 2:
        raise ValueError("No closing quotation")
    found = WINDOWS_WORD.finditer(text)
    return tuple(word[0].replace('"', "") if word[1] is None else word[1] for word in found)


def joined_words(words: Sequence[str], windows: bool = os.name == "nt") -> str:
    """Return the command line that :func:`split_words` splits into these words."""
    if not windows:
        return shlex.join(words)
    return " ".join(word if re.fullmatch(r"[^\s'\"]+", word) else f'"{word}"' for word in words)


@dataclass(frozen=True, slots=True)
class Command:
    """An argument list ready to run, and the program's own folder, if any."""

    argv: tuple[str, ...]
    folder: Path | None
    handed_in: bool = False
    """True if the folder was submitted: the person who runs the board did not choose its
    interpreter.
    """
    clean: bool = False
    """True for this Python without the packages that are installed for the board itself."""


def is_interpreter(program: str) -> bool:
    return INTERPRETER_PATTERN.fullmatch(Path(program).name) is not None


def find_program(name: str) -> str | None:
    """Return the file of a program: a path unchanged, a name found on PATH, or None.

    A file in the working directory comes before one on PATH, unless it has an interpreter's name.
    """
    is_name = Path(name).name == name
    if is_name and is_interpreter(name) and (found := shutil.which(name)) is not None:
        return found
    if Path(name).is_file():
        return str(Path(name).absolute())
    return shutil.which(name) or (
        shutil.which(name, path=GAME_FOLDERS) if os.name == "posix" else None
    )


def programs_in(command: Sequence[str]) -> dict[str, Path]:
    """Return the programs on PATH that a command's arguments name, with their paths."""
    found = {word: find_program(word) for word in command[1:] if Path(word).name == word}
    return {word: Path(place) for word, place in found.items() if place is not None}


def missing_script(command: Sequence[str], folder: Path | None = None) -> str | None:
    """Return the missing file that a command gives to an interpreter, or None."""
    first, *rest = command
    if not is_interpreter(first) and first != THIS_PYTHON:
        return None
    place = (folder or Path()).absolute()
    for word in rest:
        if word in ("-c", "-e", "-m", "-cp", "-classpath"):
            return None
        if not word.startswith("-"):
            file = place / word
            named = SCRIPT_SUFFIX.fullmatch(file.suffix) or _lacks_its_suffix(first, file)
            return word if named and not file.exists() else None
    return None


def _lacks_its_suffix(interpreter: str, file: Path) -> bool:
    """Return True if only the script's suffix is missing from what this interpreter is given."""
    name = Path(interpreter).name
    if STARTS_OTHERS.fullmatch(name):
        return False
    base = re.split(r"[\d._-]", name.lower(), maxsplit=1)[0]
    added = [suffix for names, suffix in ADDED_SUFFIXES if names.fullmatch(base)]
    is_found = any(os.path.lexists(f"{file}{suffix}") for suffix in added)
    return not is_found and bool(scripts_named(file))


def scripts_named(file: Path) -> list[Path]:
    """Return the scripts with a file's name and a suffix: ``pbrain.lua`` for ``pbrain``."""
    try:
        return [
            each
            for each in file.parent.iterdir()
            if each.stem == file.name and SCRIPT_SUFFIX.fullmatch(each.suffix)
        ]
    except (OSError, ValueError):  # a name that the system cannot even look up
        return []


def resolve(command: Sequence[str], folder: Path | None = None) -> Command:
    """Make a command independent of the working directory.

    Programs run in their own folder, so every argument that names an existing file becomes
    absolute. The own folder is the submitted one (``folder``), or else that of the first word that
    is a file and no interpreter: for a program from PATH a file that it is told of, if any
    (``polyglot engine.ini``). What an interpreter runs without such a word is in the folder that a
    word names (``java -cp build Main``), or in the working directory if a word names something
    there: a module (``python3 -m bot``), a class (``java Main``), a list of paths, or what a shell
    starts (``sh -c "./x 3"``). Tools such as ``make`` and ``npm start`` run what is in the working
    directory. ``*.py`` runs with this Python.
    """
    handed_in, place = folder is not None, (folder or Path()).absolute()
    first, *rest = command
    found = _found(first, place if handed_in else None)
    arguments = [str(place / word) if _is_file(word, place) else word for word in rest]
    if folder is None:
        folder, arguments = _own_folder(first, found, arguments)
    else:
        folder = place
    if first == THIS_PYTHON or _is_this_python(first, found):
        found = sys.executable if first == THIS_PYTHON else found
        return Command((found, *arguments), folder, handed_in, clean=True)
    if found.lower().endswith(".py"):
        return Command((sys.executable, found, *arguments), folder, handed_in, clean=True)
    return Command((found, *arguments), folder, handed_in)


def _found(first: str, folder: Path | None) -> str:
    """Return the path of the program; an unknown name is returned as it is and cannot start."""
    if folder is not None and _is_file(first, folder) and not is_interpreter(first):
        return str(folder / first)
    return find_program(first) or first


def _own_folder(first: str, found: str, arguments: list[str]) -> tuple[Path | None, list[str]]:
    """Return the own folder of a command that a person typed here, and its arguments."""
    runs_another = is_interpreter(found) or first == THIS_PYTHON
    runs_its_folder = Path(first).name == first and RUNS_ITS_FOLDER.fullmatch(first) is not None
    if runs_its_folder and not runs_another:
        return Path.cwd(), arguments
    words = [found] if Path(first).is_file() and not runs_another else arguments
    for word in words:
        if Path(word).is_absolute() and not is_interpreter(word) and _is_file(word, Path("/")):
            return Path(word).parent, arguments
    if not runs_another:
        return None, arguments
    for index, word in enumerate(arguments):
        is_module = arguments[index - 1 : index] == ["-m"]
        if not is_module and not word.startswith("-") and _is_folder(word):
            own = Path(os.path.abspath(word))  # noqa: PTH100  # '.' has no name otherwise
            return own, [*arguments[:index], str(own), *arguments[index + 1 :]]
    is_here = runs_its_folder or any(map(_names_something_here, arguments))
    return (Path.cwd() if is_here else None), arguments


def _names_something_here(word: str) -> bool:
    """Return True if a word has a name of a file, folder or module of the working directory.

    In code (``sh -c "./x 3"``, ``sh -c "python3 ai.py"``) only what has a slash, or a suffix and is
    a file, may be such a name.
    """
    names = NAMES_IN_A_WORD.findall(word.removeprefix("-m"))  # python3 -mbot
    is_code = any(map(str.isspace, word))
    return any(
        _is_file(name, Path()) if is_code and "/" not in name else _exists_here(name)
        for name in names
        if (not is_code or "/" in name or Path(name).suffix) and not name.startswith(("/", ".."))
    )


def _exists_here(name: str) -> bool:
    module = name.replace(".", "/").strip("/") if "/" not in name else name
    try:
        return any(
            Path(each).exists()
            for each in (name, *(f"{module}{suffix}" for suffix in MODULE_SUFFIXES))
        )
    except (OSError, ValueError):  # a name that the system cannot even look up
        return False


def _is_this_python(first: str, found: str) -> bool:
    """Return True if a bare ``python3`` comes from the installation of the board itself."""
    if Path(first).name != first or not re.fullmatch(r"python[\d.]*(\.exe)?", first.lower()):
        return False
    place = Path(found).parent
    ours = {Path(prefix) / "bin" for prefix in (sys.prefix, sys.base_prefix)}
    of_system = {Path("/usr/bin"), Path("/bin")}
    same_version = first in ("python", "python3") or first == _versioned()
    return same_version and (place.name == "shims" or place in ours - of_system)


def _versioned() -> str:
    return f"python{sys.version_info[0]}.{sys.version_info[1]}"


def _is_file(word: str, place: Path) -> bool:
    try:
        return not word.startswith("-") and (place / word).is_file()
    except (OSError, ValueError):  # a name that the system cannot even look up
        return False


def _is_folder(word: str) -> bool:
    try:
        return Path(word).is_dir()
    except (OSError, ValueError):
        return False
