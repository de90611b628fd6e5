"""The error that ended a program, found in what it wrote: one function from text to a value. Pure.

The words are a stranger's. They become facts of what is shown, never an instruction, and no advice
quotes a name from them: a misspelt module may be somebody's trap.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from board_core.harmless_text import legible

MOST_LINES = 400  # of the end of a text that are looked at
MOST_LINE = 400  # characters of each: no pattern takes long on so few
MOST_ERROR = 300  # characters of an error that are shown in large type

PYTHON_FRAME = re.compile(r'^ *File "([^"]+)", line (\d+)(?:, in (.+))?$')
CALL_FRAME = re.compile(
    r"^\s+at (?:(.+?)(?: ?\(| in ))?(?:file://)?([^()\s]+\.\w{1,5}):(?:line )?(\d+)(?::\d+)?\)?$"
)
"""A line of the stack of a program in Java, JavaScript or C#."""

LIBRARY = re.compile(
    r"site-packages|dist-packages|[/\\]lib[/\\]python|<frozen|node:|node_modules|"
    r"^(?:java|javax|jdk|sun|kotlin|scala)\."
)
"""Places in libraries, where a program's author has nothing to mend."""

ONE_LINE_ERRORS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^(?P<file>[^\s:'\"]+\.rb):(?P<line>\d+):in .*?: (?P<error>.+)$",
        r"^lua[\d.]*: (?P<file>[^:'\"]+\.lua):(?P<line>\d+): (?P<error>.+)$",
        r"^PHP Fatal error: +(?P<error>.+?) in (?P<file>\S+):(?P<line>\d+)$",
        r"^(?P<error>.+?) at (?P<file>\S+\.p[lm]) line (?P<line>\d+)[.,]",
        r"^thread '.*' (?:\(\d+\) )?panicked at (?P<file>[^\s:]+):(?P<line>\d+):\d+:(?P<error>)$",
        r"^(?P<error>panic: .+)(?P<file>)(?P<line>)$",
        r"^(?P<error>terminate called .+|.+ Assertion .+ failed\.)(?P<file>)(?P<line>)$",
    )
)
"""The errors of Ruby, Lua, PHP, Perl, Rust, Go and C++, each on one line."""


@dataclass(frozen=True, slots=True)
class ErrorLines:
    """An error as its program printed it, and the place in its source; unknown parts are empty."""

    error: str
    file: str = ""
    line: int = 0
    function: str = ""
    source: str = ""


def last_error(text: str) -> ErrorLines | None:
    """Return the last error in what a program wrote; None if there is none that is known."""
    lines = [line.rstrip()[:MOST_LINE] for line in text.splitlines()[-MOST_LINES:]]
    return _of_python(lines) or _of_one_line(lines) or _of_calls(lines)


def _of_python(lines: list[str]) -> ErrorLines | None:
    """Return the error below the last frames of a traceback."""
    frames = [(at, found) for at, line in enumerate(lines) if (found := PYTHON_FRAME.match(line))]
    if not frames:
        return None
    last = frames[-1][0]
    at = next((at for at in range(last + 1, len(lines)) if _begins(lines[at])), None)
    if at is None:
        return None
    first = last
    while first > 0 and not _begins(lines[first - 1]):
        first -= 1
    block = [(n, found) for n, found in frames if n >= first]
    own = [(n, found) for n, found in block if not LIBRARY.search(found[1])]
    n, found = (own or block)[-1]
    source = lines[n + 1].strip() if n + 1 < at and not PYTHON_FRAME.match(lines[n + 1]) else ""
    return _shown(lines[at], found[1], found[2], found[3] or "", source)


def _begins(line: str) -> bool:
    """Return True for a line that is neither empty nor indented."""
    return bool(line) and not line[0].isspace()


def _of_calls(lines: list[str]) -> ErrorLines | None:
    """Return the error above the last stack of calls."""
    frames = [(at, found) for at, line in enumerate(lines) if (found := CALL_FRAME.match(line))]
    if not frames:
        return None
    first = frames[-1][0]
    while first > 0 and lines[first - 1].lstrip().startswith("at "):
        first -= 1
    error = next((lines[at] for at in range(first - 1, -1, -1) if lines[at].strip()), "")
    block = [found for at, found in frames if at >= first]
    own = [each for each in block if not (LIBRARY.search(each[1] or "") or LIBRARY.search(each[2]))]
    frame = (own or block)[0]
    function = re.split(r"[ (]", frame[1] or "")[0]
    return _shown(error, frame[2], frame[3], function) if error else None


def _of_one_line(lines: list[str]) -> ErrorLines | None:
    for at in range(len(lines) - 1, -1, -1):
        for pattern in ONE_LINE_ERRORS:
            if found := pattern.match(lines[at]):
                error = found["error"] or (lines[at + 1] if at + 1 < len(lines) else lines[at])
                return _shown(error, found["file"], found["line"])
    return None


def _shown(error: str, file: str, line: str, function: str = "", source: str = "") -> ErrorLines:
    """Return the parts made harmless, and the file without its folders."""
    name = re.split(r"[/\\]", file)[-1]
    return ErrorLines(
        legible(error.strip(), MOST_ERROR),
        legible(name),
        int(line) if line else 0,
        "" if function.startswith("<") else legible(function),
        legible(source),
    )
