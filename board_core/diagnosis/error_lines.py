"""Find the error that ended a program, or one of its threads, in its standard error.

The words are a stranger's. They are shown as facts, never as instructions, and no advice quotes a
name from them, since a misspelt module may be a trap. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, say

MOST_LINES, MOST_LINE = 1100, 500
"""The lines that are searched, from the end of a text, and the characters of each."""
MOST_ERROR = 300  # characters of an error that are shown in large type
MOST_QUOTED = 160  # characters of an error that is quoted in a sentence
SHOWN_LINES = 8
FRAME_LINES = 40  # around an error that are searched for its place
TRACEBACK_LINES = 200  # before a line that may be part of a traceback

ERROR_LINE = re.compile(
    r"""^\s*(?:\[ERROR\]\ FATAL\ UNHANDLED\ EXCEPTION:\ |Exception\ in\ thread\ .{1,80}?\ |
        Caused\ by:\ |Unhandled\ [Ee]xception[.:]\ |Uncaught\ |Error:\ )?
        (?:[\w$]+[.:]{1,2})*[\w$]*(?:Error|Exception)(?:\ \[\w+\])?(?::(?:\s|$)|$)|  # Java, node
    ^thread\ .+\ panicked\ at\ |^thread\ '.+'\ has\ overflowed\ its\ stack|^panic:\ |
    ^(?:fatal\ error|runtime):\ |                                           # Rust, Go
    \((?:\w+::)*\w*(?:Error|Errno::\w+)\)$|                                 # Ruby
    \ at\ \S+\ line\ \d+[.,]|^(?:\S*/)?lua[\w.]*:\ |Fatal\ error:\ |        # Perl, Lua, PHP, OCaml
    ^\S+\.rb:\d+:\ |^\S+:\d+:(?:\d+:)?\ (?:fatal\ )?error:\ |            # Ruby, compilers
    ^terminate\ called\ |^\s*what\(\):\ |Assertion\ .*failed|Sanitizer:\ |\ runtime\ error:\ |
    ^\*\*\*\ .*\ \*\*\*|^Runtime\ error\ \d|^Error\ in\ |:\ line\ \d+:\ |
    ^error:\ (?!compilation\ failed)|^Fatal\ Python\ error:\ |
    ^[\w./-]+:\ .*(?:Prelude\.|[Nn]on-exhaustive|stack\ overflow)|
    ^Error:\ Could\ not\ find\ or\ load\ main\ class
    """,
    re.VERBOSE,
)
"""A line that names an exception, or an error of a runtime."""
PREFIX_PATTERN = re.compile(
    r"^(?:\[ERROR\] FATAL UNHANDLED EXCEPTION: |Exception in thread .{1,80}? (?=[\w.$]+\b)|"
    r"thread .+? panicked at (?:\S+\.rs:[\d:]+:? )?|Caused by: |Unhandled [Ee]xception[.:] |"
    r"Uncaught |PHP (?=Fatal))"
)
NAMESPACE_PATTERN = re.compile(
    r"^(?:[a-z_$][\w$]*\.)+(?=[A-Z]|\w+Error)|^System\.(?:\w+\.)*(?=[A-Z])"
)
PLACE_IN_LINE = tuple(
    re.compile(pattern)
    for pattern in (
        r"^(?P<file>[^\s:'\"]+\.rb):(?P<line>\d+):(?:in .*?:)? (?P<error>.+)$",
        r"^(?P<file>[^\s:]+):(?P<line>\d+):(?:\d+:)? (?:fatal )?error: (?P<error>.+)$",
        r"^(?:\S*/)?lua[\w.]*: (?P<file>[^:'\"]+\.lua):(?P<line>\d+): (?P<error>.+)$",
        r"^PHP Fatal error: +(?P<error>.+?) in (?P<file>\S+):(?P<line>\d+)$",
        r"^(?P<error>.+?) at (?P<file>\S+) line (?P<line>\d+)[.,]",
        r"^\S+: (?P<file>[^\s:]+):(?P<line>\d+): .*?(?P<error>Assertion .+ failed\.)$",
        r"^(?P<file>[^\s:]+): line (?P<line>\d+): (?P<error>.+)$",
    )
)
"""The errors of Ruby, compilers, Lua, PHP, Perl, C and bash, each with its place on one line."""
PLACE_WITHIN = re.compile(r"(?:, | at )([^\s,]+\.rs):(\d+):\d+:?$")
TRACEBACK_HEAD = "Traceback (most recent call last):"
PYTHON_THREAD = re.compile(r"^Exception in thread (.{1,80}):$")
OTHER_THREAD = re.compile(r"^Exception in thread \"(?!main\")|^thread '(?!main')[^']*'.* panicked ")
PYTHON_FRAME = re.compile(r'^ *File "([^"]+)", line (\d+)(?:, in (.+))?$')
CALL_FRAME = re.compile(
    r"^\s+at .*?\(?(?:file://)?([^\s()]+\.(?:java|kt|scala|[cm]?[jt]s|cs)):(?:line )?(\d+)"
    r"(?::\d+)?\)?\s*$|^\s+(/\S+\.go):(\d+)"
)
"""A line of the stack of a program in Java, JavaScript, C# or Go."""
CALLED_FUNCTION = re.compile(r"^\s+at ([\w$.]+) ?\(")
NOT_ITS_OWN = re.compile(
    r"/lib/python|/site-packages/|/dist-packages/|^/board/packages/|^<|\bnode:|^internal/|"
    r"/node_modules/|"
    r"/usr/(?:lib|local|share)/|/goroot/|^\s+at (?:java|jdk|sun|javax|kotlin|scala)\b|"
    r"^\s+at System\."
)
"""Places in libraries, where a program's author has nothing to mend."""
MISSING_MODULE = re.compile(r"ModuleNotFoundError: No module named '([A-Za-z_][\w.]{0,60})'$")


