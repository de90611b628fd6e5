"""Keeps log lines back while something is drawn."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from board_core.text.harmless_text import visible


@contextmanager
def held_log(stream: TextIO) -> Iterator[None]:
    """Hold warnings and errors back, and write them to the stream afterwards."""
    held: list[str] = []
    handler = _Keep(held)
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        for line in held:
            print("\n".join(map(visible, line.splitlines())), file=stream)


class _Keep(logging.Handler):
    def __init__(self, held: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._held = held

    def emit(self, record: logging.LogRecord) -> None:
        if len(self._held) < MOST_LINES_HELD:
            self._held.append(self.format(record))


MOST_LINES_HELD = 200
"""Warnings and errors that are kept for afterwards."""
