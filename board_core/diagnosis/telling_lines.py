"""Find the cause of a program's failure in its own words and files.

The line that names an exception (:mod:`.error_lines`) is quoted. Only the words, the command and
the program's own folder are examined; :mod:`.last_words` judges the confinement.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from pathlib import Path

from board_core.game.player import Cause
from board_core.supervise.command import (
    Command,
    interpreter_of,
    is_for_this_machine,
    is_interpreter,
)
from board_core.text.findings import Row
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, say

from . import rows
from .error_lines import MOST_LINE, MOST_QUOTED, ErrorLines, names_line
from .facts import MOST_COMMAND, UNEXPLAINED_SILENCES, Facts, head_of, program_file, text_of
from .last_words import IS_MISSING, MOST_LINES, QUOTED_PATH
from .source import language_of
from .starting import with_ending

RECURSION_PATTERN = re.compile(
    r"RecursionError|StackOverflow|Maximum call stack size|SystemStackError|stack[- ]overflow|"
    r"stack exceeds \d|overflowed its stack|Stack_overflow",
    re.IGNORECASE,
)


# fmt: off
MOST_NEIGHBOURS = 1000  # files of a folder that are compared with a missing one
WINDOWS_MODULES = frozenset((
    "msvcrt", "winreg", "winsound", "_winapi", "_winreg", "nt", "_overlapped", "win32api",
    "win32con", "win32gui", "win32file", "win32process", "win32event", "win32console",
    "win32com", "pywintypes", "pythoncom", "winrt", "wmi",
))
# fmt: on
WRONG_NAME = re.compile(r"NoClassDefFoundError: .*\(wrong name: ([\w/$]+)\)")
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
FIRST_CLASS_VERSION = 44  # of Java's class files, before Java 1
NO_WINDOW = re.compile(
    r"HeadlessException|No X11 DISPLAY|no display name and no \$DISPLAY|cannot open display|"
    r"could not connect to display|No available video device|Unable to open display",
    re.IGNORECASE,
)
RELATIVE_IMPORT = "attempted relative import with no known parent package"
OF_PYTHON_2 = re.compile(
    r"SyntaxError: Missing parentheses in call to '(?:print|exec)'|"
    r"TypeError: unsupported operand .{1,100} Did you mean \"print\(<message>, file=|"
    r"NameError: name '(?:raw_input|xrange|basestring|unichr|execfile)' is not defined"
)
"""The words of Python 3 about what only Python 2 has. No variable is likely to have these names."""
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
SHOWS_A_MARK = re.compile(r"\ufeff|\\ufeff|\\xef\\xbb\\xbf|'ï'|\bBOM\b")
"""The words of an error about a text that begins with a byte order mark."""
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
ENDED_CAUSES = frozenset((Cause.EXITED, Cause.KILLED, Cause.CLOSED_OUTPUT))
MUCH_MEMORY = 128 << 20  # bytes of memory worth mentioning
MUCH_GROWTH = 64 << 10  # bytes between two looks; it may get little processor time
OWN_MODULES = sys.stdlib_module_names | {"chess", "numpy"}


def mistakes(facts: Facts) -> Iterator[Sentence]:
    """Find the mistakes that the words of a program that exited prove."""
    if facts.known.cause is not Cause.EXITED:
        return
    words, error, command = facts.known.stderr, facts.error, facts.command
    module = ((error and error.missing_module) or "").partition(".")[0]
    if module in WINDOWS_MODULES and sys.platform != "win32":
        yield rows.WINDOWS_ONLY(module=module, system=sys.platform.capitalize())
    yield from _argument_as_file(words, command.argv)
    if versions := CLASS_VERSION.search(words):
        made, here = (int(version) - FIRST_CLASS_VERSION for version in versions.groups())
        yield rows.NEWER_JAVA(made=made, here=here)
    if NO_WINDOW.search(words):
        line = words.strip().rpartition("\n")[2] if error is None else error.error
        yield rows.WANTS_A_WINDOW(line=legible(line, MOST_QUOTED))
    if error is not None and RELATIVE_IMPORT in error.error:
        yield from _as_module(command)
        yield rows.RELATIVE_IMPORT()
    if error is not None and OF_PYTHON_2.match(error.error):
        yield rows.LINE_OF_PYTHON_2(line=error.sentence)
    yield from _missing_class(facts)
    yield from _interpreter(facts)
    yield from _file_of_command(facts)


def _as_module(command: Command) -> Iterator[Sentence]:
    """Say how to start a file of a package as a module of it."""
    file = next((Path(word) for word in command.argv[1:] if word.endswith(".py")), None)
    if file is None or not file.is_absolute():
        return
    if command.handed_in and file.parent == command.folder:
        return  # what the organiser calls a submitted folder is told nobody
    top = file.parent
    outside = command.folder if command.handed_in else None
    while top.parent != outside and (top.parent / "__init__.py").is_file():
        top = top.parent
    module = ".".join(file.relative_to(top.parent).with_suffix("").parts)
    if module.replace(".", "").isidentifier():
        package = repr(legible(top.name))
        yield rows.START_AS_MODULE(package=package, how=f"python3 -m {module}")


INTERPRETER_NAME = re.compile(r"(python|ruby|perl|lua|php|node)-?(\d+(?:\.\d+)+)")
TOO_NEW = re.compile(
    r"SyntaxError|syntax error|Parse error|cannot import name|No module named 'tomllib'|"
    r"module '\w+' has no attribute|unexpected keyword argument"
)
"""The errors of a program that was written for a later version of its language, among others."""


def _told_error(error: ErrorLines, command: Command) -> Sentence | str:
    """Return the error, with the interpreter's version if that may be too old for the program.

    The version is told as far as the interpreter's file tells it, and never a stranger's.
    """
    if command.handed_in or not TOO_NEW.search(error.error):
        return error.sentence
    if command.clean:
        version = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
    else:
        name = Path(os.path.realpath(command.argv[0])).name
        if (named := INTERPRETER_NAME.fullmatch(name)) is None:
            return error.sentence
        version = f"{named[1].capitalize()} {named[2]}"
    return say("{line}, run by {version}", line=error.sentence, version=version)


STREAMS = {1: say("standard output"), 2: say("standard error")}
COMPUTES, SLEEPS = say("is computing"), say("sleeps")
COMPUTING = (
    *(rows.STILL_COMPUTES, rows.KEPT_FROM_COMPUTING),
    *(rows.OVERLOADED, rows.BUSY_MACHINE),
)
"""It computed, or would have: it or its child, since its processes are measured as one."""


def awaited_child(facts: Facts) -> Iterator[Sentence]:
    """Find the child that a program was seen to wait for, or that waits for the program."""
    computes, waits = facts.row in COMPUTING, facts.is_unexplained_silence
    if computes or waits or facts.row in (rows.NO_HANDSHAKE_YET, rows.NOT_READY_IN_TIME):
        for child in sorted(facts.children, key=lambda child: not child.writes):
            name = repr(legible(child.command, MOST_COMMAND))
            if child.writes and not computes:
                yield rows.CHILD_CANNOT_WRITE(child=name, stream=STREAMS[child.writes])
            if child.awaited and child.fed and not computes:
                yield rows.WAIT_FOR_EACH_OTHER(child=name)
            if child.awaited and child.state == "R" and not (waits or child.shares_input):
                yield rows.WAITS_FOR_CHILD(child=name, does=COMPUTES)
            if child.awaited and child.sleeps and not computes and child.state != "R":
                yield rows.WAITS_FOR_CHILD(child=name, does=SLEEPS)


def waiting_child(facts: Facts) -> Iterator[Sentence]:
    """Find a child that waits for the program's input, of a program that waits too."""
    if facts.known.cause is Cause.IDLE and facts.is_unexplained_silence:
        for child in facts.children:
            if child.fed:  # else it may be what a script starts
                yield rows.CHILD_BEHIND(child=repr(legible(child.command, MOST_COMMAND)))