@dataclass(frozen=True, slots=True)
class ErrorLines:
    """An error as its program printed it, and its location; unknown parts are empty."""

    error: str
    file: str = ""
    line: int = 0
    function: str = ""
    source: str = ""
    in_thread: bool = False  # which is not the main one

    @property
    def sentence(self) -> Sentence | str:
        """The error and its location, as sentences quote them."""
        error = legible(self.error, MOST_QUOTED)
        if not self.line or f"{self.file}:{self.line}" in self.error:
            return error
        file, line = legible(self.file, 60), self.line
        return say("{error} ({file}, line {line})", error=error, file=file, line=line)

    @property
    def missing_module(self) -> str | None:
        """The Python module that was not found, if that is the error."""
        found = MISSING_MODULE.search(self.error)
        return None if found is None else found[1]


def last_error(text: str) -> ErrorLines | None:
    """Return the last recognised error in what a program wrote, or None."""
    lines = [line.rstrip()[:MOST_LINE] for line in text.splitlines()[-MOST_LINES:]]
    if (number := _number_of_error(lines)) is None:
        return None
    line, in_thread = lines[number].strip(), _is_in_thread(lines, number)
    if found := next(filter(None, (form.match(line) for form in PLACE_IN_LINE)), None):
        return _shown(found["error"], found["file"], found["line"], in_thread=in_thread)
    file, at, function, source = _place(lines, number)
    if line.startswith(("terminate called", "what():")):
        line = _cpp_exception(lines)
    elif line.endswith(":") and number + 1 < len(lines):
        line = f"{line} {lines[number + 1].strip()}"
    error = NAMESPACE_PATTERN.sub("", PREFIX_PATTERN.sub("", line))
    return _shown(error, file, at, function, source, in_thread=in_thread)


def shown_lines(text: str, most: int = SHOWN_LINES) -> str:
    """Return the end of a text, preceded by the line that names the error if that is earlier."""
    lines = [line for line in text.splitlines() if line.strip(" ^~")]
    known = [line.rstrip()[:MOST_LINE] for line in lines]
    number = _number_of_error(known)
    if len(lines) <= most or number is None:
        return "\n".join(lines[-most:])
    if number < len(lines) - most:
        return "\n".join((*lines[number : number + most - 1], "…"))
    own, source = _frame_of_python(known, number)
    if own is None or own >= len(lines) - most:
        return "\n".join(lines[-most:])
    frame = lines[own : own + 2] if source else lines[own : own + 1]
    return "\n".join((*frame, "…", *lines[len(frame) + 1 - most :]))


