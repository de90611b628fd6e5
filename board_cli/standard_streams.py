"""Make standard input, output and error reliable, wherever they lead.

A full disk behind ``> log`` must not end a match, and a closed descriptor must not become the
number of the next file that is opened.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from typing import Any

Failed = Callable[[OSError], None]

READING_MODE, WRITING_MODE = "r", "w"


def open_missing_streams() -> None:
    """Give every closed standard stream its descriptor again; for the start of a process.

    It leads to the null device and can only be read, so that writing to it fails.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            found = os.open(os.devnull, os.O_RDONLY)
            if found != descriptor:
                os.dup2(found, descriptor)
                os.close(found)
            mode = READING_MODE if descriptor == 0 else WRITING_MODE
            stream = open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def lossy(stream: Any, failed: Failed) -> Any:
    """Return a text stream that reports the output's first failure and drops the rest.

    A reader that has ended still raises BrokenPipeError. Characters that the encoding lacks become
    ``?``. A console of Windows, which is no file, stays as it is.
    """
    plain = isinstance(stream.buffer, io.RawIOBase)  # python -u
    raw = stream.buffer if plain else stream.buffer.raw
    if not isinstance(raw, io.FileIO):
        stream.reconfigure(errors="replace")
        return stream
    stream.flush()
    output = LossyOutput(raw.fileno(), failed)
    return io.TextIOWrapper(
        output if plain else io.BufferedWriter(output),
        stream.encoding,
        "replace",
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


class LossyOutput(io.FileIO):
    """A descriptor, left open, that reports its first failed write and then accepts everything."""

    def __init__(self, descriptor: int, failed: Failed) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self._failed = failed
        self._lost = False

    def write(self, data: Any) -> int:
        """Write, or drop what cannot be written. Raises BrokenPipeError."""
        if not self._lost:
            try:
                return super().write(data)
            except BrokenPipeError:
                raise
            except OSError as error:
                self._lost = True
                self._failed(error)
        return memoryview(data).nbytes


def why_lost(error: OSError) -> str | None:
    """Return the system's message for a failure; None for a closed descriptor."""
    return None if error.errno == errno.EBADF else error.strerror
