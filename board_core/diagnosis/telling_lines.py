"""Find the cause of a program's failure in its own words and files.

The line that names an exception (:mod:`.error_lines`) is quoted, with its location. A few mistakes
are recognised with certainty: a module of another system, a class that was not packed, a newer
Java, a window. Only the words, the command and the program's own folder are examined;
:mod:`.last_words` judges the confinement.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from board_core.files.untrusted_files import read_small
from board_core.game.player import Cause, Explanation
from board_core.supervise.command import (
    Command,
    interpreter_of,
    is_for_this_machine,
    is_interpreter,
)
from board_core.text.findings import hint_in, row_of
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, say

from . import rows
from .error_lines import MOST_LINE, MOST_QUOTED, ErrorLines, last_error, names_line
from .evidence import head_of
from .last_words import IS_MISSING, MOST_LINES
from .starting import program_file, with_ending

RECURSION_PATTERN = re.compile(
    r"RecursionError|StackOverflow|Maximum call stack size|SystemStackError|stack[- ]overflow|"
    r"stack exceeds \d|overflowed its stack|Stack_overflow",
    re.IGNORECASE,
)


# fmt: off
WINDOWS_MODULES = frozenset((
    "msvcrt", "winreg", "winsound", "_winapi", "_winreg", "nt", "_overlapped", "win32api",
    "win32con", "win32gui", "win32file", "win32process", "win32event", "win32console",
    "win32com", "pywintypes", "pythoncom", "winrt", "wmi",
))
# fmt: on
MISSING_CLASS = re.compile(
    r"(?:ClassNotFoundException|NoClassDefFoundError): ([\w./$]{1,120})\s*$|"
    r"find or load main class ([\w./$]{1,120})\s*$",
    re.MULTILINE,
)
CLASS_VERSION = re.compile(
    r"UnsupportedClassVersionError: .{1,300}?\(class file version (\d{2,3})\.\d+\).{1,200}?"
    r"up to (\d{2,3})\.",
    re.DOTALL,
)
FIRST_CLASS_VERSION = 44
"""The version of Java's class files before Java 1."""
NO_WINDOW = re.compile(
    r"HeadlessException|No X11 DISPLAY|no display name and no \$DISPLAY|cannot open display|"
    r"could not connect to display|No available video device|Unable to open display",
    re.IGNORECASE,
)
RELATIVE_IMPORT = "attempted relative import with no known parent package"
READS_ITS_ARGUMENTS = ("perl", "ruby")
"""Interpreters whose ``<>`` and ``gets`` read the files that the command names."""
SETS_A_VARIABLE = re.compile(r"[A-Za-z_]\w*=")
"""A word of ``env`` that names no file."""
CLASS_PATH_OPTIONS = ("-cp", "-classpath", "--class-path")

NO_FILE = re.compile(
    r"o such file|FileNotFound|NoSuchFile|ENOENT|cannot find the (?:file|path)", re.IGNORECASE
)
RELATIVE_PATH = re.compile(
    r"""["'‘“`](?![/~])([^"'’”`\n]{0,150}[./\\][^"'’”`\n]{1,150})["'’”`]|"""
    r"""(?:(?<=[\s(：:-])|^)((?![/~])[^\s"'(),:;：，；]{0,150}[./\\][^\s"'(),:;：，；]{1,150})"""
)
"""A path of a file, in quotes or between blanks, that does not begin at the root."""
NAME_OF_AN_ERROR = re.compile(r"(?:Error|Exception)$")
DATA_FILE_OF_SOURCE = re.compile(
    r"""["']((?:\w[\w.-]*[/\\]+)*\w[\w.-]*\.(?:pkl|pickle|txt|json|csv|tsv|bin|dat|db|sqlite3?|pgn|"""
    r"""epd|fen|np[yz]|pth?|onnx|nnue|toml|ini|cfg|conf|ya?ml|book|bk))["']"""
    r"""(?!\s*,\s*(?:mode\s*=\s*)?["'][awx])"""
)
"""The path of a file of data, as a program's source names it, unless it is to be written."""
WORDS_OF_THE_END = 5  # lines of standard error searched for a missing file

