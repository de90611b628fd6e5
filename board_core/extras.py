"""What to say where a part of the board was left out when it was installed."""

from __future__ import annotations

from .sentence import Sentence, say


def needs(extra: str) -> Sentence:
    """Which extra of the distribution brings what is missing."""
    return say(
        "this needs the extra {extra}: {command}",
        extra=repr(extra),
        command=f"pip install 'the-chess-board[{extra}]'",
    )
