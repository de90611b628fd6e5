"""Reads a person's lines on a thread of its own."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from io import UnsupportedOperation
from typing import TextIO

from board_core.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line that somebody typed."""

    text: str


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """The end of all input."""


def read_lines(stream: TextIO, tell: Callable[[TypedLine | EndOfInput], None]) -> None:
    """Tell of every line and of the end, from a daemon thread; it ends with the process."""

    def work() -> None:
        try:
            for text in lines_of(stream):
                tell(TypedLine(text))
        finally:
            tell(EndOfInput())

    threading.Thread(target=work, name="input", daemon=True).start()


def lines_of(stream: TextIO) -> Iterator[str]:
    """Yield the stream's lines without their ends, each as soon as it arrives.

    Reads past the stream's own buffer: its lock, held by a thread that waits for a line, would
    break the interpreter's exit.
    """
    try:
        descriptor = stream.fileno()
    except (AttributeError, UnsupportedOperation):  # not a real file: a test's text
        yield from stream
        return
    rest = b""
    while data := os.read(descriptor, 4096):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")
