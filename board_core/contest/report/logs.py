"""Excerpts of programs' logs, for the pages.

Lines of a log are ``SECONDS < text`` for output of the program, ``>`` for its input and ``!`` for
standard error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from board_core.fast_dataclass import dataclass

LOG_LINE = re.compile(r"\s*(-?[\d.]+) ([<>!])(?: (.*))?", re.DOTALL)

FIRST_LINES_SHOWN, LAST_LINES_SHOWN = 60, 240
"""Lines of a long log that are shown, from its beginning and from its end."""

MOST_LINE_CHARACTERS = 400
"""Characters of a line that are shown; the rest is cut off."""

MOST_LOG_BYTES = 2_000_000
"""Bytes of a log that are read; the rest is not shown."""


@dataclass(frozen=True, slots=True)
class LogLine:
    at: str  # seconds, as they were written; empty: not known
    kind: str  # < > or !; empty: not known
    text: str


@dataclass(frozen=True, slots=True)
class LogExcerpt:
    """The lines of a log that are shown."""

    name: str  # of the file
    beginning: tuple[LogLine, ...] = ()
    left_out: int = 0  # lines between the two
    end: tuple[LogLine, ...] = ()


def log_of(name: str, lines: Sequence[str]) -> LogExcerpt:
    if len(lines) <= FIRST_LINES_SHOWN + LAST_LINES_SHOWN:
        return LogExcerpt(name, tuple(map(_line, lines)))
    return LogExcerpt(
        name,
        tuple(map(_line, lines[:FIRST_LINES_SHOWN])),
        len(lines) - FIRST_LINES_SHOWN - LAST_LINES_SHOWN,
        tuple(map(_line, lines[-LAST_LINES_SHOWN:])),
    )


def read_log(path: Path) -> LogExcerpt | None:
    """Read the excerpt of a log; None if it does not exist or cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_LOG_BYTES)
    except OSError:
        return None
    text = data.decode("utf-8", "replace").removesuffix("\n")
    return log_of(path.name, text.split("\n") if text else ())


def _line(line: str) -> LogLine:
    text = line if len(line) <= MOST_LINE_CHARACTERS else f"{line[:MOST_LINE_CHARACTERS]} …"
    found = LOG_LINE.fullmatch(text)
    return LogLine(found[1], found[2], found[3] or "") if found else LogLine("", "", text)
