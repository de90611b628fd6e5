"""Errors of the board, of the operating system and others, as sentences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from board_core.text.sentence import BoardError, Clauses, Listed, Sentence, say


def sentence_of_error(error: Exception) -> Sentence:
    """Return the board's sentence, or the system's, such as "No space left on device", with the
    file's name."""
    if isinstance(error, BoardError):
        return error.sentence
    if not isinstance(error, OSError):
        return say("{why}", why=repr(error)[:300])
    why = error.strerror or str(error) or type(error).__name__
    if error.filename:
        return say("{why}: {path}", why=why, path=str(error.filename))
    return say("{why}", why=why)


def without_paths(said: Any, *folders: Path) -> Any:
    """Return a sentence, or a fact of one, without the paths of these folders of ours."""
    match said:
        case Sentence(template, facts):
            return Sentence(template, {n: without_paths(f, *folders) for n, f in facts.items()})
        case Listed() | Clauses():
            return type(said)(without_paths(each, *folders) for each in said)
        case str():
            for path in (str(f / "-") for each in folders for f in (each, each.resolve())):
                for written in {path, repr(path)[1:-1]} - {"-"}:
                    said = re.sub(rf"(?<![\w/.-]){re.escape(written[:-1])}", "", said)
    return said
