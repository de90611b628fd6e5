"""Errors of the operating system as sentences."""

from __future__ import annotations

from board_core.sentence import Sentence, say


def told_by_system(error: OSError) -> Sentence:
    """Return what the system says, such as "No space left on device", with the file's name."""
    why = error.strerror or str(error) or type(error).__name__
    if error.filename:
        return say("{why}: {path}", why=why, path=str(error.filename))
    return say("{why}", why=why)