def _number_of_error(lines: Sequence[str]) -> int | None:
    """Return the number of the line that names the last error, or None."""
    for number in reversed(range(len(lines))):
        if lines[number].lstrip() == TRACEBACK_HEAD:
            return next(_ends_of_traceback(lines, number), None)
        if ERROR_LINE.search(lines[number]):
            begun = _begin_of_traceback(lines, number)
            return number if begun is None else next(_ends_of_traceback(lines, begun), number)
    return None


def _begin_of_traceback(lines: Sequence[str], number: int) -> int | None:
    """Return where the Python traceback begins that this line may belong to."""
    for before in reversed(range(max(0, number - TRACEBACK_LINES), number)):
        if lines[before].lstrip() == TRACEBACK_HEAD:
            return before
    return None


def _ends_of_traceback(lines: Sequence[str], begun: int) -> Iterator[int]:
    for number in range(begun + 1, len(lines)):
        if lines[number] and not lines[number][0].isspace() and lines[number][0] not in "|+":
            yield number


def _cpp_exception(lines: Sequence[str]) -> str:
    """Return the type and text of a C++ exception, from the two lines that report it."""
    text = "\n".join(lines)
    what = re.findall(r"what\(\):\s+(.*)", text)
    kind = re.findall(r"throwing an instance of '([^']+)'", text)
    return ": ".join((*kind[-1:], *what[-1:])) or lines[-1]


def _is_in_thread(lines: Sequence[str], number: int) -> bool:
    if OTHER_THREAD.match(lines[number]):
        return True
    begun = _begin_of_traceback(lines, number)
    return begun is not None and begun > 0 and PYTHON_THREAD.match(lines[begun - 1]) is not None


def _place(lines: Sequence[str], number: int) -> tuple[str, str, str, str]:
    """Return file, line, function and source of the program's own code that raised an error."""
    if within := PLACE_WITHIN.search(lines[number]):
        return within[1], within[2], "", ""
    at, source = _frame_of_python(lines, number)
    if at is not None and (place := PYTHON_FRAME.match(lines[at])):
        return place[1], place[2], place[3] or "", source
    for line in (*lines[number + 1 :][:FRAME_LINES], *lines[max(0, number - FRAME_LINES) : number]):
        if (place := CALL_FRAME.match(line)) and not NOT_ITS_OWN.search(line):
            called = CALLED_FUNCTION.match(line)
            file, at_line = place[1] or place[3], place[2] or place[4]
            return file, at_line, called[1] if called else "", ""
    return "", "", "", ""


def _frame_of_python(lines: Sequence[str], number: int) -> tuple[int | None, str]:
    """Return the number of the line that names the innermost frame, and the source in it.

    A frame in the program's own code is preferred to one in a library.
    """
    begun = _begin_of_traceback(lines, number)
    before = range(max(0, number - 5) if begun is None else begun, number)
    found = [(at, place[1]) for at in before if (place := PYTHON_FRAME.match(lines[at]))]
    own = [at for at, file in found if is_own_file(file)]
    if not found:
        return None, ""
    at = own[-1] if own else found[-1][0]
    following = lines[at + 1] if at + 1 < number else ""
    return at, "" if PYTHON_FRAME.match(following) else following.strip()


def is_own_file(path: str) -> bool:
    """Return True for a file by the program's author, False for a library's."""
    return not NOT_ITS_OWN.search(path.replace("\\", "/"))


def _shown(
    error: str, file: str, line: str, function: str = "", source: str = "", *, in_thread: bool
) -> ErrorLines:
    """Return the parts made harmless, and the file without its folders."""
    name = re.split(r"[/\\]", file)[-1]
    return ErrorLines(
        legible(error.strip(), MOST_ERROR),
        legible(name),
        int(line) if line else 0,
        "" if function.startswith("<") else legible(function),
        legible(source),
        in_thread,
    )


def names_line(stderr: str, line: str) -> bool:
    """Return whether a program's last words name a move that it was sent, ignoring a check sign."""
    error, move = last_error(stderr), line.rstrip("+#")
    words = stderr.strip().rpartition("\n")[2][:MOST_LINE] if error is None else error.error
    return bool(move) and re.search(rf"(?<!\w){re.escape(move)}(?![\w=])", words) is not None
