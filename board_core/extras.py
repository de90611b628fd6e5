"""What was installed, and what to say where a part of the board was left out."""

from __future__ import annotations

from .sentence import Sentence, say


def version_of(distribution: str) -> str | None:
    """None: it is not installed, as the board itself when it runs from its sources."""
    from importlib.metadata import PackageNotFoundError, version  # seldom wanted

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def needs(extra: str) -> Sentence:
    """Which extra of the distribution brings what is missing."""
    return say(
        "this needs the extra {extra}: {command}",
        extra=repr(extra),
        command=f"pip install 'the-chess-board[{extra}]'",
    )
