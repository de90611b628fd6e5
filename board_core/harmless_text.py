"""Turns text from outside into text that can be shown: printable, and of a bounded length."""

from __future__ import annotations

from typing import SupportsFloat, SupportsInt

MOST_MOVE = 100
"""Characters of a move as a player wrote it: no game's are half as long."""

MOST_LINE = 400
"""Characters of a line or a remark of a program."""

MOST_NAME = 80
"""Characters of a name that a program gives itself."""

CUT_MARK = "…"
"""Ends what was cut off. No move ends so: none becomes legal by being cut."""


def visible(text: str) -> str:
    """Return the text with everything that is not a printable character written as an escape.

    What came from a program goes through it before anybody sees it: no name, move or line can
    move a cursor, turn the direction of writing, or hide.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def on_one_line(text: str) -> str:
    """Return the text for files whose readers are strict: no line breaks, nothing unprintable."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)


def legible(text: str, most: int = MOST_LINE) -> str:
    """Return the text as the doors let it in: at most so many characters, all of them printable."""
    if len(text) <= most and text.isprintable():
        return text
    shown = visible(text[: most + 1].replace("\t", " "))
    return shown if len(shown) <= most else shown[: most - 1] + CUT_MARK


def legible_lines(text: str, most: int) -> str:
    """Return the end of a text of several lines, such as a traceback, with its line breaks."""
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
