"""The log of one program in one game, kept while the game is played."""

from __future__ import annotations

import threading
from time import monotonic

from board_core.text.harmless_text import visible


class ProgramLog:
    """The log of one program: input, output and standard error, each line with its seconds.

    Of more than ``limit`` characters the first and the last half are kept: the cause of a
    program's death is in its last lines.
    """

    def __init__(self, limit: int) -> None:
        self._half = limit // 2
        self._began = monotonic()
        self._lock = threading.Lock()
        self._head: list[str] = []
        self._tail: list[str] = []  # the newest last; cut when it is twice too long
        self._in_head = self._in_tail = self._left_out = 0

    def hear(self, direction: str, line: str) -> None:
        """Add a line, as a transcript of :class:`~board_core.players.process.ProcessAI` does.

        A log is read at a terminal too: what is no printable character is written as an escape.
        """
        line = visible(line.replace("\t", "    "))
        entry = f"{monotonic() - self._began:10.3f} {direction} {line}\n"[: self._half or 1]
        with self._lock:
            if not self._tail and self._in_head + len(entry) <= self._half:
                self._head.append(entry)
                self._in_head += len(entry)
                return
            self._tail.append(entry)
            self._in_tail += len(entry)
            if self._in_tail > 2 * self._half:
                self._cut()

    def _cut(self) -> None:
        index = 0
        while index < len(self._tail) and self._in_tail > self._half:
            self._in_tail -= len(self._tail[index])
            self._left_out += len(self._tail[index])
            index += 1
        del self._tail[:index]

    @property
    def text(self) -> str:
        with self._lock:
            self._cut()
            gap = f"... {self._left_out} characters left out ...\n" if self._left_out else ""
            return "".join((*self._head, gap, *self._tail))
