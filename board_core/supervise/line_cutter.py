"""Cut byte streams into lines of text, within bounds."""

from __future__ import annotations

from collections.abc import Callable

from board_core.text.harmless_text import legible, text_in_gbk
from board_core.text.sentence import Sentence, say

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

CARRIAGE_RETURN, NUL_BYTE = b"\r\0"  # integers, as searching for bytes takes seven times as long

MOST_LINE_BYTES = 4096
"""The most bytes of a line, unless a protocol needs more; longer lines are a flood."""


class LineTooLong(Exception):
    """Error: more bytes came without a line break than the protocol allows."""


MOST_SHOWN_BYTES = 12
"""The most bytes of an unreadable line that a sentence shows."""


class BadEncoding(Exception):
    """Error: the bytes are not text in the encoding; carries a printable form of the line."""

    def __init__(self, line: bytes, encoding: str) -> None:
        """Store the line, and find out what it is instead of text."""
        chinese = text_in_gbk(line) if encoding == "utf-8" and b"\0" not in line else None
        shown = chinese or line.decode(encoding, "backslashreplace").replace("\0", "\\x00")
        super().__init__(shown)
        self.what = _instead_of_text(line, encoding, chinese)


class LineCutter:
    """Takes bytes and returns complete lines; an unfinished line stays in :attr:`rest`."""

    def __init__(
        self,
        limit: int = MOST_LINE_BYTES,
        *,
        cr_ends_lines: bool = False,
        encoding: str = "utf-8",
        counts: Callable[[str], bool] = bool,
    ) -> None:
        """Allow lines of ``limit`` bytes; NUL bytes are dropped in lines that do not count.

        With ``cr_ends_lines`` a lone carriage return also ends a line; one before a line feed is
        always dropped. The ``encoding`` must encode ASCII characters as single bytes.
        """
        self._limit, self._counts = limit, counts
        self._encoding = encoding
        self._cr_ends_lines = cr_ends_lines
        self._first = True
        self.has_mark = False
        """True if a byte order mark stood before the first line."""
        self.rest = b""

    def text(self, data: bytes) -> str:
        """Return the lines that are complete now, each ended by a line feed.

        Raises LineTooLong, and BadEncoding for NUL bytes and what is no text in the encoding.
        """
        usual = (
            not self.rest
            and len(data) <= self._limit
            and data.endswith(b"\n")
            and data.isascii()
            and CARRIAGE_RETURN not in data
            and NUL_BYTE not in data
        )
        if usual:
            self._first = False
            return data.decode("ascii")
        return "".join([f"{line}\n" for line in self.cut(data)])

    def last_text(self) -> str:
        """Return the text after the last line break, ended by a line feed, or an empty text.

        A rest of only spaces is dropped. Raises LineTooLong and BadEncoding.
        """
        return "".join([f"{line}\n" for line in self.last()])

    def cut(self, data: bytes) -> list[str]:
        """Return the lines that are complete now, without their line breaks.

        Raises LineTooLong, and BadEncoding for NUL bytes and what is no text in the encoding.
        """
        if self._first:
            self._first = False
            self.has_mark = data.startswith(BYTE_ORDER_MARK)
            data = data.removeprefix(BYTE_ORDER_MARK)
        if self._cr_ends_lines:
            data = data.replace(b"\r", b"\n")
        if self.rest:
            data = self.rest + data
        *whole, self.rest = data.split(b"\n")
        if len(self.rest) > self._limit:
            raise LineTooLong
        return [self._text(line) for line in whole]

    def last(self) -> list[str]:
        """At the end, return the rest after the last line break, unless it is only spaces.

        Raises LineTooLong and BadEncoding.
        """
        rest, self.rest = self.rest, b""
        return [self._text(rest)] if rest.strip() else []

    def _text(self, line: bytes) -> str:
        if len(line) > self._limit:
            raise LineTooLong
        try:
            text = line.replace(b"\0", b"").decode(self._encoding).rstrip("\r")
        except UnicodeDecodeError:
            raise BadEncoding(line, self._encoding) from None
        if b"\0" in line and self._counts(text):
            raise BadEncoding(line, self._encoding)
        return text


def _instead_of_text(line: bytes, encoding: str, chinese: str | None) -> Sentence:
    """Say what a line is that is not text in the encoding, with its first bytes."""
    shown = line[:MOST_SHOWN_BYTES].hex(" ")
    wide = len(line) > 3 and (not line[::2].strip(b"\0") or not line[1::2].strip(b"\0"))
    if line.startswith((b"\xff\xfe", b"\xfe\xff")) or wide:
        return say(
            "it printed UTF-16, two bytes for each letter ({bytes}): print plain ASCII", bytes=shown
        )
    if b"\0" in line:
        end = line.index(b"\0") + 1
        shown = line[max(end - MOST_SHOWN_BYTES, 0) : end].hex(" ")
        return say("it printed a NUL byte, which is no letter ({bytes})", bytes=shown)
    if chinese is not None:
        return say(
            "it printed Chinese in GBK, not UTF-8 ({text}): print plain ASCII, or add "
            "encoding=gbk to its command",
            text=legible(chinese.strip(), MOST_SHOWN_BYTES),
        )
    return say(
        "it printed bytes that are not {encoding} text ({bytes}): print plain ASCII",
        encoding=encoding.upper(),
        bytes=shown,
    )