WAITING_CAUSES = frozenset((Cause.IDLE, Cause.NO_ANSWER, Cause.NEVER_READ, Cause.READS_TO_END))
WAITING_CAUSES |= {Cause.NO_HANDSHAKE, Cause.COMPUTING}
UNEXPLAINED_SILENCES = (rows.WAITS_BLINDLY, rows.WAITS_FOR_MORE, rows.WAITS_UNSEEN)
"""They tell no reason for a silence."""
STILL_BUSY = frozenset((Cause.COMPUTING,))
ENDED_CAUSES = frozenset((Cause.EXITED, Cause.KILLED, Cause.CLOSED_OUTPUT))
MUCH_MEMORY = 128 << 20  # bytes of memory worth mentioning
MUCH_GROWTH = 64 << 10  # bytes between two looks; it may get little processor time
OWN_MODULES = sys.stdlib_module_names | {"chess", "numpy"}


def recognise_mistake(
    found: Explanation, command: Command, shows: Callable[[Path], bool] = lambda path: True
) -> Explanation:
    """Return the explanation of a mistake that its words prove, or the given one.

    ``shows`` returns whether the program would see a file of this path.
    """
    if found.cause is not Cause.EXITED:
        return found
    words, error = found.stderr, last_error(found.stderr)
    module = ((error and error.missing_module) or "").partition(".")[0]
    if module in WINDOWS_MODULES and sys.platform != "win32":
        only = rows.WINDOWS_ONLY(module=module, system=sys.platform.capitalize())
        return replace(found, cause=Cause.NO_MODULE, sentence=only)
    sentence = (
        _argument_as_file(words, command.argv)
        or _newer_java(words)
        or _window(words)
        or _relative_import(error)
        or _missing_class(words, command, shows)
        or _interpreter(words, command, shows)
        or _file_of_command(words, command)
    )
    return found if sentence is None else replace(found, sentence=sentence)


def add_error_line(found: Explanation, command: Command) -> Explanation:
    """Add the line of standard error that names an exception to the explanation."""
    waits = found.cause in WAITING_CAUSES
    if found.cause is Cause.ILLEGAL and (error := last_error(found.stderr)) and error.line:
        return replace(
            found, sentence=rows.WITH_TELLING_LINE(why=found.sentence, line=error.sentence)
        )
    told = hint_in(found.sentence) is not None or rows.IN_UTF16.is_in(found.sentence)
    if told or not (waits or found.cause in ENDED_CAUSES):
        return found
    error = last_error(found.stderr)
    unexplained = row_of(found.sentence) in UNEXPLAINED_SILENCES if waits else not found.last_heard
    if (path := _missing_file(found.stderr, error)) is not None:
        found = _file_not_found(found, command, path)
    elif error is None and unexplained and not names_line(found.stderr, found.last_sent):
        found = _elsewhere(found, command)
    why = found.sentence
    if error is None and names_line(found.stderr, found.last_sent) and not waits:
        last = repr(legible(found.stderr.strip().rpartition("\n")[2], MOST_QUOTED))
        return replace(found, sentence=rows.WITH_TELLING_LINE(why=why, line=last))
    if error is None:
        hidden = unexplained and found.cause is not Cause.KILLED
        return _hidden(found, command) if hidden else found
    line = error.sentence
    if waits and error.in_thread and found.cause is not Cause.COMPUTING:
        return replace(found, sentence=rows.WITH_THREAD_ENDED(line=line))
    if RECURSION_PATTERN.search(error.error):
        return replace(found, sentence=rows.WITH_RECURSION(why=why, line=line))
    return _hidden(replace(found, sentence=rows.WITH_TELLING_LINE(why=why, line=line)), command)


def _elsewhere(found: Explanation, command: Command) -> Explanation:
    """Add a file that it may lack, or the folder it runs in, to the explanation.

    The folder is added if it is not the current one.
    """
    folder = command.folder
    if folder is None or found.cause in STILL_BUSY:
        return found
    if (path := _absent_of_source(command, folder)) is not None:
        place, shown = _place_of(command), repr(legible(path))
        sentence = rows.FILE_OF_ITS_SOURCE(why=found.sentence, place=place, path=shown)
        return replace(found, sentence=sentence)
    if command.handed_in or folder == Path.cwd() or found.last_heard:
        return found  # if it has moved before, it has found what it needs
    named = repr(legible(folder.name))
    return replace(found, sentence=rows.RUNS_ELSEWHERE(why=found.sentence, folder=named))


def _missing_file(stderr: str, error: ErrorLines | None) -> str | None:
    """Return the relative path of a file that it reports as missing, or None."""
    lines = stderr.splitlines()[-WORDS_OF_THE_END:] if error is None else [error.error]
    for line in reversed(lines):
        if NO_FILE.search(line):
            paths = map("".join, RELATIVE_PATH.findall(line[:MOST_LINE]))
            path = next((path for path in paths if not NAME_OF_AN_ERROR.search(path)), None)
            return None if path is None else path.replace("\\\\", "\\")  # as Python quotes it
    return None


