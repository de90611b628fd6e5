"""Cuts a stream of bytes into lines, within bounds."""

from __future__ import annotations

BOM = b"\xef\xbb\xbf"


class LineTooLong(Exception):
    """More bytes without a line break than any protocol needs."""


class BadEncoding(Exception):
    """The bytes are no UTF-8 text; carries the line as it can be shown."""


class LineCutter:
    """Bytes in, whole lines out; what has no line break yet stays in :attr:`rest`."""

    def __init__(self, limit: int = 4096, *, cr_ends_lines: bool = False) -> None:
        """``cr_ends_lines``: a carriage return alone does; before a line feed it always may."""
        self._limit = limit
        self._cr_ends_lines = cr_ends_lines
        self._first = True
        self.rest = b""

    def cut(self, data: bytes) -> list[str]:
        """The lines that are complete now, without their line breaks.

        Raises LineTooLong, and BadEncoding for NUL bytes and invalid UTF-8.
        """
        if self._first:
            self._first = False
            data = data.removeprefix(BOM)
        if self._cr_ends_lines:
            data = data.replace(b"\r", b"\n")
        if self.rest:
            data = self.rest + data
        *whole, self.rest = data.split(b"\n")
        if len(self.rest) > self._limit:
            raise LineTooLong
        return [self._text(line) for line in whole]

    def last(self) -> list[str]:
        """What came without a line break before the end."""
        rest, self.rest = self.rest, b""
        return [self._text(rest)] if rest.strip() else []

    def _text(self, line: bytes) -> str:
        if len(line) > self._limit:
            raise LineTooLong
        if b"\0" in line:
            raise BadEncoding(line.decode("utf-8", "backslashreplace").replace("\0", "\\x00"))
        try:
            return line.decode().rstrip("\r")
        except UnicodeDecodeError:
            raise BadEncoding(line.decode("utf-8", "backslashreplace")) from None