def error_line(facts: Facts) -> Iterator[Sentence]:
    """Find the line of standard error that names an exception, or the move that it was sent."""
    known, error = facts.known, facts.error
    if known.cause is Cause.ILLEGAL and error is not None and error.line:
        yield rows.WITH_TELLING_LINE(line=error.sentence)
    waits = known.cause in WAITING_CAUSES
    if facts.is_hinted or not (waits or known.cause in ENDED_CAUSES):
        return
    if error is None:
        if names_line(known.stderr, known.last_sent) and not waits:
            last = repr(legible(known.stderr.strip().rpartition("\n")[2], MOST_QUOTED))
            yield rows.WITH_TELLING_LINE(line=last)
    elif waits and error.in_thread and known.cause is not Cause.COMPUTING:
        yield rows.WITH_THREAD_ENDED(line=_told_error(error, facts.command))
    elif RECURSION_PATTERN.search(error.error):
        yield rows.WITH_RECURSION(line=error.sentence)
    else:
        yield rows.WITH_TELLING_LINE(line=_told_error(error, facts.command))


def _lacks_something(facts: Facts) -> bool:
    """Return whether a file may be missing: it has not played yet, or tells no reason to wait."""
    known = facts.known
    if facts.is_hinted or facts.error is not None:
        return False
    waits = known.cause in WAITING_CAUSES
    without_a_reason = facts.is_unexplained_silence if waits else not known.last_heard
    return without_a_reason and (waits or known.cause in ENDED_CAUSES)


