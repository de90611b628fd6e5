"""What a failed program's own words and files tell of the cause, beside its confinement.

A line that names an exception is quoted. A few mistakes are recognised that the words show for
certain: a module of another system, a word of the command that was read as a file, a class that was
not packed, a module of the program's folder that hides one of Python's own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from board_core.harmless_text import legible
from board_core.player import Cause, Explanation
from board_core.sentence import Sentence, say
from board_core.supervise.command import Command
from board_core.words import N_

from .diagnosis import WAITS_BLINDLY, WAITS_FOR_MORE, WITH_A_HINT

MOST_QUOTED = 160
"""Characters of a line that is quoted in a sentence."""

TELLING_LINE = re.compile(
    r"""^(?:\[ERROR\]\ FATAL\ UNHANDLED\ EXCEPTION:\ |Exception\ in\ thread\ \S+\ |Caused\ by:\ |
        Unhandled\ exception[.:]\ |Uncaught\ )?
        \s*[\w.$:]*(?:Error|Exception|Exit|Interrupt|Limit)(?:\b.*?)?:(?:\s|$)|
                                                                        # Python, Java, C#, node
    ^\w*(?:Error|Exception|StopIteration)$|
    ^thread\ .+\ panicked\ at\ |^panic:\ |^fatal\ error:\ |             # Rust, Go
    \((?:\w+::)*\w*(?:Error|Errno::\w+)\)$|                              # Ruby
    \ at\ \S+\ line\ \d+[.,]|^lua[\d.]*:\ |Fatal\ error:\ |              # Perl, Lua, PHP, OCaml
    ^terminate\ called\ |^\s*what\(\):\ |Assertion\ .*failed|Sanitizer:\ |\ runtime\ error:\ |
    ^\*\*\*\ .*\ \*\*\*|^Runtime\ error\ \d|^Error\ in\ |^error:\ |
    :\ line\ \d+:\ .*(?:error|not\ found)
    """,
    re.VERBOSE,
)
THREAD_ENDED_PATTERN = re.compile(
    r"^Exception in thread (?!\"?main\b)|^thread '(?!main')[^']*'.* panicked at |"
    r"^Exception in thread \"(?!main\")",
    re.MULTILINE,
)

ADVICE_ON_LINES: tuple[tuple[re.Pattern[str], Sentence], ...] = (
    (
        re.compile("UnsupportedClassVersionError"),
        say("compile it for the Java that runs it here: javac --release 17, for example"),
    ),
    (
        re.compile("HeadlessException|no display|DISPLAY|cannot open display|No available video"),
        say("open no window: there is no screen in a game"),
    ),
    (
        re.compile(
            "UnicodeDecodeError|MalformedInputException|invalid (?:byte sequence|multibyte)"
        ),
        say(
            "save what it reads, or the program itself, as UTF-8, or read it in its own encoding: "
            "on Windows in Chinese that is often GBK"
        ),
    ),
    (
        re.compile("EOFError|NoSuchElementException|EOF when reading"),
        say("the input has ended there: exit then, and read no more lines than are sent"),
    ),
)
"""What to change where the line of an error shows it."""

WITH_TELLING_LINE = N_("{why}; its standard error says {line}")
WITH_THREAD_ENDED = N_("{why}; an exception ended a thread of it: {line}")
WINDOWS_ONLY = N_("the module {module} exists on Windows only")
ARGUMENT_AS_FILE = N_(
    "it read the word {word} of its command as the name of a file, in place of standard input"
)
CLASS_NOT_PACKED = N_("the class {name} is not in what it was started from")
ELSEWHERE = N_("{why}; it runs in the folder {folder}, and looks for files from there")
HIDES_A_MODULE = N_("{why}; {file} in its folder hides Python's own module {module}")

WINDOWS_MODULE = re.compile(
    r"msvcrt|_?winreg|winsound|_winapi|nt|win32\w+|pywintypes|pythoncom|wmi"
)
MISSING_FILE = "o such file"
NO_MODULE = re.compile(r"ModuleNotFoundError: No module named '([A-Za-z_]\w{0,60})[\w.]*'\s*\Z")
MISSING_CLASS = re.compile(
    r"(?:ClassNotFoundException|NoClassDefFoundError): ([\w./$]{1,120})|"
    r"find or load main class ([\w./$]{1,120})"
)
READS_ITS_ARGUMENTS = ("perl", "ruby")
"""Interpreters whose ``<>`` and ``gets`` read the files that the command names."""

WAITING_CAUSES = frozenset((Cause.IDLE, Cause.NEVER_READ, Cause.READS_TO_END, Cause.NO_HANDSHAKE))
ENDED_CAUSES = frozenset((Cause.EXITED, Cause.KILLED, Cause.CLOSED_OUTPUT))


def mistake_shown(found: Explanation, command: Command) -> Explanation:
    """Return the explanation of a mistake that its words show for certain, or the same one."""
    if found.cause is not Cause.EXITED:
        return found
    if (module := NO_MODULE.search(found.stderr)) and WINDOWS_MODULE.fullmatch(module[1]):
        sentence = say(WINDOWS_ONLY, module=module[1])
        return replace(found, cause=Cause.NO_MODULE, sentence=sentence)
    if (word := _argument_as_file(found.stderr, command.argv)) is not None:
        return replace(found, sentence=say(ARGUMENT_AS_FILE, word=repr(legible(word))))
    if (name := _missing_class(found.stderr, command.argv)) is not None:
        return replace(found, sentence=say(CLASS_NOT_PACKED, name=repr(name)))
    return found


def with_telling_line(found: Explanation, command: Command) -> Explanation:
    """Return the explanation with the line of its standard error that names an exception."""
    if found.sentence.template == WITH_A_HINT:
        return found
    waits = found.cause in WAITING_CAUSES
    if not waits and found.cause not in ENDED_CAUSES:
        return found
    sentence, line = found.sentence, telling_line(found.stderr)
    unexplained = sentence in (WAITS_BLINDLY, WAITS_FOR_MORE)
    folder = _other_folder(command)
    if folder is not None and (unexplained if line is None else MISSING_FILE in line):
        sentence = say(ELSEWHERE, why=sentence, folder=repr(folder.name))
    if line is not None:
        thread = waits and THREAD_ENDED_PATTERN.search(found.stderr)
        form = WITH_THREAD_ENDED if thread else WITH_TELLING_LINE
        sentence = say(form, why=sentence, line=repr(legible(line, MOST_QUOTED)))
    elif unexplained and (file := _hiding_file(command)) is not None:
        sentence = say(HIDES_A_MODULE, why=sentence, file=repr(file.name), module=file.stem)
    return replace(found, sentence=sentence)


def telling_line(stderr: str) -> str | None:
    """Return the last line that names an exception or an error of a runtime; None without one."""
    lines = [line.rstrip() for line in stderr.splitlines()]
    for number in reversed(range(len(lines))):
        line = lines[number][:1000]
        if TELLING_LINE.search(line):
            further = lines[number + 1 : number + 2]
            whole = " ".join((line, *further)) if line.endswith(":") else line
            return whole.strip()
    return None


def shown_lines(stderr: str, most: int = 8) -> str:
    """Return the end of a text; from the line that names the reason on, if that stands before."""
    lines = [line for line in stderr.splitlines() if line.strip(" ^~")]
    told = max(
        (n for n, line in enumerate(lines) if TELLING_LINE.search(line[:1000])), default=None
    )
    if told is None or told >= len(lines) - most:
        return "\n".join(lines[-most:])
    return "\n".join(lines[told : told + most])


def _argument_as_file(stderr: str, argv: Sequence[str]) -> str | None:
    if Path(argv[0]).name.rstrip("0123456789.") not in READS_ITS_ARGUMENTS:
        return None
    last = stderr.strip()
    for word in argv[2:]:
        quoted = re.escape(word)
        if re.search(rf"Can't open {quoted}: |rb_sysopen - {quoted} \(", last):
            return word
    return None


def _missing_class(stderr: str, argv: Sequence[str]) -> str | None:
    """Return the class of Java that neither its jar nor the folder beside its class has."""
    if (found := MISSING_CLASS.search(stderr)) is None:
        return None
    name = found[1] or found[2]
    return name if "$" in name or "-jar" in argv else None


def _other_folder(command: Command) -> Path | None:
    """Return the folder in which it runs, if that is not the working directory of a person."""
    folder = command.folder
    return None if folder is None or command.handed_in or folder == Path.cwd() else folder


def _hiding_file(command: Command) -> Path | None:
    """Return a file beside a Python program that has the name of one of Python's own modules."""
    program = next((Path(word) for word in command.argv[1:] if word.endswith(".py")), None)
    if program is None or {"-I", "-P"} & set(command.argv[1:]):
        return None
    folder = Path(command.folder or ".") / program.parent
    try:
        names = sorted(file for file in folder.iterdir() if file.suffix == ".py")
    except OSError:
        return None
    own = (f for f in names if f.stem in sys.stdlib_module_names and f.name != program.name)
    return next(own, None)
