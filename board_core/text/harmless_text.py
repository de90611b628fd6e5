"""Turn text from outside into text that is safe to show: printable and of bounded length."""

from __future__ import annotations

import re
from contextlib import suppress
from io import StringIO
from typing import SupportsFloat, SupportsInt
from unicodedata import normalize

from .sentence import say
from .sentence import visible as visible

MOST_MOVE = 100
"""Characters of a move as a player wrote it; legal moves are less than half as long."""

MOST_LINE = 400
"""Characters of a line or a remark of a program."""

MOST_NAME = 80
"""Characters of a name that a program gives itself."""

LOOK_ALIKES = str.maketrans("‐‑‒–—−－АВЕКМНОРСТХаеорсху", "-------ABEKMHOPCTXaeopcxy")
"""Dashes and Cyrillic letters that look like ASCII characters in moves."""

WITHOUT_WIDTH = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2d7f"
    "\ufe00-\ufe0f\ufeff\ufff0-\ufffb\U0001107f\U00016fe4\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Characters that nobody sees: Unicode's Default_Ignorable_Code_Point, and joiners of numbers."""

BLANK_LETTERS = re.compile("[\u115f\u1160\u2800\u3164\uffa0\U0001d159]")
"""Letters and signs without ink: fillers of Hangul, the empty Braille cell, the null note."""

GBK_NOTE = str(say("[GBK, not UTF-8]"))
"""The line before text that was not in UTF-8 and is shown as it reads in GBK."""

PAIRS_OF_GBK = re.compile(rb"(?:[\x00-\x7f]|[\xa1-\xf7][\xa1-\xfe])*")
"""Text of which all Chinese letters are in the part of GBK that other code pages seldom look like.

In other code pages, bytes beyond 7 bits mostly stand alone.
"""

CUT_MARK = "…"
"""The mark at the end of a cut text. No legal move ends with it, so a cut text is never legal."""


def on_one_line(text: str) -> str:
    """Return the text on one line, with U+FFFD for unprintable characters, for strict readers."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)


def lines_of(text: str) -> list[str]:
    """Return the lines of a file with their ends: LF, CRLF or, as LF, CR.

    ``str.splitlines`` ends a line at other characters too, which may be in a name.
    """
    lines = StringIO(text, newline="")
    return [f"{line[:-1]}\n" if line.endswith("\r") else line for line in lines]


def visible_form(text: str) -> str:
    """Return the text as it looks: without zero-width characters, and with plain blanks."""
    plain = BLANK_LETTERS.sub(" ", WITHOUT_WIDTH.sub("", normalize("NFKC", text)))
    return " ".join(plain.split())


def legible(text: str, most: int = MOST_LINE) -> str:
    """Return the text with at most this many characters, all of them printable."""
    if len(text) <= most and text.isprintable():
        return text
    shown = visible(text[: most + 1].replace("\t", " "))
    return shown if len(shown) <= most else shown[: most - 1] + CUT_MARK


def in_ascii(text: str) -> str:
    """Replace full-width and other look-alikes of ASCII characters by ASCII."""
    if text.isascii():
        return text
    return normalize("NFKC", text).translate(LOOK_ALIKES)


def foreign_letter(text: str) -> str:
    """Return the first non-ASCII character with its code point, as in ``(U+FF13)``."""
    letter = next(sign for sign in text if not sign.isascii())
    return f"{visible(letter)!r} (U+{ord(letter):04X})"


def decoded(data: bytes, encoding: str = "utf-8") -> str:
    """Decode UTF-8 or, if it is not, GBK, which Chinese Windows writes.

    For GBK, a first line says so. Text that is not UTF-8 is decoded by ``encoding``, if that is
    another one. Bytes in neither are shown as escapes. The beginning may be cut within a character.
    """
    begun = next((n for n, byte in enumerate(data[:4]) if not 0x80 <= byte < 0xC0), 0)
    with suppress(UnicodeDecodeError):
        return data[begun:].decode("utf-8")
    if encoding == "utf-8" and (chinese := text_in_gbk(data)) is not None:
        return f"{GBK_NOTE}\n{chinese}"
    return data.decode(encoding, "backslashreplace")


def text_in_gbk(data: bytes) -> str | None:
    """Decode bytes that are not UTF-8 as GBK; None if they are unlikely to be GBK."""
    if PAIRS_OF_GBK.fullmatch(data):
        with suppress(UnicodeDecodeError):
            return data.decode("gbk")
    return None


def legible_lines(text: str, most: int) -> str:
    """Return the last ``most`` characters of a text of several lines, made printable."""
    return "\n".join(visible(line.replace("\t", "    ")) for line in text[-most:].split("\n"))


def whole_number(value: SupportsInt | str | None, low: int, high: int) -> int | None:
    """Return the number if it is one and within these bounds, else None."""
    if value is None or (isinstance(value, str) and len(value) > len(f"{low}{high}")):
        return None
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if low <= number <= high else None


def real_number(value: SupportsFloat | None, low: float, high: float) -> float | None:
    """Return the number if it is one and within these bounds, else None."""
    if value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if low <= number <= high else None