def _file_not_found(found: Explanation, command: Command, path: str) -> Explanation:
    """Add a file that it did not find, and where it looked, to the explanation."""
    shown, why = repr(legible(path)).replace("\\\\", "\\"), found.sentence
    if "\\" in path and sys.platform != "win32":
        return replace(found, sentence=rows.BACKSLASH_IN_PATH(why=why, path=shown))
    if command.folder is None:
        return found
    sentence = rows.FILE_NOT_FOUND(why=why, place=_place_of(command), path=shown)
    return replace(found, sentence=sentence)


def _place_of(command: Command) -> Sentence:
    """Return the folder in which a program runs, without the name of a submitted one."""
    if command.folder is None or command.handed_in:
        return say("its own folder")
    return say("the folder {folder}", folder=repr(legible(command.folder.name)))


def _absent_of_source(command: Command, folder: Path) -> str | None:
    """Return the first data file that its source names and its folder lacks."""
    source = program_file(command)
    try:
        text = "" if source is None else read_small(source).decode("utf-8", "replace")
        named = (path.replace("\\", "/") for path in DATA_FILE_OF_SOURCE.findall(text))
        return next((path for path in named if not (folder / path).exists()), None)
    except (OSError, ValueError):
        return None


def with_threads(found: Explanation, names: Sequence[str]) -> Explanation:
    """Add to the explanation of a silence what its threads make likely.

    ``names`` are its threads' names, the main thread's first.
    """
    silent = found.cause is Cause.IDLE and any(
        row.is_in(found.sentence) for row in UNEXPLAINED_SILENCES
    )
    if not silent or not own_threads(names):
        return found
    return replace(found, sentence=rows.WITH_SILENT_TASKS(why=found.sentence))


def add_reader_thread(found: Explanation, names: Sequence[str], *, reads: bool) -> Explanation:
    """Add a thread that ``reads`` to the explanation of a program that computes."""
    if not reads or not own_threads(names):
        return found
    return replace(found, sentence=rows.COMPUTES_BESIDE_A_READER(why=found.sentence))


def with_memory(found: Explanation, before: int, now: int) -> Explanation:
    """Add its memory, if growing, to the explanation of a program that still computes.

    ``before`` and ``now`` are the bytes that it used at the two looks.
    """
    if now < MUCH_MEMORY or now - before < MUCH_GROWTH:
        return found
    return replace(found, sentence=rows.WITH_MEMORY(why=found.sentence, size=now / (1 << 20)))


RUNTIME_PATTERN = re.compile(r"node|java|mono|dotnet|runghc|ghc|go\b")
RUNTIME_TASKS = re.compile(r"pool-|Thread-|ForkJoin|Thread Pool|\.NET TP|worker", re.IGNORECASE)


def own_threads(names: Sequence[str]) -> int:
    """Return how many threads a program has started itself, besides its main thread.

    If its runtime starts many, only those named like a program's own count.
    """
    if not names:
        return 0
    first, *others = names
    if RUNTIME_PATTERN.match(first):
        return sum(RUNTIME_TASKS.match(name) is not None for name in others)
    return len(others)


def _argument_as_file(stderr: str, argv: Sequence[str]) -> Sentence | None:
    if Path(argv[0]).name.rstrip("0123456789.") not in READS_ITS_ARGUMENTS:
        return None
    for word in argv[2:]:
        quoted = re.escape(word)
        if re.search(rf"Can't open {quoted}: |rb_sysopen - {quoted} \(", stderr):
            return rows.ARGUMENT_AS_FILE(word=repr(legible(word)))
    return None


def _file_of_command(stderr: str, command: Command) -> Sentence | None:
    """Say that an interpreter did not find a file named by the command, if it reports that."""
    if not is_interpreter(command.argv[0]) or MISSING_CLASS.search(stderr):
        return None
    lines = [line[:MOST_LINE] for line in stderr.splitlines()[-MOST_LINES:]]
    missing = "\n".join(filter(IS_MISSING.search, lines))
    folder = (command.folder or Path()).absolute()
    for word in command.argv[1:]:
        name = Path(word).name
        if word.startswith("-") or is_interpreter(word) or os.path.lexists(folder / word):
            continue
        if SETS_A_VARIABLE.match(word):
            continue
        if command.handed_in and name != word:
            continue  # nothing outside of its own folder changes a stranger's sentence
        if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", missing):
            meant = with_ending(folder / word, command.argv[0])
            row = rows.MEANT_FILE if meant else rows.FILE_OF_COMMAND
            return row(file=repr(legible(word)), meant=legible(meant))
    return None


