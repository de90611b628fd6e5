"""Tell from a program's last words whether its confinement made it fail.

A program that fails only here has often asked for something that the sandbox hides, and says so
before it ends. Its words are a stranger's, and the sentence may be published: whether a file exists
outside the sandbox never changes it, only what the program can see itself does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from board_core.game.player import Cause
from board_core.supervise.bubblewrap import HOME_INSIDE
from board_core.supervise.command import find_program
from board_core.supervise.hidden import is_engine
from board_core.supervise.status import SIGNAL_MEANINGS
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, say

from . import rows
from .error_lines import last_error
from .facts import Facts, Surroundings, head_of, program_file

MOST_LINES = 60  # of its last words; a traceback of Java has fifty
MOST_LINE = 500  # characters of each, few enough for every pattern to be fast
MOST_NAME = 200  # characters of a path or a name

IS_MISSING = re.compile(
    r"no such file|not found|cannot (find|open|load|access|read)|can'?t (find|open|load|read|cd)|"
    r"could ?n[o']t (find|open|load|read|be (found|opened|loaded))|failed to (open|load|read|find)|"
    r"unable to (open|load|read|find)|does ?n[o']t exist|error (opening|loading|reading)|"
    r"ENOENT|NoSuchFile|FileNotFound|is missing|missing file",
    re.IGNORECASE,
)
QUOTED_PATH = re.compile(r"""["'‘“`]((?:\.\.)?/[^"'’”`\n]+)["'’”`]""")
BARE_PATH = re.compile(r"(?<![\w./:~-])((?:\.\.)?/[\w.@+~-]+(?:/[\w.@+~-]+)*)")
"""Paths from the root, or from above the folder in which a program runs."""

MISSING_LIBRARY_PATTERN = re.compile(
    r"error while loading shared libraries: ([^:\s]+): cannot open shared object|"
    r"\bOSError: ([^:\s]+\.so[.\d]*): cannot open shared object|"
    r"DllNotFoundException: (?:Unable to load (?:DLL|shared library) ')?([\w.-]+)|"
    r"UnsatisfiedLinkError: no (\S+) in java\.library\.path"
)
OTHER_MODULE = re.compile(
    r"Cannot find (?:module|package) '([^'\n]+)'|"  # JavaScript
    r"Can't locate (\S+\.p[ml]) in @INC|"
    r"cannot load such file -- (\S+)|"  # Ruby
    r"module '([^'\n]+)' not found:|"  # Lua
    r"there is no package called [‘'\"]([^’'\"\n]+)|"  # R
    r"(?:ClassNotFoundException|NoClassDefFoundError): ([\w./$]+)|"
    r"(?:Could not|Unable to) find or load main class ([\w./$]+)|"
    r"Could not load file or assembly '([^',\n]+)|"  # C#
    r"Could not find module [‘'`]([^’'\n]+)"  # Haskell
)
LOADS_FROM_BESIDE = {
    ".pm": say("begin the command with perl -I ."),
    ".rb": say("load it by require_relative"),
    ".js": say("load it by './' and its name"),
    ".jar": say("name it with -cp"),
}
"""How to load a file of this kind that lies beside the program."""
NO_PROGRAM = re.compile(
    r"(?:^|[\s:'\"(])(?:\./)?([\w.+-]+)['\"]?: (?:No such file or directory|"
    r"(?:command )?not found)|"
    r"No such file or directory: ['\"](?:\./)?([\w.+-]+)['\"]|"  # Python
    r"No such file or directory - ([\w.+-]+)|"  # Ruby
    r"\bspawn (?:\./)?([\w.+-]+) ENOENT|"  # JavaScript
    r"Cannot run program \"([\w.+-]+)\"|"  # Java
    r"exec: \"([\w.+-]+)\": executable file not found"  # Go
)
NAMELESS_ERRORS = re.compile(
    r"\[Errno 2\] No such file or directory$|"  # Python, of a program to execute
    r"^[\w ]+: No such file or directory$|"  # an argument of C's perror, hardly a file
    r"kind: NotFound, message: |"  # Rust
    r"unable to open database file\)?$",  # SQLite
    re.MULTILINE,
)
"""Something was not found, and the error does not say what."""
UNSET_VARIABLE = re.compile(
    r"^KeyError: '([A-Za-z_]\w*)'$|"  # Python
    r"[: ]\d+: ([A-Za-z_]\w*): (?:unbound variable|parameter not set)$",  # shells
    re.MULTILINE,
)
OF_ENVIRONMENT = re.compile(r"\benviron\b|<frozen os>|unbound variable|parameter not set")
NO_PYTHON = re.compile(
    r"([\w.@+~/-]*/bin/python[\d.]*)['\"]?: (?:not found|No such file or directory)|"
    r"No such file or directory: ['\"]([^'\"\n]*/bin/python[\d.]*)['\"]"
)
LOOKS_LIKE_DATA = re.compile(r"\.(?!exe$)[a-z]{2,}$", re.IGNORECASE)
READ_ONLY = re.compile(r"Read-only ?file ?system|\bEROFS\b", re.IGNORECASE)
NO_PERMISSION = re.compile(r"Permission denied|\bEACCES\b|AccessDenied", re.IGNORECASE)
OPENED_NAMES = (
    re.compile(r"""["'‘“`\[]([^"'’”`\n\]\[]+)["'’”`\]]$"""),  # Python, JavaScript, C++
    re.compile(r"""(?:file|directory|open|create|touch) ["'‘]([^"'’\n]+)["'’]:"""),
    re.compile(r"(?:^|[\s:])([\w.+~/-]+): (?:read-only|permission)", re.IGNORECASE),
    re.compile(r"sysopen - ([\w.+~/-]+)"),  # Ruby
    re.compile(r"([\w.+~/-]+) \((?:read-only|permission)", re.IGNORECASE),  # Java
)
"""The name of a file in the line that says why it was not opened."""
LOG_OF_BINARY = re.compile(rb"\0([\w.-]{1,60}\.(?:log|txt|out|dbg|debug))(?=\0)", re.IGNORECASE)
"""A name in a compiled program that is hardly that of a file to be read."""
MOST_BINARY = 4 << 20  # bytes of a compiled program that are searched
BROKEN_OFF = tuple(SIGNAL_MEANINGS[name] for name in ("SIGSEGV", "SIGABRT"))
NO_NETWORK = re.compile(
    r"Network is unreachable|ENETUNREACH|EAFNOSUPPORT|Address family not supported|"
    r"EAI_AGAIN|Temporary failure in name resolution|"
    r"Name or service not known|UnknownHostException",
    re.IGNORECASE,
)
NO_MEMORY = re.compile(
    r"Error occurred during initialization of VM|Could not reserve enough space|"
    r"OutOfMemoryError|insufficient memory for the Java Runtime|Cannot allocate memory|"
    r"^MemoryError|std::bad_alloc|heap out of memory|out of memory|Cannot create worker GC thread",
    re.IGNORECASE | re.MULTILINE,
)
NO_MEMORY_AT_FIRST = re.compile(
    r"initialization of VM|Could not reserve|insufficient memory for the Java|worker GC thread"
)
NO_THREADS = re.compile(
    r"Resource temporarily unavailable|can't start new thread|unable to create native thread|"
    r"pthread_create failed|\bEAGAIN\b"
)


WITH_LAST_WORDS = (Cause.EXITED, Cause.KILLED, Cause.CLOSED_OUTPUT, Cause.NO_HANDSHAKE)
"""The causes that a program's last words may say more of."""


def confined(facts: Facts) -> Iterator[Sentence]:
    """Find in its last words how the confinement may have made a program fail."""
    known = facts.known
    words = {
        Cause.ILLEGAL: known.last_heard,
        Cause.EXCEPTION: known.traceback,
        **dict.fromkeys(WITH_LAST_WORDS, f"{known.stderr}\n{known.last_heard}"),
    }.get(known.cause, "")
    if (sentence := confinement_sentence(words, facts.around)) is not None:
        yield sentence
    elif facts.around.sandboxed and not facts.around.writes_beside:
        yield from _writes_silently(facts)


def _writes_silently(facts: Facts) -> Iterator[Sentence]:
    """Suspect a log in a compiled program that was broken off where it cannot write."""
    status, file = facts.known.exit_status, program_file(facts.command)
    if status is None or status.facts.get("meaning") not in BROKEN_OFF or file is None:
        return
    code = head_of(file, MOST_BINARY)
    if code.startswith(b"\x7fELF") and (name := LOG_OF_BINARY.search(code)) is not None:
        yield rows.PERHAPS_WRITES(file=repr(legible(name[1].decode("ascii", "replace"))))


def confinement_sentence(words: str, around: Surroundings) -> Sentence | None:
    """Return how the confinement may have caused these last words, or None."""
    lines = [line[:MOST_LINE] for line in words.splitlines()[-MOST_LINES:]]
    return next(_limits("\n".join(lines), around), None) or (
        next(_hides(lines, around), None) if around.sandboxed else None
    )


def _limits(text: str, around: Surroundings) -> Iterator[Sentence]:
    if NO_MEMORY.search(text) and around.memory is not None:
        row = rows.LITTLE_MEMORY if NO_MEMORY_AT_FIRST.search(text) else rows.MEMORY_USED_UP
        yield row(limit=around.memory)
    if (name := _named(UNSET_VARIABLE, text)) is not None and OF_ENVIRONMENT.search(text):
        yield around.say(rows.VARIABLE_NOT_PASSED_ON, rows.VARIABLE_NOT_SET, name=name)


def _hides(lines: list[str], around: Surroundings) -> Iterator[Sentence]:
    text = "\n".join(lines)
    if NO_THREADS.search(text):
        yield rows.NO_MORE_THREADS()
    yield from _written(lines, around)
    if NO_NETWORK.search(text):
        yield rows.NO_NETWORK()
    yield from _environment(text, around)
    yield from _library(text, around)
    yield from _module(text, around)
    yield from _engine(text, around)
    yield from _path(lines, around)
    yield from _something(text, around)


def _written(lines: list[str], around: Surroundings) -> Iterator[Sentence]:
    """Name the file that it could not write, if the line that tells so does."""
    for line in reversed(lines):
        if not READ_ONLY.search(line) and (around.writes_beside or not NO_PERMISSION.search(line)):
            continue
        for found in chain.from_iterable(names.findall(line) for names in OPENED_NAMES):
            path = _absolute(found, around)
            if READ_ONLY.search(found):
                continue  # the error itself, in quotes
            if READ_ONLY.search(line) or (around.folder and path.is_relative_to(around.folder)):
                shown = found if around.handed_in else str(path)
                yield rows.WANTS_TO_WRITE(file=repr(legible(shown, MOST_NAME)))
    if READ_ONLY.search("\n".join(lines)):
        yield rows.CANNOT_WRITE_THERE()


def _environment(text: str, around: Surroundings) -> Iterator[Sentence]:
    """Say that a script starts the Python of an environment, which copies leave out."""
    name = _named(NO_PYTHON, text)
    if name is None or around.shows(path := _absolute(name, around)):
        return
    if (omitted := around.left_out(path)) is not None and omitted.is_dir():
        shown = repr(name) if around.handed_in else name
        yield around.say(rows.ENVIRONMENT_NOT_SHOWN, rows.ENVIRONMENT_LEFT_OUT, path=shown)


def _library(text: str, around: Surroundings) -> Iterator[Sentence]:
    if (name := _named(MISSING_LIBRARY_PATTERN, text)) is None or name.startswith("/"):
        return
    if _lies_beside(name, around):
        yield rows.LIBRARY_BESIDE(name=repr(name))
    yield around.say(rows.LIBRARY_NOT_SHOWN, rows.LIBRARY_NOT_BROUGHT, name=repr(name))


def _module(text: str, around: Surroundings) -> Iterator[Sentence]:
    error, folder = last_error(text), repr(str(around.folder))
    if error is not None and (name := error.missing_module) is not None:
        if around.lists_packages:
            row = rows.PACKAGE_NOT_SHOWN if around.sees_its_folder else rows.FEW_FILES_SHOWN
            package = name.partition(".")[0]
            yield around.say(row, rows.PACKAGE_NOT_LISTED, folder=folder, package=package)
    elif (name := _named(OTHER_MODULE, text)) is not None:
        if name.startswith(("./", "/")) and around.shows(_absolute(name, around)):
            return  # it sees that folder, and there is no such file
        for suffix, how in LOADS_FROM_BESIDE.items():
            file = name if name.endswith(suffix) else f"{name}{suffix}"
            if _lies_beside(file, around):
                yield rows.BESIDE_IT(file=repr(file), how=how)
        yield around.say(rows.NOT_SHOWN, rows.NOT_BROUGHT, name=repr(name), folder=folder)


def _lies_beside(name: str, around: Surroundings) -> bool:
    """Return True if a file of this name is in the program's own folder, which it sees."""
    if around.folder is None or Path(name).is_absolute() or ".." in Path(name).parts:
        return False
    try:
        return around.shows(around.folder / name) and (around.folder / name).is_file()
    except (OSError, ValueError):  # a name that no file has
        return False


def _absolute(name: str, around: Surroundings) -> Path:
    return Path(os.path.normpath((around.folder or Path("/")) / name))


def _engine(text: str, around: Surroundings) -> Iterator[Sentence]:
    """Say that another engine it tried to start is hidden, judging by the name alone."""
    name = _named(NO_PROGRAM, text)
    if name is not None and is_engine(name) and not LOOKS_LIKE_DATA.search(name):
        path = around.named.get(name) or find_program(name)
        if path is None and not around.handed_in:
            yield rows.ENGINE_NOT_HERE(name=repr(name))
        yield around.say(rows.ENGINE_NOT_SHOWN, rows.ENGINE_HIDDEN, name=repr(name), path=str(path))


def _path(lines: list[str], around: Surroundings) -> Iterator[Sentence]:
    for line in filter(IS_MISSING.search, reversed(lines)):
        for found in (*QUOTED_PATH.findall(line), *BARE_PATH.findall(line)):
            written = found.rstrip(".:,;)")
            path = _absolute(written, around)
            if len(written) > MOST_NAME:
                continue
            if not around.shows(path):
                shown = repr(legible(written if around.handed_in else str(path)))
                yield around.say(rows.PATH_NOT_SHOWN, rows.PATH_NOT_LISTED, path=shown)
            elif path.is_relative_to(HOME_INSIDE) and not any(
                path.is_relative_to(place) for place in around.shown if place != Path(HOME_INSIDE)
            ):
                shown, home = repr(legible(str(path))), HOME_INSIDE
                yield around.say(rows.HOME_NOT_SHOWN, rows.HOME_NOT_LISTED, path=shown, home=home)
        if not (around.handed_in or around.sees_its_folder):
            yield rows.FOLDER_TOO_FULL(folder=repr(str(around.folder)))


def _something(text: str, around: Surroundings) -> Iterator[Sentence]:
    """Say what it can see, if something unnamed was not found."""
    found = list(NAMELESS_ERRORS.finditer(text))
    if around.folder is not None and found:
        error, folder = last_error(text), repr(str(around.folder))
        line = legible(found[-1][0], MOST_NAME) if error is None else error.sentence
        yield around.say(
            rows.SOMETHING_NOT_SHOWN, rows.SOMETHING_NOT_LISTED, line=line, folder=folder
        )


def _named(pattern: re.Pattern[str], text: str) -> str | None:
    """Return the name in the last match, made harmless, or None."""
    matches = list(pattern.finditer(text))
    name = next(filter(None, matches[-1].groups()), None) if matches else None
    return None if name is None else legible(name, MOST_NAME)
