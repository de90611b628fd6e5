"""Programs that have no move where they should have one. Pure."""

from __future__ import annotations

import re

from board_core.game.rules import Position
from board_core.text.sentence import Sentence, say

from .playing import Examined

VALUE_IS_MISSING = re.compile(
    r"\bnull\b|NullPointer|NullReference|NoneType|\bNone\b|\bnil\b|\bundefined\b|uninitialized"
)
"""The words of an error about a value that is not there."""

ALL_MOVES_LOSE = say(
    "whatever it plays there, it is mated next: a search in which no value is better than the "
    "worst one, with which it began, finds no move; begin with the first legal move instead"
)


def shows_missing_value(words: str) -> bool:
    """Return whether an error is about a value that is not there."""
    return VALUE_IS_MISSING.search(words) is not None


def when_lost(played: Examined, position: Position) -> Sentence | None:
    """Return what to do about a missing move, if its side is to move in a position that is lost."""
    to_move = position.to_move is played.color
    return ALL_MOVES_LOSE if to_move and played.subject.lessons.is_lost(position) else None
