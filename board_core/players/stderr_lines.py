"""Cuts what a program writes to its stderr into lines, within bounds."""

from __future__ import annotations

from collections.abc import Callable

from board_core.supervise.line_cutter import MOST_LINE_BYTES
from board_core.text.harmless_text import GBK_NOTE, decoded

MOST_LINES_HEARD = 1000
"""Lines of one process that are passed on; what it writes after them is dropped."""


class StderrLines:
    """Call it with each chunk of bytes; it passes complete lines to ``hear``."""

    def __init__(self, hear: Callable[[str], object], encoding: str = "utf-8") -> None:
        self._hear = hear
        self._encoding = encoding
        self._rest = b""
        self._budget = MOST_LINES_HEARD

    def __call__(self, data: bytes) -> None:
        """Take the next bytes; ``b""`` marks the end."""
        if not self._budget:
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > MOST_LINE_BYTES or not data:
            lines, self._rest = [*lines, self._rest], b""
        for line in filter(None, (line.rstrip() for line in lines)):
            self._budget -= 1
            if not self._budget:
                self._hear("…")
                return
            text = decoded(line[:MOST_LINE_BYTES], self._encoding)
            self._hear(text.replace(f"{GBK_NOTE}\n", f"{GBK_NOTE} "))