def _newer_java(stderr: str) -> Sentence | None:
    if (versions := CLASS_VERSION.search(stderr)) is None:
        return None
    made, here = (int(version) - FIRST_CLASS_VERSION for version in versions.groups())
    return rows.NEWER_JAVA(made=made, here=here)


def _relative_import(error: ErrorLines | None) -> Sentence | None:
    shown = error is not None and RELATIVE_IMPORT in error.error
    return rows.RELATIVE_IMPORT() if shown else None


def _window(stderr: str) -> Sentence | None:
    if NO_WINDOW.search(stderr) is None:
        return None
    error = last_error(stderr)
    line = stderr.strip().rpartition("\n")[2] if error is None else error.error
    return rows.WANTS_A_WINDOW(line=legible(line, MOST_QUOTED))


def _missing_class(stderr: str, command: Command, shows: Callable[[Path], bool]) -> Sentence | None:
    """Say that a Java class is missing from the class path, if the program sees all of that."""
    if not (classes := MISSING_CLASS.findall(stderr)):
        return None
    name = repr(legible("".join(classes[-1]).replace("/", ".")))
    argv = command.argv
    jar = next((word for option, word in pairwise(argv) if option == "-jar"), "")
    if jar:
        return rows.CLASS_NOT_PACKED(file=legible(Path(jar).name), name=name)
    places = class_path(argv)
    inside = Path(command.folder or ".")
    if not all(shows((inside / place).absolute()) for place in places):
        return None  # the sandbox may hide it
    return rows.CLASS_NOT_FOUND(places=legible(":".join(map(str, places))), name=name)


def _interpreter(stderr: str, command: Command, shows: Callable[[Path], bool]) -> Sentence | None:
    """Return why the system did not start an existing program."""
    program = Path(command.argv[0])
    if re.search(rf"(?:failed to execute|exec:) {re.escape(str(program))}: ", stderr) is None:
        return None  # neither prlimit nor the shell reports that
    head = head_of(program, MOST_LINE)
    shown = repr(legible(program.name))
    if (line := interpreter_of(head)) is None:
        return rows.NO_LOADER(program=shown) if is_for_this_machine(head) else None
    interpreter = legible(os.fsdecode(line))
    if shows(Path(interpreter)):
        return None
    row = rows.STRANGERS_INTERPRETER if command.handed_in else rows.HIDDEN_INTERPRETER
    how = f"{interpreter} {legible(program.name)}"
    return row(interpreter=repr(interpreter), how=how)


def class_path(argv: Sequence[str]) -> list[str]:
    """Return the folders and jars in which Java looks for classes."""
    given = "."
    for option, word in pairwise(argv):
        if option in CLASS_PATH_OPTIONS:
            given = word
        elif option.startswith("--class-path="):
            given = option.partition("=")[2]
    return [place.removesuffix("*") or "." for place in given.split(":")]


def _hidden(found: Explanation, command: Command) -> Explanation:
    """Add a file that shadows a module to the explanation, if that may be the cause.

    After an exception, only a file that its words name.
    """
    files, program = _python_files(command)
    own = [file for file in files if file.stem in OWN_MODULES]
    if not rows.WITH_TELLING_LINE.is_in(found.sentence):
        own = [file for file in own if file.name != program]
        row = rows.HIDES_A_MODULE
    else:
        own = [file for file in own if _is_named(file, found.stderr)]
        row = rows.SAME_NAME
    if not own:
        return found
    file = own[0]
    sentence = row(why=found.sentence, file=repr(legible(file.name)), module=file.stem)
    return replace(found, sentence=sentence)


def _is_named(file: Path, stderr: str) -> bool:
    """Return True if an import failed in this file, or because it shadows a module."""
    named = rf"module '{re.escape(file.stem)}'|'{re.escape(str(file))}'"
    return re.search(rf"(?:AttributeError|ImportError): .{{0,300}}(?:{named})", stderr) is not None


def _python_files(command: Command) -> tuple[list[Path], str]:
    """Return the Python files beside a Python program, and its own name."""
    program = next((Path(word) for word in command.argv[1:] if word.endswith(".py")), None)
    if program is None or {"-I", "-P"} & set(command.argv[1:]):
        return [], ""
    folder = Path(command.folder or ".") / program.parent
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix == ".py")
    except OSError:
        return [], ""
    return files, program.name
