"""The door of SAN lines: any line becomes one message.

Nothing is a breach: whatever is no move is an illegal try, of which there are three, and so is a
line of any length. Control characters have an ending and a cause of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from board_core.harmless_text import MOST_MOVE, legible

from .door import NOTHING, Nothing

BYTE_ORDER_MARK = "\ufeff"

CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
"""Colours and cursor movements begin with one; no move has any, nor any text a tab apart."""


@dataclass(frozen=True, slots=True)
class SanAnswer:
    """A line that may be a move. ``for_a_terminal``: it holds control characters."""

    text: str
    for_a_terminal: bool = False


SanMessage = SanAnswer | Nothing


def read_san(line: str, *, first: bool = False) -> SanMessage:
    """Return what a line of a program says; its ``first`` may begin with a byte order mark."""
    text = (line.removeprefix(BYTE_ORDER_MARK) if first else line).strip()
    if not text:
        return NOTHING
    return SanAnswer(legible(text, MOST_MOVE), CONTROL_CHARACTER.search(text) is not None)
