"""The door of SAN lines: any line becomes one message.

No line is a breach: a line that is not a move, however long, is an illegal answer, and a side may
give three. Control characters have an ending and a cause of their own.
"""

from __future__ import annotations

import re

from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import MOST_MOVE, legible

from .door import NOTHING_SAID, Nothing

BYTE_ORDER_MARK = "\ufeff"

CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
"""Characters that colours and cursor movements begin with; no move has any. Tabs are allowed."""


@dataclass(frozen=True, slots=True)
class SanAnswer:
    """A line that may be a move; ``for_a_terminal`` if it holds control characters."""

    text: str
    for_a_terminal: bool = False


SanMessage = SanAnswer | Nothing


def read_san(line: str, *, first: bool = False) -> SanMessage:
    """Return the message in a line; the ``first`` line may begin with a byte order mark."""
    text = (line.removeprefix(BYTE_ORDER_MARK) if first else line).strip()
    if not text:
        return NOTHING_SAID
    return SanAnswer(legible(text, MOST_MOVE), CONTROL_CHARACTER.search(text) is not None)
