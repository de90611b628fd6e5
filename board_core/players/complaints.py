"""What a program writes to its stderr, as lines."""

from __future__ import annotations

from collections.abc import Callable

MOST = 1000
"""Lines of one process that are heard; a program that writes more is not short of words."""

LONGEST = 4096  # bytes of a line


class Complaints:
    """Cuts bytes as they come into lines, and tells each of them."""

    def __init__(self, hear: Callable[[str], object]) -> None:
        self._hear = hear
        self._rest = b""
        self._left = MOST

    def __call__(self, data: bytes) -> None:
        """Nothing, at the end."""
        if not self._left:
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST or not data:
            lines, self._rest = [*lines, self._rest], b""
        for line in filter(None, (line.rstrip() for line in lines)):
            self._left -= 1
            if not self._left:
                self._hear("…")
                return
            self._hear(line[:LONGEST].decode("utf-8", "backslashreplace"))