def missing_file(facts: Facts) -> Iterator[Sentence]:
    """Find the file that it reports as missing."""
    known, command = facts.known, facts.command
    if facts.is_hinted or known.cause not in WAITING_CAUSES | ENDED_CAUSES:
        return
    for absolute in map(Path, QUOTED_PATH.findall(facts.error.error if facts.error else "")):
        inside = command.folder is not None and absolute.is_relative_to(command.folder)
        if inside and (meant := _in_other_capitals(absolute)):
            yield rows.OTHER_CAPITALS(path=repr(legible(absolute.name)), meant=repr(legible(meant)))
    if (path := _missing_file(known.stderr, facts.error)) is None:
        return
    shown = repr(legible(path)).replace("\\\\", "\\")
    if "\\" in path and sys.platform != "win32":
        yield rows.BACKSLASH_IN_PATH(path=shown)
    if command.folder is not None and (meant := _in_other_capitals(command.folder / path)):
        yield rows.OTHER_CAPITALS(path=shown, meant=repr(legible(meant)))
    if command.folder is not None:
        yield rows.FILE_NOT_FOUND(place=_place_of(command), path=shown)


def _in_other_capitals(path: Path) -> str | None:
    """Return the name of the file beside a missing one that differs in capitals alone."""
    try:
        names = [each.name for each in islice(path.parent.iterdir(), MOST_NEIGHBOURS)]
    except OSError:
        return None
    return next((name for name in names if name.lower() == path.name.lower()), None)


def file_of_its_source(facts: Facts) -> Iterator[Sentence]:
    """Suspect a file that a silent program's source names and its folder lacks."""
    folder = facts.command.folder
    if folder is None or not _may_lack_a_file(facts):
        return
    source = text_of(program_file(facts.command))
    named = (path.replace("\\", "/") for path in DATA_FILE_OF_SOURCE.findall(source))
    with suppress(OSError, ValueError):  # names that no file has
        if path := next((path for path in named if not (folder / path).exists()), None):
            shown = repr(legible(path))
            yield rows.FILE_OF_ITS_SOURCE(place=_place_of(facts.command), path=shown)


