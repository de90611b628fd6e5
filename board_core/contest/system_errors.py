"""What went wrong, as a sentence: errors of the board, and of the operating system."""

from __future__ import annotations

from board_core.text.sentence import BoardError, Sentence, say


def sentence_of_error(error: BoardError | OSError) -> Sentence:
    """Return the board's sentence, or the system's, such as "No space left on device", with the
    file's name."""
    if isinstance(error, BoardError):
        return error.sentence
    why = error.strerror or str(error) or type(error).__name__
    if error.filename:
        return say("{why}: {path}", why=why, path=str(error.filename))
    return say("{why}", why=why)