def data_with_mark(facts: Facts) -> Iterator[Sentence]:
    """Find a file of data whose byte order mark was read as a part of its first word."""
    words, folder = facts.known.stderr, facts.command.folder
    if facts.error is None or folder is None:
        return
    with suppress(OSError):
        for file in islice(sorted(folder.iterdir()), MOST_NEIGHBOURS):
            is_data = file.is_file() and not language_of(file)
            head = head_of(file, MOST_LINE) if is_data else b""
            if not head.startswith(codecs.BOM_UTF8):
                continue
            first = re.escape(re.split(r"\W", head[3:].decode(errors="replace").lstrip("\"'"))[0])
            if SHOWS_A_MARK.search(words) or (first and re.search(rf"([\"']){first}\1", words)):
                yield rows.DATA_WITH_MARK(file=repr(legible(file.name)))


def other_folder(facts: Facts) -> Iterator[Sentence]:
    """Suspect that it looks for files in another folder than the current one."""
    folder = facts.command.folder
    new = not (facts.command.handed_in or facts.known.last_heard)
    if folder is not None and new and folder != Path.cwd() and _may_lack_a_file(facts):
        yield rows.RUNS_ELSEWHERE(folder=repr(legible(folder.name)))


def _may_lack_a_file(facts: Facts) -> bool:
    known = facts.known
    tells_more = names_line(known.stderr, known.last_sent) or known.cause is Cause.COMPUTING
    return not tells_more and _lacks_something(facts)


def _missing_file(stderr: str, error: ErrorLines | None) -> str | None:
    """Return the relative path of a file that it reports as missing, or None."""
    lines = stderr.splitlines()[-WORDS_OF_THE_END:] if error is None else [error.error]
    for line in reversed(lines):
        if NO_FILE.search(line):
            paths = map("".join, RELATIVE_PATH.findall(line[:MOST_LINE]))
            path = next((path for path in paths if not NAME_OF_AN_ERROR.search(path)), None)
            return None if path is None else path.replace("\\\\", "\\")  # as Python quotes it
    return None


def _place_of(command: Command) -> Sentence:
    """Return the folder in which a program runs, without the name of a submitted one."""
    if command.folder is None or command.handed_in:
        return say("its own folder")
    return say("the folder {folder}", folder=repr(legible(command.folder.name)))


def silent_tasks(facts: Facts) -> Iterator[Sentence]:
    """Suspect that an exception in a task made a program silent that has threads of its own."""
    silent = any(row.is_in(facts.known.sentence) for row in UNEXPLAINED_SILENCES)
    if facts.known.cause is Cause.IDLE and silent and own_threads(facts.threads):
        yield rows.WITH_SILENT_TASKS()


def reader_thread(facts: Facts) -> Iterator[Sentence]:
    """Find a thread that reads in a program that computes."""
    if facts.known.cause is Cause.COMPUTING and facts.reads and own_threads(facts.threads):
        yield rows.COMPUTES_BESIDE_A_READER()


def growing_memory(facts: Facts) -> Iterator[Sentence]:
    """Find that the memory of a program that still computes grows."""
    before, now = facts.memory
    grows = now >= MUCH_MEMORY and now - before >= MUCH_GROWTH
    if facts.known.cause is Cause.COMPUTING and grows:
        yield rows.WITH_MEMORY(size=now / (1 << 20))


def by_its_times(facts: Facts) -> Iterator[Sentence]:
    """Yield what a program that was too slow shows by its times, and by that it was told."""
    if facts.by_its_times is not None:
        yield facts.by_its_times


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


def _argument_as_file(stderr: str, argv: Sequence[str]) -> Iterator[Sentence]:
    if Path(argv[0]).name.rstrip("0123456789.") not in READS_ITS_ARGUMENTS:
        return
    for word in argv[2:]:
        quoted = re.escape(word)
        if re.search(rf"Can't open {quoted}: |rb_sysopen - {quoted} \(", stderr):
            yield rows.ARGUMENT_AS_FILE(word=repr(legible(word)))


def _missing_class(facts: Facts) -> Iterator[Sentence]:
    """Say that a Java class is missing from the class path, if the program sees all of that."""
    if not (classes := MISSING_CLASS.findall(facts.known.stderr)):
        return
    if wrong := WRONG_NAME.search(facts.known.stderr):
        yield rows.CLASS_OF_A_PACKAGE(name=wrong[1].replace("/", "."))
    name, argv = repr(legible("".join(classes[-1]).replace("/", "."))), facts.command.argv
    if jar := next((word for option, word in pairwise(argv) if option == "-jar"), ""):
        yield rows.CLASS_NOT_PACKED(file=legible(Path(jar).name), name=name)
    places = class_path(argv)
    if all(facts.around.shows(facts.folder / place) for place in places):
        yield rows.CLASS_NOT_FOUND(places=legible(":".join(map(str, places))), name=name)


def _interpreter(facts: Facts) -> Iterator[Sentence]:
    """Find why the system did not start an existing program."""
    program = Path(facts.command.argv[0])
    refused = rf"(?:failed to execute|exec:) {re.escape(str(program))}: "
    if re.search(refused, facts.known.stderr) is None:
        return  # neither prlimit nor the shell reports that
    head = head_of(program, MOST_LINE)
    if (line := interpreter_of(head)) is None:
        if is_for_this_machine(head):
            yield rows.NO_LOADER(program=repr(legible(program.name)))
    elif not facts.around.shows(Path(interpreter := legible(os.fsdecode(line)))):
        row = rows.STRANGERS_INTERPRETER if facts.command.handed_in else rows.HIDDEN_INTERPRETER
        yield row(interpreter=repr(interpreter), how=f"{interpreter} {legible(program.name)}")


def _file_of_command(facts: Facts) -> Iterator[Sentence]:
    """Say that an interpreter did not find a file named by the command, if it reports that."""
    stderr, command = facts.known.stderr, facts.command
    if not is_interpreter(command.argv[0]) or MISSING_CLASS.search(stderr):
        return
    lines = [line[:MOST_LINE] for line in stderr.splitlines()[-MOST_LINES:]]
    missing = "\n".join(filter(IS_MISSING.search, lines))
    for word in command.argv[1:]:
        name = Path(word).name
        if word.startswith("-") or is_interpreter(word) or os.path.lexists(facts.folder / word):
            continue
        if SETS_A_VARIABLE.match(word) or (command.handed_in and name != word):
            continue  # nothing outside of its own folder changes a stranger's sentence
        if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", missing):
            meant = with_ending(facts.folder / word, command.argv[0])
            row = rows.MEANT_FILE if meant else rows.FILE_OF_COMMAND
            yield row(file=repr(legible(word)), meant=legible(meant))


def class_path(argv: Sequence[str]) -> list[str]:
    """Return the folders and jars in which Java looks for classes."""
    given = "."
    for option, word in pairwise(argv):
        if option in CLASS_PATH_OPTIONS:
            given = word
        elif option.startswith("--class-path="):
            given = option.partition("=")[2]
    return [place.removesuffix("*") or "." for place in given.split(":")]


def namesake(facts: Facts) -> Iterator[Sentence]:
    """Find a file that shadows a module, after an exception whose words name one of the two."""

    def is_named(file: Path) -> bool:
        named = rf"module '{re.escape(file.stem)}'|'{re.escape(str(file))}'"
        failed = rf"(?:AttributeError|ImportError): .{{0,300}}(?:{named})"
        return re.search(failed, facts.known.stderr) is not None

    cause = facts.known.cause
    if facts.error and not facts.is_hinted and cause in WAITING_CAUSES | ENDED_CAUSES:
        yield from _shadows(_python_files(facts.command)[0], rows.SAME_NAME, is_named)


def hidden_module(facts: Facts) -> Iterator[Sentence]:
    """Suspect a file that shadows a module, in a silence or an early end without a reason."""
    if facts.known.cause is not Cause.KILLED and _lacks_something(facts):
        files, program = _python_files(facts.command)
        yield from _shadows(files, rows.HIDES_A_MODULE, lambda file: file.name != program)


def _shadows(files: list[Path], row: Row, may_be: Callable[[Path], bool]) -> Iterator[Sentence]:
    for file in files:
        if file.stem in OWN_MODULES and may_be(file):
            yield row(file=repr(legible(file.name)), module=file.stem)


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
